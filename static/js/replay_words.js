// Words and dice of a replay as elements.
import { svgElement } from "./replay_board.js";
import { pips } from "./replay_steps.js";

export const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const die = (value, faces) => {
  const square = svgElement("svg", { class: "l-die", viewBox: "0 0 28 28" });
  square.append(svgElement("rect", { x: 1, y: 1, width: 26, height: 26, rx: 6 }));
  if (faces > 6) {
    const figure = svgElement("text", { x: 14, y: 19.5 });
    figure.textContent = value;
    square.append(figure);
  } else square.append(...pips(value).map(([cx, cy]) => svgElement("circle", { cx, cy, r: 2.7 })));
  return square;
};

// A line of the turn; `mark` is its player's.
export const lineOf = (move, text, mark, declared) => {
  const words = element("a", { class: "r-words", href: `?mossa=${move.s}`, "data-seq": move.s });
  if (move.q) words.append(element("strong", {}, `${declared}: `));
  words.append(text(move.w));
  if (move.y) words.append(" ", element("em", {}, `(${move.y})`));
  const line = element("li", { class: `r-line${move.q ? " is-statement" : ""}` }, mark, words);
  if (move.d) line.append(element("span", { class: "l-dice", "aria-hidden": "true" }, ...move.d.map((value) => die(value, move.f))));
  return line;
};

// Brings a line to the middle of its list, without scrolling the page.
export const reveal = (line, list) => {
  list.scrollTop += line.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
};
