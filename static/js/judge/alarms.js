// The table's alarms: warning, time over, last giro, each threshold of the sdadata. Each one once on this device, however often the page
// is opened anew: a sound made here, a vibration where there is one, a picture over the page. The screen is kept awake where it may be.
import { playTones, wakeSound } from "../tones.js";

const TICK = 1_000;
const SHOWN_FOR = 8_000;
const TUNES = { warning: [660, 660], over: [880, 660, 880], last: [523, 659, 784], closing: [784, 784] };
const table = document.querySelector("[data-judge]").dataset.url;
const words = document.querySelector("[data-alarms]");

const strip = () => document.querySelector("[data-strip]");

// -- what is due, each with a name of its own

// The clock is the server's; where the game stands is said by whoever drew the page last, which may be the engine: the strip may lag behind.
const due = () => {
  const status = { ...strip()?.dataset, ...strip()?.querySelector("[data-now]")?.dataset };
  const found = [];
  if ("over" in status) return found; // at the count nothing is about to end
  if ("preAlarm" in status) found.push(["warning", `warning-${status.limit}`, words.dataset.warning]);
  if (status.phase === "over") found.push(["over", `over-${status.limit}`, words.dataset.over]);
  if (status.lastGiro) found.push(["last", "last", words.dataset.last]);
  if (status.closing) found.push(["closing", `closing-${status.closing}`, words.dataset.closing.replace("{n}", status.closing)]);
  return found;
};

// -- once

const memory = new Set();
const store = (name) => `sdadata-alarm:${table}:${name}`;
const isNew = (name) => {
  try {
    if (localStorage.getItem(store(name))) return false;
    localStorage.setItem(store(name), "1");
  } catch { /* no store: the page's memory has to do */ }
  return !memory.has(name) && Boolean(memory.add(name));
};

// -- sound

const SOUND = "sdadata-sound";
const isOn = () => { try { return localStorage.getItem(SOUND) !== "off"; } catch { return true; } };
const play = (tune) => {
  if (isOn()) playTones(tune);
};

// -- picture

const picture = (kind, name, text) => {
  document.querySelector("[data-alarm]")?.remove();
  const spoken = document.createElement("div");
  spoken.setAttribute("role", "alert");
  spoken.dataset.alarm = name;
  const banner = document.createElement("button");
  banner.type = "button";
  banner.className = "j-alarm";
  banner.dataset.kind = kind;
  banner.append(document.querySelector(`[data-sign="${kind}"]`).content.cloneNode(true));
  banner.append(Object.assign(document.createElement("span"), { className: "j-alarm-words", textContent: text }));
  banner.addEventListener("click", () => spoken.remove());
  spoken.append(banner);
  document.body.append(spoken);
  standOverStrip();
  setTimeout(() => spoken.remove(), SHOWN_FOR);
};

// As large as the strip at the head, so that no question is ever under it.
const standOverStrip = () => {
  const banner = document.querySelector(".j-alarm");
  if (!banner || !strip()) return;
  const { top, height } = strip().getBoundingClientRect();
  Object.assign(banner.style, { top: `${Math.max(0, top)}px`, height: `${height}px` });
};
addEventListener("resize", standOverStrip);
document.addEventListener("judge:swapped", standOverStrip);

const withdraw = (alarms) => {
  const banner = document.querySelector("[data-alarm]");
  if (banner && !alarms.some(([, name]) => name === banner.dataset.alarm)) banner.remove();
};

const raise = ([kind, name, text]) => {
  if (!isNew(name)) return;
  play(TUNES[kind]);
  if (isOn() && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 120, 200, 120, 400]);
  picture(kind, name, text);
};

// -- the warning enters the record, without disturbing what is being entered

const sendWarning = () => {
  const form = document.querySelector("form[data-pre-alarm]");
  if (!form || form.dataset.sent || !("warns" in (strip()?.dataset ?? {}))) return;
  form.dataset.sent = "1";
  fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { "HX-Request": "true" } })
    .catch(() => { delete form.dataset.sent; });
};

document.addEventListener("countdown:alarm", () => setTimeout(() => window.htmx?.trigger(strip(), "live"), 1_000));

// -- awake

let lock = null;
const stayAwake = async () => {
  const says = document.querySelector("[data-wake]");
  if (!lock && navigator.wakeLock && document.visibilityState === "visible") {
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", () => { lock = null; });
  }
  if (says) says.textContent = lock ? says.dataset.on : says.dataset.off;
};

const showSound = () => document.querySelectorAll("[data-sound]").forEach((one) => {
  one.textContent = isOn() ? one.dataset.on : one.dataset.off;
});
document.addEventListener("click", (event) => {
  wakeSound();
  stayAwake();
  if (!event.target.closest("[data-sound]")) return;
  try { localStorage.setItem(SOUND, isOn() ? "off" : "on"); } catch { /* then sounds stay on */ }
  showSound();
});
document.addEventListener("visibilitychange", stayAwake);

const tick = () => {
  const alarms = due();
  withdraw(alarms);
  for (const alarm of alarms) raise(alarm);
  sendWarning();
  showSound();
};
setInterval(tick, TICK);
stayAwake();
tick();
