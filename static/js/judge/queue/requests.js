// What the judge's page asks the server: a form of the page, a batch of acts, anything else; each gives up after its patience.
const TIMEOUT = 10_000;
const { queueUrl } = document.body.dataset;

export const csrfToken = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";

export const request = async (url, options = {}, patience = TIMEOUT) => {
  const stop = new AbortController();
  const clock = setTimeout(() => stop.abort(), patience);
  try {
    const answer = await fetch(url, { ...options, signal: stop.signal, cache: "no-store" });
    return { status: answer.status, url: answer.url, redirected: answer.redirected, text: await answer.text() };
  } finally {
    clearTimeout(clock);
  }
};

export const requestFragment = (url, patience) => request(url, { headers: { "HX-Request": "true" } }, patience);

export const postForm = (row, patience) => {
  const body = new URLSearchParams(row.fields);
  body.set("csrfmiddlewaretoken", csrfToken());
  return request(row.url, { method: "POST", body, headers: { "HX-Request": "true" } }, patience);
};

export const postActs = (rows) => {
  const body = JSON.stringify(rows.map(({ key, kind, seq, lease, instance, by, act, why, words }) => ({ key, kind, seq, lease, instance, by, act, why, words })));
  return request(queueUrl, { method: "POST", body, headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() } });
};
