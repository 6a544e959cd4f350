// The server was put back to an older copy, and this device still has the lines that it lost. Pure. A snapshot is what the server gave of
// a record: `header`, `row`, `lines` as [line, time, stands], `seq` and `head` of the last line, and `since`, the entries that the
// server took and the device has not fetched.

export const isSameRecord = (fresh, known) => fresh.header === known.header && fresh.row.instance === known.row.instance;

const lastLine = (known) => Math.max(known.seq, ...(known.since ?? []).map(({ seq }) => seq + 1));

/** `follows` is the head that the server has at the line where the device's lines end. */
export const isAhead = (fresh, known, follows) => fresh.seq >= lastLine(known) && (known.seq === 0 || follows === known.head);

export const headAt = ({ lines }, seq) => (seq && lines[seq - 1] ? JSON.parse(lines[seq - 1][0]).head : "");

/** A record only grows, so a page of the same one that stands at an earlier line comes from an older copy. */
export const isOlder = (page, known) => Boolean(known) && page.instance === known.row.instance && Number(page.seq) < known.seq;

/** The entry that writes this line again. Its key is the line's head. */
export const entryOf = (line, words) => {
  const { seq, by, act, why = "", head } = JSON.parse(line);
  const common = { key: head, seq: seq - 1, why, words: words.replace("{n}", seq) };
  if (act.type === "ruling") return { ...common, kind: "ruling", by: act.by, act: act.act };
  return act.type === "undo" ? { ...common, kind: "undo", by, act: {} } : { ...common, kind: "act", by, act };
};

/** Every entry from the first line that the server does not have as the device has it. */
export const lostEntries = (fresh, known, words) => {
  const from = known.lines.findIndex(([line], i) => line !== fresh.lines[i]?.[0]);
  const lines = from < 0 ? [] : known.lines.slice(from).map(([line]) => entryOf(line, words));
  return [...lines, ...(known.since ?? []).filter(({ seq }) => seq >= fresh.seq)];
};
