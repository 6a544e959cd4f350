// A number with a key on either side: a tap is one less or one more, and a finger that stays goes on.
const PATIENCE = 450; // ms until a finger that stays goes on
const PACE = 90; // ms from one to the next

const step = (button) => {
  const input = button.closest("[data-stepper]").querySelector("input");
  const now = Number(input.value || input.dataset.from || 0);
  const next = Math.max(Number(input.min || 0), Math.min(Number(input.max || Infinity), now + Number(button.dataset.step)));
  if (next === now) return; // an empty field is none: it stays empty
  input.value = next;
  input.dispatchEvent(new Event("input", { bubbles: true }));
};

let timer = 0;
let hasGoneOn = false;

const goOn = (button) => {
  hasGoneOn = true;
  step(button);
  timer = setTimeout(goOn, PACE, button);
};

document.addEventListener("pointerdown", (event) => {
  clearTimeout(timer);
  hasGoneOn = false;
  const button = event.target.closest?.("[data-stepper] [data-step]");
  if (button) timer = setTimeout(goOn, PATIENCE, button);
});
for (const name of ["pointerup", "pointercancel", "contextmenu"]) document.addEventListener(name, () => clearTimeout(timer));

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-stepper] [data-step]");
  if (!button) return;
  event.preventDefault();
  if (!hasGoneOn) step(button);
  hasGoneOn = false;
});
