import assert from "node:assert/strict";
import { test } from "node:test";
import { faceOfDigit, lastDie, nextDie, throwState } from "../../static/js/judge/throw_state.js";

const tap = (faces, face) => faces.with(nextDie(faces), face);

test("each tap fills the next die, and the last one completes the throw", () => {
  for (const size of [1, 7, 30]) {
    let faces = Array(size).fill("");
    for (let number = 1; number <= size; number += 1) {
      assert.equal(throwState(faces, size).isComplete, false);
      faces = tap(faces, String((number % 10) + 1));
      assert.equal(throwState(faces, size).count, number);
    }
    assert.deepEqual(throwState(faces, size), { count: size, maySend: true, isComplete: true });
    assert.equal(nextDie(faces), -1);
  }
});

test("a throw may be sent as soon as the least dice stand", () => {
  assert.equal(throwState(["3", "", ""], 2).maySend, false);
  assert.deepEqual(throwState(["3", "4", ""], 2), { count: 2, maySend: true, isComplete: false });
});

test("the last die is taken back first, and a gap is filled first", () => {
  assert.equal(lastDie(["3", "4", ""]), 1);
  assert.equal(lastDie(["", ""]), -1);
  assert.equal(nextDie(["3", "", "5"]), 1);
});

test("zero means a ten", () => {
  assert.deepEqual(["1", "9", "0"].map(faceOfDigit), ["1", "9", "10"]);
});
