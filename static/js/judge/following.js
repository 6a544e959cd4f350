// Fetches the lines that the server wrote, in the judge's pauses, so that device and engine stand where the server does.
import { engine } from "../offline/engine.js";
import { isAhead, isOlder, isSameRecord } from "./lost_lines.js";
import { queue } from "./queue/rows.js";
import { send } from "./queue/sending.js";
import { reopen } from "./reopening.js";
import { reclaim } from "./restoring.js";
import { bringLines, fetchSnapshot, maySave, openWith, save, snapshot } from "./snapshot.js";
import { isEngineFirst, isWritable, machine, page } from "./table.js";

const AT_FIRST = 500; // ms
const PAUSE = 4_000; // where the engine is not there yet: each answer of the server asks for its lines again
const SOON = 50;
const AT_LATEST = 20_000; // a judge who enters without a pause is followed all the same
let timer;

const mayFollow = () => (!machine.is("source", "device") || (isEngineFirst && !queue.entries.length)) && !machine.is("activity", "submitting");

const fetchWhole = async () => {
  const fresh = await fetchSnapshot(0);
  if (!await reclaim(fresh)) { await openWith(fresh); return; }
  if (engine.state === "ready") await reopen();
  send();
};

const append = async (fresh) => {
  snapshot.current = { ...fresh, lines: [...snapshot.current.lines, ...fresh.lines] };
  snapshot.unseenByEngine = [];
  snapshot.dueBy = undefined;
  await bringLines();
  const isAheadHere = machine.is("source", "device") && engine.seq > fresh.seq; // entered while the lines were fetched
  if (engine.state === "ready" && engine.head !== fresh.head && !isAheadHere) await engine.open(snapshot.current, []); // others' lines came between ours
  save();
};

const fetchNewLines = async () => {
  const count = snapshot.unseenByEngine.length;
  const known = snapshot.current;
  const fresh = await fetchSnapshot(known.seq);
  if (!mayFollow() || snapshot.unseenByEngine.length !== count) return; // what was entered meanwhile is fetched later
  if (!isSameRecord(fresh, snapshot.current) || !isAhead(fresh, snapshot.current, fresh.follows)) await fetchWhole();
  else await append(fresh);
};

const follow = async () => {
  if (!mayFollow()) return;
  try {
    await (snapshot.current ? fetchNewLines() : fetchWhole());
  } catch { /* what the engine lacks it is brought when it must answer */ }
};

const delay = () => {
  if (isOlder(page().dataset, snapshot.current)) return 0;
  if (isEngineFirst && engine.state === "ready") return SOON;
  return snapshot.current ? Math.max(0, Math.min(PAUSE, snapshot.dueBy - Date.now())) : AT_FIRST;
};

/** The server may have written lines: they are fetched soon. */
export const followSoon = () => {
  if (!isWritable() || !(engine.state !== "off" || maySave())) return;
  clearTimeout(timer);
  snapshot.dueBy ??= Date.now() + AT_LATEST;
  timer = setTimeout(follow, delay());
  save();
};

/** The server wrote lines that the engine has not seen: the next fetching waits no longer than at first. */
export const followAtOnce = () => { snapshot.dueBy = Date.now() + AT_FIRST; };

document.addEventListener("judge:from-server", followSoon);
