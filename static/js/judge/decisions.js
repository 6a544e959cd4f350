// What the judge's page does next, decided from the machine's state and from facts about the queue, the engine and the page. Pure.

const isDrawnHere = ({ source }) => source === "device";

/** Which word the strip shows beside the clock. */
export const badgeOf = (state, { waiting, isBlocked, isSending, isOnline }) => {
  if (state.agreement === "conflict" || isBlocked) return "conflict";
  if (isSending && !isDrawnHere(state)) return "sending";
  if (waiting) return "queued";
  return isOnline ? "ok" : "offline";
};

/** Whether the question cannot be answered now. */
export const isLocked = (state, { waiting, isBlocked }) =>
  state.activity === "reopening" || (waiting > 0 && !isDrawnHere(state) && !isBlocked);

/**
 * Which way a form goes. `effect` is what its page says of it: `act`, which the engine can answer too, `beside`, which leaves the
 * question as it is, or nothing.
 */
export const routeOf = (state, { waiting, isBlocked, isSending, engine, isLevel, areAllBeside }, effect) => {
  if (state.activity !== "idle") return state.activity;
  const isAct = effect === "act";
  if (isAct && isDrawnHere(state)) return "engine";
  if (isBlocked) return "at-once";
  if (isAct && isLevel && !waiting) return "engine";
  if (waiting && effect === "beside" && isDrawnHere(state)) return "queue";
  if (waiting) return isAct && areAllBeside && engine === "ready" && !isSending ? "engine-behind-queue" : "needs-server";
  return isAct && engine === "ready" ? "server-or-engine" : "queue";
};

/** Whether the page should become the server's again: it shows what the engine cannot, and the judge has not begun to answer. */
export const mayReturn = (state, { waiting, engine, isUnderWay }) =>
  isDrawnHere(state) && !waiting
  && (engine === "off" || (state.server === "behind" && !isUnderWay && state.question === "untouched"));

/** Whether the server's page, which came meanwhile, may still be put in place. */
export const mayReplace = (state, { waiting }, hasFallen) => !waiting && (hasFallen || state.question === "untouched");

/** Whether others changed the table: the strip says more than the page, or less than the strip before it. */
export const isOutdated = (strip, page, latest) =>
  strip.seq < latest || strip.seq > page.seq || strip.lease > page.lease || strip.state !== page.state;

/** Whether a page that is outdated may be fetched anew now. */
export const mayReload = (state, { waiting, isBlocked, isSending, isEngineFirst }) =>
  state.activity !== "submitting" && (isEngineFirst || !isDrawnHere(state)) && !isSending && (!waiting || isBlocked);

/** Whether the page may call the time that is over. */
export const mayCallTime = (state, { waiting, isWritable, isEngineFirst }) =>
  isWritable && state.activity !== "submitting" && (isEngineFirst || !isDrawnHere(state)) && !waiting;

/** Whether the engine, which has just become ready, takes over a table whose acts cannot leave. */
export const takesOver = (state, { acts, isBlocked, isSending, engine }) =>
  engine === "ready" && acts > 0 && !isBlocked && !isSending && state.activity === "idle" && !isDrawnHere(state);

/** What an opened page begins with, once it is known whether the server answers and what has left. */
export const beginningOf = ({ hadWaiting, waiting, acts, isBlocked, isWritable, isAnswered }) => {
  const isStuck = !isAnswered || (acts > 0 && !isBlocked);
  if (isStuck && isWritable) return "reopen";
  return hadWaiting && !waiting ? "load" : "follow";
};
