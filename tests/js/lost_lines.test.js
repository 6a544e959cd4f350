import assert from "node:assert/strict";
import { test } from "node:test";
import { entryOf, headAt, isAhead, isOlder, isSameRecord, lostEntries } from "../../static/js/judge/lost_lines.js";

const WORDS = "riga {n}";
const line = (seq, branch = "a") => [JSON.stringify({ seq, by: 0, act: { type: "note", text: branch }, head: `${branch}${seq}` }), "10:00", true];
const record = (count, more = {}) => ({
  header: "h", row: { instance: "one" }, seq: count, head: count ? `a${count}` : "", lines: Array.from({ length: count }, (_, i) => line(i + 1)), ...more,
});
const keys = (entries) => entries.map(({ key }) => key);

test("a record is the same by its header and by when it was begun", () => {
  assert.equal(isSameRecord(record(3), record(8)), true);
  assert.equal(isSameRecord(record(3), record(3, { header: "other" })), false);
  assert.equal(isSameRecord(record(3), record(3, { row: { instance: "two" } })), false);
});

test("a server that has every line of the device lost none", () => {
  assert.equal(isAhead(record(5), record(5), "a5"), true);
  assert.equal(isAhead(record(9), record(5), "a5"), true);
  assert.equal(isAhead(record(4), record(5), ""), false);
  assert.equal(isAhead(record(9), record(5), "b5"), false);
  assert.equal(isAhead(record(0), record(0), ""), true);
});

test("what the server took and the device did not fetch counts too", () => {
  assert.equal(isAhead(record(5), record(5, { since: [{ seq: 5 }] }), "a5"), false);
  assert.equal(isAhead(record(6), record(5, { since: [{ seq: 5 }] }), "a5"), true);
});

test("the head at a line is the line's own", () => {
  assert.equal(headAt(record(3), 2), "a2");
  assert.equal(headAt(record(3), 0), "");
  assert.equal(headAt(record(3), 7), "");
});

test("every line from the first that differs is given back, in order, with its head as key", () => {
  for (let stands = 0; stands <= 5; stands += 1) {
    assert.deepEqual(keys(lostEntries(record(stands), record(5), WORDS)), ["a1", "a2", "a3", "a4", "a5"].slice(stands));
  }
  const branched = record(3, { lines: [line(1), line(2, "b"), line(3, "b")] });
  assert.deepEqual(keys(lostEntries(branched, record(4), WORDS)), ["a2", "a3", "a4"]);
});

test("entries that were never fetched follow the lines", () => {
  const known = record(2, { since: [{ seq: 2, key: "k2" }, { seq: 3, key: "k3" }] });
  assert.deepEqual(keys(lostEntries(record(1), known, WORDS)), ["a2", "k2", "k3"]);
  assert.deepEqual(keys(lostEntries(record(3), { ...known, lines: record(2).lines }, WORDS)), ["k3"]);
});

test("a line becomes the entry that wrote it: an act, a ruling, an undo", () => {
  const written = (act, more = {}) => JSON.stringify({ seq: 4, by: 1, act, head: "h4", ...more });
  const common = { key: "h4", seq: 3, words: "riga 4" };
  const note = { type: "note", text: "x" };
  assert.deepEqual(entryOf(written(note, { why: "because" }), WORDS), { ...common, why: "because", kind: "act", by: 1, act: note });
  assert.deepEqual(entryOf(written({ type: "ruling", by: 2, act: note }), WORDS), { ...common, why: "", kind: "ruling", by: 2, act: note });
  assert.deepEqual(entryOf(written({ type: "undo", line: 3 }), WORDS), { ...common, why: "", kind: "undo", by: 1, act: {} });
});

test("a page of the same record at an earlier line comes from an older copy", () => {
  assert.equal(isOlder({ instance: "one", seq: "3" }, record(4)), true);
  assert.equal(isOlder({ instance: "one", seq: "4" }, record(4)), false);
  assert.equal(isOlder({ instance: "two", seq: "3" }, record(4)), false);
  assert.equal(isOlder({ instance: "one", seq: "3" }, null), false);
});
