// Armies laid, and places chosen, on the picture: each place counts up and down, the rest to be laid stands over the picture, and the whole
// is sent in one go. The numbers stand in the question's form; this shows them. What was laid stays where the same is asked again.
// The last one that there is sends it, as the last die sends a throw; "Annulla" brings it back as it was laid.
import { writeOn } from "./draft_labels.js";
import { draftOf, isSameQuestion, leftWords, put } from "./drafts.js";
import { countAfter } from "./inputs.js";

const MODES = { plus: "[data-plus]", minus: "[data-minus]", rest: "[data-rest]" };
let mode = "plus";

const form = () => document.querySelector(".j-question form:is([data-spread], [data-several])");
/** Of any kind: dice stay too. */
const question = () => document.querySelector(".j-question form[data-question]");
const bar = () => document.querySelector("[data-laying]");

/** The key of a place's chip that a tap on the picture presses now. */
export const chipKey = (chip) => chip?.querySelector(MODES[mode]) ?? null;

/** Behind a tap on the picture: all the rest is laid once. */
export const endRest = () => { if (mode === "rest") setMode("plus"); };

const setMode = (next) => {
  mode = next;
  for (const key of document.querySelectorAll("[data-laying-mode]")) key.setAttribute("aria-pressed", String(key.dataset.layingMode === mode));
};

const countOf = (one) => (one.dataset.spread === undefined
  ? one.querySelectorAll("input[name=answer]:checked").length
  : [...one.querySelectorAll("[data-chip] input")].reduce((sum, input) => sum + Number(input.value || 0), 0));

const show = () => {
  const one = form();
  if (!one) return;
  for (const input of one.querySelectorAll("[data-chip] input")) writeOn(input.name.slice(2), Number(input.value) > 0 ? [`+${input.value}`] : []);
  const missing = leftWords(countOf(one), one.dataset);
  const button = one.querySelector("[data-submit]");
  button.dataset.ready ??= button.textContent;
  button.textContent = missing || button.dataset.ready;
  const [left, send] = [bar()?.querySelector("[data-laying-left]"), bar()?.querySelector("[data-laying-send]")];
  if (!left) return;
  left.textContent = `${countOf(one)} / ${one.dataset.most}`;
  send.disabled = button.disabled;
  send.textContent = button.textContent;
};

// -- what was laid stays: a place that is refused, or an act, draws the same question anew

const drafts = new Map();
const saveDraft = () => {
  const one = question();
  if (one) drafts.set(one.dataset.question, draftOf(one));
};

let sent = null; // what was laid last
let isUndoing = false;
document.addEventListener("submit", (event) => {
  saveDraft();
  isUndoing = Boolean(event.target.querySelector(".j-undo")) && !event.submitter?.hasAttribute("formaction");
  if (event.target === form()) sent = { question: form().dataset.question, most: form().dataset.most, draft: draftOf(form()) };
});

const broughtBack = ({ dataset: { question, most } }) => (isUndoing && sent?.most === most && isSameQuestion(sent.question, question) ? sent.draft : null);

/** What a tap on a key of a chip sends, where it lays the last that there is; null otherwise. */
export const lastLaid = (key) => {
  const one = key.closest(".j-question form[data-spread]");
  const input = one && key.matches("[data-plus], [data-rest]") ? key.closest("[data-chip]").querySelector("input") : null;
  if (!input) return null;
  const count = countAfter(one, input, key);
  const isLast = countOf(one) - Number(input.value || 0) + count === Number(one.dataset.most);
  return isLast ? { form: one, button: one.querySelector("[data-submit]"), filled: [[input.name, String(count)]] } : null;
};

/** What ticking a box sends, where it is the last of those that are due; null otherwise. */
export const lastTicked = (box) => {
  const one = box?.form;
  if (!one?.matches(".j-question form[data-several]") || box.checked) return null;
  return countOf(one) + 1 === Number(one.dataset.most) ? { form: one, button: one.querySelector("[data-submit]"), ticked: box } : null;
};

const sendLast = (one) => {
  if (one && countOf(one) === Number(one.dataset.most)) one.requestSubmit(one.querySelector("[data-submit]"));
};
document.addEventListener("click", (event) => {
  if (event.target.closest?.(".j-question :is([data-plus], [data-rest])")) sendLast(form());
});
document.addEventListener("change", (event) => {
  const isTicked = event.target.matches?.(".j-question form[data-several] input[name=answer]:checked");
  if (isTicked && event.isTrusted) sendLast(form()); // not what is put back
});

const prepare = () => {
  const one = question();
  if (!one) return;
  const draft = drafts.get(one.dataset.question) ?? (one === form() ? broughtBack(one) : null);
  drafts.clear();
  if (draft) put(one, draft);
  saveDraft();
  if (one !== form()) return;
  if (bar()) bar().hidden = false;
  setMode("plus");
  show();
};

for (const name of ["change", "input", "click"]) {
  document.addEventListener(name, (event) => {
    if (!event.target.closest?.(".j-question, .board-svg, .j-map")) return;
    saveDraft();
    show();
  });
}
document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-laying-mode]");
  if (key) setMode(key.dataset.layingMode);
  else if (event.target.closest?.("[data-laying-send]")) form()?.requestSubmit(form().querySelector("[data-submit]"));
});
document.addEventListener("judge:restored", () => {
  saveDraft();
  show();
});
document.addEventListener("judge:swapped", prepare);
prepare();
