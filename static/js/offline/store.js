// What the judge's page keeps on the device, in IndexedDB: the queue of entries, one numbered row each, and for each table what the
// server gave to go on without a network; forms that are half entered; for each account the device's name, signed. Where a browser forbids the store, the page's memory
// stands in for it.
const NAME = "sdadata";
const VERSION = 4;

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const opened = new Promise((resolve, reject) => {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    const { result: database } = request;
    if (!database.objectStoreNames.contains("queue")) database.createObjectStore("queue", { keyPath: "n", autoIncrement: true });
    if (database.objectStoreNames.contains("kept")) database.deleteObjectStore("kept"); // version 1
    if (!database.objectStoreNames.contains("snapshots")) database.createObjectStore("snapshots", { keyPath: "table" });
    if (!database.objectStoreNames.contains("devices")) database.createObjectStore("devices", { keyPath: "user" });
    database.createObjectStore("forms", { keyPath: "id" });
  };
  request.onsuccess = () => {
    request.result.onversionchange = () => request.result.close(); // a page of the next version need not wait for this one
    resolve(request.result);
  };
  request.onerror = () => reject(request.error);
  request.onblocked = () => reject(new Error("another page has the store open as it was before"));
});

// The promise is fulfilled only when the transaction is on disk, not when the request succeeded. A form that is half entered is saved again
// and again: it outlives the browser, and need not outlive the power.
const within = async (store, mode, work) => {
  const transaction = (await opened).transaction(store, mode, { durability: store === "forms" ? "relaxed" : "strict" });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
  const request = work(transaction.objectStore(store));
  transaction.commit(); // now, not when the page hears of the request: what a page did before it ended is on the disk
  const result = await settled(request);
  await done;
  return result;
};

const LAST = 1e12; // behind every row on disk, none of which has such a number
const KEYS = { queue: "n", snapshots: "table", devices: "user", forms: "id" };
const memory = { queue: new Map(), snapshots: new Map(), devices: new Map(), forms: new Map(), last: LAST };
const remembered = {
  put: (store, value) => {
    if (store === "queue" && value.n === undefined) {
      memory.last += 1;
      value.n = memory.last;
    }
    const key = value[KEYS[store]];
    memory[store].set(key, value);
    return key;
  },
  all: (store) => [...memory[store].values()],
  drop: (store, key) => memory[store].delete(key),
};

const attempt = async (onDisk, inMemory) => {
  try { return await onDisk(); } catch { return inMemory(); }
};

export const store = {
  // Gives the entry its number, the next of this device, when it has none.
  put: (store, value) => attempt(
    () => within(store, "readwrite", (rows) => rows.put(value)),
    () => remembered.put(store, value),
  ),
  all: async (store) => [
    ...await attempt(() => within(store, "readonly", (rows) => rows.getAll()), () => []),
    ...remembered.all(store),
  ],
  drop: async (store, key) => {
    remembered.drop(store, key);
    await attempt(() => within(store, "readwrite", (rows) => rows.delete(key)), () => undefined);
  },
};
