// The player's page: notifications of the phone where the browser has them, else a page that stays awake and rings. Both only after a tap.
//
// What the server sends is in `data-*` of [data-alerts]; its parts are shown by what this browser can do.
import { playTones, wakeSound } from "../tones.js";

const TUNE = [659, 784, 988, 659, 784, 988];
const panel = document.querySelector("[data-alerts]");
const part = (name) => panel.querySelector(`[data-alerts-part="${name}"]`);
const show = (...names) => {
  for (const one of panel.querySelectorAll("[data-alerts-part]")) one.hidden = !names.includes(one.dataset.alertsPart);
};

// -- notifications

const canPush = () =>
  window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const scope = () => new URL("./", new URL(panel.dataset.worker, location.href)).pathname;

// Not `serviceWorker.ready`: on a judge's device another worker is responsible for this address too.
const active = async () => {
  const registration = await navigator.serviceWorker.register(panel.dataset.worker, { scope: scope() });
  const worker = registration.installing ?? registration.waiting;
  if (!registration.active && worker) {
    await new Promise((resolve, reject) => worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("the service worker did not start"));
    }));
  }
  return registration;
};

const isOfThisSite = (subscription) => {
  const key = subscription.options?.applicationServerKey;
  return !key || String(new Uint8Array(key)) === String(bytes(panel.dataset.key));
};

const current = async () => {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration(scope());
  const found = registration && new URL(registration.scope).pathname === scope()
    ? await registration.pushManager.getSubscription() : null;
  return found && isOfThisSite(found) ? found : null;
};

const subscribe = async () => {
  const { pushManager } = await active();
  const old = await pushManager.getSubscription();
  if (old && !isOfThisSite(old)) await old.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(panel.dataset.key) });
};

const turnOn = async (form) => {
  const permission = await Notification.requestPermission();
  if (permission === "denied") { show("denied", "ring"); return; }
  if (permission !== "granted") return;
  try {
    const { endpoint, keys } = (await subscribe()).toJSON();
    form.elements.endpoint.value = endpoint;
    form.elements.p256dh.value = keys.p256dh;
    form.elements.auth.value = keys.auth;
  } catch {
    show("failed", "ring");
    return;
  }
  form.submit();
};

const turnOff = async (form) => {
  try { await (await current())?.unsubscribe(); } catch { /* the server forgets the phone, which is enough */ }
  form.submit();
};

const submits = (name, act) => document.querySelectorAll(`[data-alerts-form="${name}"]`).forEach((form) => {
  let isBusy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    try { await act(form); } finally { isBusy = false; }
  });
});

// -- a page that stays awake and rings

const ring = { isOn: false, lock: null, film: null };
const day = () => document.getElementById("my-day");
let moment = day()?.dataset.moment ?? "";

// Over plain HTTP there is no wake lock; most phones leave the screen on while a film plays in sight.
const playFilm = async () => {
  const canvas = document.createElement("canvas");
  if (!canvas.captureStream) return false;
  const pen = canvas.getContext("2d");
  ring.film ??= Object.assign(document.createElement("video"), { muted: true, playsInline: true, loop: true });
  ring.film.className = "phone-film";
  ring.film.setAttribute("aria-hidden", "true");
  ring.film.srcObject = canvas.captureStream(1);
  ring.drawing = setInterval(() => pen.fillRect(0, 0, 1, 1), 1_000);
  document.body.append(ring.film);
  return ring.film.play().then(() => true, () => false);
};

const stayAwake = async () => {
  if (!ring.isOn || document.visibilityState !== "visible" || ring.lock) return;
  ring.lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  ring.lock?.addEventListener("release", () => { ring.lock = null; });
  if (!ring.lock && !ring.film) await playFilm();
  part("ring").querySelector("[data-awake]").hidden = !ring.lock;
  part("ring").querySelector("[data-may-sleep]").hidden = Boolean(ring.lock);
};

const showRing = () => {
  part("ring").querySelector("[data-ring-off]").hidden = ring.isOn;
  part("ring").querySelector("[data-ring-on]").hidden = !ring.isOn;
};

const ringOn = () => {
  ring.isOn = true;
  wakeSound();
  setTimeout(() => playTones(TUNE.slice(0, 2)), 150);
  stayAwake();
  showRing();
  part("ring").querySelector('[data-ring="off"]').focus();
};

const ringOff = () => {
  ring.isOn = false;
  ring.lock?.release();
  ring.film?.remove();
  clearInterval(ring.drawing);
  ring.lock = ring.film = null;
  showRing();
  part("ring").querySelector('[data-ring="on"]').focus();
};

const banner = document.querySelector("[data-ring-banner]");
const announce = (title) => {
  banner.querySelector("[data-ring-words]").textContent = title;
  banner.hidden = false;
  playTones(TUNE);
  navigator.vibrate?.([300, 150, 300, 150, 600]);
};

document.addEventListener("htmx:afterSettle", () => {
  const { moment: now = "", momentTitle = "" } = day()?.dataset ?? {};
  if (now === moment) return;
  moment = now;
  if (ring.isOn && now && now !== "present") announce(momentTitle);
});

const start = async () => {
  submits("on", turnOn);
  submits("off", turnOff);
  part("ring").querySelector('[data-ring="on"]').addEventListener("click", ringOn);
  part("ring").querySelector('[data-ring="off"]').addEventListener("click", ringOff);
  banner.querySelector("button").addEventListener("click", () => { banner.hidden = true; });
  document.addEventListener("visibilitychange", stayAwake);
  if (!canPush()) show("ring");
  else if ("isOn" in panel.dataset && await current()) show("on");
  else if (Notification.permission === "denied") show("denied", "ring");
  else show("off");
};

if (panel) start();
