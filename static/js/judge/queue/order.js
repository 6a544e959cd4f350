// The order of what waits on the device, and what a server's answer says about it. Pure: rows in, rows or numbers out.
// A row has its number `n` on the device, and `seq`, the line of the record that it follows.

const PASSING = [408, 425, 429]; // the same request may be taken a little later
const UNREADABLE = [400, 413, 500]; // something in the request that the server cannot read

export const isForm = ({ kind }) => kind === "form";
export const actsOf = (rows) => rows.filter((row) => !isForm(row));

/** What one person sees at one table of everything on the device: their rows in order, others' rows, and tables with rows of theirs. */
export const sortRows = (rows, { table, user }) => {
  const here = rows.filter((row) => row.table === table).sort((one, other) => one.n - other.n);
  const entries = here.filter((row) => row.user === user);
  const away = rows.filter((row) => row.table !== table && row.user === user);
  const elsewhere = [...new Map(away.map((row) => [row.table, { table: row.table, place: row.place }])).values()];
  return { entries, elsewhere, others: here.length - entries.length };
};

/** Numbers for so many rows before the row `first`, which come after any row that stands before it. */
export const numbersBefore = (first, count) => Array.from({ length: count }, (_, i) => first - 1 + (i + 1) / (count + 1));

/** `added` in front of `entries`. Rows that wait already under the same key, because the page was closed halfway, give up their place. */
export const putInFront = (added, entries) => {
  const keys = new Set(added.map(({ key }) => key));
  const replaced = entries.filter(({ key }) => keys.has(key));
  const behind = entries.filter(({ key }) => !keys.has(key));
  const numbers = behind.length ? numbersBefore(behind[0].n, added.length) : [];
  return { rows: added.map((row, i) => (behind.length ? { ...row, n: numbers[i] } : row)), replaced, behind };
};

/** The acts behind `row`, each with its line, after the table wrote `by` lines of its own before `row`. */
export const shiftedBehind = (entries, row, by) =>
  by > 0 ? actsOf(entries).filter(({ n }) => n > row.n).map((one) => [one, one.seq + by]) : [];

/** Every act with its line when the first of them follows line `seq`. */
export const renumbered = (entries, seq) => actsOf(entries).map((row, i) => [row, seq + i]);

/** Whether the row is on the device, which has numbered it. */
export const isStored = ({ n }) => n !== undefined;

/** The acts that one request carries: those before the first form, or the first that is not on the device yet, so many at most. */
export const nextBatch = (entries, most) => {
  const rows = entries.slice(0, most);
  const end = rows.findIndex((row) => isForm(row) || !isStored(row));
  return end < 0 ? rows : rows.slice(0, end);
};

/** Only an answer with the table in it settles a form: a page of the network's own, or of an error, was not written by the table. */
export const isOfTheTable = ({ text }) => /\sdata-judge\s/.test(text);
export const isUnreadable = ({ status }) => UNREADABLE.includes(status);
export const isPassing = ({ status }) => status >= 500 || PASSING.includes(status);
export const isTurnedAway = ({ redirected, status }) => redirected || (status >= 400 && status < 500 && !PASSING.includes(status));
