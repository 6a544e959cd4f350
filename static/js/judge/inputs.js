// The judge's inputs: a die's keys, armies laid by taps. Forms work without this script.
const page = () => document.querySelector("[data-judge]");
// -- dice: the last die sends the throw

const thrown = (form) => form.querySelectorAll("[data-die] input:checked").length;

const showDice = (form) => {
  const button = form.querySelector("[data-submit]");
  const count = thrown(form);
  button.disabled = count < Number(form.dataset.least);
  const words = [button.dataset.none, button.dataset.word][count] ?? button.dataset.words;
  button.textContent = words.replace("{n}", count);
};

const sendsItself = (form) => !form.querySelector("[name=why]") && !("held" in form.dataset);

/** What choosing a face sends, where it is that of the last die; null otherwise. */
export const lastDie = (input) => {
  const { form } = input;
  if (!form?.matches("[data-dice]") || input.checked || !sendsItself(form)) return null;
  const isAnother = !form.querySelector(`input[name="${input.name}"]:checked`);
  return thrown(form) + isAnother === Number(form.dataset.most) ? { form, filled: [[input.name, input.value]] } : null;
};

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-dice]");
  if (!form) return;
  showDice(form);
  if (thrown(form) === Number(form.dataset.most) && sendsItself(form)) form.requestSubmit();
});

// A die that is chosen already is taken back by a tap on its face.
let wasChosen = null;
document.addEventListener("pointerdown", (event) => {
  wasChosen = event.target.closest?.("[data-die] .j-face")?.querySelector("input:checked") ?? null;
});
document.addEventListener("click", (event) => {
  const face = event.target.closest?.("[data-die] input[type=radio]");
  if (!face || face !== wasChosen) return;
  wasChosen = null;
  face.checked = false;
  face.dispatchEvent(new Event("change", { bubbles: true }));
});
document.addEventListener("reset", (event) => {
  if (event.target.matches("form[data-dice]")) setTimeout(() => showDice(event.target));
});

// -- several of a list, as many as are due

const showSeveral = (form) => {
  const count = form.querySelectorAll("input[name=answer]:checked").length;
  form.querySelector("[data-chosen]").textContent = count;
  form.querySelector("[data-submit]").disabled = count < Number(form.dataset.least) || count > Number(form.dataset.most);
};

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-several]");
  if (form) showSeveral(form);
});

// -- armies: a tap adds one

const counts = (form) => [...form.querySelectorAll("[data-chip] input")];
const total = (form) => counts(form).reduce((sum, input) => sum + Number(input.value || 0), 0);

const showSpread = (form) => {
  const now = total(form);
  const { least, most } = form.dataset;
  form.querySelector("[data-total]").textContent = now;
  form.querySelector("[data-submit]").disabled = now < Number(least) || now > Number(most);
  for (const input of counts(form)) input.closest("[data-chip]").classList.toggle("has-some", Number(input.value) > 0);
};

const stepOf = (key) => ("plus" in key.dataset ? 1 : "minus" in key.dataset ? -1 : Infinity);

/** How many stand on a chip once one of its keys is tapped. */
export const countAfter = (form, input, key) => {
  const room = Math.min(Number(form.dataset.cap), Number(input.value || 0) + Number(form.dataset.most) - total(form));
  return Math.max(0, Math.min(Number(input.value || 0) + stepOf(key), room));
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-plus], [data-minus], [data-rest]");
  const form = button?.closest("form[data-spread]");
  if (!form) return;
  const input = button.closest("[data-chip]").querySelector("input");
  input.value = countAfter(form, input, button) || "";
  showSpread(form);
});
document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-spread]");
  if (form) showSpread(form);
  const dice = event.target.closest("form[data-dice]"); // that were put back
  if (dice) showDice(dice);
});

const prepare = () => {
  for (const form of page().querySelectorAll("form[data-dice]")) showDice(form);
  for (const form of page().querySelectorAll("form[data-spread]")) showSpread(form);
  for (const form of page().querySelectorAll("form[data-several]")) showSeveral(form);
};
document.addEventListener("judge:swapped", prepare);
document.addEventListener("judge:restored", prepare);
prepare();
