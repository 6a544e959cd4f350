// What is laid and not sent yet, written onto the places of the picture: how many, and where it is somebody's, whose, in that player's colour.
import { placeOfKey } from "./places.js";

const SVG = "http://www.w3.org/2000/svg";
const [LETTER, CELL, ROW, FONT_FOOT, FONT] = [3.4, 3.5, 7.4, 5, 6.2]; // units of the picture
const LEAST = 13; // px of the letters, as far as the tile is wide enough

const element = (name, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

// From right to left; gives how far it came.
const addCell = (group, text, kind, right, top) => {
  const width = CELL + LETTER * text.length;
  group.append(element("rect", { class: kind, x: right - width, y: top, width, height: ROW, rx: 1.4 }));
  group.append(Object.assign(element("text", { class: kind, x: right - width / 2, y: top + FONT_FOOT + 0.6 }), { textContent: text }));
  return right - width;
};

// The number, with a + where more lies there than it counts: what that is the form says, for a tile has no room for two rows that are read.
const short = ([count, ...others]) => {
  if (!others.length) return count;
  return count === "0" && others.length === 1 ? others[0] : `${count}+`;
};

// It stands in the foot of the tile, with the sign at its left, so that no label lies over the place beside it and the name is read.
const label = (tile, texts, { sign, army }) => {
  const { x, y, width, height } = tile.getBBox();
  const group = element("g", { class: ["b-draft", army && `is-owned ${army}`].filter(Boolean).join(" "), "aria-hidden": "true" });
  const [right, foot] = [x + width - 0.6, y + height - 0.6];
  let left = addCell(group, short(texts), "b-draft-count", right, foot - ROW);
  if (sign) left = addCell(group, sign, "b-draft-sign", left, foot - ROW);
  const most = (width - 1.2) / (right - left);
  const scale = Math.min(most, Math.max(1, LEAST / (FONT * tile.getScreenCTM().a)));
  if (scale !== 1) group.setAttribute("transform", `translate(${right} ${foot}) scale(${scale}) translate(${-right} ${-foot})`);
  return group;
};

// The scale of the picture, asked for once for all places that are written one after the other.
let scale = "";
const scaleOf = (tile) => {
  if (!scale) {
    scale = tile.ownerSVGElement.getScreenCTM().a.toFixed(3);
    queueMicrotask(() => { scale = ""; });
  }
  return scale;
};

/**
 * Writes texts into the corner of a place of the picture, the number first; nothing for no text. `whose`: a player's sign and colour, where
 * it is all that then lies there: what the table showed before is covered.
 */
export const writeOn = (key, texts, whose = {}) => {
  const place = placeOfKey(key);
  if (!place) return;
  const [before, tile] = [place.querySelector(".b-draft"), place.querySelector(".b-tile")];
  // What stands there already stays: each new label is measured, and a board of them would be laid out once for each.
  const wanted = texts.length ? JSON.stringify([texts, whose, scaleOf(tile)]) : "";
  if ((before?.dataset.wanted ?? "") === wanted) return;
  before?.remove();
  place.classList.toggle("is-drafted", texts.length > 0 && "army" in whose);
  if (!wanted) return;
  const made = label(tile, texts, whose);
  made.dataset.wanted = wanted;
  place.append(made);
};

const armyOn = (place) => [...place.classList].find((name) => name.startsWith("army-"));

/** A place in the colour of whoever it is given to, and in its own again for none. */
export const dye = (key, army) => {
  const place = placeOfKey(key);
  if (!place) return;
  const now = armyOn(place);
  if (!army && !place.dataset.army) return;
  place.dataset.army ??= now;
  const wanted = army || place.dataset.army;
  if (wanted === now) return;
  place.classList.replace(now, wanted);
  const hatch = document.querySelector(`.board-svg defs > pattern.${armyOn(place)}`);
  place.querySelector(".b-band")?.setAttribute("fill", hatch ? `url(#${hatch.id})` : "none");
};
