// The form of a board, or of a whole turn, as the brush reads it: whose each place is, and what stands on it.
import { inputOf } from "./brush_steps.js";

const NOBODY = ["", "-1"];
export const isNobody = (value) => NOBODY.includes(value);

export const form = () => document.querySelector("form[data-turn]");
export const bar = () => document.querySelector("[data-brush]");
export const isSetUp = () => "setUp" in (form()?.dataset ?? {});
export const isDealing = () => isSetUp() && "dealt" in bar().dataset;
export const seatKeys = () => [...bar().querySelectorAll("[data-brush-seat]")];
export const pieceKeys = () => [...bar().querySelectorAll("[data-brush-piece]")];

export const rows = () => [...form().querySelectorAll("[data-touch]")];
const named = (row, name) => (name ? row.querySelector(`input[name="${CSS.escape(name)}"]`) : null);
export const numbers = (row) => [...row.querySelectorAll("input[type=number]")];
export const owners = (row) => [...row.querySelectorAll(`input[name="${CSS.escape(bar().dataset.owner)}.${CSS.escape(row.dataset.touch)}"]`)];
export const ownerOf = (row) => {
  const value = owners(row).find((one) => one.checked)?.value ?? "";
  return isNobody(value) ? "" : value;
};
const piecesOfSeats = () => pieceKeys().filter((key) => key.dataset.brushPiece.includes("{seat}"));
/** Whose the place is on the picture: the owner; where the game, or a place without an owner, goes by who stands there, who does so alone. */
export const holderOf = (row) => {
  if (!("standing" in bar().dataset) && owners(row).length) return ownerOf(row);
  const standing = seatKeys().map((key) => key.dataset.brushSeat).filter((seat) => piecesOfSeats().some((key) => countOf(numberOf(row, key, seat))));
  if (standing.length) return standing.length === 1 ? standing[0] : "";
  return ownerOf(row);
};
export const numberOf = (row, key, whose) => named(row, inputOf(key.dataset.brushPiece, row.dataset.touch, whose));
export const countOf = (input) => Number(input?.value || 0);

export const signOf = (value) => seatKeys().find((key) => key.dataset.brushSeat === value)?.dataset.sign ?? "";

const COLOURS = ["red", "blue", "green", "yellow", "black", "purple"].map((name) => `army-${name}`);
/** The class of a player's colour; empty for nobody, and for who has none yet. */
export const armyOf = (value) => {
  const mark = seatKeys().find((key) => key.dataset.brushSeat === value)?.querySelector(".army");
  return COLOURS.find((name) => mark?.classList.contains(name)) ?? "";
};

const sumOn = (row, keys) => {
  const inputs = keys.flatMap((key) => (key.dataset.brushPiece.includes("{seat}") ? seatKeys().map((one) => numberOf(row, key, one.dataset.brushSeat)) : [numberOf(row, key, "")]));
  return inputs.reduce((all, input) => all + countOf(input), 0);
};

/** All that a brush can lay, as it stands on a place: the pieces together, then what is none (a barricade's level) by its initial. */
export const total = (row) => {
  const others = pieceKeys().filter((key) => !("takes" in key.dataset)).map((key) => [key.textContent.trim()[0], sumOn(row, [key])]);
  const pieces = sumOn(row, pieceKeys().filter((key) => "takes" in key.dataset));
  return [String(pieces), ...others.filter(([, many]) => many).map(([initial, many]) => `${initial}${many}`)];
};

/** What a player has on a place; what is nobody's in particular is the owner's, where it makes one. */
export const piecesOf = (row, value) => {
  const mine = pieceKeys().filter((key) => key.dataset.brushPiece.includes("{seat}") || ("takes" in key.dataset && ownerOf(row) === value));
  return mine.reduce((all, key) => all + countOf(numberOf(row, key, value)), 0);
};
