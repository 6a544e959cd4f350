// The strip at the head of the page, which the live stream keeps fresh: it says when others changed the table, and when its time is over.
import { clockWordOf } from "./clock_words.js";
import { isOutdated, mayCallTime, mayReload } from "./decisions.js";
import { load, returnToServer } from "./loading.js";
import { newKey, queue } from "./queue/rows.js";
import { send } from "./queue/sending.js";
import { gatherFacts, isEngineFirst, machine, page, tableUrl } from "./table.js";

const strip = () => page().querySelector("[data-strip]");
const lineOf = ({ seq, lease, state }) => ({ seq: Number(seq), lease: Number(lease), state });

let latest = 0; // the line that the strip named last: it goes back only where the server itself did
const readLine = () => { latest = Number(strip().dataset.seq); };
readLine();

// The clock of the round ran out. Only the server says so: this device's clock may be ahead of it.
export const callTime = async () => {
  if (!page().querySelector("[data-time-due]") || !mayCallTime(machine.state, gatherFacts())) return;
  const { lease, seq, timeUrl } = page().dataset;
  const key = newKey();
  await queue.add({ kind: "form", url: timeUrl, effect: "beside", key, fields: [["lease", lease], ["seq", seq], ["key", key]] });
  send();
};

const isPageOutdated = () => {
  if (!strip()) return false;
  const before = latest;
  readLine();
  return isOutdated(lineOf(strip().dataset), lineOf(page().dataset), before);
};

document.addEventListener("judge:swapped", readLine);

// The server's word for the clock would stand until it draws the strip again, while the engine's game has gone on, or back.
const showClockWord = () => {
  const [now, clock] = [strip()?.querySelector("[data-now]"), strip()?.querySelector(".j-strip-clock")];
  if (!now || !clock || !machine.is("source", "device")) return;
  const [word, tone] = clockWordOf(now.dataset, clock.dataset);
  const element = clock.querySelector(".j-word");
  if (element.textContent !== word) element.textContent = word;
  clock.dataset.tone = tone;
};
document.addEventListener("judge:swapped", showClockWord);
document.addEventListener("htmx:afterSwap", showClockWord);
document.addEventListener("judge:from-server", callTime);
// Calls, flags and late entries came or went: the server's page shows them as soon as no answer is begun.
const showNews = () => {
  if (!strip() || strip().dataset.beside === page().dataset.beside) return;
  machine.send("fall-behind");
  if (machine.is("source", "device")) returnToServer();
  else if (machine.is("question", "untouched") && mayReload(machine.state, gatherFacts())) load(tableUrl);
};

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "strip") return;
  if (isPageOutdated() && mayReload(machine.state, gatherFacts())) { load(tableUrl); return; }
  showNews();
  callTime();
});

// -- what the judge's own entries changed the acknowledgement has said already: the strip need not be fetched for it

const OWN = 1_500; // ms after an acknowledgement in which the stream speaks of that very entry
const LATER = 10_000;
let acknowledgedAt = -Infinity;
let timer;

document.addEventListener("queue:acknowledged", () => { acknowledgedAt = performance.now(); });
document.addEventListener("htmx:beforeRequest", (event) => {
  const isOwn = queue.isSending || performance.now() - acknowledgedAt < OWN;
  if (event.target.id !== "strip" || !isEngineFirst || !machine.is("source", "device") || !isOwn) return;
  event.preventDefault();
  clearTimeout(timer);
  timer = setTimeout(() => window.htmx.trigger(strip(), "live"), LATER);
});
document.addEventListener("countdown:over", () => {
  setTimeout(() => window.htmx.trigger(strip(), "live"), 1500);
});
