import assert from "node:assert/strict";
import { test } from "node:test";

import { wanted } from "../../static/js/map_window.js";

test("a map scrolls only for places out of its window, to their middle", () => {
  assert.equal(wanted(100, 200, 358, 0), null);
  assert.equal(wanted(600, 700, 358, 0), 471);
  assert.equal(wanted(10, 60, 358, 300), -144);
});

test("of a move wider than the window the beginning is in sight", () => {
  assert.equal(wanted(200, 900, 358, 0), 176);
});
