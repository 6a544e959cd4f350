import assert from "node:assert/strict";
import { test } from "node:test";

import { fateOf } from "../../static/js/judge/unfinished/fates.js";

const form = { instance: "a", lease: 3, seq: 10, head: "x", isBound: true };
const page = { instance: "a", lease: 3, seq: 10, head: "x", writes: true, quietFrom: 10 };
const fate = (more, isOpened = true, ofForm = {}) => fateOf({ ...form, ...ofForm }, { ...page, ...more }, isOpened);

test("at its own line a form goes on, with the head that it was entered at", () => {
  assert.equal(fate({}), "fits");
  assert.equal(fate({}, false), "fits");
  assert.equal(fate({ head: "y" }), "moved");
});

test("a line that leaves the board as it was does not count, as the server says; without its word every line does", () => {
  assert.equal(fate({ seq: 12, head: "z", quietFrom: 9 }), "fits");
  assert.equal(fate({ seq: 12, head: "z", quietFrom: 11 }), "moved");
  assert.equal(fate({ seq: 12, head: "z", quietFrom: null }), "moved");
});

test("a page that stands before the form, or may not write now, decides nothing", () => {
  assert.equal(fate({ seq: 8, head: "w" }), "early");
  assert.equal(fate({ writes: false }), "early");
});

test("until the server was heard nothing is given up", () => {
  assert.equal(fate({ seq: 12, quietFrom: 12 }, false), "early");
  assert.equal(fate({ lease: 4 }, false), "early");
  assert.equal(fate({ instance: "b" }, false), "early");
});

test("what another device has had since, or another record of the table, is given up", () => {
  assert.equal(fate({ lease: 4 }), "handed");
  assert.equal(fate({ lease: 4, writes: false }), "handed");
  assert.equal(fate({ instance: "b" }), "moved");
});

test("what does not depend on the board goes on at any line", () => {
  assert.equal(fate({ seq: 12, head: "z" }, true, { isBound: false }), "fits");
});
