// The parts of the page that the engine draws, [data-part], each put in its place only where it changed; of the board's picture the places
// that changed. What scripts have changed in a part since it was drawn is undone, as on a page that is drawn anew. [data-server-part] stays.
const SVG = "http://www.w3.org/2000/svg";

const page = () => document.querySelector("[data-judge]");
const partElement = (name) => page().querySelector(`[data-part="${name}"]`);
const PLACES = ".board-svg > .m-places > [data-place]";
const placeElement = (key) => document.querySelector(`${PLACES}[data-place="${CSS.escape(key)}"]`);

// Copies of what was drawn: parts as { html, copy } by name, places of the picture by key.
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

// The element stays: another one in its place would have the browser look up the styles of all places behind it.
const become = (place, element) => {
  for (const { name } of [...place.attributes]) if (!element.hasAttribute(name)) place.removeAttribute(name);
  for (const { name, value } of element.attributes) if (place.getAttribute(name) !== value) place.setAttribute(name, value);
  place.replaceChildren(...element.childNodes);
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

const drawPlaces = ({ tiles, disks, has_lit: hasLit, has_most_lit: hasMostLit }) => {
  const keys = Object.keys(tiles);
  elementsOf(Object.values(tiles).join("")).forEach((element, i) => { putPlace(keys[i], element); });
  restorePlaces();
  const svg = document.querySelector(".board-svg");
  if (disks !== null) svg.querySelector(".b-disks").innerHTML = disks;
  svg.classList.toggle("has-lit", hasLit);
  svg.classList.toggle("has-most-lit", hasMostLit);
};

// -- the rest

// A box that was unfolded stays so.
const put = (element, html) => {
  const unfolded = [...element.querySelectorAll("details[data-fold][open]")].map(({ dataset }) => dataset.fold);
  element.innerHTML = html;
  for (const fold of unfolded) element.querySelector(`details[data-fold="${fold}"]`)?.setAttribute("open", "");
};

const drawPart = (name, html, isLate) => {
  const element = partElement(name);
  if (!element) return;
  put(element, html);
  drawn.parts.set(name, { html, isLate, copy: name === "image" ? null : element.cloneNode(true) });
};

/** Puts a part in its place again where scripts, or somebody else's page, changed it. */
export const restorePart = (name) => {
  const element = partElement(name);
  const { html, copy } = drawn.parts.get(name) ?? {};
  if (element && copy && !element.isEqualNode(copy)) put(element, html);
};

const drawAll = (parts, isLate) => {
  for (const [name, part] of drawn.parts) if (part.isLate === isLate && !(name in parts)) restorePart(name);
  for (const [name, html] of Object.entries(parts)) drawPart(name, html, isLate);
};

/** Draws what changed. `number`: of the answer; `parts`: their HTML by name; `picture`: places of the board, nothing where it is whole. */
export const drawParts = ({ number, parts, picture }) => {
  drawAll(parts, false);
  if (picture) drawPlaces(picture);
  else if ("image" in parts) rememberPlaces();
  drawn.number = number;
};

/** The parts that the answer of that number left out, if the page still shows it. */
export const drawLateParts = ({ number, parts }) => {
  if (number === drawn.number) drawAll(parts, true);
};
