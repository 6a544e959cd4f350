// Keeps a page fresh. An element with `data-live-url` (usually the body) names the view that gives {"stream"}, the
// address of the stream. The stream says which topic changed, and every element whose `data-live-topic` holds that
// topic gets the event `live`:
//
//   <section id="standings" data-live-topic="tournament:3" hx-get="…" hx-trigger="live" hx-swap="morph:outerHTML">
//
// `data-live-every="3"` spares the server: at most one event in 3 seconds, and the last change is never dropped, as
// htmx's own `throttle` would do.
//
// Without a stream the same elements are fetched every 15 seconds; an ETag makes that cheap when nothing changed.
// [data-live-stale] says how long the page has heard nothing.
const POLL = 15_000;
const STALE = 25_000; // two beats of the server and a little
const LONGEST_WAIT = 20_000;

const root = document.querySelector("[data-live-url]");
let source = null;
let heard = Date.now();
let failures = 0;
let polled = Date.now();
let knocking = false;
let listeningSince = 0;

const parts = () => [...document.querySelectorAll("[data-live-topic]")];
const topicsOf = (element) => element.dataset.liveTopic.split(/\s+/);
const refetch = (elements) => elements.forEach(refetchInTurn);
const refetchTopic = (topic) => refetch(parts().filter((element) => topicsOf(element).includes(topic)));

const turns = new Map(); // id of an element, or the element -> {last, timer}

const refetchInTurn = (element) => {
  const key = element.id || element;
  const turn = turns.get(key) ?? { last: -Infinity, timer: null };
  turns.set(key, turn);
  if (turn.timer) return;
  const wait = turn.last + Number(element.dataset.liveEvery ?? 0) * 1000 - Date.now();
  const fetchNow = () => {
    turn.timer = null;
    turn.last = Date.now();
    const present = element.isConnected ? element : document.getElementById(element.id);
    if (present) window.htmx.trigger(present, "live");
  };
  if (wait > 0) turn.timer = setTimeout(fetchNow, wait);
  else fetchNow();
};

const state = (name) => root.setAttribute("data-live-state", name);

const hear = (data) => {
  heard = Date.now();
  document.dispatchEvent(new CustomEvent("live:time", { detail: { now: data.now } }));
};

// What changed between the page's rendering and the stream's opening would be missed, so the state is fetched again.
const opened = (event) => {
  failures = 0;
  hear(JSON.parse(event.data));
  state("open");
  refetch(parts());
};

const changed = (event) => {
  const data = JSON.parse(event.data);
  hear(data);
  data.topics.forEach(refetchTopic);
};

const close = () => {
  source?.close();
  source = null;
  state("closed");
};

// After a server's restart a whole hall comes back: each waits a little differently.
const later = () => {
  close();
  failures += 1;
  const wait = Math.min(500 * 2 ** failures, LONGEST_WAIT);
  setTimeout(connect, wait / 2 + (Math.random() * wait) / 2);
};

const connect = async () => {
  if (source || knocking) return;
  knocking = true;
  try {
    const answer = await fetch(root.dataset.liveUrl, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (!answer.ok) throw new Error(`no stream: ${answer.status}`);
    const { stream } = await answer.json();
    listen(new EventSource(stream));
  } catch {
    later();
  } finally {
    knocking = false;
  }
};

const listen = (fresh) => {
  source = fresh;
  listeningSince = Date.now();
  source.addEventListener("open-topics", opened);
  source.addEventListener("changed", changed);
  source.addEventListener("beat", (event) => hear(JSON.parse(event.data)));
  source.addEventListener("expired", () => { close(); connect(); });
  source.onerror = later; // the browser would retry with the same token, which may have expired
};

const showAge = () => {
  const age = Date.now() - heard;
  document.querySelectorAll("[data-live-stale]").forEach((element) => {
    element.hidden = age < STALE;
    const words = element.dataset.text.replace("{n}", Math.round(age / 1000));
    if (!element.hidden && element.textContent !== words) element.textContent = words;
  });
};

const pollIfDeaf = () => {
  const deaf = !source || Date.now() - heard > STALE;
  if (!deaf || Date.now() - polled < POLL) return;
  polled = Date.now();
  refetch(parts());
};

// A host that is lost says nothing, and the browser would wait for its answer for hours.
const leaveIfSilent = () => {
  if (source && Date.now() - Math.max(heard, listeningSince) > STALE) later();
};

const start = () => {
  // Data that came by polling are fresh too.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && event.detail.elt?.hasAttribute("data-live-topic")) heard = Date.now();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - heard > STALE) { close(); connect(); }
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
  setInterval(() => { leaveIfSilent(); showAge(); pollIfDeaf(); }, 1000);
  // htmx hears `live` from here on; a stream that opens sooner would be fetched for nobody.
  if (document.readyState === "complete") connect();
  else document.addEventListener("DOMContentLoaded", connect);
};

if (root) start();
