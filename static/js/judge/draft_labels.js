// What is laid and not sent yet, written onto the places of the picture: how many, and where it is somebody's, whose, in that player's colour.
import { placeOfKey } from "./places.js";

const SVG = "http://www.w3.org/2000/svg";
const [LETTER, CELL, ROW, FONT_FOOT] = [3.4, 3.5, 7.4, 5]; // units of the picture

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

// The number stands in the foot of the tile, with the sign at its left; what else lies there in a row above, both smaller, so that no label
// lies over the place beside it and the name is read.
const TWO_ROWS = 0.72;
const label = (tile, [count, ...others], { sign, army }) => {
  const { x, y, width, height } = tile.getBBox();
  const group = element("g", { class: ["b-draft", army && `is-owned ${army}`].filter(Boolean).join(" "), "aria-hidden": "true" });
  const [right, foot] = [x + width - 0.6, y + height - 0.6];
  const left = addCell(group, count, "b-draft-count", right, foot - ROW);
  if (sign) addCell(group, sign, "b-draft-sign", left, foot - ROW);
  others.reduceRight((at, text) => addCell(group, text, "b-draft-more", at, foot - 2 * ROW), right);
  if (others.length) group.setAttribute("transform", `translate(${right} ${foot}) scale(${TWO_ROWS}) translate(${-right} ${-foot})`);
  return group;
};

/** Writes texts into the corner of a place of the picture, the number first; nothing for no text. `whose`: a player's sign and colour. */
export const writeOn = (key, texts, whose = {}) => {
  const place = placeOfKey(key);
  place?.querySelector(".b-draft")?.remove();
  if (place && texts.length) place.append(label(place.querySelector(".b-tile"), texts, whose));
};

const armyOn = (place) => [...place.classList].find((name) => name.startsWith("army-"));

/** A place in the colour of whoever it is given to, and in its own again for none. */
export const dye = (key, army) => {
  const place = placeOfKey(key);
  if (!place) return;
  const now = armyOn(place);
  if (!army && !place.dataset.army) return;
  place.dataset.army ??= now;
  place.classList.replace(now, army || place.dataset.army);
  const hatch = document.querySelector(`.board-svg defs > pattern.${armyOn(place)}`);
  place.querySelector(".b-band")?.setAttribute("fill", hatch ? `url(#${hatch.id})` : "none");
};
