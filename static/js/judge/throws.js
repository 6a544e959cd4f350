// Throws of many dice: one pad of faces, each tap fills the next die; the last die sends the throw. Without this script the dice are
// plain number fields. A die that was thrown is tapped to be the next that a face fills, or that is taken back.
import { faceOfDigit, lastDie, nextDie, throwState } from "./throw_state.js";

const dice = (form) => [...form.querySelectorAll("[data-thrown]")];
const faces = (form) => dice(form).map((die) => die.value);
const stateOf = (form) => throwState(faces(form), Number(form.dataset.least));

const show = (form) => {
  const { count, maySend } = stateOf(form);
  const output = form.querySelector("[data-thrown-count]");
  if (output.textContent !== String(count)) output.textContent = count;
  const send = form.querySelector("[data-throw-submit]");
  if (send) send.disabled = !maySend;
};

const picked = (form) => form.querySelector("[data-thrown].is-picked");
const pick = (form, die) => {
  const isNew = die?.value && die !== picked(form);
  picked(form)?.classList.remove("is-picked");
  if (isNew) die.classList.add("is-picked");
};

const fill = (form, face) => {
  const die = picked(form) ?? dice(form)[nextDie(faces(form))];
  if (!die) return;
  die.value = face;
  pick(form, null);
  show(form);
  if (stateOf(form).isComplete && !form.querySelector("[name=why]") && !("held" in form.dataset)) form.requestSubmit();
};

const takeBack = (form) => {
  const die = picked(form) ?? dice(form)[lastDie(faces(form))];
  if (die) die.value = "";
  pick(form, null);
  show(form);
};

const formOf = (element) => element?.closest("form[data-throw]");

document.addEventListener("click", (event) => {
  const die = event.target.closest("[data-thrown]");
  if (die && formOf(die)) pick(formOf(die), die);
  const key = event.target.closest("[data-face], [data-face-back]");
  const form = formOf(key);
  if (!form) return;
  if ("face" in key.dataset) fill(form, key.dataset.face);
  else takeBack(form);
});

document.addEventListener("input", (event) => {
  const form = formOf(event.target);
  if (form) show(form);
});

document.addEventListener("keydown", (event) => {
  const form = document.querySelector(".j-question form[data-throw]");
  if (!form || event.target.matches("input, select, textarea")) return;
  if (/^[0-9]$/.test(event.key)) fill(form, faceOfDigit(event.key));
  else if (event.key === "Backspace") takeBack(form);
  else return;
  event.preventDefault();
});

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
