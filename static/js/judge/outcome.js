// What the last entry did to the board: said over the map and lit on it for some seconds, and beside the line that "Annulla" would take back.
import { differences, inWords } from "./differences.js";

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

const WEIGHT = 100; // of a place that the words are about: rather many others are covered

/** What the words lie over: they stand at the head or at the foot of the map, wherever they hide less. */
const hidden = (over, keys) => {
  const { top, bottom } = over.getBoundingClientRect();
  const under = [...document.querySelectorAll(".j-board-image :is(.b-place > .b-tile, .m-hit, .m-mark > .b-tile)")].filter((tile) => {
    const box = tile.getBoundingClientRect();
    return box.top < bottom && box.bottom > top;
  });
  return under.reduce((sum, tile) => sum + (keys.includes(tile.closest("[data-place]").dataset.place) ? WEIGHT : 1), 0);
};

const announce = (words, keys) => {
  const over = document.createElement("p");
  over.className = "j-outcome";
  over.setAttribute("role", "status");
  over.textContent = words;
  document.querySelector(".j-board-image")?.append(over);
  const atHead = hidden(over, keys);
  over.classList.add("is-low");
  over.classList.toggle("is-low", hidden(over, keys) < atHead);
};

let frame = 0;
const clear = () => {
  cancelAnimationFrame(frame);
  document.querySelector(".j-outcome")?.remove();
  for (const place of document.querySelectorAll(".b-place.is-last")) place.classList.remove("is-last");
  document.dispatchEvent(new CustomEvent("judge:lit"));
};
let timer;

const name = () => {
  const what = document.querySelector(".j-bar .j-undo-what");
  if (what && latest) what.textContent += ` → ${latest}`;
};

// Said behind the frame that shows the next question: where the words hide less is found by laying the page out.
const announceSoon = (words, keys) => {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => { frame = requestAnimationFrame(() => announce(words, keys)); });
};

document.addEventListener("judge:swapped", ({ detail: { places } }) => {
  const [before, now] = [board, places ? changed(places) : readBoard()];
  const isNewLine = readSeq() > seq;
  if (readSeq() !== seq) latest = "";
  [board, seq] = [now, readSeq()];
  if (isNewLine) {
    const changes = differences(before, now);
    latest = inWords(changes);
    clearTimeout(timer);
    clear();
    if (latest) {
      const keys = changes.map(({ key }) => key);
      light(keys);
      announceSoon(latest, keys);
      timer = setTimeout(clear, SECONDS * 1_000);
    }
  }
  name();
});
