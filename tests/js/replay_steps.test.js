import assert from "node:assert/strict";
import { test } from "node:test";

import { Game, fronts, pips } from "../../static/js/replay_steps.js";

const game = new Game({
  texts: ["", "one", "two"],
  start: { places: { a: [-1, 0, 0], b: [-1, 0, 0] }, players: [[0, 1], [0, 0]], headline: 0, links: 0 },
  moves: [
    { s: 1, t: 1, b: 0, w: 1, p: { a: [0, 1, 1] } },
    { s: 3, t: 1, b: 1, w: 1, p: { b: [1, 1, 1] }, l: { 1: [2, 1] } },
    { s: 4, t: 2, b: 1, w: 2, p: { a: [1, 2, 2] }, h: 2 },
  ],
});

test("a line that was taken back leads to the one before it", () => {
  assert.deepEqual([0, 1, 2, 3, 9].map((seq) => game.indexAt(seq)), [-1, 0, 0, 1, 2]);
});

test("what stands after a move is what the moves up to it have changed", () => {
  assert.deepEqual(game.stateAt(-1).places, { a: [-1, 0, 0], b: [-1, 0, 0] });
  assert.deepEqual(game.stateAt(1).places, { a: [0, 1, 1], b: [1, 1, 1] });
  assert.deepEqual(game.stateAt(1).players, [[0, 1], [2, 1]]);
  assert.equal(game.stateAt(2).headline, 2);
});

test("steps are a move, a move of one player, or a turn", () => {
  assert.deepEqual([game.next(-1, 1), game.next(2, 1), game.next(0, -1)], [0, 2, -1]);
  assert.deepEqual([game.next(-1, 1, 1), game.next(2, -1, 0)], [1, 0]);
  assert.deepEqual([game.turnEnd(-1, 1), game.turnEnd(1, 1), game.turnEnd(2, -1), game.turnEnd(0, -1)], [1, 2, 1, -1]);
});

test("a die has as many pips as it says, and a front parts two owners", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map((die) => pips(die).length), [1, 2, 3, 4, 5, 6]);
  const owners = { a: 0, b: 0, c: 1 };
  assert.deepEqual(fronts([["a", "b", "#1"], ["b", "c", "#2"]], (key) => owners[key]), [["b", "c", "#2"]]);
});
