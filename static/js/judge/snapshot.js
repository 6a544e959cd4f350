// The device's copy of the record: what the server gave for going on alone, in memory and on the disk, and the engine at the same line.
import { engine } from "../offline/engine.js";
import { store } from "../offline/store.js";
import { request } from "./queue/requests.js";
import { isWritable, machine, page, pageForEngine, tableUrl } from "./table.js";

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

export const save = () => {
  if (!maySave() || !snapshot.current || machine.is("source", "device")) return;
  const table = page().cloneNode(true);
  table.querySelector("#queue")?.remove();
  store.put("snapshots", { table: tableUrl, user, snapshot: snapshot.current, html: table.outerHTML });
};

export const savedTable = async () => (await store.all("snapshots")).find((one) => one.table === tableUrl && one.user === user);

export const forgetOthers = async () => {
  for (const one of await store.all("snapshots")) if (one.user !== user) await store.drop("snapshots", one.table);
};

export const forget = () => store.drop("snapshots", tableUrl);

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
