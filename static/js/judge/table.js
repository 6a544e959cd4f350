// The table's part of the page, [data-judge]: what it says, and how another one is put in its place. The machine's state stands here.
import { hallTime } from "../countdown.js";
import { engine } from "../offline/engine.js";
import { openAgain, openDrawers } from "./drawers.js";
import { completeSoon } from "./late.js";
import { createMachine } from "./machine.js";
import { drawnNumber, drawParts, forgetParts, restorePart } from "./parts.js";
import { csrfToken } from "./queue/requests.js";
import { queue } from "./queue/rows.js";

export const machine = createMachine();

export const page = () => document.querySelector("[data-judge]");
export const tableUrl = page().dataset.url;
/** The engine answers each tap, where the site says so; otherwise only in the place of a server that does not. */
export const isEngineFirst = "engineFirst" in document.body.dataset;
export const isWritable = () => page().dataset.writes === "1";

/** What decisions are made from. */
export const gatherFacts = () => ({
  waiting: queue.entries.length,
  acts: queue.acts().length,
  areAllBeside: queue.entries.every(({ effect }) => effect === "beside"),
  isBlocked: Boolean(queue.blocked),
  isSending: queue.isSending,
  isOnline: navigator.onLine !== false,
  isUnderWay: page().dataset.underWay === "1",
  isWritable: isWritable(),
  engine: engine.state,
  isLevel: isLevel(),
  isEngineFirst,
});

/** Whether the engine stands at the line of the page, so that it can answer at once. */
const isLevel = () =>
  isEngineFirst && engine.state === "ready" && isWritable() && engine.seq === Number(page().dataset.seq) && engine.head === page().dataset.head;

/** What the engine must know of the page that it draws. How much of the game is recorded the server says, on its last page. */
export const pageForEngine = () => ({
  number: drawnNumber(),
  csrf_token: csrfToken(),
  at: hallTime().toISOString().replace("Z", "+00:00"),
  level: page().dataset.level,
});

/** The table's part of a page that came as text; null without one. */
export const parseTable = (text) => new DOMParser().parseFromString(text, "text/html").querySelector("[data-judge]");

const isUnderStrip = (element) => element.getBoundingClientRect().top < page().querySelector(".j-strip").getBoundingClientRect().bottom;

// Where the page stands is read when it moves: read behind an answer it would be laid out once more.
let isScrolled = false;
addEventListener("scroll", () => { isScrolled = scrollY > 0; }, { passive: true });

const scrollToNews = () => {
  const notice = page().querySelector("#refusal, [data-notice]");
  if (notice) notice.scrollIntoView({ block: "nearest" });
  else if (isScrolled && isUnderStrip(page().querySelector(".j-ask"))) scrollTo({ top: 0 });
};

// A box that was unfolded stays so when the page is drawn anew.
const keepUnfolded = (fresh) => {
  for (const { dataset } of page().querySelectorAll("details[data-fold][open]")) {
    fresh.querySelector(`details[data-fold="${dataset.fold}"]`)?.setAttribute("open", "");
  }
};

/** How often the page was drawn: what was asked for before the last time comes too late. */
export const drawn = { times: 0 };

// `places`: what changed on the board, where that is known; the list of its places in the page may be of the answer before.
const finish = (source, places = null) => {
  drawn.times += 1;
  machine.send(`draw-${source}`);
  document.dispatchEvent(new CustomEvent("judge:swapped", { detail: { places } }));
  scrollToNews();
};

const draw = (fresh, source) => {
  keepUnfolded(fresh);
  forgetParts();
  const drawers = openDrawers();
  page().replaceWith(document.adoptNode(fresh));
  openAgain(drawers);
  window.htmx.process(page());
  finish(source);
};

export const drawFromServer = (fresh) => {
  draw(fresh, "server");
  document.dispatchEvent(new CustomEvent("judge:from-server"));
};

export const drawFromCopy = (fresh) => draw(fresh, "copy");

// What the engine does not draw stays as the server drew it; its forms are sent from the line where the page stands now.
export const drawFromEngine = (answer) => {
  drawParts(answer);
  const { dataset } = page();
  Object.assign(dataset, { seq: answer.seq, head: answer.head, here: "1", underWay: answer.is_under_way ? "1" : "" });
  for (const field of page().querySelectorAll("[data-server-part] input[name=seq]")) field.value = answer.seq;
  const [columns, frame] = [page().querySelector(".j-columns"), `j-columns ${answer.frame}`];
  if (columns.className !== frame) columns.className = frame;
  if (answer.is_over || !isEngineFirst) machine.send("fall-behind");
  finish("device", answer.places);
  completeSoon(() => machine.is("activity", "submitting"));
};

// The strip comes from the server again and again; whose turn it is, and the last line, are those of the page.
document.addEventListener("htmx:afterSwap", () => {
  if (!machine.is("source", "device")) return;
  for (const name of ["turn", "line"]) restorePart(name);
});
