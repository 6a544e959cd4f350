import assert from "node:assert/strict";
import { test } from "node:test";

import { inputOf, isLastOne, nextNumber, nextToLayOut } from "../../static/js/judge/brush_steps.js";
import { pointsBetween } from "../../static/js/judge/strokes.js";

test("the next player follows once nobody can have more, or the others need what is left", () => {
  assert.equal(nextToLayOut([11, 0, 0, 0], 0, 42), 1);
  assert.equal(nextToLayOut([10, 0, 0, 0], 0, 42), -1);
  assert.equal(nextToLayOut([0, 0, 0, 11], 3, 42), 0);
  assert.equal(nextToLayOut([11, 11, 10, 0], 2, 42), 3);
  assert.equal(nextToLayOut([11, 11, 10, 10], 3, 42), -1);
});

test("the last player gets what is left once all others have theirs", () => {
  assert.equal(isLastOne([11, 11, 10, 0], 3, 42), true);
  assert.equal(isLastOne([11, 9, 10, 0], 3, 42), false);
  assert.equal(isLastOne([11, 11, 10, 2], 3, 42), false);
});

test("a place gets the brush's number, and one more where it is tapped again", () => {
  assert.equal(nextNumber(0, 3, false), 3);
  assert.equal(nextNumber(3, 3, true), 4);
  assert.equal(nextNumber(0, null, false), 1);
  assert.equal(nextNumber(5, null, false), 5);
});

test("the game says on which input a piece is laid; what is somebody's needs to be known whose", () => {
  assert.equal(inputOf("armies.{place}", "siam", ""), "armies.siam");
  assert.equal(inputOf("units.{place}.{seat}.carro", "melano", "2"), "units.melano.2.carro");
  assert.equal(inputOf("units.{place}.{seat}.carro", "melano", ""), "");
});

test("a quick finger leaves out no place on its way, and ends where it is", () => {
  const points = pointsBetween([0, 0], [30, 40]);
  assert.deepEqual(points.at(-1), [30, 40]);
  const ways = points.map(([x, y], at) => Math.hypot(x - (points[at - 1]?.[0] ?? 0), y - (points[at - 1]?.[1] ?? 0)));
  assert.ok(Math.max(...ways) <= 6);
  assert.deepEqual(pointsBetween([5, 5], [5, 5]), [[5, 5]]);
});
