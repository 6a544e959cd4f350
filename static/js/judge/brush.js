// A brush for the board: a player, a kind of piece where there are several, and a number are chosen, then each place that is tapped gets
// them; tapped again it gets one more, or loses one. What can be laid, and on which input of the form, the game says. Where the places are
// dealt, the next player follows at set-up once nobody can have more of them, and the last one gets what is left. Of a whole turn the player
// whose turn it is holds the brush from the start, which paints once a number is chosen too.
import { armyOf, bar, countOf, form, holderOf, isDealing, isNobody, isSetUp, numberOf, numbers, ownerOf, owners, pieceKeys, piecesOf, rows, seatKeys, signOf, total } from "./brush_form.js";
import { isLastOne, nextNumber, nextToLayOut } from "./brush_steps.js";
import { dye, writeOn } from "./draft_labels.js";

let seat = null;
let isSeatChosen = false; // by a tap, so that it paints without a number
let piece = null;
let number = null;
let isLess = false;
let entryInHand = "";

const showKeys = () => {
  for (const key of seatKeys()) key.setAttribute("aria-pressed", String(key.dataset.brushSeat === seat));
  for (const key of pieceKeys()) key.setAttribute("aria-pressed", String(key === piece));
  for (const key of bar().querySelectorAll("[data-brush-number]")) key.setAttribute("aria-pressed", String(!isLess && Number(key.dataset.brushNumber) === number));
  bar().querySelector("[data-brush-less]").setAttribute("aria-pressed", String(isLess));
};

// Places and pieces of each player, as the form has them now.
const showSums = () => {
  const places = rows().map(holderOf);
  for (const key of seatKeys()) {
    const value = key.dataset.brushSeat;
    const sum = key.querySelector("[data-brush-sum]");
    const pieces = rows().reduce((all, row) => all + piecesOf(row, value), 0);
    sum.textContent = sum.dataset.words.replace("{places}", places.filter((owner) => owner === value).length).replace("{pieces}", pieces);
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
    const [owner, { touch }] = [holderOf(row), row.dataset];
    const isNobodys = !row.hidden && !owner;
    dye(touch, isNobodys ? "army-none" : armyOf(row.hidden ? "" : owner));
    if (row.hidden) writeOn(touch, []);
    else writeOn(touch, total(row), { sign: signOf(owner), army: armyOf(owner) });
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

const isBare = (row) => !numbers(row).some(countOf) && owners(row).every((one) => !one.dataset.known || isNobody(one.dataset.known));

// The last piece of a place that was nobody's leaves it as it was.
const takeAway = (row, putBack) => {
  const input = (isSeatChosen && numberOf(row, piece, seat)) || numberOf(row, piece, ownerOf(row));
  if (input) input.value = Math.max(0, countOf(input) - 1);
  delete row.dataset.painted;
  if (isBare(row)) putBack(row);
  else announce(row);
};

const placesOf = (value) => rows().filter((row) => ownerOf(row) === value).length;
const sizes = () => seatKeys().map((key) => placesOf(key.dataset.brushSeat));
const placeOfSeat = () => seatKeys().findIndex((key) => key.dataset.brushSeat === seat);

// The number and the kind in hand stay; where places are dealt each player begins with one on each.
const choose = (value) => {
  [seat, isSeatChosen] = [value, value !== null];
  if (isDealing() || (isSetUp() && number === null && !isLess)) [number, isLess] = [1, false];
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
export const isBrushReady = () => Boolean(bar()) && (isSeatChosen || number !== null || isLess);

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
  const entry = `${form().elements.seq.value} ${form().elements.type?.value}`;
  const isAgain = Boolean(last && entry === entryInHand); // the form of the same entry, refused: to go on with
  entryInHand = entry;
  if (!isAgain) [seat, isSeatChosen, number, isLess] = [form().dataset.paints || null, false, null, false];
  piece = (isAgain && last) || pieceKeys()[0];
  if (isSetUp() && !isAgain) choose(seatKeys()[0].dataset.brushSeat);
  showKeys();
  showPainted();
};

const onSeat = ({ brushSeat }, open) => {
  choose(!isSetUp() && isSeatChosen && brushSeat === seat ? null : brushSeat);
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

// -- what it holds, for a form that is left and comes back

const HELD = "[data-touch][data-painted]";

document.addEventListener("judge:saving", ({ target, detail }) => {
  if (target !== form() || !bar()) return;
  const painted = [...target.querySelectorAll(HELD)].map(({ dataset }) => [dataset.touch, dataset.painted]);
  detail.brush = { seat, isSeatChosen, number, isLess, piece: piece?.dataset.brushPiece, painted };
});
document.addEventListener("judge:restored", ({ target, detail: { brush } }) => {
  if (target !== form() || !bar() || !brush) return;
  [seat, isSeatChosen, number, isLess] = [brush.seat, Boolean(brush.isSeatChosen), brush.number, brush.isLess];
  piece = pieceKeys().find((key) => key.dataset.brushPiece === brush.piece) ?? pieceKeys()[0];
  for (const [key, painted] of brush.painted) Object.assign(rows().find((row) => row.dataset.touch === key)?.dataset ?? {}, { painted });
  showKeys();
  showPainted();
});
