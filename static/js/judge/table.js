// The table's part of the page, [data-judge]: what it says, and how another one is put in its place. The machine's state stands here.
import { hallTime } from "../countdown.js";
import { engine } from "../offline/engine.js";
import { createMachine } from "./machine.js";
import { csrfToken } from "./queue/requests.js";
import { queue } from "./queue/rows.js";

export const machine = createMachine();

export const page = () => document.querySelector("[data-judge]");
export const tableUrl = page().dataset.url;
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
});

/** What the engine must know of the page that it draws. */
export const pageForEngine = () => ({ csrf_token: csrfToken(), at: hallTime().toISOString().replace("Z", "+00:00") });

/** The table's part of a page that came as text; null without one. */
export const parseTable = (text) => new DOMParser().parseFromString(text, "text/html").querySelector("[data-judge]");

const scrollToNews = () => {
  const notice = page().querySelector("#refusal, [data-notice]");
  if (notice) notice.scrollIntoView({ block: "nearest" });
  else if (page().querySelector(".j-ask").getBoundingClientRect().top < 0) scrollTo({ top: 0 });
};

// A box that was unfolded stays so when the page is drawn anew.
const keepUnfolded = (fresh) => {
  for (const { dataset } of page().querySelectorAll("details[data-fold][open]")) {
    fresh.querySelector(`details[data-fold="${dataset.fold}"]`)?.setAttribute("open", "");
  }
};

const draw = (fresh, source) => {
  keepUnfolded(fresh);
  page().replaceWith(document.adoptNode(fresh));
  machine.send(`draw-${source}`);
  window.htmx.process(page());
  document.dispatchEvent(new CustomEvent("judge:swapped"));
  scrollToNews();
};

export const drawFromServer = (fresh) => {
  draw(fresh, "server");
  document.dispatchEvent(new CustomEvent("judge:from-server"));
};

export const drawFromCopy = (fresh) => draw(fresh, "copy");

// The engine's page keeps the clock that ticks: the engine knows no time.
export const drawFromEngine = (answer) => {
  const fresh = parseTable(answer.html);
  const clock = page().querySelector(".j-strip-clock");
  if (clock) fresh.querySelector(".j-strip-clock")?.replaceWith(clock);
  fresh.querySelector("[data-strip]")?.removeAttribute("data-live-topic");
  fresh.dataset.here = "1";
  fresh.dataset.underWay = answer.is_under_way ? "1" : "";
  draw(fresh, "device");
};
