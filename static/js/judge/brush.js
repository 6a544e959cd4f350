// A brush for the board: a player, a kind of piece where there are several, and a number are chosen, then each place that is tapped gets
// them; tapped again it gets one more, or loses one. What can be laid, and on which input of the form, the game says. Where the places are
// dealt, the next player follows at set-up once nobody can have more of them, and the last one gets what is left.
import { inputOf, isLastOne, nextNumber, nextToLayOut } from "./brush_steps.js";
import { writeOn } from "./laying.js";

const NOBODY = ["", "-1"];
const form = () => document.querySelector("form[data-turn]");
const bar = () => document.querySelector("[data-brush]");
const isDealing = () => "setUp" in (form()?.dataset ?? {}) && "dealt" in bar().dataset;
const isSetUp = () => "setUp" in (form()?.dataset ?? {});
const seatKeys = () => [...bar().querySelectorAll("[data-brush-seat]")];
const pieceKeys = () => [...bar().querySelectorAll("[data-brush-piece]")];
let seat = null;
let piece = null;
let number = null;
let isLess = false;

const rows = () => [...form().querySelectorAll("[data-touch]")];
const named = (row, name) => (name ? row.querySelector(`input[name="${CSS.escape(name)}"]`) : null);
const numbers = (row) => [...row.querySelectorAll("input[type=number]")];
const owners = (row) => [...row.querySelectorAll(`input[name="${CSS.escape(bar().dataset.owner)}.${CSS.escape(row.dataset.touch)}"]`)];
const ownerOf = (row) => {
  const value = owners(row).find((one) => one.checked)?.value ?? "";
  return NOBODY.includes(value) ? "" : value;
};
const numberOf = (row, key, whose) => named(row, inputOf(key.dataset.brushPiece, row.dataset.touch, whose));
const countOf = (input) => Number(input?.value || 0);

const showKeys = () => {
  for (const key of seatKeys()) key.setAttribute("aria-pressed", String(key.dataset.brushSeat === seat));
  for (const key of pieceKeys()) key.setAttribute("aria-pressed", String(key === piece));
  for (const key of bar().querySelectorAll("[data-brush-number]")) key.setAttribute("aria-pressed", String(!isLess && Number(key.dataset.brushNumber) === number));
  bar().querySelector("[data-brush-less]").setAttribute("aria-pressed", String(isLess));
};

const signOf = (value) => seatKeys().find((key) => key.dataset.brushSeat === value)?.dataset.sign ?? "";

const sumOn = (row, keys) => {
  const inputs = keys.flatMap((key) => (key.dataset.brushPiece.includes("{seat}") ? seatKeys().map((one) => numberOf(row, key, one.dataset.brushSeat)) : [numberOf(row, key, "")]));
  return inputs.reduce((all, input) => all + countOf(input), 0);
};

// All that a brush can lay, as it stands on a place: the pieces together, and what is none (a barricade's level) by its initial.
const total = (row) => {
  const others = pieceKeys().filter((key) => !("takes" in key.dataset)).map((key) => [key.textContent.trim()[0], sumOn(row, [key])]);
  const pieces = sumOn(row, pieceKeys().filter((key) => "takes" in key.dataset));
  return [pieces, ...others.filter(([, many]) => many).map(([initial, many]) => `${initial}${many}`)].join(" ");
};

// What a player has on a place; what is nobody's in particular is the owner's, where it makes one.
const piecesOf = (row, value) => {
  const mine = pieceKeys().filter((key) => key.dataset.brushPiece.includes("{seat}") || ("takes" in key.dataset && ownerOf(row) === value));
  return mine.reduce((all, key) => all + countOf(numberOf(row, key, value)), 0);
};

// Places and pieces of each player, as the form has them now.
const showSums = () => {
  for (const key of seatKeys()) {
    const value = key.dataset.brushSeat;
    const sum = key.querySelector("[data-brush-sum]");
    const pieces = rows().reduce((all, row) => all + piecesOf(row, value), 0);
    sum.textContent = sum.dataset.words.replace("{places}", rows().filter((row) => ownerOf(row) === value).length).replace("{pieces}", pieces);
  }
};

// Anybody may stand anywhere: of a place only who does is listed.
const showLines = (row) => {
  for (const line of row.querySelectorAll("[data-line-of]")) line.hidden = line.dataset.lineOf !== ownerOf(row) && !numbers(line).some(countOf);
};

/** Writes each changed place onto the picture, as the table shows it. */
export const showPainted = () => {
  if (!form() || !bar()) return;
  for (const row of rows()) {
    showLines(row);
    writeOn(row.dataset.touch, row.hidden ? "" : total(row), signOf(ownerOf(row)));
  }
  showSums();
};

const announce = (row) => row.dispatchEvent(new Event("change", { bubbles: true }));

// The place becomes the player's, and pieces that others had there are gone.
const take = (row) => {
  for (const one of owners(row)) one.checked = one.value === seat;
  for (const key of pieceKeys().filter((one) => "takes" in one.dataset && one.dataset.brushPiece.includes("{seat}"))) {
    for (const other of seatKeys().filter((one) => one.dataset.brushSeat !== seat)) {
      const input = numberOf(row, key, other.dataset.brushSeat);
      if (input) input.value = 0;
    }
  }
};

const whoseOn = (row) => seat ?? ownerOf(row);

// A finger that slides over a place lays what the brush holds, however often it comes by.
const add = (row, value, slides = false) => {
  const before = ownerOf(row);
  if (seat !== null && "takes" in piece.dataset) take(row);
  const input = numberOf(row, piece, whoseOn(row));
  const brush = `${seat} ${piece.dataset.brushPiece} ${number}`;
  const isSame = !slides && row.dataset.painted === brush && (seat === null || before === seat || !("takes" in piece.dataset));
  if (input) input.value = nextNumber(countOf(input), value, isSame);
  row.dataset.painted = brush;
  announce(row);
};

const isBare = (row) => !numbers(row).some(countOf) && owners(row).every((one) => !one.dataset.known || NOBODY.includes(one.dataset.known));

// The last piece of a place that was nobody's leaves it as it was.
const takeAway = (row, putBack) => {
  const input = numberOf(row, piece, whoseOn(row)) ?? numberOf(row, piece, ownerOf(row));
  if (input) input.value = Math.max(0, countOf(input) - 1);
  delete row.dataset.painted;
  if (isBare(row)) putBack(row);
  else announce(row);
};

const placesOf = (value) => rows().filter((row) => ownerOf(row) === value).length;
const sizes = () => seatKeys().map((key) => placesOf(key.dataset.brushSeat));
const placeOfSeat = () => seatKeys().findIndex((key) => key.dataset.brushSeat === seat);

const choose = (value) => {
  seat = value;
  if (isSetUp()) [number, isLess] = [1, false];
  showKeys();
};

const fillRest = (open) => {
  if (!isDealing() || seat === null || !isLastOne(sizes(), placeOfSeat(), rows().length)) return;
  for (const row of rows().filter((one) => !ownerOf(one))) { add(row, 1); open(row); }
};

// A place that is nobody's yet cannot be the player's who has all that anybody can have: the next player's turn to be laid out.
const goOn = (row, open) => {
  if (!isDealing() || ownerOf(row)) return;
  const place = nextToLayOut(sizes(), placeOfSeat(), rows().length);
  if (place < 0) return;
  choose(seatKeys()[place].dataset.brushSeat);
  fillRest(open);
};

/** Whether a tap paints. */
export const isBrushReady = () => Boolean(bar()) && (seat !== null || number !== null || isLess);

/** Whether the brush painted the place. `open` brings a row into the form, `putBack` takes it out. */
export const paint = (row, open, putBack, slides) => {
  if (!isBrushReady()) return false;
  if (isLess) {
    open(row);
    takeAway(row, putBack);
  } else {
    const wasBare = !ownerOf(row);
    goOn(row, open);
    const isFilled = wasBare && ownerOf(row); // as one of all that were left
    if (!isFilled) add(row, number, slides);
    open(row);
  }
  showPainted();
  return true;
};

/** Ready for a page that was just drawn. `open` brings a row into the form. */
export const prepareBrush = () => {
  if (!bar()) return;
  bar().hidden = false;
  const last = pieceKeys().find((key) => key.dataset.brushPiece === piece?.dataset.brushPiece);
  const isRefused = Boolean(last && document.getElementById("refusal")); // the same form again, to go on with
  if (!isRefused) [seat, number, isLess] = [null, null, false];
  piece = (isRefused && last) || pieceKeys()[0];
  if (isSetUp() && !isRefused) choose(seatKeys()[0].dataset.brushSeat);
  showKeys();
  showPainted();
};

const onSeat = ({ brushSeat }, open) => {
  choose(!isSetUp() && brushSeat === seat ? null : brushSeat);
  fillRest(open);
  showPainted();
};

const onNumber = ({ brushNumber }) => {
  const isLetGo = !isLess && Number(brushNumber) === number && !isSetUp();
  [number, isLess] = [isLetGo ? null : Number(brushNumber), false];
};

export const onBrushKey = (event, open) => {
  const key = event.target.closest?.("[data-brush-seat], [data-brush-piece], [data-brush-number], [data-brush-less]");
  if (!key) return false;
  if ("brushSeat" in key.dataset) onSeat(key.dataset, open);
  else if ("brushPiece" in key.dataset) piece = key;
  else if ("brushNumber" in key.dataset) onNumber(key.dataset);
  else isLess = !isLess;
  showKeys();
  return true;
};
