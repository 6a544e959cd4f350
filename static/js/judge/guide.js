// «Il tavolo mostra…»: the whole board is gone through group by group. Each group has a key that says it agrees and folds it away; the
// line above tells how many groups agree and what was changed. Without this script the same form stands open as a whole, as does one that
// brings no words for it: a line that is corrected.
const boards = () => [...document.querySelectorAll(".j-act-form[data-guide] fieldset")].filter((one) => one.querySelector(".j-cell-place"));
const labels = (board) => [...board.querySelectorAll(".j-group-label")];
const cells = (label) => label.nextElementSibling;

const isChanged = (input) => input.type === "radio" ? input.checked && !input.defaultChecked : input.value !== input.defaultValue;
const changes = (board) => [...board.querySelectorAll(".j-cell-place")].filter((one) => [...one.querySelectorAll("input")].some(isChanged));

const show = (board) => {
  const words = board.closest("form").dataset;
  const agreed = labels(board).filter((one) => one.classList.contains("is-agreed")).length;
  const text = words.guide.replace("{done}", agreed).replace("{all}", labels(board).length).replace("{changes}", changes(board).length);
  board.querySelector("[data-guide-line]").textContent = text;
};

const fold = (board, label) => {
  const isAgreed = label.classList.toggle("is-agreed");
  cells(label).hidden = isAgreed;
  label.querySelector("button").setAttribute("aria-pressed", String(isAgreed));
  show(board);
  if (isAgreed) labels(board).find((one) => !one.classList.contains("is-agreed"))?.scrollIntoView({ block: "nearest" });
};

const prepare = (board) => {
  if (board.querySelector("[data-guide-line]")) return;
  const line = Object.assign(document.createElement("p"), { className: "j-guide-line" });
  line.dataset.guideLine = "";
  board.querySelector("legend").after(line);
  labels(board).forEach((label) => {
    const key = Object.assign(document.createElement("button"), { type: "button", className: "btn j-plain j-agrees" });
    key.textContent = board.closest("form").dataset.agrees;
    key.addEventListener("click", () => fold(board, label));
    label.append(key);
    label.classList.add("has-agrees");
  });
  board.addEventListener("input", () => show(board));
  show(board);
};

const prepareAll = () => boards().forEach(prepare);
document.addEventListener("judge:swapped", prepareAll);
document.addEventListener("judge:restored", () => boards().forEach(show));
document.addEventListener("htmx:load", prepareAll);
prepareAll();
