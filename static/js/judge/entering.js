// What the judge enters. Every form marked [data-entry] is on the device, with a key of its own, before it is sent, so that it is neither
// lost nor counted twice. An engine that stands at the page's line answers, and the act goes into the queue. Without one the server answers;
// where it does not in time, and the engine can be brought to the same line, the engine answers in its place. Forms work without this script.
import { engine } from "../offline/engine.js";
import { routeOf } from "./decisions.js";
import { fieldsOf, isFetchedHere, urlOf, urlOfLink } from "./entries.js";
import { drawEngineAt, load, PATIENCE, returnToServer, turnAway } from "./loading.js";
import { isOlder } from "./lost_lines.js";
import { panel } from "./queue/panel.js";
import { postForm } from "./queue/requests.js";
import { newKey, queue } from "./queue/rows.js";
import { send } from "./queue/sending.js";
import { reopen } from "./reopening.js";
import { catchUp, snapshot } from "./snapshot.js";
import { drawFromEngine, drawFromServer, gatherFacts, machine, page, pageForEngine, parseTable } from "./table.js";

const isCaughtUp = () => catchUp().catch(() => false);

// A row that has no number is not in the queue yet.
const storeAct = (row, entry) => {
  const act = { ...entry, lease: Number(page().dataset.lease), url: undefined, fields: undefined };
  return row.n ? queue.replace(row, act) : queue.add({ ...row, ...act });
};

// The lines of a correction follow the first one, each under its key with a number, as the server would write them. All are in the queue
// before anything that is entered next.
const storeActs = (row, { entry, following, lines }) => {
  const common = { kind: row.kind, effect: row.effect };
  const first = storeAct(row, { ...entry, line: lines[0] });
  return Promise.all([first, ...following.map((one, i) => storeAct({ ...common, key: `${row.key}-${i + 1}` }, { ...one, line: lines[i + 1] }))]);
};

// A page in the background draws no frames.
const nextFrame = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 100);
});

const enterHere = async (row) => {
  const answer = await engine.enter(row.url, row.fields, pageForEngine());
  const stored = answer.entry ? storeActs(row, answer) : row.n && queue.drop(row);
  drawFromEngine(answer);
  Promise.all([stored, nextFrame()]).then(send); // the next tap need not wait for the disk; what is not on it is not sent
};

// An engine that falls over an answer to the server's page leaves it to the server; what it drew itself only it can read.
const enterOnEngine = async (row) => {
  const isOfServer = machine.is("source", "server");
  try {
    await enterHere(row);
  } catch (fault) {
    if (!isOfServer || row.n) throw fault;
    await enterOnEither(await queue.add(row));
  }
};

const settle = async (row, answer) => {
  const fresh = parseTable(answer.text);
  if (!fresh) { await turnAway(row, answer); return; }
  await queue.drop(row);
  snapshot.unseenByEngine.push(row);
  machine.send(answer.status === 409 ? "disagree" : "agree");
  if (answer.status === 409) snapshot.unseenByEngine = [];
  drawFromServer(fresh);
};

const enterOnServer = async (row, patience) => {
  const answer = await postForm(row, patience);
  if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
  // A server put back to an older copy is tried again, behind the lines that it lost.
  const isLost = answer.status === 409 && engine.state === "ready" && isOlder(parseTable(answer.text)?.dataset ?? {}, snapshot.current);
  if (isLost) throw new Error("older");
  await settle(row, answer);
};

// The server first. Where it does not answer in time the engine does, if it stands at the line that the page shows.
const enterOnEither = async (row) => {
  try {
    await enterOnServer(row, PATIENCE);
  } catch {
    queue.isSlow = true;
    if (await isCaughtUp()) await enterHere(row);
    else send();
  }
};

// Beside entries that wait for the judge's decision: it is sent at once or not at all.
const enterAtOnce = async (row) => {
  try {
    await enterOnServer(row);
  } catch {
    await queue.drop(row);
    panel.say("unsent");
  }
};

const enterBehindQueue = async (row) => {
  if (await isCaughtUp()) await enterHere(await queue.add(row));
  else panel.say("needs");
};

const ROUTES = {
  engine: enterOnEngine,
  "engine-behind-queue": enterBehindQueue,
  "needs-server": () => panel.say("needs"),
  "at-once": async (row) => enterAtOnce(await queue.add(row)),
  "server-or-engine": async (row) => enterOnEither(await queue.add(row)),
  queue: async (row) => { await queue.add(row); send(); },
};

// The engine fell: what it drew nobody can answer any more, so the page goes back to the server's as soon as there is one.
const recover = () => {
  if (engine.state !== "off") { reopen(); return; }
  if (machine.is("source", "device")) { panel.say("fallen"); returnToServer(); }
  send();
};

const rowOf = (form, button) => {
  const key = newKey();
  return { kind: "form", url: urlOf(form, button), effect: form.dataset.entry, key, fields: [...fieldsOf(new FormData(form, button)), ["key", key]] };
};

const enter = async (form, button) => {
  const route = routeOf(machine.state, gatherFacts(), form.dataset.entry);
  if (route === "reopening") panel.say("waking");
  if (!(route in ROUTES)) return;
  const row = rowOf(form, button);
  machine.send("submit");
  button?.classList.add("is-pressed");
  form.classList.add("is-sending");
  panel.say("");
  try {
    await ROUTES[route](row);
  } catch {
    recover();
  } finally {
    button?.classList.remove("is-pressed");
    form.classList.remove("is-sending");
    machine.send("finish");
  }
};

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-entry]");
  if (!form) return;
  event.preventDefault();
  enter(form, event.submitter);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-fetch]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (isFetchedHere()) drawEngineAt(urlOfLink(link));
  else if (!queue.entries.length || queue.blocked) load(urlOfLink(link));
});

for (const name of ["pointerdown", "input", "keydown"]) {
  document.addEventListener(name, (event) => {
    if (machine.is("question", "untouched") && event.target.closest?.("[data-entry]")) machine.send("touch");
  });
}
