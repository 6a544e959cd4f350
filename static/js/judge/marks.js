// A long list of cards is narrowed by what is seen on them: one mark of each row (effect, symbol), a second tap lets it go.
const isPressed = (key) => key.getAttribute("aria-pressed") === "true";
const press = (key, isOn) => key.setAttribute("aria-pressed", String(isOn));

/** The answers beside these marks, as the marks want them. */
const show = (marks) => {
  const wanted = [...marks.querySelectorAll("[data-mark]")].filter(isPressed).map((key) => key.dataset.mark);
  for (const group of marks.parentElement.querySelectorAll(".j-choices > .j-group")) {
    const answers = [...group.querySelectorAll(".j-key")];
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
  show(key.closest("[data-marks]"));
});

/** No mark is wanted any more, and every answer shows. */
export const clearMarks = (part) => {
  for (const key of part.querySelectorAll("[data-mark]")) press(key, false);
  for (const marks of part.querySelectorAll("[data-marks]")) show(marks);
};

const prepare = () => {
  for (const row of document.querySelectorAll("[data-marks]")) row.hidden = false;
};
document.addEventListener("judge:swapped", prepare);
prepare();
