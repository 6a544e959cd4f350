import assert from "node:assert/strict";
import { test } from "node:test";

import { clockWordOf } from "../../static/js/judge/clock_words.js";

const CLOCK = { ownWord: "Running", ownTone: "success", overWord: "Over", lastWord: "Last giro", closingWord: "Sdadata {n}" };

test("the clock's word is that of the game's end where it has come, and else its own", () => {
  assert.deepEqual(clockWordOf({ over: "", lastGiro: "9" }, CLOCK), ["Over", "neutral"]);
  assert.deepEqual(clockWordOf({ closing: "5", lastGiro: "9" }, CLOCK), ["Sdadata 5", "error"]);
  assert.deepEqual(clockWordOf({ lastGiro: "9" }, CLOCK), ["Last giro", "error"]);
  assert.deepEqual(clockWordOf({}, CLOCK), ["Running", "success"]);
  assert.deepEqual(clockWordOf({ closing: "5", lastGiro: "9" }, { ...CLOCK, paused: "" }), ["Running", "success"]);
});
