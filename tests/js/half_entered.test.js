import assert from "node:assert/strict";
import { test } from "node:test";

import { isChanged, leavesHalf } from "../../static/js/judge/half_entered.js";

const input = (value, more = {}) => ({ tagName: "INPUT", type: "number", value, defaultValue: "", dataset: {}, ...more });
const form = (elements, more = {}) => ({ elements: Object.assign(elements, more.named), id: "", dataset: { entry: "act" }, ...more });
const key = (owner, more = {}) => ({ type: "submit", form: owner, matches: () => false, ...more });
const link = (kinds, search = "") => ({ search, matches: (selector) => selector === "a" || kinds.includes(selector) });

test("a form is changed by what was entered, not by its keys or by what it came with", () => {
  assert.equal(isChanged(form([input(""), { tagName: "BUTTON", type: "submit", value: "4" }, input("7", { type: "hidden" })])), false);
  assert.equal(isChanged(form([input("4")])), true);
  assert.equal(isChanged(form([input("4", { defaultValue: "4" })])), false);
  assert.equal(isChanged(form([{ tagName: "INPUT", type: "radio", checked: true, defaultChecked: false, dataset: {} }])), true);
  assert.equal(isChanged(form([{ tagName: "SELECT", selectedIndex: 0, options: [{}, {}], dataset: {} }])), false);
  assert.equal(isChanged(form([input("5", { defaultValue: "5", dataset: { known: "5" } })])), false);
  assert.equal(isChanged(form([input("6", { defaultValue: "5", dataset: { known: "5" } })])), true);
});

test("dice that were offered again and cleared lose nothing; one that was entered does", () => {
  const die = (value, offered) => input(value, { defaultValue: offered, dataset: { thrown: "" } });
  assert.equal(isChanged(form([die("", "6"), die("2", "2")])), false);
  assert.equal(isChanged(form([die("", "6"), die("5", "2")])), true);
  assert.equal(isChanged(form([die("4", ""), die("", "")])), true);
});

test("a turn that is corrected is unchanged as it was entered, and one that was refused holds what was entered", () => {
  const entered = [input("6", { defaultValue: "6", dataset: { known: "5" } })];
  assert.equal(isChanged(form(entered)), false);
  assert.equal(isChanged(form(entered, { dataset: { entry: "act", returned: "" } })), true);
  assert.equal(isChanged(form([input("5", { defaultValue: "6", dataset: { known: "5" } })])), true);
});

test("another act leaves what was entered, an answer to the same question does not", () => {
  const own = form([], { named: { ask: { value: "one" } } });
  const half = { isBegun: true, isChanged: false };
  assert.equal(leavesHalf(key(own), own, half), false);
  assert.equal(leavesHalf(key(form([], { named: { ask: { value: "one" } } })), own, half), false);
  assert.equal(leavesHalf(key(form([], { named: { ask: { value: "other" } } })), own, half), true);
  assert.equal(leavesHalf(key(form([], { dataset: { entry: "beside" } })), own, half), false);
  assert.equal(leavesHalf(key(form([])), own, { isBegun: false, isChanged: false }), false);
});

test("what was refused of an act is registered with one tap", () => {
  const own = form([input("4")], { id: "entry-form" });
  assert.equal(leavesHalf(key(form([], { dataset: { entry: "act", registers: "" } })), own, { isBegun: true, isChanged: true }), false);
});

test("the way back leaves a question, and asks before it leaves what was gathered or typed", () => {
  const half = { isBegun: true, isChanged: false };
  assert.equal(leavesHalf(link([".j-back"]), form([]), half), false);
  assert.equal(leavesHalf(link([".j-back"]), form([], { dataset: { entry: "act", begun: "gathering" } }), half), true);
  assert.equal(leavesHalf(link([".j-back"]), form([], { id: "entry-form" }), { isBegun: false, isChanged: true }), true);
  assert.equal(leavesHalf(link(["[data-swap]"]), form([]), half), false);
});

test("what was laid comes back with the same question", () => {
  const half = { isBegun: false, isChanged: true };
  assert.equal(leavesHalf(link([]), form([]), half), false);
  assert.equal(leavesHalf(link([], "?atto=note"), form([]), half), true);
});
