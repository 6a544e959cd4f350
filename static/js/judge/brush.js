// A brush for the board: a player and a number are chosen, then each place that is tapped gets them; tapped again it gets one more. While
// the table is laid out the next player follows once nobody can have more places, and the last one gets what is left.
import { isLastOne, nextNumber, nextToLayOut } from "./brush_steps.js";
import { writeOn } from "./laying.js";

const form = () => document.querySelector("form[data-turn]");
const bar = () => document.querySelector("[data-brush]");
const isSetUp = () => "setUp" in (form()?.dataset ?? {});
const seatKeys = () => [...bar().querySelectorAll("[data-brush-seat]")];
let seat = null;
let number = null;

const rows = () => [...form().querySelectorAll("[data-touch]")];
const owners = (row) => [...row.querySelectorAll(`input[name="${CSS.escape(bar().dataset.owner)}.${CSS.escape(row.dataset.touch)}"]`)];
const ownerOf = (row) => owners(row).find((one) => one.checked)?.value ?? "";
const countOf = (row) => row.querySelector(`input[name="${CSS.escape(bar().dataset.number)}.${CSS.escape(row.dataset.touch)}"]`);

const showKeys = () => {
  for (const key of seatKeys()) key.setAttribute("aria-pressed", String(key.dataset.brushSeat === seat));
  for (const key of bar().querySelectorAll("[data-brush-number]")) key.setAttribute("aria-pressed", String(Number(key.dataset.brushNumber) === number));
};

const signOf = (value) => seatKeys().find((key) => key.dataset.brushSeat === value)?.dataset.sign ?? "";

// Places and pieces of each player, as the form has them now.
const showSums = () => {
  for (const key of seatKeys()) {
    const mine = rows().filter((row) => ownerOf(row) === key.dataset.brushSeat);
    const sum = key.querySelector("[data-brush-sum]");
    const pieces = mine.reduce((all, row) => all + Number(countOf(row).value || 0), 0);
    sum.textContent = sum.dataset.words.replace("{places}", mine.length).replace("{pieces}", pieces);
  }
};

/** Writes each changed place onto the picture, as the table shows it. */
export const showPainted = () => {
  if (!form() || !bar()) return;
  for (const row of rows()) writeOn(row.dataset.touch, row.hidden ? "" : countOf(row).value, signOf(ownerOf(row)));
  showSums();
};

const set = (row, value) => {
  const before = ownerOf(row);
  if (seat !== null) for (const one of owners(row)) one.checked = one.value === seat;
  const isSame = row.dataset.painted === `${seat} ${number}` && (seat === null || before === seat);
  countOf(row).value = nextNumber(Number(countOf(row).value), value, isSame);
  row.dataset.painted = `${seat} ${number}`;
  row.dispatchEvent(new Event("change", { bubbles: true }));
};

const placesOf = (value) => rows().filter((row) => ownerOf(row) === value).length;
const sizes = () => seatKeys().map((key) => placesOf(key.dataset.brushSeat));

const choose = (value) => {
  seat = value;
  if (isSetUp()) number = 1;
  showKeys();
};

const fillRest = (open) => {
  if (!isSetUp() || seat === null || !isLastOne(sizes(), seatKeys().findIndex((key) => key.dataset.brushSeat === seat), rows().length)) return;
  for (const row of rows().filter((one) => !ownerOf(one))) { set(row, 1); open(row); }
};

// A place that is nobody's yet cannot be the player's who has all that anybody can have: the next player's turn to be laid out.
const goOn = (row, open) => {
  if (!isSetUp() || ownerOf(row)) return;
  const place = nextToLayOut(sizes(), seatKeys().findIndex((key) => key.dataset.brushSeat === seat), rows().length);
  if (place < 0) return;
  choose(seatKeys()[place].dataset.brushSeat);
  fillRest(open);
};

/** Whether the brush painted the place: it does nothing while neither a player nor a number is chosen. `open` brings a row into the form. */
export const paint = (row, open) => {
  if (!bar() || (seat === null && number === null)) return false;
  const wasBare = !ownerOf(row);
  goOn(row, open);
  const isFilled = wasBare && ownerOf(row); // as one of all that were left
  if (!isFilled) set(row, number);
  open(row);
  showPainted();
  return true;
};

/** Ready for a page that was just drawn. `open` brings a row into the form. */
export const prepareBrush = () => {
  if (!bar()) return;
  bar().hidden = false;
  [seat, number] = [null, null];
  if (isSetUp()) choose(seatKeys()[0].dataset.brushSeat);
  showKeys();
  showPainted();
};

export const onBrushKey = (event, open) => {
  const key = event.target.closest?.("[data-brush-seat], [data-brush-number]");
  if (!key) return false;
  if ("brushSeat" in key.dataset) {
    choose(!isSetUp() && key.dataset.brushSeat === seat ? null : key.dataset.brushSeat);
    fillRest(open);
    showPainted();
  } else number = Number(key.dataset.brushNumber) === number && !isSetUp() ? null : Number(key.dataset.brushNumber);
  showKeys();
  return true;
};
