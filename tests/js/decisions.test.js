import assert from "node:assert/strict";
import { test } from "node:test";
import {
  badgeOf, beginningOf, isLocked, isOutdated, mayCallTime, mayReload, mayReplace, mayReturn, routeOf, takesOver,
} from "../../static/js/judge/decisions.js";
import { INITIAL, transition } from "../../static/js/judge/machine.js";

const after = (...events) => events.reduce(transition, INITIAL);
const HERE = after("draw-device");
const QUIET = {
  waiting: 0, acts: 0, areAllBeside: true, isBlocked: false, isSending: false, isOnline: true, isUnderWay: false, isWritable: true, engine: "ready", isLevel: false, isEngineFirst: true,
};
const WAITING = { ...QUIET, waiting: 2, acts: 2, areAllBeside: false };

test("the badge names the gravest thing", () => {
  assert.equal(badgeOf(INITIAL, QUIET), "ok");
  assert.equal(badgeOf(INITIAL, { ...QUIET, isOnline: false }), "offline");
  assert.equal(badgeOf(INITIAL, { ...WAITING, isOnline: false }), "queued");
  assert.equal(badgeOf(INITIAL, { ...WAITING, isSending: true }), "sending");
  assert.equal(badgeOf(HERE, { ...WAITING, isSending: true }), "queued");
  assert.equal(badgeOf(INITIAL, { ...WAITING, isBlocked: true, isSending: true }), "conflict");
  assert.equal(badgeOf(after("disagree"), QUIET), "conflict");
});

test("the question is locked while its answer waits, unless the engine drew it or the judge must decide", () => {
  assert.equal(isLocked(INITIAL, QUIET), false);
  assert.equal(isLocked(INITIAL, WAITING), true);
  assert.equal(isLocked(HERE, WAITING), false);
  assert.equal(isLocked(INITIAL, { ...WAITING, isBlocked: true }), false);
  assert.equal(isLocked(after("draw-device", "reopen"), QUIET), true);
});

test("an act goes to the engine that stands at the page's line, else to the server first", () => {
  assert.equal(routeOf(INITIAL, { ...QUIET, isLevel: true }, "act"), "engine");
  assert.equal(routeOf(INITIAL, { ...QUIET, isLevel: true, waiting: 1 }, "act"), "engine-behind-queue");
  assert.equal(routeOf(INITIAL, { ...QUIET, isLevel: true, isBlocked: true }, "act"), "at-once");
  assert.equal(routeOf(INITIAL, QUIET, "act"), "server-or-engine");
  assert.equal(routeOf(INITIAL, { ...QUIET, engine: "loading" }, "act"), "queue");
  assert.equal(routeOf(HERE, QUIET, "act"), "engine");
  assert.equal(routeOf(HERE, WAITING, "act"), "engine");
});

test("what only the server can answer waits in the queue, or for the queue", () => {
  for (const effect of ["beside", ""]) {
    assert.equal(routeOf(INITIAL, { ...QUIET, isLevel: true }, effect), "queue");
    assert.equal(routeOf(INITIAL, WAITING, effect), "needs-server");
  }
  assert.equal(routeOf(HERE, WAITING, "beside"), "queue");
  assert.equal(routeOf(HERE, WAITING, ""), "needs-server");
});

test("an act overtakes nothing but what stands beside the question", () => {
  const calls = { ...QUIET, waiting: 1 };
  assert.equal(routeOf(INITIAL, calls, "act"), "engine-behind-queue");
  assert.equal(routeOf(INITIAL, { ...calls, isSending: true }, "act"), "needs-server");
  assert.equal(routeOf(INITIAL, { ...calls, engine: "off" }, "act"), "needs-server");
  assert.equal(routeOf(INITIAL, WAITING, "act"), "needs-server");
});

test("beside a blocked entry everything is sent at once", () => {
  for (const effect of ["act", "beside", ""]) assert.equal(routeOf(INITIAL, { ...WAITING, isBlocked: true }, effect), "at-once");
});

test("one entry at a time, and none while the table is reopened", () => {
  assert.equal(routeOf(after("submit"), QUIET, "act"), "submitting");
  assert.equal(routeOf(after("reopen"), QUIET, "act"), "reopening");
});

test("the server's page comes back when it shows what the engine cannot and the judge has not begun to answer", () => {
  const behind = after("draw-device", "fall-behind");
  assert.equal(mayReturn(HERE, QUIET), false);
  assert.equal(mayReturn(behind, QUIET), true);
  assert.equal(mayReturn(after("fall-behind"), QUIET), false);
  assert.equal(mayReturn(behind, WAITING), false);
  assert.equal(mayReturn(behind, { ...QUIET, isUnderWay: true }), false);
  assert.equal(mayReturn(transition(behind, "touch"), QUIET), false);
  assert.equal(mayReturn(transition(behind, "draw-server"), QUIET), false);
  assert.equal(mayReturn(after("draw-device", "touch"), { ...QUIET, engine: "off", isUnderWay: true }), true);
});

test("a page that came meanwhile replaces no answer that was begun", () => {
  assert.equal(mayReplace(HERE, QUIET, false), true);
  assert.equal(mayReplace(after("draw-device", "touch"), QUIET, false), false);
  assert.equal(mayReplace(after("draw-device", "touch"), QUIET, true), true);
  assert.equal(mayReplace(HERE, WAITING, true), false);
});

test("a page is outdated when the strip says more, or less than it said before", () => {
  const page = { seq: 5, lease: 1, state: "playing" };
  assert.equal(isOutdated(page, page, 5), false);
  assert.equal(isOutdated({ ...page, seq: 4 }, page, 4), false); // the engine's own lines are ahead of the strip
  assert.equal(isOutdated({ ...page, seq: 4 }, page, 5), true);
  assert.equal(isOutdated({ ...page, seq: 6 }, page, 5), true);
  assert.equal(isOutdated({ ...page, lease: 2 }, page, 5), true);
  assert.equal(isOutdated({ ...page, state: "signed" }, page, 5), true);
});

test("nothing is fetched anew under an entry that is on its way", () => {
  assert.equal(mayReload(INITIAL, QUIET), true);
  assert.equal(mayReload(HERE, QUIET), true);
  assert.equal(mayReload(HERE, { ...QUIET, isEngineFirst: false }), false);
  assert.equal(mayReload(INITIAL, { ...WAITING, isBlocked: true }), true);
  for (const [state, facts] of [[after("submit"), QUIET], [HERE, WAITING], [INITIAL, WAITING], [INITIAL, { ...QUIET, isSending: true }]]) {
    assert.equal(mayReload(state, facts), false);
  }
});

test("the time is called by a page that may write, with nothing before it", () => {
  assert.equal(mayCallTime(INITIAL, QUIET), true);
  assert.equal(mayCallTime(HERE, QUIET), true);
  assert.equal(mayCallTime(HERE, { ...QUIET, isEngineFirst: false }), false);
  for (const [state, facts] of [[after("submit"), QUIET], [HERE, WAITING], [INITIAL, WAITING], [INITIAL, { ...QUIET, isWritable: false }]]) {
    assert.equal(mayCallTime(state, facts), false);
  }
});

test("an engine that became ready takes over acts that cannot leave", () => {
  assert.equal(takesOver(INITIAL, WAITING), true);
  for (const facts of [QUIET, { ...WAITING, engine: "loading" }, { ...WAITING, isBlocked: true }, { ...WAITING, isSending: true }]) {
    assert.equal(takesOver(INITIAL, facts), false);
  }
  for (const state of [HERE, after("submit"), after("reopen")]) assert.equal(takesOver(state, WAITING), false);
});

test("an opened page reopens from the device, loads what came of its queue, or follows the server", () => {
  const opened = { ...QUIET, hadWaiting: false, isAnswered: true };
  assert.equal(beginningOf(opened), "follow");
  assert.equal(beginningOf({ ...opened, hadWaiting: true }), "load");
  assert.equal(beginningOf({ ...opened, isAnswered: false }), "reopen");
  assert.equal(beginningOf({ ...opened, ...WAITING, hadWaiting: true }), "reopen");
  assert.equal(beginningOf({ ...opened, ...WAITING, hadWaiting: true, isBlocked: true }), "follow");
  assert.equal(beginningOf({ ...opened, isAnswered: false, isWritable: false }), "follow");
});
