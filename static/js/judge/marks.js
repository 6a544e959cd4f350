// A long list of cards is narrowed by what is seen on them: one mark of each row (effect, symbol), a second tap lets it go.
const keys = () => [...document.querySelectorAll("[data-mark]")];
const isPressed = (key) => key.getAttribute("aria-pressed") === "true";
const press = (key, isOn) => key.setAttribute("aria-pressed", String(isOn));

const show = () => {
  const wanted = keys().filter(isPressed).map((key) => key.dataset.mark);
  for (const group of document.querySelectorAll(".j-question .j-group")) {
    const answers = [...group.querySelectorAll(".j-key[name=answer]")];
    for (const answer of answers) answer.hidden = !wanted.every((mark) => (answer.dataset.marksOf ?? mark).split(" ").includes(mark));
    group.hidden = answers.length > 0 && answers.every((answer) => answer.hidden);
  }
};

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-mark]");
  if (!key) return;
  const isOn = !isPressed(key);
  for (const one of key.parentElement.querySelectorAll("[data-mark]")) press(one, false);
  press(key, isOn);
  show();
});

const prepare = () => {
  for (const row of document.querySelectorAll("[data-marks]")) row.hidden = false;
};
document.addEventListener("judge:swapped", prepare);
prepare();
