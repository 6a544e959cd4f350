// The parts in the sheets that the judge must open first: the engine draws them when nothing is asked of it, or when one opens.
import { engine } from "../offline/engine.js";
import { drawLateParts, lateNumbers } from "./parts.js";

const PAUSE = 250; // ms behind an answer: a tap meanwhile is answered first
let timer = 0;
let isBusy = () => false;

const complete = async () => {
  clearTimeout(timer);
  timer = 0;
  if (isBusy()) { wait(); return; }
  try { drawLateParts(await engine.complete(lateNumbers())); } catch { /* the page hears of it as of any failure of the engine */ }
};

const wait = () => {
  clearTimeout(timer);
  timer = setTimeout(complete, PAUSE);
};

/** Behind each answer of the engine. `isAnswering` tells whether the judge waits for another one. */
export const completeSoon = (isAnswering) => {
  isBusy = isAnswering;
  wait();
};

document.addEventListener("beforetoggle", ({ newState }) => { if (timer && newState === "open") complete(); }, true);
