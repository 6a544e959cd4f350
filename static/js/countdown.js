// Ticks every [data-countdown] from the server's time. The server gives `now` (ms) and `remaining` (s); what is left is
// always computed from the time of day, never by counting ticks, so that a tablet that slept is right when it wakes.
import { aheadOfStored, clockText, phaseOf, readServerClock, secondsLeft } from "./clock.js";

// A judge's page that opens without a network was drawn long ago: how far the server is ahead is remembered for it.
const STORED = "sdadata-server-ahead";
const mayBeOld = document.documentElement.dataset.page === "judge";
const readStored = () => {
  try { return Number.parseFloat(localStorage.getItem(STORED)); } catch { return Number.NaN; }
};
const remember = (ahead) => {
  try { localStorage.setItem(STORED, String(ahead)); } catch { /* a browser that forbids it shows the page's own time */ }
};

let serverAhead = null; // ms between the server's time of day and this device's, by the live stream's latest message
const readings = new WeakMap(); // element -> {key, deadline, ahead}

// An element that was just swapped in carries fresh attributes: it is read again.
const reading = (element) => {
  const { now, remaining, running } = element.dataset;
  const key = `${now} ${remaining} ${running}`;
  if (readings.get(element)?.key !== key) {
    const { deadline, ahead } = readServerClock(element.dataset, Date.now());
    readings.set(element, { key, deadline, ahead: mayBeOld ? aheadOfStored(ahead, readStored()) : ahead });
  }
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
  if (mayBeOld) remember(serverAhead);
  tick();
});
document.addEventListener("visibilitychange", tick);
document.addEventListener("htmx:afterSettle", tick);
addEventListener("pageshow", tick);
setInterval(tick, 250);
tick();
