// A throw on one pad: a tap fills the next die, or the next two where a key stands for two; the last die sends the throw. Without this
// script the dice are plain number fields. A die that was thrown is tapped to be the next that a face fills, or that is taken back.
import { clearRemark, showRemark } from "./remarks.js";
import { faceOfDigit, lastTap, openDice, throwState } from "./throw_state.js";

const dice = (form) => [...form.querySelectorAll("[data-thrown]")];
const faces = (form) => dice(form).map((die) => die.value);
const stateOf = (form) => throwState(faces(form), Number(form.dataset.least));
const facesOf = (key) => key.dataset.faces.split(" ");

const picked = (form) => form.querySelector("[data-thrown].is-picked");
/** Whether all dice stand as they came, taken back or to be corrected: the first key then begins the throw anew. */
const standsAsItCame = (form) => !picked(form) && stateOf(form).isComplete && dice(form).every((die) => !die.dataset.tap);
/** The dice that the next tap may fill. */
const open = (form) => {
  if (picked(form)) return [picked(form)];
  return standsAsItCame(form) ? dice(form) : openDice(faces(form)).map((number) => dice(form)[number]);
};

// The page observes its own changes, so that the same words are not written twice.
const write = (element, words) => {
  if (element && element.textContent !== words) element.textContent = words;
};

const showCounts = (form) => {
  const { count, left } = stateOf(form);
  write(form.querySelector("[data-thrown-count]"), String(count));
  const output = form.querySelector("[data-dice-left]");
  if (output) write(output, { 0: "", 1: output.dataset.missingOne }[left] ?? output.dataset.missing.replace("{n}", left));
  for (const group of form.querySelectorAll("[data-dice-group]")) {
    const state = throwState([...group.querySelectorAll("[data-thrown]")].map((die) => die.value), 0);
    write(group.querySelector("[data-group-count]"), `${state.count}/${state.count + state.left}`);
    group.classList.toggle("is-complete", state.isComplete);
  }
};

const show = (form) => {
  const { maySend } = stateOf(form);
  for (const die of form.querySelectorAll("[data-thrown].is-awaited")) die.classList.remove("is-awaited");
  showCounts(form);
  const send = [...form.elements].find((one) => "throwSubmit" in one.dataset); // of a correction it stands outside of the form
  if (send) send.disabled = !maySend;
  const room = open(form).length;
  for (const key of form.querySelectorAll("[data-faces]")) key.disabled = room < facesOf(key).length;
};

// Of thirty dice not all have room: the next one does.
const showNext = (form) => {
  const row = form.querySelector(".j-thrown.j-choices");
  if (row && row.scrollHeight > row.clientHeight) (open(form)[0] ?? dice(form).at(-1)).scrollIntoView({ block: "nearest" });
};

const pick = (form, die) => {
  const isNew = die?.value && die !== picked(form);
  picked(form)?.classList.remove("is-picked");
  if (isNew) die.classList.add("is-picked");
  show(form);
  showNext(form);
};

const sendsItself = (form) => !form.querySelector("[name=why]") && !("held" in form.dataset) && !("slipped" in form.dataset);

const fill = (form, values) => {
  const next = open(form);
  if (next.length < values.length) return;
  if (standsAsItCame(form)) for (const die of next) die.value = "";
  if (form.dataset.slipped === values.join(" ")) delete form.dataset.slipped;
  clearRemark();
  const tap = 1 + Math.max(0, ...dice(form).map((die) => Number(die.dataset.tap ?? 0)));
  for (const [number, face] of values.entries()) {
    next[number].value = face;
    next[number].dataset.tap = tap;
  }
  if (!stateOf(form).isComplete || !sendsItself(form)) {
    pick(form, null);
    if ("slipped" in form.dataset && stateOf(form).isComplete) showRemark(form.querySelector(".j-pad").dataset.check);
    return;
  }
  form.requestSubmit();
  requestAnimationFrame(() => pick(form, null)); // laid out at once, the next question would wait for dice that go
};

const lastTapped = (form) => {
  const all = dice(form);
  return lastTap(faces(form), all.map((die) => Number(die.dataset.tap ?? 0))).map((number) => all[number]);
};

/** What the last tap on this pad filled in, as its key has it; the pad of the next question was not tapped yet. */
const facesOfLastTap = (form) => lastTapped(form).filter((die) => die.dataset.tap).map((die) => die.value).join(" ");

const takeBack = (form) => {
  const last = lastTapped(form);
  for (const die of picked(form) ? [picked(form)] : last) die.value = "";
  if (!stateOf(form).count) delete form.dataset.slipped;
  clearRemark();
  pick(form, null);
};

const formOf = (element) => element?.closest("form[data-throw]");

/** What a tap on a face of the pad sends, where it fills the last dice; null otherwise. */
export const lastThrown = (key) => {
  const form = "faces" in key.dataset ? formOf(key) : null;
  if (!form || !sendsItself(form)) return null;
  const [values, next] = [facesOf(key), open(form)];
  const isNew = standsAsItCame(form);
  const isLast = next.length >= values.length && dice(form).every((die) => (!isNew && die.value) || next.indexOf(die) < values.length && next.includes(die));
  return isLast ? { form, filled: values.map((face, number) => [next[number].name, face]) } : null;
};

document.addEventListener("click", (event) => {
  const die = event.target.closest("[data-thrown]");
  if (die && formOf(die)) pick(formOf(die), die);
  const key = event.target.closest("[data-faces], [data-face-back]");
  const form = formOf(key);
  if (!form) return;
  if ("faces" in key.dataset) fill(form, facesOf(key));
  else takeBack(form);
});

// Two dice alike, tapped in haste, and a finger that trembled are the same to the page: it takes one and says so, and until the other one is
// there the throw waits for its key.
document.addEventListener("judge:slip", ({ detail: { control } }) => {
  const form = "faces" in control.dataset && formOf(control);
  if (!form || stateOf(form).isComplete || facesOfLastTap(form) !== control.dataset.faces) return;
  form.dataset.slipped = control.dataset.faces;
  open(form)[0].classList.add("is-awaited");
  const { twice, twicePair } = control.closest(".j-pad").dataset;
  showRemark(facesOf(control).length > 1 ? twicePair : twice.replace("{n}", control.dataset.faces));
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

// A list of dice in a plain form: each key of its pad adds a face.
document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-list-face], [data-list-back]");
  if (!key) return;
  const input = key.closest("[data-dice-list]").querySelector("input");
  const listed = input.value.split(/[\s,]+/).filter((one) => one && one !== "-");
  input.value = ("listFace" in key.dataset ? [...listed, key.dataset.listFace] : listed.slice(0, -1)).join(" ");
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
  for (const list of document.querySelectorAll("[data-dice-list]")) list.classList.add("has-pad");
  for (const form of document.querySelectorAll("form[data-throw]")) {
    form.classList.add("has-pad");
    for (const die of dice(form)) die.readOnly = true;
    show(form);
  }
};
document.addEventListener("judge:swapped", prepare);
document.addEventListener("judge:restored", prepare);
document.addEventListener("htmx:load", prepare);
prepare();
