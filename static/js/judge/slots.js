// Fields of many answers in the form of a turn: each value is a key with what is seen on the card, and one more key for the next. A key opens the
// list of answers, which marks narrow as they do a question's; the answer that is tapped fills the key.
import { clearMarks } from "./marks.js";

const inputsOf = (field) => [...field.querySelectorAll("[data-slot]")];
const keyOf = (input) => input.nextElementSibling;
const pickerOf = (input) => document.getElementById(input.closest("[data-slots]").dataset.slots);
const answerOf = (input) => pickerOf(input).querySelector(`.j-choices [data-picks="${CSS.escape(input.value)}"]`);

let filling = null; // the input whose answers are open

const titleOf = (field) => {
  const player = field.closest("[data-player]")?.dataset.player;
  return [player, field.querySelector("legend").textContent.trim()].filter(Boolean).join(" · ");
};

const draw = (input, isNext) => {
  const [key, answer] = [keyOf(input), input.value ? answerOf(input) : null];
  input.parentElement.hidden = !answer && !isNext;
  key.classList.toggle("is-empty", !answer);
  key.replaceChildren(...(answer ? [...answer.childNodes].map((node) => node.cloneNode(true)) : ["+"]));
  key.setAttribute("aria-label", [titleOf(input.closest("[data-slots]")), answer?.textContent.trim() ?? "+"].join(": "));
};

const show = (field) => {
  const inputs = inputsOf(field);
  const next = inputs.find((input) => !input.value);
  for (const input of inputs) draw(input, input === next);
};

const open = (input) => {
  const picker = pickerOf(input);
  filling = input;
  clearMarks(picker);
  picker.querySelector("[data-picker-title]").textContent = titleOf(input.closest("[data-slots]"));
  for (const key of picker.querySelectorAll(".j-choices [data-picks]")) key.classList.toggle("j-key-main", key.dataset.picks === input.value);
  picker.querySelector(".j-drawer-head [data-picks]").hidden = !input.value;
  picker.hidden = false;
  picker.showPopover?.();
  picker.querySelector(".j-choices").scrollTop = 0;
};

const close = (picker) => {
  picker.hidePopover?.();
  picker.hidden = true;
};

const fill = (input, value) => {
  input.value = value;
  show(input.closest("[data-slots]"));
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  keyOf(input).focus({ preventScroll: true });
};

document.addEventListener("click", (event) => {
  const key = event.target.closest?.(".j-slot, [data-picker] [data-picks], [data-picker-close]");
  if (!key) return;
  if (key.matches(".j-slot")) { open(key.previousElementSibling); return; }
  close(key.closest("[data-picker]"));
  if ("picks" in key.dataset && filling?.isConnected) fill(filling, key.dataset.picks);
});

const showAll = () => { for (const field of document.querySelectorAll("form[data-turn] [data-slots]")) show(field); };
document.addEventListener("judge:swapped", showAll);
document.addEventListener("judge:restored", showAll);
showAll();
