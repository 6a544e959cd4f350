// Ticks every [data-countdown] from the server's time. The server gives `now` (ms) and `remaining` (s); what is left is
// always computed from the time of day, never by counting ticks, so that a tablet that slept is right when it wakes.
import { clockText, phaseOf, readServerClock, secondsLeft } from "./clock.js";

let serverAhead = null; // ms between the server's time of day and this device's, by the live stream's latest message
const readings = new WeakMap(); // element -> {key, deadline, ahead}

// An element that was just swapped in carries fresh attributes: it is read again.
const reading = (element) => {
  const { now, remaining, running } = element.dataset;
  const key = `${now} ${remaining} ${running}`;
  if (readings.get(element)?.key !== key) readings.set(element, { key, ...readServerClock(element.dataset, Date.now()) });
  return readings.get(element);
};

const left = (element) => {
  if (element.dataset.running !== "true") return Number(element.dataset.remaining);
  const { deadline, ahead } = reading(element);
  return secondsLeft({ deadline, ahead: serverAhead ?? ahead }, Date.now());
};

const show = (element) => {
  const seconds = left(element);
  const text = clockText(seconds, { withOvertime: "overtime" in element.dataset });
  if (element.textContent !== text) element.textContent = text;
  const phase = phaseOf(seconds, Number(element.dataset.alarmAt ?? 0));
  const before = element.dataset.phase;
  if (before === phase) return;
  element.dataset.phase = phase;
  if (before) element.dispatchEvent(new CustomEvent(`countdown:${phase}`, { bubbles: true }));
};

// The hall's time of day, whatever this device thinks: what is entered without a network is shown with it.
export const hallTime = () => {
  const clock = document.querySelector("[data-countdown]");
  return new Date(Date.now() + (serverAhead ?? (clock ? reading(clock).ahead : 0)));
};

const tick = () => {
  for (const element of document.querySelectorAll("[data-countdown]")) show(element);
};

document.addEventListener("live:time", (event) => {
  serverAhead = event.detail.now - Date.now();
  tick();
});
document.addEventListener("visibilitychange", tick);
document.addEventListener("htmx:afterSettle", tick);
addEventListener("pageshow", tick);
setInterval(tick, 250);
tick();
