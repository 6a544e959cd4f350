import assert from "node:assert/strict";
import { test } from "node:test";
import { choiceNamed, nearest, plain, typedOn } from "../../static/js/judge/key_choices.js";

const GRID = [[0, 0], [100, 0], [0, 50], [100, 50]];
const RIGHT = [1, 0];
const DOWN = [0, 1];
const LEFT = [-1, 0];

test("an arrow goes to the nearest key that way, and nowhere beyond the edge", () => {
  assert.equal(nearest(GRID[0], RIGHT, GRID), 1);
  assert.equal(nearest(GRID[0], DOWN, GRID), 2);
  assert.equal(nearest(GRID[3], LEFT, GRID), 2);
  assert.equal(nearest(GRID[0], LEFT, GRID), -1);
});

test("what is off to the side counts double", () => {
  assert.equal(nearest([0, 0], RIGHT, [[50, 40], [100, 0]]), 1);
  assert.equal(nearest([0, 0], RIGHT, [[50, 20], [100, 0]]), 0);
});

test("letters in a row are one word, and a pause begins another", () => {
  const first = typedOn({ text: "", at: 0 }, "a", 5_000);
  assert.deepEqual(typedOn(first, "l", 5_700), { text: "al", at: 5_700 });
  assert.deepEqual(typedOn(first, "l", 5_900), { text: "l", at: 5_900 });
});

const WORDS = ["alaska", "alberta", "argentina", "brasile"];

test("one letter goes round the choices that begin with it", () => {
  assert.equal(choiceNamed("a", WORDS, -1), 0);
  assert.equal(choiceNamed("a", WORDS, 0), 1);
  assert.equal(choiceNamed("a", WORDS, 2), 0);
  assert.equal(choiceNamed("aa", WORDS, 0), 1);
});

test("a longer word stays where it fits, and a word that nothing begins with finds nothing", () => {
  assert.equal(choiceNamed("al", WORDS, 1), 1);
  assert.equal(choiceNamed("alb", WORDS, 0), 1);
  assert.equal(choiceNamed("alx", WORDS, 0), -1);
  assert.equal(choiceNamed("z", WORDS, 0), -1);
});

test("accents and capitals make no difference", () => {
  assert.equal(plain(" Perù "), "peru");
});
