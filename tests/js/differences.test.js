import assert from "node:assert/strict";
import { test } from "node:test";
import { differences, inWords } from "../../static/js/judge/differences.js";

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
