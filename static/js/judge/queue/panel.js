// Shows what waits on the device, why it waits, and what the judge may do about it. Words come from the page.
import { engine } from "../../offline/engine.js";
import { markAlerts } from "../frame.js";
import { machine, page } from "../table.js";
import { queue } from "./rows.js";

const section = document.getElementById("queue");
const lines = document.getElementById("queue-lines"); // in the drawer: a line on its way must not move the question

const part = (name) => section.querySelector(`[data-${name}]`);
// Words that are written again are laid out again, though they are the same.
const write = (element, words) => { if (element.textContent !== words) element.textContent = words; };
const fill = (element, n) => write(element, element.dataset.text.replace("{n}", n));
/** Puts elements in the place of others unless they are the same. */
const putAll = (element, others) => {
  const isSame = element.children.length === others.length && others.every((one, i) => one.isEqualNode(element.children[i]));
  if (!isSame) element.replaceChildren(...others);
};
const countOf = (element, n) => (n === 1 ? element.dataset.one : element.dataset.some.replace("{n}", n));
let notice = "";

const showBlocked = () => {
  const row = queue.blocked;
  part("blocked").hidden = !row;
  if (!row) return;
  part("blocked-words").textContent = row.words ?? "";
  part("reason").textContent = row.rejection.words || part("reason").dataset.stumbled;
  const behind = queue.entries.length - 1 - queue.entries.indexOf(row);
  part("behind").hidden = !behind;
  part("behind").textContent = countOf(part("behind"), behind);
  section.querySelector("[data-decide=register]").hidden = !row.rejection.registers;
  const all = section.querySelector("[data-decide=dropAll]");
  all.closest("details").hidden = !behind;
  all.textContent = all.dataset.word.replace("{n}", behind + 1);
};

const showList = () => {
  const rows = queue.acts();
  lines.hidden = !rows.length;
  fill(lines.querySelector("summary"), rows.length);
  putAll(lines.querySelector("ol"), rows.map((row) => Object.assign(document.createElement("li"), { textContent: row.words })));
};

// Without the engine nobody can say what comes after an answer that has not left: the judge writes it down as a note.
const needsNotes = () => {
  const isWaiting = queue.entries.length > 0 || machine.is("source", "device");
  return engine.state === "off" && !queue.isSending && !queue.blocked && isWaiting;
};

const showEngine = () => {
  const sent = page().querySelector(".j-strip-sent");
  if (!sent) return;
  const line = sent.querySelector("[data-engine-state]") ?? sent.appendChild(document.createElement("span"));
  if (line.className !== "j-soft j-engine") line.className = "j-soft j-engine";
  if (line.dataset.engineState !== engine.state) line.dataset.engineState = engine.state;
  write(line, section.dataset[engine.state]);
};

// A row of an older version of the page has its round's number alone.
const linkTo = ({ table, place }, { table: words, round }) => {
  const name = place.roundName ?? round.replace("{r}", place.round);
  const textContent = words.replace("{r}", name).replace("{t}", place.table);
  return Object.assign(document.createElement("a"), { className: "btn j-plain", href: table, textContent });
};

// Entries leave from their own table's page only: a judge who went on to another table sees which one still waits.
const showElsewhere = () => {
  const line = part("elsewhere");
  line.hidden = !queue.elsewhere.length;
  putAll(line.querySelector("[data-tables]"), queue.elsewhere.map((one) => linkTo(one, line.dataset)));
};

const showCount = (name, count) => {
  part(name).hidden = !count;
  fill(part(name), count);
};

const showNotice = () => {
  part("notice-here").hidden = !notice;
  write(part("notice-here"), notice);
};

// What the network alone brings about lies over the foot of the board: it comes and goes while a judge looks at the question, which stays where
// it is. What somebody has to decide of stands before the question.
const NETWORK = "[data-notice-here], [data-note]";

const showSection = () => {
  const isVisible = (one) => !one.hidden;
  const visible = [...section.querySelectorAll(".alert, [data-note]")].filter(isVisible);
  section.querySelector(".j-queue-title").hidden = !visible.length;
  section.hidden = ![...section.children].slice(1).some(isVisible);
  section.classList.toggle("has-alert", visible.some((one) => one.matches(".alert")));
  const board = page().querySelector(".j-board-image");
  const isOverBoard = Boolean(board) && visible.every((one) => one.matches(NETWORK));
  section.classList.toggle("is-over-board", isOverBoard);
  const parent = isOverBoard ? board : page().querySelector(".j-ask");
  if (parent && section.parentElement !== parent) parent[isOverBoard ? "append" : "prepend"](section);
  const drawer = page().querySelector("#more > .j-drawer-head");
  if (drawer && drawer.nextElementSibling !== lines) drawer.after(lines);
};

const show = () => {
  showBlocked();
  showList();
  showElsewhere();
  showCount("quarantined", queue.quarantined);
  showCount("others", queue.others);
  showNotice();
  part("note").hidden = !needsNotes();
  showSection();
  showEngine();
  markAlerts();
};

export const panel = {
  show,
  words: (name) => section.dataset[name],
  say: (name) => { notice = name ? section.dataset[name] : ""; show(); },
};

document.addEventListener("engine:state", show);
