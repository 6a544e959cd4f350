// A throw on one pad: a tap fills the next die, or the next two where a key stands for two; the last die sends the throw. Without this
// script the dice are plain number fields. A die that was thrown is tapped to be the next that a face fills, or that is taken back.
import { faceOfDigit, lastTap, openDice, throwState } from "./throw_state.js";

const dice = (form) => [...form.querySelectorAll("[data-thrown]")];
const faces = (form) => dice(form).map((die) => die.value);
const stateOf = (form) => throwState(faces(form), Number(form.dataset.least));
const facesOf = (key) => key.dataset.faces.split(" ");

const picked = (form) => form.querySelector("[data-thrown].is-picked");
/** The dice that the next tap may fill. */
const open = (form) => (picked(form) ? [picked(form)] : openDice(faces(form)).map((number) => dice(form)[number]));

const show = (form) => {
  const { count, maySend } = stateOf(form);
  const output = form.querySelector("[data-thrown-count]");
  if (output.textContent !== String(count)) output.textContent = count;
  const send = form.querySelector("[data-throw-submit]");
  if (send) send.disabled = !maySend;
  const room = open(form).length;
  for (const key of form.querySelectorAll("[data-faces]")) key.disabled = room < facesOf(key).length;
};

const pick = (form, die) => {
  const isNew = die?.value && die !== picked(form);
  picked(form)?.classList.remove("is-picked");
  if (isNew) die.classList.add("is-picked");
  show(form);
};

const fill = (form, values) => {
  const next = open(form);
  if (next.length < values.length) return;
  const tap = 1 + Math.max(0, ...dice(form).map((die) => Number(die.dataset.tap ?? 0)));
  for (const [number, face] of values.entries()) {
    next[number].value = face;
    next[number].dataset.tap = tap;
  }
  pick(form, null);
  if (stateOf(form).isComplete && !form.querySelector("[name=why]") && !("held" in form.dataset)) form.requestSubmit();
};

const takeBack = (form) => {
  const all = dice(form);
  const last = lastTap(faces(form), all.map((die) => Number(die.dataset.tap ?? 0))).map((number) => all[number]);
  for (const die of picked(form) ? [picked(form)] : last) die.value = "";
  pick(form, null);
};

const formOf = (element) => element?.closest("form[data-throw]");

document.addEventListener("click", (event) => {
  const die = event.target.closest("[data-thrown]");
  if (die && formOf(die)) pick(formOf(die), die);
  const key = event.target.closest("[data-faces], [data-face-back]");
  const form = formOf(key);
  if (!form) return;
  if ("faces" in key.dataset) fill(form, facesOf(key));
  else takeBack(form);
});

document.addEventListener("input", (event) => {
  const form = formOf(event.target);
  if (form) show(form);
});

document.addEventListener("keydown", (event) => {
  const form = document.querySelector(".j-question form[data-throw]");
  if (!form || event.target.matches("input:not([data-thrown]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[0-9]$/.test(event.key)) fill(form, [faceOfDigit(event.key)]);
  else if (event.key === "Backspace") takeBack(form);
  else if (event.key === "Enter" && stateOf(form).maySend && !event.target.matches("a, button")) form.requestSubmit();
  else return;
  event.preventDefault();
});

// Dice that were entered before the sides were swapped go along.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-swap]");
  if (!link) return;
  const [address, asked] = link.getAttribute("href").split("?");
  const wanted = new URLSearchParams(asked);
  const typed = document.querySelectorAll(".j-question form:is([data-throw], [data-dice]) :is([data-thrown], [data-die] input:checked)");
  for (const die of typed) if (die.value) wanted.set(die.name, die.value);
  link.setAttribute("href", `${address}?${wanted}`);
}, { capture: true });

const prepare = () => {
  for (const form of document.querySelectorAll("form[data-throw]")) {
    form.classList.add("has-pad");
    for (const die of dice(form)) die.readOnly = true;
    show(form);
  }
};
document.addEventListener("judge:swapped", prepare);
document.addEventListener("htmx:load", prepare);
prepare();
