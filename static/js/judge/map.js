// The board as a map for the finger, where the judge chose it on this device. The tiles stay in the page, out of sight, as whoever answers
// draws them, and the map shows what they show: owner, pieces, what may be tapped, what was laid. A tap on it is one on the tile. Where
// the map cannot be had, or the board has none, the tiles serve.
import { change, mapUrl, showChoice } from "./board_choice.js";

const SVG = "http://www.w3.org/2000/svg";
const STATES = ["is-lit", "is-chosen", "is-picked", "is-last"];
const WORLD = 8; // units of the map for one of a tile, where places have spots of their own
const BADGE = 1.6; // how much larger badges are than on the tiles
const LEGEND = { scale: 7.4, right: 20, bottom: 14 };

let map = null;

const board = () => document.querySelector("[data-judge] .board-svg");
const within = (selector) => [...map.querySelectorAll(selector)];
const put = (selector, nodes) => map.querySelector(selector).replaceChildren(...nodes.map((one) => one.cloneNode(true)));
const stateOf = (tile) => STATES.filter((state) => tile.classList.contains(state));
const armyOf = (tile) => [...tile.classList].find((one) => one.startsWith("army-"))?.slice(5) ?? "none";

// -- one place

const CELL = ":scope > :not(.b-band)";
const PIECES = ":scope > .b-plate";
const BADGES = ":scope > :is(.b-chip, .b-sign)";
const DRAFT = ":scope > .b-draft";

const around = (elements) => {
  const boxes = elements.map((one) => one.getBBox());
  const [left, top] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return { left, top, right: Math.max(...boxes.map((box) => box.x + box.width)), bottom: Math.max(...boxes.map((box) => box.y + box.height)) };
};
const isValue = (one) => /^\d+$/.test(one.textContent); // of the place, which never changes

// What is laid lies over all places.
const showDraft = (tile, spot, mark, draft) => {
  const { place } = tile.dataset;
  map.querySelector(`.m-drafts > [data-draft="${CSS.escape(place)}"]`)?.remove();
  if (!draft) return;
  const layer = map.querySelector(".m-drafts").appendChild(document.createElementNS(SVG, "g"));
  layer.dataset.draft = place;
  layer.setAttribute("transform", `${spot.getAttribute("transform")} ${mark.getAttribute("transform")}`);
  layer.append(draft);
};

// The pieces stand around the spot; right of them the badges, then what is laid.
const showPieces = (tile, spot, mark) => {
  const rows = [PIECES, BADGES, DRAFT].map((row) => [...tile.querySelectorAll(row)].filter((one) => row !== BADGES || !isValue(one))).filter((row) => row.length);
  if (!rows.length) { showDraft(tile, spot, mark, null); return; }
  const first = around(rows[0]);
  const [x, y] = [(first.left + first.right) / 2, (first.top + first.bottom) / 2];
  mark.setAttribute("transform", `scale(${WORLD}) translate(${-x} ${-y})`);
  let at = first.left;
  for (const row of rows) {
    const box = around(row);
    const size = row[0].matches(".b-chip, .b-sign") ? BADGE : 1;
    const group = mark.appendChild(document.createElementNS(SVG, "g"));
    group.setAttribute("transform", `translate(${at - size * box.left} ${y - size * (box.top + box.bottom) / 2}) scale(${size})`);
    group.append(...row.map((one) => one.cloneNode(true)));
    at += size * (box.right - box.left) + 0.5;
  }
  showDraft(tile, spot, mark, tile.querySelector(DRAFT) && mark.lastElementChild);
};

const showCell = (tile, mark) => {
  mark.append(...[...tile.querySelectorAll(CELL)].map((one) => one.cloneNode(true)));
  mark.setAttribute("transform", `scale(${map.dataset.scale})`);
};

const seen = new Map(); // what each place of the map was made of
const showPlace = (spot, land, tile) => {
  if (seen.get(tile.dataset.place) === tile.outerHTML) return;
  seen.set(tile.dataset.place, tile.outerHTML);
  const [states, army] = [stateOf(tile), armyOf(tile)];
  spot.setAttribute("class", ["m-place", `army-${army}`, ...states].join(" "));
  for (const name of ["role", "tabindex", "aria-label"]) {
    if (tile.hasAttribute(name)) spot.setAttribute(name, tile.getAttribute(name)); else spot.removeAttribute(name);
  }
  const mark = spot.querySelector(".m-mark");
  mark.replaceChildren();
  if (map.classList.contains("is-cells")) showCell(tile, mark); else showPieces(tile, spot, mark);
  if (!land) return;
  land.setAttribute("class", ["m-land", land.matches(".m-ridge") ? "m-ridge" : "", `m-army-${army}`, ...states].join(" "));
  if (army === "none") land.removeAttribute("fill"); else land.setAttribute("fill", `url(#finger-${army})`);
};

// -- the whole

// Each army's hatch, as the tiles have it now: a map may be older than the colours.
const showArmies = () => {
  const armies = [...board().querySelectorAll("defs > pattern")].map((one) => [[...one.classList].find((name) => name.startsWith("army-")).slice(5), one.dataset.hatch]);
  const layer = map.querySelector(".m-armies");
  if (layer.dataset.armies === armies.join()) return;
  layer.dataset.armies = armies.join();
  layer.replaceChildren(...new Map(armies.filter(([army]) => army !== "none").map(([army, hatch]) => {
    const pattern = document.createElementNS(SVG, "pattern");
    for (const [name, value] of Object.entries({ id: `finger-${army}`, class: `m-army-${army}`, width: 12, height: 12, patternUnits: "userSpaceOnUse" })) pattern.setAttribute(name, value);
    const ground = pattern.appendChild(document.createElementNS(SVG, "rect"));
    for (const [name, value] of Object.entries({ class: "m-fill", width: 12, height: 12 })) ground.setAttribute(name, value);
    pattern.append(map.querySelector(`#finger-${hatch}`).cloneNode(true));
    pattern.lastElementChild.removeAttribute("id");
    return [army, pattern];
  })).values());
};

const showFronts = (armies) => {
  const fronts = within("[data-between]").filter((one) => {
    const [a, b] = one.dataset.between.split("|");
    return armies.get(a) !== armies.get(b);
  });
  const lines = ["m-casing", "m-front"].flatMap((kind) => fronts.map((front) => {
    const line = document.createElementNS(SVG, "use");
    line.setAttribute("href", front.getAttribute("href"));
    line.setAttribute("class", kind);
    return line;
  }));
  map.querySelector(".m-fronts").replaceChildren(...lines);
};

// Cells lie on the boxes of the tiles, so the map has their frame; signs, rivers' names and the legend come with it.
const showCells = () => {
  const scale = Number(map.dataset.scale);
  if (!scale) return;
  map.setAttribute("viewBox", board().getAttribute("viewBox").split(" ").map((one) => Number(one) * scale).join(" "));
  put(".m-over", [...board().querySelectorAll(".b-links :is(.b-bridge, .b-broken_bridge)")]);
  put(".m-disks", [...board().querySelectorAll(".b-disks > *, .b-disks ~ g")]);
  for (const layer of within(".m-over, .m-disks")) layer.setAttribute("transform", `scale(${scale})`);
};

// What the signs are, in the corner that is sea; a map without signs, such as one that leaves out values, needs no legend.
const showLegend = () => {
  const legend = board().querySelector(".b-disks + g");
  if (Number(map.dataset.scale) || !legend?.querySelector(".b-sign") || map.querySelector(".m-legend")?.dataset.words === legend.textContent) return;
  map.querySelector(".m-legend")?.remove();
  const layer = map.appendChild(document.createElementNS(SVG, "g"));
  layer.setAttribute("class", "m-legend");
  layer.dataset.words = legend.textContent;
  layer.append(...[...legend.children].map((one) => one.cloneNode(true)));
  const { x, y, width, height } = layer.getBBox();
  const { width: wide, height: high } = map.viewBox.baseVal;
  layer.setAttribute("transform", `translate(${wide - LEGEND.right} ${high - LEGEND.bottom}) scale(${LEGEND.scale}) translate(${-x - width} ${-y - height})`);
};

const mirror = () => {
  if (!map || !board()) return;
  showArmies();
  const tiles = [...board().querySelectorAll("[data-place]:not(.b-disk)")];
  const [spots, lands] = ["place", "land"].map((name) => new Map(within(`[data-${name}]:not(.b-disk)`).map((one) => [one.dataset[name], one])));
  for (const tile of tiles) if (spots.has(tile.dataset.place)) showPlace(spots.get(tile.dataset.place), lands.get(tile.dataset.place), tile);
  for (const name of ["has-lit", "has-most-lit"]) map.classList.toggle(name, board().classList.contains(name));
  showFronts(new Map(tiles.map((tile) => [tile.dataset.place, armyOf(tile)])));
  showCells();
  showLegend();
};

// -- in the page

const hideTiles = (hidden) => document.documentElement.classList.toggle("has-judge-map", hidden);

const place = () => {
  board()?.parentElement.after(map);
  hideTiles(map.isConnected);
  mirror();
};

const remove = () => {
  hideTiles(false);
  map?.remove();
  map = null;
  seen.clear();
};

const show = async () => {
  showChoice();
  const url = mapUrl();
  if (!url) { remove(); return; }
  if (map) { place(); return; }
  try {
    const answer = await fetch(url);
    if (!answer.ok) return;
    const text = await answer.text();
    if (map || !mapUrl()) return;
    map = document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
    place();
  } catch { /* without a network, where it was never fetched: the tiles serve */ }
};

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-board-choice]")) return;
  change();
  show();
});
document.addEventListener("judge:swapped", show);
// Behind the scripts that answer these on the tiles: main.js names this one last.
for (const name of ["click", "change", "input", "keydown", "judge:lit"]) document.addEventListener(name, mirror);
show();
