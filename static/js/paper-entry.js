// Typing in sheets of paper without the mouse: table number, Enter, then the points of each seat, Enter after each. After the
// last the sheet is sent; a sheet that was refused keeps the caret where the fault is. A sheet is fetched once it is wanted:
// what is typed until it is there goes into it.
const jump = document.getElementById("jump");
const box = document.getElementById("jump-to");
const refused = document.getElementById("jump-refused");
const sheets = () => [...document.querySelectorAll("[data-sheet]")];
const points = (sheet) => [...sheet.querySelectorAll("input[name*='points_']")];
const take = (input) => { input.focus(); input.select?.(); };
let awaited = "";
let early = [];

// The page has some of the round's tables; what is left of the others does not change here.
const left = document.getElementById("sheets-left");
const elsewhere = Number(left.textContent) - sheets().length;
const count = () => { left.textContent = elsewhere + sheets().length; };
const isOnAnotherPage = (number) =>
  Number.isInteger(number) && number > 0 && number <= Number(jump.dataset.last) && !document.getElementById(`sheet-${number}`);

const begin = (sheet) => {
  sheet.scrollIntoView({ block: "center" });
  take(points(sheet)[0]);
};

const forward = (input) => {
  const sheet = input.closest("form[data-sheet]");
  const fields = points(sheet);
  const next = fields[fields.indexOf(input) + 1];
  if (fields.includes(input) && next) take(next);
  else sheet.requestSubmit();
};

jump.addEventListener("submit", (event) => {
  event.preventDefault();
  const number = Number(box.value);
  if (isOnAnotherPage(number)) { window.location.assign(jump.dataset.address.replace("/0/", `/${number}/`)); return; }
  const sheet = sheets().find((one) => one.dataset.sheet === String(number));
  refused.hidden = Boolean(sheet);
  if (!sheet) { take(box); return; }
  if (sheet.tagName === "FORM") { begin(sheet); return; }
  awaited = sheet.id;
  early = [];
  window.htmx.ajax("GET", sheet.dataset.address, { target: sheet, swap: "outerHTML" });
});

document.addEventListener("keydown", (event) => {
  if (awaited) {
    if (event.key === "Enter" || (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey)) {
      event.preventDefault();
      early.push(event.key);
    }
    return;
  }
  const sheet = event.target.closest?.("form[data-sheet]");
  if (event.key !== "Enter" || !sheet || event.target.tagName !== "INPUT") return;
  event.preventDefault();
  forward(event.target);
});

const typeEarly = () => {
  const keys = early;
  early = [];
  for (const key of keys) {
    const input = document.activeElement;
    if (!input.closest?.("form[data-sheet]")) return;
    if (key === "Enter") forward(input);
    else input.value += key;
  }
};

document.addEventListener("htmx:afterSettle", (event) => {
  const row = event.detail.elt;
  if (!row.id?.startsWith("sheet-")) return;
  const isFetched = row.id === awaited;
  if (isFetched) awaited = "";
  count();
  if (!row.dataset.sheet) { box.value = ""; take(box); return; }
  if (isFetched) { begin(row); typeEarly(); return; }
  const empty = [...row.querySelectorAll("input[name*='rank_']")];
  take(row.querySelector("[aria-invalid='true']") ?? empty[0] ?? points(row)[0]);
});

const release = () => { awaited = ""; early = []; };
for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.addEventListener(failure, release);

// Come here for one table of this page: its sheet is open.
const opened = document.querySelector("form[data-sheet]");
if (opened) begin(opened);
