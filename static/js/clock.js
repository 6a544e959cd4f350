// Arithmetic of a countdown: seconds to words, what is left, which phase that is. No page and no clock of its own.

const two = (number) => String(number).padStart(2, "0");

/** `1:05:09` or `05:09`, for no less than zero seconds. */
export const formatSeconds = (seconds) => {
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
};

/** What the server gave as text, for a device whose time of day is `device` (ms): when the time ends, and how far the server is ahead. */
export const readServerClock = ({ now, remaining }, device) => ({
  deadline: Number(now) + Number(remaining) * 1000,
  ahead: Number(now) - device,
});

/** How far the server is ahead, where this page may have lain on the device since it was drawn: it then seems ahead by less than it is. */
export const aheadOfStored = (ahead, stored) => (Number.isFinite(stored) ? Math.max(ahead, stored) : ahead);

/** Whole seconds until the deadline, of the server's time of day; negative when it has passed. */
export const secondsLeft = ({ deadline, ahead }, device) => Math.ceil((deadline - device - ahead) / 1000);

export const phaseOf = (seconds, alarmAt = 0) => {
  if (seconds <= 0) return "over";
  return seconds <= alarmAt ? "alarm" : "going";
};

/** What the clock shows: overtime counts up behind a plus where the page wants it. */
export const clockText = (seconds, { withOvertime = false } = {}) =>
  seconds < 0 && withOvertime ? `+${formatSeconds(-seconds)}` : formatSeconds(Math.max(seconds, 0));
