// The page's side of the engine: loads it in the background, keeps it at the line where the server is, and asks it in the server's
// place. `state` is off (nobody fetched it, or it failed), loading, or ready.
const body = document.body.dataset;
const PATIENCE = 15_000; // ms, also behind the opening of a long record: an engine that hangs must not hang the page
const calls = new Map();
let worker = null;
let last = 0;

export const engine = { state: body.engine && window.Worker ? "loading" : "off", seq: -1, head: "", timing: null };

const announce = () => document.dispatchEvent(new CustomEvent("engine:state"));

const fail = (reason) => {
  engine.state = "off";
  engine.fault = String(reason);
  worker?.terminate();
  for (const { reject } of calls.values()) reject(new Error(engine.fault));
  calls.clear();
  announce();
};

const call = (name, data) => new Promise((resolve, reject) => {
  if (engine.state === "off") { reject(new Error("off")); return; }
  last += 1;
  calls.set(last, { resolve, reject });
  worker.postMessage({ id: last, call: name, data });
});

const settle = ({ data: { id, result, fault } }) => {
  const waiting = calls.get(id);
  calls.delete(id);
  if (fault === undefined) waiting?.resolve(result);
  else waiting?.reject(new Error(fault));
};

// A fault of the engine must never cost an entry: the page goes on with the server alone.
const callOrFail = async (name, data, patience = 0) => {
  const clock = patience && setTimeout(() => fail("slow"), patience);
  try {
    const answer = await call(name, data);
    if (answer.seq !== undefined) Object.assign(engine, { seq: answer.seq, head: answer.head });
    return answer;
  } catch (reason) {
    fail(reason);
    throw reason;
  } finally {
    clearTimeout(clock);
  }
};

// The record as the server has it and the entries that still wait; resolves when the engine can answer in the server's place.
engine.open = async (snapshot, waiting) => {
  if (engine.state === "off") return null;
  if (!worker) {
    worker = new Worker(body.worker, { type: "module" });
    worker.onmessage = settle;
    worker.onerror = (event) => fail(event.message ?? "worker");
    engine.timing = await callOrFail("start", { engine: new URL(body.engine, location.href).href, sources: body.sources, language: body.language });
  }
  const opened = await callOrFail("open", { bundle: snapshot, waiting });
  engine.state = "ready";
  announce();
  return opened;
};

engine.follow = (lines) => callOrFail("follow", { lines });
engine.enter = (address, fields, page) => callOrFail("enter", { address, fields, page }, PATIENCE);
engine.complete = () => callOrFail("complete", {}, PATIENCE);
engine.fetch = (address, page) => callOrFail("fetch", { address, page }, PATIENCE);
