import assert from "node:assert/strict";
import { test } from "node:test";
import { createMachine, EVENTS, INITIAL, REGIONS, transition } from "../../static/js/judge/machine.js";

const after = (...events) => events.reduce(transition, INITIAL);

const everyState = () => {
  const found = new Map([[JSON.stringify(INITIAL), INITIAL]]);
  const open = [INITIAL];
  while (open.length) {
    const state = open.pop();
    for (const event of EVENTS) {
      const next = transition(state, event);
      if (found.has(JSON.stringify(next))) continue;
      found.set(JSON.stringify(next), next);
      open.push(next);
    }
  }
  return [...found.values()];
};

test("an entry is submitted and finished, one at a time", () => {
  assert.equal(after("submit").activity, "submitting");
  assert.equal(after("submit", "finish").activity, "idle");
  assert.deepEqual(after("submit", "submit"), after("submit"));
});

test("a table that is reopened while an entry is on its way stays so until it is open", () => {
  assert.equal(after("submit", "reopen", "finish").activity, "reopening");
  assert.equal(after("submit", "reopen", "finish", "reopened").activity, "idle");
});

test("a page that is drawn, by whomever, is untouched", () => {
  for (const draw of ["draw-server", "draw-device", "draw-copy"]) {
    assert.equal(after("touch").question, "touched");
    assert.equal(after("touch", draw).question, "untouched");
  }
});

test("who drew the page last answers it", () => {
  assert.equal(after("draw-device").source, "device");
  assert.equal(after("draw-device", "draw-device").source, "device");
  assert.equal(after("draw-device", "draw-server").source, "server");
});

test("a conflict lasts until the server agrees, the next entry, or the lines are given back", () => {
  assert.equal(after("disagree", "draw-server", "touch").agreement, "conflict");
  for (const event of ["agree", "submit", "restore"]) assert.equal(after("disagree", event).agreement, "agreed");
});

test("lines that were lost are being restored until the queue is empty", () => {
  assert.equal(after("restore", "draw-server").lines, "restoring");
  assert.equal(after("restore", "emptied").lines, "sent");
});

test("every state of every region can be reached and left", () => {
  const states = everyState();
  for (const [region, names] of Object.entries(REGIONS)) {
    for (const name of Object.keys(names)) assert.ok(states.some((state) => state[region] === name), `${region} ${name}`);
    for (const name of Object.keys(names)) assert.ok(Object.keys(names[name]).length, `${region} ${name} has no way out`);
  }
});

test("a transition leads to a state of its region, and changes nothing but the state that it gives", () => {
  for (const state of everyState()) {
    const before = JSON.stringify(state);
    for (const event of EVENTS) {
      for (const [region, name] of Object.entries(transition(state, event))) assert.ok(name in REGIONS[region]);
    }
    assert.equal(JSON.stringify(state), before);
  }
});

test("an event that no region has is a mistake", () => {
  assert.throws(() => transition(INITIAL, "sumbit"), /no such event: sumbit/);
});

test("a machine says when it changed", () => {
  const machine = createMachine();
  const seen = [];
  machine.onChange = () => seen.push(machine.state.activity);
  machine.send("submit");
  machine.send("finish");
  assert.deepEqual(seen, ["submitting", "idle"]);
  assert.ok(machine.is("activity", "idle"));
});
