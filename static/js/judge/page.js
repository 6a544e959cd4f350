// The judge's page. Every form marked [data-entry] is on the device, with a key of its own, before it is sent, so that it is neither
// lost nor counted twice. The server answers first; where it does not in time, and the engine stands at the same line, the engine
// answers in its place, and what was told goes into the queue. Forms work without this script.
import { hallTime } from "../countdown.js";
import { engine } from "../offline/engine.js";
import { store } from "../offline/store.js";
import { queue } from "./queue.js";
import { panel } from "./queue_panel.js";

const PATIENCE = 1_200; // how long the judge waits for a server that the engine can stand in for
const CATCH_UP = 4_000;
const AT_LATEST = 20_000; // a judge who enters without a pause is followed all the same
const LOOK_BACK = 15_000;
const HERE = /\/(atto|altro-atto|conferma|infrazione|annulla)\/$/;
const BESIDE = /\/(chiama|chiamata-risolta|segna|segnalazioni\/\d+|pausa|riprendi|livello|decisione|tempo)\/$/; // leave the question as it is
const page = () => document.querySelector("[data-judge]");

const body = document.body.dataset;
const address = page().dataset.url;

let conflict = false;
let busy = false; // one answer at a time
let waking = false; // the table is being opened again from the device
let touched = false; // the judge has begun to answer
let kept = null; // what the server gave for going on alone
let isGivingBack = false; // the queue holds lines that the server lost
let unfollowed = []; // forms that the server took and the engine has not seen

const csrf = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
const isHere = () => page().dataset.here === "1";
const isUnderWay = () => page().dataset.underWay === "1";
const facts = () => ({ csrf_token: csrf(), at: hallTime().toISOString().replace("Z", "+00:00") });

// -- the page

const read = (text) => new DOMParser().parseFromString(text, "text/html").querySelector("[data-judge]");

let loudest = 0; // the line that the strip named last: it goes back only where the server itself did
const hearStrip = () => { loudest = Number(page().querySelector("[data-strip]").dataset.seq); };
hearStrip();

const swap = (fresh) => {
  touched = false;
  page().replaceWith(document.adoptNode(fresh));
  hearStrip();
  window.htmx.process(page());
  document.dispatchEvent(new CustomEvent("judge:swapped"));
  show();
  const notice = page().querySelector("#refusal, [data-notice]");
  if (notice) notice.scrollIntoView({ block: "nearest" });
  else if (page().querySelector(".j-ask").getBoundingClientRect().top < 0) scrollTo({ top: 0 });
};

const swapFromServer = (fresh) => {
  swap(fresh);
  remember();
  callTime();
};

// The engine's page keeps the clock that ticks: the engine knows no time.
const swapFromHere = (answer) => {
  const fresh = read(answer.html);
  const clock = page().querySelector(".j-strip-clock");
  if (clock) fresh.querySelector(".j-strip-clock")?.replaceWith(clock);
  fresh.querySelector("[data-strip]")?.removeAttribute("data-live-topic");
  fresh.dataset.here = "1";
  fresh.dataset.underWay = answer.is_under_way ? "1" : "";
  swap(fresh);
};

const get = (url, patience) => queue.fetched(url, { headers: { "HX-Request": "true" } }, patience);

const load = async (url) => {
  try {
    const answer = await get(url, engine.state === "ready" ? PATIENCE * 3 : undefined);
    const fresh = answer.status === 200 && read(answer.text);
    if (fresh) swapFromServer(fresh); else location.assign(address);
  } catch {
    if (engine.state === "ready" && await catchUpHere()) swapFromHere(await engine.fetch(url, facts()));
    else show();
  }
};

// Back to the server's page once everything has left, unless the judge has begun to answer.
const goBack = async () => {
  const hasFallen = engine.state === "off";
  if (!isHere() || queue.entries.length || (!hasFallen && (isUnderWay() || touched))) return;
  if (queue.isSlow) queue.isSlow = false;
  const was = page();
  try {
    const answer = await get(address);
    const fresh = answer.status === 200 && read(answer.text);
    if (fresh && page() === was && (hasFallen || !touched) && !queue.entries.length) swapFromServer(fresh);
  } catch { /* the next entry tries again */ }
};

// -- the engine stands where the server does

const keptFrom = async (after) => {
  const answer = await queue.fetched(`${body.keptUrl}?dopo=${after}`);
  if (answer.status !== 200 || answer.redirected) throw new Error(String(answer.status));
  return JSON.parse(answer.text);
};

const canKeep = () => window.isSecureContext && page().dataset.writes === "1";

// Over plain HTTP no page opens without a network, so the record need not stay on the device.
const remember = () => {
  if (page().dataset.writes !== "1" || !(engine.state !== "off" || canKeep())) return;
  clearTimeout(remember.timer);
  remember.until ??= Date.now() + AT_LATEST;
  const pause = Math.max(0, Math.min(CATCH_UP, remember.until - Date.now()));
  remember.timer = setTimeout(follow, isOlder(page().dataset) ? 0 : (kept ? pause : 500));
  keepHere();
};

const soon = () => { remember.until = Date.now() + 500; }; // the server wrote what the engine has not seen

const keepHere = () => {
  if (!canKeep() || !kept || isHere()) return;
  const face = page().cloneNode(true);
  face.querySelector("#queue")?.remove();
  store.put("kept", { table: address, user: body.user, kept, html: face.outerHTML });
};

const follow = async () => {
  if (isHere() || busy) return;
  const seen = unfollowed.length;
  try {
    if (!kept) { await openAnew(); return; }
    const fresh = await keptFrom(kept.seq);
    if (isHere() || busy || unfollowed.length !== seen) return; // what was told meanwhile asks again
    if (!isSame(fresh, kept) || !isAhead(fresh, kept, fresh.follows)) { await openAnew(); return; }
    kept = { ...fresh, lines: [...kept.lines, ...fresh.lines] };
    unfollowed = [];
    remember.until = undefined;
    await bring();
    if (engine.state === "ready" && engine.head !== fresh.head) await engine.open(kept, []); // others' lines came between ours
    keepHere();
  } catch { /* what the engine lacks it is told when it is asked */ }
};

const openWith = async (fresh, waiting = []) => {
  kept = fresh;
  unfollowed = [];
  remember.until = undefined;
  keepHere();
  return engine.open(kept, waiting);
};

// -- the server was put back to an older copy, and this device still has the lines that it lost

const isSame = (fresh, known) => fresh.header === known.header && fresh.row.opened === known.row.opened;
const lastOf = (known) => Math.max(known.seq, ...(known.since ?? []).map(({ seq }) => seq + 1));
// `follows` is the head that the server has at the line where the device's lines end.
const isAhead = (fresh, known, follows) => fresh.seq >= lastOf(known) && (known.seq === 0 || follows === known.head);
const headAt = ({ lines }, seq) => (seq && lines[seq - 1] ? JSON.parse(lines[seq - 1][0]).head : "");

// A record only grows, so a page of the same one that stands at an earlier line comes from an older copy.
const isOlder = (face) => Boolean(kept) && face.opened === kept.row.opened && Number(face.seq) < kept.seq;

const entryOf = (line) => {
  const { seq, by, act, why = "", head } = JSON.parse(line);
  const common = { key: head, seq: seq - 1, why, words: document.getElementById("queue").dataset.line.replace("{n}", seq) };
  if (act.type === "ruling") return { ...common, kind: "ruling", by: act.by, act: act.act };
  return act.type === "undo" ? { ...common, kind: "undo", by, act: {} } : { ...common, kind: "act", by, act };
};

const lostBy = (fresh, known) => {
  const from = known.lines.findIndex(([line], i) => line !== fresh.lines[i]?.[0]);
  const lines = from < 0 ? [] : known.lines.slice(from).map(([line]) => entryOf(line));
  return [...lines, ...(known.since ?? []).filter(({ seq }) => seq >= fresh.seq)];
};

// What the server lost goes into the queue again, before anything that waits; the server checks it like any entry.
const giveBack = async (fresh) => {
  const known = kept ?? (await onDevice())?.kept;
  if (!known || !isSame(fresh, known) || isAhead(fresh, known, headAt(fresh, known.seq))) return false;
  await queue.addBefore(lostBy(fresh, known), fresh.row.lease);
  await store.drop("kept", address);
  kept = fresh;
  unfollowed = [];
  conflict = false;
  isGivingBack = true;
  panel.say("givenBack");
  return true;
};

// One after another: two at once would give the same lines back twice.
let reclaimed = Promise.resolve();
const reclaim = (fresh) => {
  reclaimed = reclaimed.catch(() => undefined).then(() => giveBack(fresh));
  return reclaimed;
};

queue.reclaim = async () => {
  try { return await reclaim(await keptFrom(0)); } catch { return false; }
};

const openAnew = async () => {
  const fresh = await keptFrom(0);
  if (!await reclaim(fresh)) { await openWith(fresh); return; }
  if (engine.state === "ready") await wake();
  queue.send();
};

// Every line that the device has and the engine lacks, such as those told while it was loading. One after another: two at once
// would tell the same lines twice.
let brought = Promise.resolve();
const bring = () => {
  const told = async () => {
    if (engine.state === "ready" && kept && engine.seq < kept.seq) await engine.follow(kept.lines.slice(engine.seq));
  };
  brought = brought.then(told, told);
  return brought;
};

const keyOf = (fields) => fields.find(([name]) => name === "key")[1];

// What the server took and the device has not asked for is kept beside the record: a page that opens alone needs it too.
const catchUpHere = async () => {
  if (isHere()) return true;
  await bring();
  for (const { url, fields } of unfollowed) {
    const { entry } = await engine.enter(url, fields, facts());
    if (entry && kept) kept = { ...kept, since: [...(kept.since ?? []), { ...entry, key: keyOf(fields) }] };
  }
  unfollowed = [];
  keepHere();
  return engine.seq === Number(page().dataset.seq);
};

// -- entries

const enterHere = async (row) => {
  const answer = await engine.enter(row.url, row.fields, facts());
  if (answer.entry) {
    const act = { ...answer.entry, lease: Number(page().dataset.lease), url: undefined, fields: undefined };
    await (row.n ? queue.replace(row, act) : queue.add({ ...row, ...act }));
  } else if (row.n) {
    await queue.drop(row);
  }
  swapFromHere(answer);
  queue.send();
};

// Without the table in it an answer settles nothing: the session is over, or its token is. The page is opened anew, with the queue
// still on the device: who must log in again loses nothing, and what is turned away twice waits for the judge to decide.
const turnedAway = async (row, answer) => {
  if (!answer.redirected) {
    row.turnedAway = (row.turnedAway ?? 0) + 1;
    if (row.turnedAway > 1) { await queue.hold(row, "stumbled", ""); return; }
    await queue.replace(row, {});
  }
  location.assign(address);
};

const settle = async (row, answer) => {
  const fresh = read(answer.text);
  if (!fresh) { await turnedAway(row, answer); return; }
  await queue.drop(row);
  unfollowed.push(row);
  conflict = answer.status === 409;
  if (conflict) unfollowed = [];
  swapFromServer(fresh);
};

const served = async (row, patience) => {
  const answer = await queue.postForm(row, patience);
  if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
  // A server put back to an older copy is asked again, behind the lines that it lost.
  if (answer.status === 409 && engine.state === "ready" && isOlder(read(answer.text)?.dataset ?? {})) throw new Error("older");
  await settle(row, answer);
};

// The server first. Where it does not answer in time the engine does, if it stands at the line that the page asked about.
const tryBoth = async (row) => {
  try {
    await served(row, PATIENCE);
  } catch {
    queue.isSlow = true;
    if (await catchUpHere().catch(() => false)) await enterHere(row);
    else queue.send();
  }
};

// What waits needs the server and stands beside the question, such as a call: the acts go on behind it.
const canGoOn = async () => {
  const isBeside = queue.entries.every((row) => row.kind === "form" && BESIDE.test(row.url));
  return isBeside && engine.state === "ready" && !queue.sending && catchUpHere().catch(() => false);
};

// The engine fell: what it drew nobody can answer any more, so the page goes back to the server's as soon as there is one.
const fallen = () => {
  if (engine.state !== "off") { wake(); return; }
  if (isHere()) { panel.say("fallen"); goBack(); }
  queue.send();
};

// Beside entries that wait for the judge's decision: it is sent at once or not at all.
const aside = async (row) => {
  try { await served(row); } catch { await queue.drop(row); panel.say("unsent"); }
};

const enter = async (form, button) => {
  if (busy || waking) { if (waking) panel.say("waking"); return; }
  const fields = [...new FormData(form, button)].map(([name, value]) => [name, String(value)]);
  const own = fields.filter(([name]) => name !== "key" && name !== "csrfmiddlewaretoken");
  const key = queue.newKey();
  const row = { kind: "form", url: form.action, key, fields: [...own, ["key", key]] };
  const isAct = HERE.test(form.action);
  busy = true;
  conflict = false;
  panel.say("");
  try {
    if (isAct && isHere()) await enterHere(row);
    else if (queue.held) await aside(await queue.add(row));
    else if (queue.entries.length && isAct && await canGoOn()) await enterHere(await queue.add(row));
    else if (queue.entries.length) panel.say("needs");
    else if (isAct && engine.state === "ready") await tryBoth(await queue.add(row));
    else { await queue.add(row); queue.send(); }
  } catch {
    fallen();
  } finally {
    busy = false;
    show();
  }
};

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-entry]");
  if (!form) return;
  event.preventDefault();
  enter(form, event.submitter);
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-fetch]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const url = new URL(link.getAttribute("href"), new URL(address, location.href)).href;
  if (isHere() && engine.state === "ready") swapFromHere(await engine.fetch(url, facts()));
  else if (!queue.entries.length || queue.held) load(url);
});

for (const name of ["pointerdown", "input", "keydown"]) {
  document.addEventListener(name, (event) => { if (event.target.closest?.("[data-entry]")) touched = true; });
}

// -- what the queue tells

document.addEventListener("queue:changed", () => show());
document.addEventListener("queue:empty", () => {
  if (isGivingBack && !isHere()) load(address);
  else setTimeout(goBack, queue.isSlow ? LOOK_BACK : 0);
  isGivingBack = false;
});
document.addEventListener("queue:answered", (event) => {
  if (isHere() && queue.entries.length) return; // what waits behind it stands on this page only
  const fresh = read(event.detail.text);
  if (!fresh) { location.assign(address); return; }
  conflict = event.detail.status === 409;
  soon();
  swapFromServer(fresh);
});
document.addEventListener("queue:turned-away", (event) => turnedAway(queue.entries[0], event.detail));

// The table did not take an entry: the page shows the table as it is, and the queue waits for the judge.
document.addEventListener("queue:held", () => { soon(); load(address); });

const state = () => {
  if (conflict || queue.held) return "conflict";
  if (queue.sending && !isHere()) return "sending";
  if (queue.entries.length) return "queued";
  return navigator.onLine === false ? "offline" : "ok";
};

const show = () => {
  const badge = page().querySelector("[data-sent]");
  const now = state();
  const words = badge.dataset[now].replace("{n}", queue.entries.length);
  if (badge.textContent !== words) badge.textContent = words;
  badge.dataset.now = now;
  page().classList.toggle("j-busy", waking || (queue.entries.length > 0 && !isHere() && !queue.held));
  panel.show();
};

// -- what others changed

document.addEventListener("htmx:afterSwap", show); // at once: the strip comes as if nothing waited
document.addEventListener("htmx:afterSettle", () => {
  show();
  const strip = page().querySelector("[data-strip]");
  const told = page().dataset;
  const newer = (name) => Number(strip.dataset[name]) > Number(told[name]);
  const isBack = strip && Number(strip.dataset.seq) < loudest;
  if (strip) hearStrip();
  const changed = strip && (isBack || newer("seq") || newer("lease") || strip.dataset.state !== told.state);
  if (changed && !isHere() && !busy && !queue.sending && (!queue.entries.length || queue.held)) load(address);
  else callTime();
});

// The clock of the round ran out. Only the server says so: this device's clock may be ahead of it.
const callTime = async () => {
  const isDue = page().querySelector("[data-time-due]");
  if (!isDue || page().dataset.writes !== "1" || isHere() || busy || queue.entries.length) return;
  const { lease, seq, timeUrl } = page().dataset;
  const key = queue.newKey();
  await queue.add({ kind: "form", url: timeUrl, key, fields: [["lease", lease], ["seq", seq], ["key", key]] });
  queue.send();
};
document.addEventListener("countdown:over", () => {
  setTimeout(() => window.htmx.trigger(page().querySelector("[data-strip]"), "live"), 1500);
});

addEventListener("online", () => { show(); goBack(); });
addEventListener("offline", show);

// -- opening

const onDevice = async () => (await store.all("kept")).find((one) => one.table === address && one.user === body.user);

const forgetOthers = async () => {
  for (const one of await store.all("kept")) if (one.user !== body.user) await store.drop("kept", one.table);
};

// Entries wait: the table is opened from what the server has, or else from what the device kept, with them told again.
const wake = async () => {
  waking = true;
  show();
  try {
    const served = await keptFrom(0).catch(() => null);
    if (served) await reclaim(served);
    const fresh = served ?? kept ?? (await onDevice())?.kept;
    const acts = queue.held ? [] : queue.acts();
    if (fresh && engine.state !== "off") {
      const opened = await openWith(fresh, [...(fresh.since ?? []), ...acts].filter((row) => row.seq >= fresh.seq));
      if (opened && !queue.held) swapFromHere(await engine.fetch(address, facts()));
    }
  } catch { /* the server's page stands as it is */ } finally {
    waking = false;
    show();
  }
};

// The engine came after the network had gone: from here on it answers.
document.addEventListener("engine:state", () => {
  const waits = queue.acts().length > 0 && !queue.held && !queue.sending;
  if (engine.state === "ready" && waits && !waking && !busy && !isHere()) wake();
});

// Without the server the page that the browser kept may be older than the last one that stood here.
const isAnswered = async () => {
  try { return (await queue.fetched(`${body.keptUrl}?dopo=999999`)).status < 500; } catch { return false; }
};

const showLast = async () => {
  const last = await onDevice();
  const fresh = last && read(last.html);
  if (fresh && fresh.dataset.here !== "1" && Number(fresh.dataset.seq) > Number(page().dataset.seq)) swap(fresh);
};

const begin = async () => {
  await queue.loaded;
  await forgetOthers();
  show();
  const waited = queue.entries.length > 0;
  if (page().dataset.writes !== "1" && !waited) return;
  const isThere = await isAnswered();
  if (!isThere) await showLast();
  else if (waited) await queue.send();
  const isStuck = !isThere || (queue.acts().length > 0 && !queue.held);
  if (isStuck && page().dataset.writes === "1") await wake();
  else if (waited && !queue.entries.length) await load(address);
  else remember();
  callTime();
  queue.send();
};

begin();
