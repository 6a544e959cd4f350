import assert from "node:assert/strict";
import { test } from "node:test";
import { differences, inWords, keysOf } from "../../static/js/judge/differences.js";

const board = (places) => new Map(Object.entries(places).map(([key, [owner, count]]) => [key, { label: key.toUpperCase(), owner, count }]));

test("losses and a conquest are named in the order of the board", () => {
  const before = board({ alberta: ["N", 5], ontario: ["B", 1], siam: ["G", 3] });
  const after = board({ alberta: ["N", 3], ontario: ["N", 2], siam: ["G", 3] });

  assert.deepEqual(differences(before, after).map(({ key, by, owner }) => [key, by, owner]), [["alberta", -2, ""], ["ontario", 1, "N"]]);
  assert.equal(inWords(differences(before, after)), "ALBERTA −2 · ONTARIO: N 2");
});

test("a throw without losses says nothing, and so does a line that lays out the board", () => {
  const empty = board({ a: ["", 0], b: ["", 0], c: ["", 0] });

  assert.deepEqual(differences(empty, empty), []);
  assert.deepEqual(differences(empty, board({ a: ["N", 1], b: ["B", 1], c: ["G", 1] }), 2), []);
});

test("a place that was not there before is none that changed", () => {
  assert.deepEqual(differences(board({}), board({ a: ["N", 1] })), []);
});

test("a place that nobody holds any more says so, or what was lost there", () => {
  const before = board({ moscano: ["N", 1], casarsa: ["A", 2], row: ["3", 0], card: ["", 0] });
  const after = board({ moscano: ["", 1], casarsa: ["", 0], row: ["", 0], card: ["3", 0] });

  assert.equal(inWords(differences(before, after)), "MOSCANO: – 1 · CASARSA −2 · ROW: – · CARD: 3");
});

test("where many places lose their owner at one blow they are counted, beside the piece that fell", () => {
  const towns = Object.fromEntries([..."abcdefghi"].map((key) => [key, ["A", 0]]));
  const before = board({ sandaniele: ["A", 1], ...towns });
  const after = board({ sandaniele: ["", 0], ...Object.fromEntries(Object.keys(towns).map((key) => [key, ["", 0]])) });
  const changes = differences(before, after);

  assert.equal(inWords(changes, "{n} luoghi"), "SANDANIELE −1 · 9 luoghi: –");
  assert.deepEqual(keysOf(changes), ["sandaniele", ..."abcdefghi"]);
});
