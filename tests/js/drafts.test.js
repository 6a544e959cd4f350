import assert from "node:assert/strict";
import { test } from "node:test";

import { isSameQuestion, leftWords } from "../../static/js/judge/drafts.js";
import { isDrag } from "../../static/js/judge/drags.js";

const words = { least: "3", most: "5", missing: "Mancano {n}", missingOne: "Manca 1", tooMany: "{n} di troppo" };

test("what is missing is said, then what is too much, and nothing between", () => {
  assert.deepEqual([0, 2, 3, 5, 7].map((count) => leftWords(count, words)), ["Mancano 3", "Manca 1", "", "", "2 di troppo"]);
});

test("of armies all that are due are missing, though fewer may be sent", () => {
  const armies = { ...words, least: "1", most: "3", spread: "" };
  assert.deepEqual([0, 1, 3].map((count) => leftWords(count, armies)), ["Mancano 3", "", ""]);
});

test("a finger that trembles taps, one that travels drags", () => {
  const down = { x: 100, y: 100 };
  assert.equal(isDrag(down, { clientX: 108, clientY: 106 }), false);
  assert.equal(isDrag(down, { clientX: 130, clientY: 100 }), true);
});

test("a question is the same at a later line, and another one where anything else is asked", () => {
  const key = '17 {"type": "place"}';
  assert.equal(isSameQuestion(key, '19 {"type": "place"}'), true);
  assert.equal(isSameQuestion(key, '17 {"type": "move"}'), false);
});
