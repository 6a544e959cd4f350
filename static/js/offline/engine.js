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
  speculation = null;
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

// What the finger that is down would ask if it left now, and the worker's answer to it, which changes nothing before it is committed.
let speculation = null; // { number, question, answer }
const questionOf = (name, { address, fields = [], page }) => JSON.stringify([name, address, fields.filter(([field]) => field !== "key"), page.number, page.level]);

/** Lets the worker begin; resolves to the answer, or to null where there is none. */
engine.speculate = (name, data) => {
  const question = questionOf(name, data);
  if (speculation?.question !== question) {
    const number = last + 1;
    speculation = { number, question, answer: call("speculate", { number, name, data }).then(({ response }) => response, () => null) };
  }
  return speculation.answer;
};

// Behind everything that hears of the tap: an answer that is there already would be drawn in the midst of it.
const nextTask = () => new Promise((done) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = done;
  channel.port2.postMessage(0);
});

const answerOf = async (name, data) => {
  const own = speculation;
  speculation = null;
  const isForeseen = own?.question === questionOf(name, data);
  // At once, so that nothing that is foreseen meanwhile reaches the worker before it.
  const committed = isForeseen ? call("commit", { number: own.number }).then(() => null, (reason) => reason) : null;
  await nextTask();
  const clock = setTimeout(() => fail("slow"), PATIENCE);
  const answer = isForeseen ? await own.answer : null;
  clearTimeout(clock);
  if (!answer) return callOrFail(name, data, PATIENCE);
  Object.assign(engine, { seq: answer.seq, head: answer.head });
  committed.then((reason) => { if (reason) fail(reason); }); // the page hears of it as of any failure
  return answer;
};

engine.follow = (lines) => {
  speculation = null;
  return callOrFail("follow", { lines });
};
engine.enter = (address, fields, page) => answerOf("enter", { address, fields, page });
engine.complete = (onPage) => callOrFail("complete", { on_page: onPage }, PATIENCE);
engine.fetch = (address, page) => answerOf("fetch", { address, page });
