// What the queue's answers do to the page.
import { load, openAnew, returnToServer, turnAway } from "./loading.js";
import { followAtOnce } from "./following.js";
import { queue } from "./queue/rows.js";
import { drawFromServer, machine, parseTable, tableUrl } from "./table.js";

const LOOK_BACK = 15_000; // ms that a slow server is left alone

const on = (name, listener) => document.addEventListener(`queue:${name}`, listener);

on("empty", () => {
  const isRestored = machine.is("lines", "restoring") && !machine.is("source", "device");
  if (isRestored) load(tableUrl);
  else setTimeout(returnToServer, queue.isSlow ? LOOK_BACK : 0);
  machine.send("emptied");
});

on("answered", ({ detail: answer }) => {
  if (machine.is("source", "device") && queue.entries.length) return; // what waits behind it stands on this page only
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
