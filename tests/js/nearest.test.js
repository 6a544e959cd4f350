import assert from "node:assert/strict";
import { test } from "node:test";

import { nearest } from "../../static/js/judge/nearest.js";

const spot = (key, left) => ({ key, box: { left, right: left + 44, top: 0, bottom: 44 } });

test("where two spots overlap the nearest wins", () => {
  const spots = [spot("siam", 0), spot("india", 30)];
  assert.equal(nearest(spots, 36, 22), "siam");
  assert.equal(nearest(spots, 38, 22), "india");
  assert.equal(nearest(spots.reverse(), 36, 22), "siam");
});

test("without a spot there is none", () => assert.equal(nearest([], 1, 1), null));
