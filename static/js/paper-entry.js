// Typing in sheets of paper without the mouse: table number, Enter, then the points of each seat, Enter after each. After the
// last the sheet is sent; a sheet that was refused keeps the caret where the fault is.
const jump = document.getElementById("jump");
const box = document.getElementById("jump-to");
const refused = document.getElementById("jump-refused");
const sheets = () => [...document.querySelectorAll("form[data-sheet]")];
const points = (sheet) => [...sheet.querySelectorAll("input[name*='points_']")];
const take = (input) => { input.focus(); input.select?.(); };

const count = () => { document.getElementById("sheets-left").textContent = sheets().length; };

jump.addEventListener("submit", (event) => {
  event.preventDefault();
  const sheet = sheets().find((one) => one.dataset.sheet === String(Number(box.value)));
  refused.hidden = Boolean(sheet);
  if (!sheet) { take(box); return; }
  sheet.scrollIntoView({ block: "center" });
  take(points(sheet)[0]);
});

document.addEventListener("keydown", (event) => {
  const sheet = event.target.closest?.("form[data-sheet]");
  if (event.key !== "Enter" || !sheet || event.target.tagName !== "INPUT") return;
  event.preventDefault();
  const fields = points(sheet);
  const next = fields[fields.indexOf(event.target) + 1];
  if (fields.includes(event.target) && next) take(next);
  else sheet.requestSubmit();
});

document.addEventListener("htmx:afterSettle", (event) => {
  const row = event.detail.elt;
  if (!row.id?.startsWith("sheet-")) return;
  count();
  if (!row.dataset.sheet) { box.value = ""; take(box); return; }
  const empty = [...row.querySelectorAll("input[name*='rank_']")];
  take(row.querySelector("[aria-invalid='true']") ?? empty[0] ?? points(row)[0]);
});
