import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, formatSeconds, phaseOf, readServerClock, secondsLeft } from "../../static/js/clock.js";

test("seconds are minutes and seconds, with hours only where there are some", () => {
  const texts = [0, 9, 309, 3599, 3600, 3909, 36000].map(formatSeconds);
  assert.deepEqual(texts, ["00:00", "00:09", "05:09", "59:59", "1:00:00", "1:05:09", "10:00:00"]);
});

test("what is left goes by the server's time of day, whatever the device's clock says", () => {
  for (const device of [0, 1_000_000, 1_700_000_000_000]) {
    const reading = readServerClock({ now: "1000000", remaining: "90" }, device);
    assert.equal(secondsLeft(reading, device), 90);
    assert.equal(secondsLeft(reading, device + 30_000), 60);
    assert.equal(secondsLeft(reading, device + 100_000), -10);
  }
});

test("a second that has begun still counts", () => {
  assert.equal(secondsLeft({ deadline: 10_000, ahead: 0 }, 8_999), 2);
  assert.equal(secondsLeft({ deadline: 10_000, ahead: 0 }, 9_000), 1);
});

test("the phase changes at the alarm and at zero", () => {
  assert.deepEqual([301, 300, 1, 0, -1].map((seconds) => phaseOf(seconds, 300)), ["going", "alarm", "alarm", "over", "over"]);
  assert.equal(phaseOf(1), "going");
});

test("overtime counts up where the page wants it, and else the clock stands at zero", () => {
  assert.equal(clockText(-65, { withOvertime: true }), "+01:05");
  assert.equal(clockText(-65), "00:00");
  assert.equal(clockText(65, { withOvertime: true }), "01:05");
});
