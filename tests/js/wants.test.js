import assert from "node:assert/strict";
import { test } from "node:test";

import { wantOf } from "../../static/js/judge/wants.js";

const WORDS = { missing: "fill this in", whole: "a whole number", least: "at least {least}", range: "{least} to {most}" };
const field = (validity, more = {}) => ({ validity, min: "", max: "", ...more });

test("each fault of a value has words of its own", () => {
  assert.equal(wantOf(field({ valueMissing: true }), WORDS), "fill this in");
  assert.equal(wantOf(field({ badInput: true }, { min: "0", max: "9" }), WORDS), "a whole number");
  assert.equal(wantOf(field({ stepMismatch: true }, { min: "0", max: "9" }), WORDS), "a whole number");
  assert.equal(wantOf(field({ rangeOverflow: true }, { min: "0", max: "9" }), WORDS), "0 to 9");
  assert.equal(wantOf(field({ rangeUnderflow: true }, { min: "2" }), WORDS), "at least 2");
});
