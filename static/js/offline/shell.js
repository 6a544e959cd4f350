// Over HTTPS: starts the service worker and tells it which files this page is made of, so that the page opens without a network too.
import { mapUrl } from "../judge/board_choice.js";
import { ENGINE } from "./files.js";

const page = document.querySelector("[data-judge]");
const { serviceWorker, engine, sources, worker, manuals = "" } = document.body.dataset;

// Modules that other modules import are among the resources only.
const files = () => {
  const loaded = performance.getEntriesByType("resource").map((one) => one.name);
  const named = [...document.querySelectorAll("link[href], script[src]")].map((one) => one.href || one.src);
  const ofEngine = engine ? [worker, sources, ...ENGINE.map((name) => engine + name)] : [];
  const ofManuals = manuals.split(" ").filter(Boolean);
  const all = [...loaded, ...named, ...ofEngine, ...ofManuals].map((url) => new URL(url, location.href));
  return [...new Set(all.filter((url) => /^\/(static|motore|aiuto)\//.test(url.pathname)).map((url) => url.href))];
};

const register = async () => {
  const wasControlled = Boolean(navigator.serviceWorker.controller);
  try {
    await navigator.serviceWorker.register(serviceWorker);
    const { active } = await navigator.serviceWorker.ready;
    navigator.storage?.persist?.();
    active.postMessage({ keep: [...(wasControlled ? [] : [page.dataset.url, mapUrl()].filter(Boolean).map((url) => new URL(url, location.href).href)), ...files()] });
  } catch { /* a certificate that the tablet does not trust: the page in memory still queues */ }
};

if ("serviceWorker" in navigator) register();
