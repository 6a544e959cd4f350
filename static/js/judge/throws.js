// Throws of many dice: one pad of faces, each tap fills the next die; the last die sends the throw. Without this script the dice are
// plain number fields.
const fields = (form) => [...form.querySelectorAll("[data-thrown]")];
const left = (form) => fields(form).filter((one) => !one.value);

const show = (form) => {
  const count = fields(form).length - left(form).length;
  const words = String(count);
  const output = form.querySelector("[data-thrown-count]");
  if (output.textContent !== words) output.textContent = words;
  form.querySelector("[data-throw-submit]").disabled = count < Number(form.dataset.least);
};

const fill = (form, face) => {
  const next = left(form)[0];
  if (!next) return;
  next.value = face;
  show(form);
  if (!left(form).length && !form.querySelector("[name=why]")) form.requestSubmit();
};

const takeBack = (form) => {
  const last = fields(form).filter((one) => one.value).pop();
  if (last) last.value = "";
  show(form);
};

const formOf = (one) => one?.closest("form[data-throw]");

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-face], [data-face-back]");
  const form = formOf(key);
  if (!form) return;
  if ("face" in key.dataset) fill(form, key.dataset.face); else takeBack(form);
});
document.addEventListener("input", (event) => {
  const form = formOf(event.target);
  if (form) show(form);
});
document.addEventListener("keydown", (event) => {
  const form = document.querySelector(".j-question form[data-throw]");
  if (!form || event.target.matches("input, select, textarea")) return;
  if (/^[0-9]$/.test(event.key)) fill(form, event.key === "0" ? "10" : event.key);
  else if (event.key === "Backspace") takeBack(form);
  else return;
  event.preventDefault();
});

const prepare = () => document.querySelectorAll("form[data-throw]").forEach((form) => {
  form.classList.add("has-pad");
  show(form);
});
document.addEventListener("judge:swapped", prepare);
document.addEventListener("htmx:load", prepare);
prepare();
