// The device's copy of the record: what the server gave for going on alone, in memory and on the disk, and the engine at the same line.
import { engine } from "../offline/engine.js";
import { store } from "../offline/store.js";
import { request } from "./queue/requests.js";
import { isEngineFirst, isWritable, machine, page, pageForEngine, tableUrl } from "./table.js";

const { user, snapshotUrl } = document.body.dataset;

export const snapshot = {
  current: null,
  unseenByEngine: [], // forms that the server took and the engine has not seen
  dueBy: undefined, // when the record must have been fetched again, at the latest
};

const requestLines = (after) => request(`${snapshotUrl}?dopo=${after}`);

/** The record from the line after `after`; raises where the server does not give it. */
export const fetchSnapshot = async (after) => {
  const answer = await requestLines(after);
  if (answer.status !== 200 || answer.redirected) throw new Error(String(answer.status));
  return JSON.parse(answer.text);
};

export const isServerThere = async () => {
  try { return (await requestLines(999_999)).status < 500; } catch { return false; }
};

// -- on the disk

// Over plain HTTP no page opens without a network, so the record need not stay on the device.
export const maySave = () => window.isSecureContext && isWritable();

let html = ""; // of the server's last page: what the engine drew nobody but the engine can answer
const readHtml = () => {
  if (machine.is("source", "device")) return html;
  const table = page().cloneNode(true);
  for (const own of table.querySelectorAll("#queue, #queue-lines, #unfinished")) own.remove();
  table.querySelector(".j-map")?.remove(); // drawn anew over the tiles
  html = table.outerHTML;
  return html;
};

export const save = () => {
  if (!maySave() || !snapshot.current || (!isEngineFirst && machine.is("source", "device"))) return;
  store.put("snapshots", { table: tableUrl, user, snapshot: snapshot.current, html: readHtml() });
  store.drop("snapshots", TAIL);
  tail = [];
};

// The lines since the whole was saved, which grows with the game, in a small row of their own.
const TAIL = `${tableUrl}#lines`;
const MOST_IN_TAIL = 40;
let tail = [];

const saveTail = async (lines) => {
  if (!maySave()) return;
  tail = [...tail, ...lines];
  if (tail.length > MOST_IN_TAIL) { save(); return; }
  const { seq, head } = snapshot.current;
  await store.put("snapshots", { table: TAIL, user, lines: tail, seq, head });
};

const withTail = (whole, { lines, seq, head }) => {
  const known = whole.snapshot;
  if (known.seq + lines.length !== seq) return whole; // lines of another time
  return { ...whole, snapshot: { ...known, lines: [...known.lines, ...lines], seq, head } };
};

export const savedTable = async () => {
  const rows = (await store.all("snapshots")).filter((one) => one.user === user);
  const [whole, since] = [tableUrl, TAIL].map((name) => rows.find((one) => one.table === name));
  return whole && since ? withTail(whole, since) : whole;
};

export const forgetOthers = async () => {
  for (const one of await store.all("snapshots")) if (one.user !== user) await store.drop("snapshots", one.table);
};

export const forget = async () => {
  tail = [];
  await store.drop("snapshots", TAIL);
  await store.drop("snapshots", tableUrl);
};

// -- in memory, and in the engine

export const replaceSnapshot = (fresh) => {
  snapshot.current = fresh;
  snapshot.unseenByEngine = [];
};

export const openWith = async (fresh, waiting = []) => {
  replaceSnapshot(fresh);
  snapshot.dueBy = undefined;
  save();
  return engine.open(fresh, waiting);
};

// Every line that the device has and the engine lacks, such as those that came while it was loading. One after another: two at once
// would bring the same lines twice.
let delivery = Promise.resolve();
const deliver = async () => {
  const { current } = snapshot;
  if (engine.state === "ready" && current && engine.seq < current.seq) await engine.follow(current.lines.slice(engine.seq));
};
export const bringLines = () => {
  delivery = delivery.then(deliver, deliver);
  return delivery;
};

const keyOf = (fields) => fields.find(([name]) => name === "key")[1];

const addSince = (entry) => {
  const { current } = snapshot;
  if (current) snapshot.current = { ...current, since: [...(current.since ?? []), entry] };
};

/** Whether the engine stands at the page's line. What the server took meanwhile is saved too: a page that opens alone needs it. */
export const catchUp = async () => {
  if (machine.is("source", "device")) return true;
  await bringLines();
  for (const { url, fields } of snapshot.unseenByEngine) {
    const { entry } = await engine.enter(url, fields, pageForEngine());
    if (entry) addSince({ ...entry, key: keyOf(fields) });
  }
  snapshot.unseenByEngine = [];
  save();
  return engine.seq === Number(page().dataset.seq);
};

/** The engine's lines of these rows, which the server acknowledged at line `seq` with this head; false where it has others there. */
export const confirmLines = async (rows, { seq, head }) => {
  const lines = rows.map(({ line, at }) => [line, at, true]);
  if (lines.some(([line, at]) => !line || !at)) return false;
  const last = JSON.parse(lines.at(-1)[0]);
  if (last.seq !== seq || last.head !== head) return false;
  const { current } = snapshot;
  const follows = current && !current.since?.length && JSON.parse(lines[0][0]).seq === current.seq + 1;
  if (!follows) return true; // fetched in the judge's next pause
  snapshot.current = { ...current, lines: [...current.lines, ...lines], seq, head };
  await saveTail(lines);
  return true;
};
