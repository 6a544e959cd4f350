// What the queue's answers do to the page.
import { engine } from "../offline/engine.js";
import { load, openAnew, returnToServer, turnAway } from "./loading.js";
import { followAtOnce } from "./following.js";
import { queue } from "./queue/rows.js";
import { resync } from "./reopening.js";
import { drawFromServer, isEngineFirst, machine, page, parseTable, tableUrl } from "./table.js";

const LOOK_BACK = 15_000; // ms that a slow server is left alone

const on = (name, listener) => document.addEventListener(`queue:${name}`, listener);

// What the last acknowledgements said: another device has the table, or the table wrote lines of its own between.
const news = { isTableLost: false, isOutOfStep: false };

on("quarantined", () => { news.isTableLost = isEngineFirst; });
on("acknowledged", ({ detail: { isInStep, lease, state, beside } }) => {
  const { dataset } = page();
  if (!isEngineFirst || !machine.is("source", "device")) return;
  if (!isInStep) news.isOutOfStep = true;
  if (lease !== Number(dataset.lease) || state !== dataset.state) news.isTableLost = true;
  if (beside !== dataset.beside) machine.send("fall-behind");
});

on("empty", () => {
  const { isTableLost, isOutOfStep } = news;
  Object.assign(news, { isTableLost: false, isOutOfStep: false });
  const isRestored = machine.is("lines", "restoring") && !machine.is("source", "device");
  if (isRestored || isTableLost) load(tableUrl);
  else if (isOutOfStep && engine.state === "ready") resync();
  else setTimeout(returnToServer, queue.isSlow ? LOOK_BACK : 0);
  machine.send("emptied");
});

on("answered", ({ detail: answer }) => {
  if (machine.is("source", "device") && queue.entries.length) { machine.send("fall-behind"); return; } // what waits behind it stands on this page only
  const fresh = parseTable(answer.text);
  if (!fresh) { openAnew(); return; }
  machine.send(answer.status === 409 ? "disagree" : "agree");
  followAtOnce();
  drawFromServer(fresh);
});

on("turned-away", ({ detail: answer }) => turnAway(queue.entries[0], answer));

// The table did not take an entry: the page shows the table as it is, and the queue waits for the judge.
on("blocked", () => { followAtOnce(); load(tableUrl); });

addEventListener("online", returnToServer);
