// What the last entry did to the board: said where the map is free and lit on it for some seconds, and beside the line that "Annulla" would take back.
import { differences, inWords, keysOf } from "./differences.js";

const SECONDS = 6;

const readBoard = () => new Map([...document.querySelectorAll("[data-judge] .j-place[data-key]")].map((place) => [place.dataset.key, {
  label: place.querySelector(".j-label").textContent,
  owner: place.dataset.owner,
  count: Number(place.querySelector(".j-count").textContent || 0),
}]));

const readSeq = () => Number(document.querySelector("[data-judge]").dataset.seq);

// The engine says which places changed: key, name, owner's letter, pieces.
const changed = (places) => new Map([...board, ...places.map(([key, label, owner, count]) => [key, { label, owner, count }])]);

let board = readBoard();
let seq = readSeq();
let latest = ""; // the words of the last line's outcome: a page that is drawn again for the same line says them again

const light = (keys) => {
  for (const key of keys) document.querySelector(`.board-svg .b-place[data-place="${CSS.escape(key)}"]`)?.classList.add("is-last");
};

const STEPS = 12; // across and down

/** Where on the board the words hide no place: the free spot that is nearest to the places that they are about; none on a full board. */
const freeSpot = (room, { width, height }, keys) => {
  const tiles = [...document.querySelectorAll(".j-board-image :is(.b-place > .b-tile, .m-hit, .m-mark > .b-tile)")];
  const boxes = tiles.map((tile) => ({ key: tile.closest("[data-place]").dataset.place, box: tile.getBoundingClientRect() }));
  const about = boxes.filter(({ key }) => keys.includes(key)).map(({ box }) => box);
  const spots = [];
  for (let step = 0; step < (STEPS + 1) ** 2; step += 1) {
    const left = room.left + ((room.width - width) * (step % (STEPS + 1))) / STEPS;
    const top = room.top + ((room.height - height) * Math.floor(step / (STEPS + 1))) / STEPS;
    const isFree = boxes.every(({ box }) => box.left >= left + width || box.right <= left || box.top >= top + height || box.bottom <= top);
    const away = Math.min(...about.map((box) => Math.hypot(box.left - left, box.top - top)));
    if (isFree) spots.push({ left, top, away });
  }
  return spots.reduce((best, spot) => (best && best.away <= spot.away ? best : spot), null);
};

const announce = (words, keys) => {
  const board = document.querySelector(".j-board-image");
  if (!board) return;
  const over = Object.assign(document.createElement("p"), { className: "j-outcome", textContent: words });
  over.setAttribute("role", "status");
  board.append(over);
  const room = board.getBoundingClientRect();
  const spot = freeSpot(room, over.getBoundingClientRect(), keys);
  over.classList.toggle("is-heard", !spot); // nothing lies over a place: the bar says the same words
  if (spot) over.style.translate = `${spot.left - room.left}px ${spot.top - room.top}px`;
};

let frame = 0;
const clear = () => {
  cancelAnimationFrame(frame);
  document.querySelector(".j-outcome")?.remove();
  for (const place of document.querySelectorAll(".b-place.is-last")) place.classList.remove("is-last");
  document.dispatchEvent(new CustomEvent("judge:lit"));
};
let timer;

// After an undo, and after a line that cannot be undone, "Annulla" names an earlier line than the one whose outcome this is.
const name = () => {
  const what = document.querySelector(".j-bar .j-undo-what");
  if (latest && what?.dataset.of === String(seq)) what.textContent += ` → ${latest}`;
};

// Said behind the frame that shows the next question: where the words hide less is found by laying the page out.
const announceSoon = (words, keys) => {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => { frame = requestAnimationFrame(() => announce(words, keys)); });
};

document.addEventListener("judge:swapped", ({ detail: { places } }) => {
  const [before, now] = [board, places ? changed(places) : readBoard()];
  const isOneLine = readSeq() === seq + 1; // what several lines did together is no outcome of the last one, beside which it would be said
  const isNewLine = readSeq() > seq;
  if (readSeq() !== seq) latest = "";
  [board, seq] = [now, readSeq()];
  if (isNewLine) {
    const changes = isOneLine ? differences(before, now) : [];
    latest = inWords(changes, document.querySelector("[data-judge]").dataset.places);
    clearTimeout(timer);
    clear();
    if (latest) {
      const keys = keysOf(changes);
      light(keys);
      announceSoon(latest, keys);
      timer = setTimeout(clear, SECONDS * 1_000);
    }
  }
  name();
});

addEventListener("resize", clear); // the spot was free where the page stood
