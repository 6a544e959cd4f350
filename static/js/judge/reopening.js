// Entries wait: the table is opened from what the server has, or else from what the device saved, with the entries applied again.
import { engine } from "../offline/engine.js";
import { takesOver } from "./decisions.js";
import { drawEngineAt } from "./loading.js";
import { queue } from "./queue/rows.js";
import { reclaim } from "./restoring.js";
import { fetchSnapshot, openWith, savedTable, snapshot } from "./snapshot.js";
import { gatherFacts, machine, tableUrl } from "./table.js";

const newestSnapshot = async () => {
  const fresh = await fetchSnapshot(0).catch(() => null);
  if (fresh) await reclaim(fresh);
  return fresh ?? snapshot.current ?? (await savedTable())?.snapshot;
};

const openFrom = async (fresh) => {
  const acts = queue.blocked ? [] : queue.acts();
  const waiting = [...(fresh.since ?? []), ...acts].filter((row) => row.seq >= fresh.seq);
  if (await openWith(fresh, waiting) && !queue.blocked) await drawEngineAt(tableUrl);
};

const reopenFrom = async (find) => {
  machine.send("reopen");
  try {
    const fresh = await find();
    if (fresh && engine.state !== "off") await openFrom(fresh);
  } catch { /* the page stands as it is */ } finally {
    machine.send("reopened");
  }
};

export const reopen = () => reopenFrom(newestSnapshot);

const serversSnapshot = async () => {
  machine.send("fall-behind"); // where it does not answer, its page comes later
  const fresh = await fetchSnapshot(0);
  await reclaim(fresh);
  return fresh;
};

/** The table wrote lines that the engine has not: it is opened again where the server stands. */
export const resync = () => reopenFrom(serversSnapshot);

// The engine came after the network had gone: from here on it answers.
document.addEventListener("engine:state", () => {
  if (takesOver(machine.state, gatherFacts())) reopen();
});
