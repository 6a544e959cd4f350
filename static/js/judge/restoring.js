// Gives the server back the lines that it lost when it was put back to an older copy: they go into the queue again, before anything that
// waits, and the server checks them like any entry.
import { headAt, isAhead, isSameRecord, lostEntries } from "./lost_lines.js";
import { panel } from "./queue/panel.js";
import { queue } from "./queue/rows.js";
import { fetchSnapshot, forget, replaceSnapshot, savedTable, snapshot } from "./snapshot.js";
import { machine } from "./table.js";

const giveBack = async (fresh) => {
  const known = snapshot.current ?? (await savedTable())?.snapshot;
  if (!known || !isSameRecord(fresh, known) || isAhead(fresh, known, headAt(fresh, known.seq))) return false;
  await queue.addInFront(lostEntries(fresh, known, panel.words("line")), fresh.row.lease);
  await forget();
  replaceSnapshot(fresh);
  machine.send("restore");
  panel.say("restored");
  return true;
};

// One after another: two at once would give the same lines back twice.
let reclaimed = Promise.resolve();

/** Whether `fresh`, which the server has now, lacks lines that the device has; they are in the queue then. */
export const reclaim = (fresh) => {
  reclaimed = reclaimed.catch(() => undefined).then(() => giveBack(fresh));
  return reclaimed;
};

/** The same for a server that must be asked first; false where it does not answer. */
export const reclaimLost = async () => {
  try { return await reclaim(await fetchSnapshot(0)); } catch { return false; }
};
