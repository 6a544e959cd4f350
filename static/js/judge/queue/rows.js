// The queue of the judge's entries. Each is on the device, numbered and with a key of its own, before anything is sent; it leaves the
// device when the server has answered for it. They go in order, and what the table does not take stops those behind it until the
// judge has decided. An entry of kind `form` is an answer that only the server can read; the others are whole acts.
import { store } from "../../offline/store.js";
import { actsOf, putInFront, sortRows } from "./order.js";

const root = document.querySelector("[data-judge]");
const { user } = document.body.dataset;
const { url: table, round, roundName, table: number } = root.dataset;

export const queue = {
  entries: [],
  blocked: null, // the entry that the table did not take
  elsewhere: [], // other tables whose entries wait on this device
  others: 0, // entries of another judge
  quarantined: 0, // entries that now wait for the direction
  isSending: false,
  isSlow: false, // the last request found the server slow, or not at all
  isDeciding: false, // the judge has decided of a row, and those behind it are numbered anew
};

export const announce = (name, detail) => document.dispatchEvent(new CustomEvent(`queue:${name}`, { detail }));
const changed = () => announce("changed");

export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Which record of the table the page shows: a table that was begun anew has the same address. */
export const recordOfPage = () => document.querySelector("[data-judge]").dataset.instance;

const load = async () => {
  Object.assign(queue, sortRows(await store.all("queue"), { table, user }));
  queue.blocked = queue.entries.find((row) => row.rejection) ?? null;
  changed();
};

queue.loaded = load();
queue.acts = () => actsOf(queue.entries);

const withPage = (entry) => ({ table, user, place: { round, roundName, table: number }, instance: recordOfPage(), ...entry });

queue.add = async (entry) => {
  await queue.loaded;
  const row = withPage(entry);
  queue.entries.push(row);
  row.n = await store.put("queue", row);
  changed();
  return row;
};

// Before everything that waits, which was entered after it and leaves under the same lease.
queue.addInFront = async (entries, lease) => {
  await queue.loaded;
  const { rows, replaced, behind } = putInFront(entries.map((entry) => withPage({ lease, ...entry })), queue.entries);
  queue.entries = [...rows, ...behind];
  queue.blocked = null;
  for (const row of rows) row.n = await store.put("queue", row);
  for (const { n } of replaced) if (!rows.some((row) => row.n === n)) await store.drop("queue", n);
  for (const row of actsOf(behind)) await queue.replace(row, { lease, rejection: undefined });
  changed();
};

queue.replace = async (row, entry) => {
  Object.assign(row, entry);
  await store.put("queue", row);
  changed();
};

queue.drop = async (row) => {
  queue.entries = queue.entries.filter((entry) => entry !== row);
  if (queue.blocked === row) queue.blocked = null;
  await store.drop("queue", row.n);
  changed();
};

/** Stops the queue at this row until the judge decides. */
queue.block = async (row, outcome, words, registers = false) => {
  await queue.replace(row, { rejection: { outcome, words, registers } });
  queue.blocked = row;
};
