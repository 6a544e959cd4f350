// The parts of the page that the engine draws, [data-part], each put in its place only where it changed; of the board's picture the places
// that changed. What scripts have changed in a part since it was drawn is undone, as on a page that is drawn anew. [data-server-part] stays.
const SVG = "http://www.w3.org/2000/svg";

const page = () => document.querySelector("[data-judge]");
const partElement = (name) => page().querySelector(`[data-part="${name}"]`);
const PLACES = ".board-svg > .m-places > [data-place]";
const placeElement = (key) => document.querySelector(`${PLACES}[data-place="${CSS.escape(key)}"]`);

// What was drawn: parts as { content, isLate, number } by name, with the number of their answer, copies of the picture's places by key.
const drawn = { number: 0, parts: new Map(), places: new Map() };

/** Which of the engine's answers the page shows; 0 for another's page. */
export const drawnNumber = () => drawn.number;

/** The page was drawn by somebody else: the engine's next answer draws all of its parts. */
export const forgetParts = () => Object.assign(drawn, { number: 0, parts: new Map(), places: new Map() });

// -- the picture

const elementsOf = (html) => {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = html;
  return [...holder.children];
};

const rememberPlaces = () => {
  for (const place of document.querySelectorAll(PLACES)) drawn.places.set(place.dataset.place, place.cloneNode(true));
};

const putAttributes = (element, other) => {
  for (const { name } of [...element.attributes]) if (!other.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of other.attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};

const hasSameChildren = (one, other) =>
  one.childNodes.length === other.childNodes.length && [...other.childNodes].every((node, i) => node.isEqualNode(one.childNodes[i]));

// The element stays: another one in its place would have the browser look up the styles of all places behind it. So do its children where only
// how it looks has changed: their text would be laid out anew.
const become = (place, element) => {
  putAttributes(place, element);
  if (!hasSameChildren(place, element)) place.replaceChildren(...element.childNodes);
};

const restorePlaces = () => {
  for (const place of document.querySelectorAll(PLACES)) {
    const copy = drawn.places.get(place.dataset.place);
    if (copy && !place.isEqualNode(copy)) become(place, copy.cloneNode(true));
  }
};

const putPlace = (key, element) => {
  drawn.places.set(key, element.cloneNode(true));
  const place = placeElement(key);
  if (place) become(place, element);
};

const drawPlaces = (elements, { tiles, disks, has_lit: hasLit, has_most_lit: hasMostLit }) => {
  const keys = Object.keys(tiles);
  elements.forEach((element, i) => { putPlace(keys[i], element); });
  restorePlaces();
  const svg = document.querySelector(".board-svg");
  if (disks !== null) svg.querySelector(".b-disks").innerHTML = disks;
  svg.classList.toggle("has-lit", hasLit);
  svg.classList.toggle("has-most-lit", hasMostLit);
};

// -- the rest

const parsed = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
};

/** The node, or the next one behind it, that equals another. */
const equalFrom = (node, other) => {
  while (node && !node.isEqualNode(other)) node = node.nextSibling;
  return node;
};

const removed = (node) => {
  const next = node.nextSibling;
  node.remove();
  return next;
};

// What is the same stays, and is neither styled nor laid out anew: a part that only shows something mostly changes in a number or a line. A form
// is another one with each answer, since it holds what was entered.
const patch = (element, content) => {
  let own = element.firstChild;
  for (const [i, node] of [...content.childNodes].entries()) {
    const same = equalFrom(own, node);
    if (same) {
      while (own !== same) own = removed(own);
      own = own.nextSibling;
    } else if (own && own.nodeType === Node.ELEMENT_NODE && own.nodeName === node.nodeName && !equalFrom(content.childNodes[i + 1], own)) {
      putAttributes(own, node);
      patch(own, node);
      own = own.nextSibling;
    } else element.insertBefore(document.importNode(node, true), own);
  }
  while (own) own = removed(own);
};

// A box that was unfolded stays so.
const put = (element, content) => {
  const unfolded = [...element.querySelectorAll("details[data-fold][open]")].map(({ dataset }) => dataset.fold);
  if (content.querySelector("form")) element.replaceChildren(document.importNode(content, true));
  else patch(element, content);
  for (const fold of unfolded) element.querySelector(`details[data-fold="${fold}"]`)?.setAttribute("open", "");
};

const drawPart = (name, content, isLate, number) => {
  const element = partElement(name);
  if (!element) return;
  put(element, content);
  drawn.parts.set(name, { isLate, number, content: name === "image" ? null : content });
};

/** Puts a part in its place again where scripts, or somebody else's page, changed it. */
export const restorePart = (name) => {
  const element = partElement(name);
  const { content } = drawn.parts.get(name) ?? {};
  if (element && content && !hasSameChildren(element, content)) put(element, content);
};

const drawAll = (parts, isLate, number) => {
  for (const [name, part] of drawn.parts) if (part.isLate === isLate && !(name in parts)) restorePart(name);
  for (const [name, content] of Object.entries(parts)) drawPart(name, content, isLate, number);
};

const parsedParts = (parts) => Object.fromEntries(Object.entries(parts).map(([name, html]) => [name, parsed(html)]));
const parsedAnswer = ({ parts, picture }) => ({ parts: parsedParts(parts), places: picture && elementsOf(Object.values(picture.tiles).join("")) });

// Answers that came before the finger left its key, parsed.
const ahead = new WeakMap();

/** Parses an answer that may be drawn soon. */
export const parseAhead = (answer) => {
  if (!ahead.has(answer)) ahead.set(answer, parsedAnswer(answer));
};

/** Draws what changed. `number`: of the answer; `parts`: their HTML by name; `picture`: places of the board, nothing where it is whole. */
export const drawParts = (answer) => {
  const { number, picture } = answer;
  const { parts, places } = ahead.get(answer) ?? parsedAnswer(answer);
  drawAll(parts, false, number);
  if (picture) drawPlaces(places, picture);
  else if ("image" in parts) rememberPlaces();
  drawn.number = number;
};

/** The parts that the answer of that number left out, if the page still shows it. */
export const drawLateParts = ({ number, parts }) => {
  if (number === drawn.number) drawAll(parsedParts(parts), true, number);
};

/** Of which answer the page has each late part. */
export const lateNumbers = () => Object.fromEntries([...drawn.parts].filter(([, { isLate }]) => isLate).map(([name, { number }]) => [name, number]));
