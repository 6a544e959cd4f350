import assert from "node:assert/strict";
import { test } from "node:test";
import { faceOfDigit, lastTap, openDice, throwState } from "../../static/js/judge/throw_state.js";

const tap = (faces, face) => faces.with(openDice(faces)[0], face);

test("each tap fills the next die, and the last one completes the throw", () => {
  for (const size of [1, 7, 30]) {
    let faces = Array(size).fill("");
    for (let number = 1; number <= size; number += 1) {
      assert.equal(throwState(faces, size).isComplete, false);
      faces = tap(faces, String((number % 10) + 1));
      assert.equal(throwState(faces, size).count, number);
    }
    assert.deepEqual(throwState(faces, size), { count: size, left: 0, maySend: true, isComplete: true });
    assert.deepEqual(openDice(faces), []);
  }
});

test("a throw may be sent as soon as the least dice stand", () => {
  assert.equal(throwState(["3", "", ""], 2).maySend, false);
  assert.deepEqual(throwState(["3", "4", ""], 2), { count: 2, left: 1, maySend: true, isComplete: false });
});

test("what came with the last tap is taken back with it, and a gap is filled first", () => {
  assert.deepEqual(lastTap(["3", "4", "", ""], [1, 2, 0, 0]), [1]);
  assert.deepEqual(lastTap(["3", "6", "4", ""], [1, 2, 2, 0]), [1, 2]);
  assert.deepEqual(lastTap(["3", "6", "", ""], [1, 2, 2, 0]), [1]); // its fellow was taken back alone
  assert.deepEqual(lastTap(["3", "4", ""], [0, 0, 0]), [1]); // dice of a refused throw
  assert.deepEqual(lastTap(["", ""], [1, 1]), []);
  assert.deepEqual(openDice(["3", "", "5", ""]), [1, 3]);
});

test("zero means a ten", () => {
  assert.deepEqual(["1", "9", "0"].map(faceOfDigit), ["1", "9", "10"]);
});
