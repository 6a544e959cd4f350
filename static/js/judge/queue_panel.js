// Shows what waits on the device, why it waits, and what the judge may do about it. Words come from the page.
import { engine } from "../offline/engine.js";
import { queue } from "./queue.js";

const section = document.getElementById("queue");

const page = () => document.querySelector("[data-judge]");
const part = (name) => section.querySelector(`[data-${name}]`);
const fill = (element, n) => { element.textContent = element.dataset.text.replace("{n}", n); };
let notice = "";

const showHeld = () => {
  const row = queue.held;
  part("held").hidden = !row;
  if (!row) return;
  part("held-words").textContent = row.words ?? "";
  part("reason").textContent = row.held.words || part("reason").dataset.stumbled;
  const behind = queue.entries.length - 1 - queue.entries.indexOf(row);
  part("behind").hidden = !behind;
  part("behind").textContent = behind === 1 ? part("behind").dataset.one : part("behind").dataset.some.replace("{n}", behind);
  section.querySelector("[data-decide=register]").hidden = !row.held.registers;
  const all = section.querySelector("[data-decide=dropAll]");
  all.closest("details").hidden = !behind;
  all.textContent = all.dataset.word.replace("{n}", behind + 1);
};

const showList = () => {
  const rows = queue.acts();
  part("waiting").hidden = !rows.length;
  fill(part("waiting").querySelector("summary"), rows.length);
  part("list").replaceChildren(...rows.map((row) => Object.assign(document.createElement("li"), { textContent: row.words })));
};

// Without the engine nobody can say what comes after an answer that has not left: the judge writes it down as a note.
const needsNotes = () => engine.state === "off" && !queue.sending && !queue.held && (queue.entries.length > 0 || page().dataset.here === "1");

const showEngine = () => {
  const sent = page().querySelector(".j-strip-sent");
  if (!sent) return;
  const line = sent.querySelector("[data-engine-state]") ?? sent.appendChild(document.createElement("span"));
  line.className = "j-soft j-engine";
  line.dataset.engineState = engine.state;
  line.textContent = section.dataset[engine.state];
};

// Entries leave from their own table's page only: who went on to another table is told which one still waits.
const showElsewhere = () => {
  const line = part("elsewhere");
  line.hidden = !queue.elsewhere.length;
  line.querySelector("[data-tables]").replaceChildren(...queue.elsewhere.map((url) => {
    const [, round, table] = url.match(/\/turni\/(\d+)\/tavoli\/(\d+)\//);
    const textContent = line.dataset.table.replace("{r}", round).replace("{t}", table);
    return Object.assign(document.createElement("a"), { className: "btn j-plain", href: url, textContent });
  }));
};

const show = () => {
  showHeld();
  showList();
  showElsewhere();
  part("kept").hidden = !queue.kept;
  fill(part("kept"), queue.kept);
  part("others").hidden = !queue.others;
  fill(part("others"), queue.others);
  part("notice-here").hidden = !notice;
  part("notice-here").textContent = notice;
  part("note").hidden = !needsNotes();
  const asks = [...section.querySelectorAll(".alert, [data-note]")].some((one) => !one.hidden);
  section.querySelector(".j-queue-title").hidden = !asks;
  section.hidden = ![...section.children].slice(1).some((one) => !one.hidden);
  section.classList.toggle("has-alert", [...section.querySelectorAll(".alert")].some((one) => !one.hidden));
  const ask = page().querySelector(".j-ask");
  if (ask && section.parentElement !== ask) ask.prepend(section);
  showEngine();
};

export const panel = {
  show,
  say: (name) => { notice = name ? section.dataset[name] : ""; show(); },
};

section.addEventListener("click", (event) => {
  const button = event.target.closest("[data-decide]");
  if (!button) return;
  const { seq, lease } = page().dataset;
  queue.decide[button.dataset.decide](Number(seq), Number(lease));
});

section.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = new FormData(event.target).get("text").trim();
  const { seq, lease } = page().dataset;
  const note = { kind: "act", seq: Number(seq), lease: Number(lease), by: "judge", act: { type: "note", text }, why: "", words: text };
  event.target.reset();
  await queue.add({ ...note, key: queue.newKey() });
  queue.send();
});

document.addEventListener("queue:changed", show);
document.addEventListener("engine:state", show);
