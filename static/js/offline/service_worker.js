// Lets the judge's page open again without a network, over HTTPS. It keeps the last page of each table that this device judged, with
// the files that it is made of, and forgets them when somebody leaves or comes in; the lines of a record stay for the judge who comes
// in again, because the server may have lost them, and go with who leaves, as what is half entered does. The manuals that a judge needs lie beside them. It answers from its cache only when the server
// does not; what has its content in its name is taken from the device first.
"use strict";

const CACHE = "sdadata-3";
const PATIENCE = 4_000;
const FOR_GOOD = /^\/motore\/[^/]+\/.+|^\/static\/.+\.[0-9a-f]{12}\.[a-z0-9]+$/;
const PART = /^\/(static|motore)\//;
const JUDGE = /^\/t\/[^/]+\/turni\/\d+\/tavoli\/\d+\/arbitro\/$/;
const MAP = /^\/t\/[^/]+\/turni\/\d+\/tavoli\/\d+\/arbitro\/mappa\.svg$/;
const MANUAL = /^\/aiuto\/manuali\/[^/]+\/$/;
const COMES = /^\/accedi\//;
const LEAVES = /^\/esci\//;

addEventListener("install", () => skipWaiting());

// Files are named by their content, so a newer worker may take over in the middle of a game: no page is loaded anew for it.
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await clients.claim();
})()));

const forgetPages = () => caches.delete(CACHE);

const forgetRecords = async () => {
  const request = indexedDB.open("sdadata");
  await new Promise((resolve) => {
    request.onerror = request.onblocked = resolve;
    request.onsuccess = () => {
      const database = request.result;
      const names = ["snapshots", "forms"].filter((name) => database.objectStoreNames.contains(name));
      if (!names.length) { database.close(); resolve(); return; }
      const transaction = database.transaction(names, "readwrite");
      for (const name of names) transaction.objectStore(name).clear();
      transaction.oncomplete = transaction.onabort = () => { database.close(); resolve(); };
    };
  });
};

const keep = async (request, answer) => {
  if (answer.ok && !answer.redirected) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
};

const fromDevice = async (request) => (await caches.open(CACHE)).match(request, { ignoreVary: true });

const deviceFirst = async (request) => (await fromDevice(request)) ?? keep(request, await fetch(request));

const serverFirst = async (request) => {
  const stop = new AbortController();
  const clock = setTimeout(() => stop.abort(), PATIENCE);
  try {
    return await keep(request, await fetch(request, { signal: stop.signal }));
  } catch (reason) {
    const cached = await fromDevice(request);
    if (cached) return cached;
    throw reason;
  } finally {
    clearTimeout(clock);
  }
};

// A page sends its files, and its address too, once it stands: what was loaded before this worker was there is fetched for keeping.
const keepAll = async (urls) => {
  const cache = await caches.open(CACHE);
  for (const url of urls) {
    if (FOR_GOOD.test(new URL(url).pathname) && await fromDevice(url)) continue;
    try { await keep(url, await fetch(url)); } catch { /* the next opening of the page tries again */ }
  }
  await dropOthers(cache, new Set(urls));
};

// Files of a former version go, unless the page of another table may still need them.
const dropOthers = async (cache, wanted) => {
  const urls = (await cache.keys()).map((request) => request.url);
  if (urls.filter((url) => JUDGE.test(new URL(url).pathname)).length > 1) return;
  const old = urls.filter((url) => PART.test(new URL(url).pathname) && !wanted.has(url));
  await Promise.all(old.map((url) => cache.delete(url)));
};

addEventListener("message", (event) => {
  if (event.data?.keep) event.waitUntil(keepAll(event.data.keep));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const leaves = LEAVES.test(url.pathname);
  if (request.method === "POST" && (leaves || COMES.test(url.pathname))) {
    event.respondWith(Promise.all([forgetPages(), leaves && forgetRecords()]).then(() => fetch(request)));
    return;
  }
  if (request.method !== "GET") return;
  if (FOR_GOOD.test(url.pathname)) event.respondWith(deviceFirst(request));
  else if (PART.test(url.pathname) || MAP.test(url.pathname)) event.respondWith(serverFirst(request));
  else if (request.mode === "navigate" && (JUDGE.test(url.pathname) || MANUAL.test(url.pathname)) && !url.search) event.respondWith(serverFirst(request));
});
