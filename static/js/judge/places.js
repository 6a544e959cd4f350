// Which place of the board a finger means, on its tiles or on its map: the element of the tiles, which hold what may be done with each.
// On the map the nearest spot that the finger is on wins, else the land under it.
import { nearest } from "./nearest.js";

export const PLACE = "[data-judge] .board-svg .b-place";
const MAP = "[data-judge] .j-map";

export const placeOfKey = (key) => document.querySelector(`${PLACE}[data-place="${CSS.escape(key)}"]`);

const keyAt = (x, y) => {
  const under = document.elementsFromPoint(x, y).filter((one) => one.closest(MAP));
  const spots = under.filter((one) => one.matches(".m-hit, .b-tile")).map((one) => ({ key: one.closest("[data-place]").dataset.place, box: one.getBoundingClientRect() }));
  return nearest(spots, x, y) ?? under.find((one) => one.matches(".m-land"))?.dataset.land ?? null;
};

/** The place at a point of the window; null where there is none. */
export const placeAt = (x, y) => {
  const on = document.elementFromPoint(x, y);
  if (!on?.closest?.(MAP)) return on?.closest?.(PLACE) ?? null;
  const key = keyAt(x, y);
  return key && placeOfKey(key);
};

/** The place that a tap, a key or a pointer is about; null where it is about none. */
export const placeOf = (event) => {
  const on = event.target;
  if (!on.closest?.(MAP)) return on.closest?.(PLACE) ?? null;
  const key = (event.type === "keydown" ? null : keyAt(event.clientX, event.clientY)) ?? on.closest("[data-place]")?.dataset.place;
  return key ? placeOfKey(key) : null;
};
