import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isOfTheTable, isTurnedAway, nextBatch, numbersBefore, putInFront, renumbered, shiftedBehind, sortRows,
} from "../../static/js/judge/queue/order.js";

const act = (n, more = {}) => ({ n, kind: "act", key: `key-${n}`, seq: n, ...more });
const form = (n) => ({ n, kind: "form", key: `key-${n}` });
const numbers = (rows) => rows.map(({ n }) => n);

test("one person sees the own rows of one table, in order", () => {
  const at = (table, user, n) => ({ table, user, n, place: { round: "1", table: "2" } });
  const rows = [at("a", "anna", 3), at("b", "anna", 2), at("a", "bea", 4), at("a", "anna", 1), at("b", "anna", 5), at("c", "bea", 6)];
  const sorted = sortRows(rows, { table: "a", user: "anna" });
  assert.deepEqual(numbers(sorted.entries), [1, 3]);
  assert.equal(sorted.others, 1);
  assert.deepEqual(sorted.elsewhere, [{ table: "b", place: { round: "1", table: "2" } }]);
});

test("rows put in front stand before what waits and after what stood before it", () => {
  for (const count of [1, 3, 60]) {
    const found = numbersBefore(7, count);
    assert.equal(found.length, count);
    assert.deepEqual(found, [...found].sort((one, other) => one - other));
    assert.ok(found.every((n) => n > 6 && n < 7) && new Set(found).size === count);
  }
});

test("lines that are given back go first, and those that wait already give up their place", () => {
  const { rows, replaced, behind } = putInFront([act(undefined, { key: "x" }), act(undefined, { key: "key-2" })], [act(1), act(2), form(3)]);
  assert.deepEqual(rows.map(({ key }) => key), ["x", "key-2"]);
  assert.deepEqual(numbers(replaced), [2]);
  assert.deepEqual(numbers(behind), [1, 3]);
  assert.ok(rows.every(({ n }) => n > 0 && n < 1));
  assert.ok(rows[0].n < rows[1].n);
});

test("in front of nothing the store numbers the rows", () => {
  const { rows } = putInFront([{ key: "x" }, { key: "y" }], []);
  assert.deepEqual(rows, [{ key: "x" }, { key: "y" }]);
});

test("lines of the table's own shift the acts behind, and forms have no line", () => {
  const entries = [act(1), act(2), form(3), act(4)];
  assert.deepEqual(shiftedBehind(entries, entries[0], 2).map(([row, line]) => [row.n, line]), [[2, 4], [4, 6]]);
  assert.deepEqual(shiftedBehind(entries, entries[0], 0), []);
});

test("acts are numbered anew from where the table stands", () => {
  assert.deepEqual(renumbered([act(8), form(9), act(10)], 3).map(([row, line]) => [row.n, line]), [[8, 3], [10, 4]]);
});

test("a request carries the acts before the first form, so many at most", () => {
  const acts = Array.from({ length: 30 }, (_, i) => act(i));
  assert.equal(nextBatch(acts, 20).length, 20);
  assert.deepEqual(numbers(nextBatch([act(1), act(2), form(3), act(4)], 20)), [1, 2]);
  assert.deepEqual(numbers(nextBatch([act(1), act(2)], 1)), [1]);
  assert.deepEqual(numbers(nextBatch([act(1), act(undefined), act(3)], 20)), [1]); // not on the disk yet
});

test("a page of the network's own settles nothing", () => {
  assert.equal(isOfTheTable({ text: '<div id="judge" data-judge data-seq="3">' }), true);
  assert.equal(isOfTheTable({ text: "<h1>Benvenuti al Bar Sport</h1>" }), false);
});

test("who must log in again is turned away, and who meets a busy server is not", () => {
  assert.equal(isTurnedAway({ redirected: true, status: 200 }), true);
  assert.equal(isTurnedAway({ redirected: false, status: 403 }), true);
  for (const status of [200, 408, 425, 429, 500, 503]) assert.equal(isTurnedAway({ redirected: false, status }), false);
});
