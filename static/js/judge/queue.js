// The queue of the judge's entries. Each is on the device, numbered and with a key of its own, before anything is sent; it leaves the
// device when the server has answered for it. They go in order, and what the table does not take stops those behind it until the
// judge has decided. An entry of kind `form` is an answer that only the server can read; the others are whole acts.
import { store } from "../offline/store.js";

const RETRY = 3_000;
const TIMEOUT = 10_000;
const MOST = 20; // acts in one request
const MOST_STUMBLES = 4;
const SLOW = 1_000;
const STUMBLES = [400, 413, 500]; // something in the request that the server cannot read
const PASSING = [408, 425, 429]; // the same request may be taken a little later

const root = document.querySelector("[data-judge]");
const { user, queueUrl } = document.body.dataset;
const table = root.dataset.url;

export const queue = { entries: [], held: null, sending: false, isSlow: false, others: 0, elsewhere: [], kept: 0 };

const opened = () => document.querySelector("[data-judge]").dataset.opened; // which record of the table
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`queue:${name}`, { detail }));

queue.newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

queue.fetched = (url, options = {}, patience = TIMEOUT) => {
  const stop = new AbortController();
  const clock = setTimeout(() => stop.abort(), patience);
  const read = async (answer) => ({ status: answer.status, url: answer.url, redirected: answer.redirected, text: await answer.text() });
  return fetch(url, { ...options, signal: stop.signal, cache: "no-store" }).then(read).finally(() => clearTimeout(clock));
};

// -- the rows

const load = async () => {
  const all = await store.all("queue");
  const here = all.filter((entry) => entry.table === table).sort((one, other) => one.n - other.n);
  queue.elsewhere = [...new Set(all.filter((entry) => entry.table !== table && entry.user === user).map((entry) => entry.table))];
  queue.entries = here.filter((entry) => entry.user === user);
  queue.others = here.length - queue.entries.length;
  queue.held = queue.entries.find((entry) => entry.held) ?? null;
  tell("changed");
};

queue.loaded = load();

queue.add = async (entry) => {
  await queue.loaded;
  const row = { table, user, opened: opened(), ...entry };
  queue.entries.push(row);
  row.n = await store.put("queue", row);
  tell("changed");
  return row;
};

// Before everything that waits, which was told after it and leaves under the same lease. What waits already, because the page was
// closed halfway through, gives up its place to all of them in order.
queue.addBefore = async (entries, lease) => {
  await queue.loaded;
  const keys = new Set(entries.map(({ key }) => key));
  const [again, behind] = [true, false].map((is) => queue.entries.filter(({ key }) => keys.has(key) === is));
  const first = behind[0]?.n;
  const rows = entries.map((entry, i) => ({
    table, user, opened: opened(), lease, ...entry, ...(first === undefined ? {} : { n: first - 1 + (i + 1) / (entries.length + 1) }),
  }));
  queue.entries = [...rows, ...behind];
  queue.held = null;
  for (const row of rows) row.n = await store.put("queue", row);
  for (const { n } of again) if (!rows.some((row) => row.n === n)) await store.drop("queue", n);
  for (const row of behind.filter(({ kind }) => kind !== "form")) await queue.replace(row, { lease, held: undefined });
  tell("changed");
};

queue.replace = async (row, entry) => {
  Object.assign(row, entry);
  await store.put("queue", row);
  tell("changed");
};

queue.drop = async (row) => {
  queue.entries = queue.entries.filter((entry) => entry !== row);
  if (queue.held === row) queue.held = null;
  await store.drop("queue", row.n);
  tell("changed");
};

queue.acts = () => queue.entries.filter((entry) => entry.kind !== "form");

// -- out

const csrf = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";

queue.postForm = (row, patience) => {
  const body = new URLSearchParams(row.fields);
  body.set("csrfmiddlewaretoken", csrf());
  return queue.fetched(row.url, { method: "POST", body, headers: { "HX-Request": "true" } }, patience);
};

const postActs = (rows) => {
  const body = JSON.stringify(rows.map(({ key, kind, seq, lease, opened: of, by, act, why, words }) => ({ key, kind, seq, lease, opened: of, by, act, why, words })));
  return queue.fetched(queueUrl, { method: "POST", body, headers: { "Content-Type": "application/json", "X-CSRFToken": csrf() } });
};

queue.hold = async (row, outcome, words, registers = false) => {
  await queue.replace(row, { held: { outcome, words, registers } });
  queue.held = row;
};

let deciding = false; // the judge has decided of a row, and those behind it are numbered anew
let alone = false; // one act a request, until it is known which one the server stumbles over

// Only an answer with the table in it settles a form: a page of the network's own, or of an error, was not written by the table.
const isOfTheTable = ({ text }) => /\sdata-judge\s/.test(text);
const isTurnedAway = ({ redirected, status }) => redirected || (status >= 400 && status < 500 && !PASSING.includes(status));

// A server that stumbles over one entry again and again would hold up every later one.
const stumbled = async (row, status) => {
  row.stumbles = (row.stumbles ?? 0) + 1;
  alone = true;
  if (row.stumbles < MOST_STUMBLES) throw new Error(String(status));
  await queue.hold(row, "stumbled", "");
};

// The table wrote lines of its own before this one, such as the clock's: those behind it follow one line later.
const shift = async (told, by) => {
  const behind = by > 0 ? queue.acts().filter((row) => row.n > told.n) : [];
  for (const row of behind) await queue.replace(row, { seq: row.seq + by });
};

const sendActs = async () => {
  const rows = queue.entries.slice(0, alone ? 1 : MOST);
  const acts = rows.slice(0, (rows.findIndex((row) => row.kind === "form") + 1 || rows.length + 1) - 1);
  const began = Date.now();
  const answer = await postActs(acts);
  queue.isSlow = Date.now() - began > SLOW;
  if (STUMBLES.includes(answer.status)) { await stumbled(acts[0], answer.status); return true; }
  if (isTurnedAway(answer)) { tell("turned-away", answer); return false; }
  if (answer.status !== 200) throw new Error(String(answer.status));
  for (const { key, outcome, words, registers, seq } of JSON.parse(answer.text).settled) {
    const row = acts.find((one) => one.key === key);
    if (outcome === "kept") queue.kept += 1;
    if (outcome === "told") await shift(row, seq - row.seq - 1);
    if (outcome === "told" || outcome === "kept") await queue.drop(row);
    else if (outcome === "conflict" && await queue.reclaim()) return true; // behind the lines that the server lost
    else await queue.hold(row, outcome, words, registers);
  }
  return true;
};

const sendForm = async () => {
  const row = queue.entries[0];
  const answer = await queue.postForm(row);
  if (answer.status === 500) { await stumbled(row, answer.status); return true; }
  if (answer.status >= 500 || PASSING.includes(answer.status)) throw new Error(String(answer.status));
  if (answer.redirected || !isOfTheTable(answer)) { tell("turned-away", answer); return false; }
  await queue.drop(row);
  tell("answered", answer);
  return true;
};

queue.send = async () => {
  if (queue.sending || deciding || queue.held || !queue.entries.length) return;
  queue.sending = true;
  tell("changed");
  try {
    let goes = true;
    while (goes && queue.entries.length && !queue.held) goes = await (queue.entries[0].kind === "form" ? sendForm() : sendActs());
    queue.sending = alone = false;
    tell("changed");
    if (!goes) return;
    tell(queue.held ? "held" : "empty");
  } catch {
    queue.isSlow = true;
    queue.sending = false;
    tell("changed");
    setTimeout(queue.send, RETRY);
  }
};

// -- what the judge decides of an entry that the table did not take

// From the line where the table stands now, and under the lease that the page has: the server checks each of them again.
const renumber = async (seq, lease) => {
  let line = seq;
  for (const row of queue.entries.filter((entry) => entry.kind !== "form")) {
    await queue.replace(row, { seq: line, lease, opened: opened(), held: undefined });
    line += 1;
  }
  for (const row of queue.entries.filter((entry) => entry.held)) await queue.replace(row, { held: undefined, stumbles: 0 });
  queue.held = null;
};

// Nothing leaves before every row behind has its new line.
const decided = async (change, at) => {
  if (deciding || !queue.held) return;
  deciding = true;
  try {
    await change();
    if (at) await renumber(...at);
  } finally {
    deciding = false;
  }
  if (queue.entries.length) await queue.send(); else tell("empty");
};

queue.decide = {
  retry: (...at) => decided(() => undefined, at),
  register: (...at) => decided(() => queue.replace(queue.held, { kind: "ruling" }), at),
  drop: (...at) => decided(() => queue.drop(queue.held), at),
  dropAll: () => decided(async () => { for (const row of [...queue.entries]) await queue.drop(row); }),
};

addEventListener("online", queue.send);
