// Ticks every [data-countdown] from the server's time. The server gives `now` (ms) and `remaining` (s); what is left is
// always computed from the time of day, never by counting ticks, so that a tablet that slept is right when it wakes.
let serverAhead = null; // ms between the server's time of day and this device's, as the live stream last told it
const seen = new WeakMap(); // element -> {key, deadline, ahead}

const parts = (seconds) => [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
const two = (number) => String(number).padStart(2, "0");
const text = (seconds) => {
  const [hours, minutes, rest] = parts(seconds);
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
};

// An element that was just swapped in carries fresh attributes: it is read again.
const reading = (element) => {
  const { now, remaining, running } = element.dataset;
  const key = `${now} ${remaining} ${running}`;
  if (seen.get(element)?.key !== key) {
    seen.set(element, { key, deadline: Number(now) + Number(remaining) * 1000, ahead: Number(now) - Date.now() });
  }
  return seen.get(element);
};

const left = (element) => {
  if (element.dataset.running !== "true") return Number(element.dataset.remaining);
  const { deadline, ahead } = reading(element);
  return Math.ceil((deadline - Date.now() - (serverAhead ?? ahead)) / 1000);
};

const show = (element) => {
  const seconds = left(element);
  const over = seconds < 0 && "overtime" in element.dataset;
  const shown = over ? `+${text(-seconds)}` : text(Math.max(seconds, 0));
  if (element.textContent !== shown) element.textContent = shown;
  const phase = seconds <= 0 ? "over" : seconds <= Number(element.dataset.alarmAt ?? 0) ? "alarm" : "going";
  if (element.dataset.phase === phase) return;
  const came = element.dataset.phase;
  element.dataset.phase = phase;
  if (came) element.dispatchEvent(new CustomEvent(`countdown:${phase}`, { bubbles: true }));
};

// The hall's time of day, whatever this device thinks: what is entered without a network is shown with it.
export const hallTime = () => {
  const clock = document.querySelector("[data-countdown]");
  return new Date(Date.now() + (serverAhead ?? (clock ? reading(clock).ahead : 0)));
};

const tick = () => document.querySelectorAll("[data-countdown]").forEach(show);

document.addEventListener("live:time", (event) => {
  serverAhead = event.detail.now - Date.now();
  tick();
});
document.addEventListener("visibilitychange", tick);
document.addEventListener("htmx:afterSettle", tick);
addEventListener("pageshow", tick);
setInterval(tick, 250);
tick();
