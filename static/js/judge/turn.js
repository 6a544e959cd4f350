// A whole turn as one form: only the places that it touched show, the one that was tapped last, and behind a line that counts them all those
// before it. A tap on the picture, or the list, brings a place in; its cross puts it back as it was; where the brush is ready a place is painted, and a finger may slide over many. What is counted (the conquests) follows the owners until somebody types it.
import { isBrushReady, onBrushKey, paint, prepareBrush, showPainted } from "./brush.js";
import { placeAt, placeOf } from "./places.js";
import { isRefused } from "./refusals.js";
import { remark } from "./remarks.js";
import { fillRows } from "./rows.js";
import { pointsBetween } from "./strokes.js";

const form = () => document.querySelector("form[data-turn]");
const rows = (one) => [...one.querySelectorAll("[data-touch]")];
const rowOf = (one, key) => rows(one).find((found) => found.dataset.touch === key);
const inputs = (row) => [...row.querySelectorAll("input, select")];
const isChanged = (input) => input.type === "radio" ? input.checked && input.value !== input.dataset.known : input.value !== input.dataset.known;

// What does not show is not sent either, and what is not sent is as it was.
const open = (row, isOpen) => { row.hidden = row.disabled = !isOpen; };

const listOf = (one) => one.querySelector("[data-touched]");
const isListed = (row) => row.parentElement.matches("[data-touched]");
const list = (one, row) => listOf(one).querySelector("summary").after(row);
const isTouched = (row) => !row.hidden;

const showList = (one, touched) => {
  const summary = listOf(one).querySelector("summary");
  listOf(one).hidden = !touched.some(isListed);
  summary.textContent = touched.length === 1 ? summary.dataset.one : summary.dataset.some.replace("{n}", touched.length);
};

const show = (one) => {
  const touched = rows(one).filter(isTouched);
  const keys = new Set(touched.map((row) => row.dataset.touch));
  for (const place of document.querySelectorAll(".board-svg .b-place.is-lit")) place.classList.toggle("is-picked", keys.has(place.dataset.place));
  if (!listOf(one)) return;
  one.querySelector("[data-touched-none]").hidden = touched.length > 0;
  showList(one, touched);
};

// Into the list, where the places stand that were touched before, the last one first.
const bringIn = (one, row) => {
  const wasTouched = isTouched(row);
  open(row, true);
  if (!wasTouched) list(one, row);
  show(one);
};

const bringToFront = (one, row) => {
  for (const other of rows(one).filter((found) => found !== row && isTouched(found) && !isListed(found))) list(one, other);
  open(row, true);
  one.querySelector("[data-add]").after(row);
  show(one);
};

// Whoever opens the list sees them all in it.
document.addEventListener("click", ({ target }) => {
  const one = target.closest?.("[data-touched] > summary")?.closest("form");
  for (const row of one ? rows(one).filter((found) => isTouched(found) && !isListed(found)) : []) list(one, row);
});

const count = (one) => {
  const counted = one.querySelector("[data-counted]");
  if (!counted || counted.dataset.typed) return;
  const { seat } = one.dataset;
  const came = one.querySelectorAll(`.j-touch .j-owners input:checked[value="${seat}"]:not([data-known="${seat}"])`);
  counted.value = Number(counted.dataset.known) + came.length;
};

const touch = (one, key) => {
  const row = rowOf(one, key);
  if (!row) return;
  bringToFront(one, row);
  (row.querySelector("input[type=radio]:checked") ?? row.querySelector("input"))?.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
};

const untouch = (one, row) => {
  inputs(row).forEach((input) => {
    if (input.type === "radio") input.checked = input.value === input.dataset.known;
    else input.value = input.dataset.known;
  });
  open(row, false);
  delete row.dataset.painted;
  count(one);
  show(one);
  showPainted();
};

const paintRow = (one, row, slides = false) => paint(row, (painted) => bringIn(one, painted), (bare) => untouch(one, bare), slides);

const tap = (one, place) => {
  const row = rowOf(one, place.dataset.place);
  if (!row) remark(place, one.dataset.noRow);
  else if (isRefused() || !paintRow(one, row)) touch(one, place.dataset.place);
};

// -- a finger that slides over places with the brush: each place that it comes to is painted, once

let stroke = null;
let isStroke = false; // a mouse clicks at the end of it
const endStroke = () => { stroke = null; };

const enterPlace = (place) => {
  if (!place || stroke.entered.has(place)) return;
  stroke.entered.add(place);
  const row = rowOf(form(), place.dataset.place);
  if (row) paintRow(form(), row, true);
};

document.addEventListener("pointerdown", (event) => {
  isStroke = false;
  const place = event.isPrimary && event.button === 0 && form() && isBrushReady() && !isRefused() && placeOf(event);
  stroke = place ? { first: place, x: event.clientX, y: event.clientY, entered: new Set() } : null; // a second finger: the two zoom
});
document.addEventListener("pointermove", (event) => {
  if (!stroke || !event.isPrimary) return;
  for (const [x, y] of pointsBetween([stroke.x, stroke.y], [event.clientX, event.clientY])) {
    const place = placeAt(x, y);
    if (!isStroke && (!place || place === stroke.first)) continue; // still a tap
    isStroke = true;
    enterPlace(stroke.first);
    enterPlace(place);
  }
  [stroke.x, stroke.y] = [event.clientX, event.clientY];
});
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, endStroke);
document.addEventListener("click", (event) => {
  if (!isStroke || !event.target.closest?.(".j-board-image")) return;
  isStroke = false;
  event.stopImmediatePropagation();
}, { capture: true });

document.addEventListener("click", (event) => {
  const one = form();
  if (!one) return;
  const place = placeOf(event);
  if (place) { tap(one, place); return; }
  if (onBrushKey(event, (row) => bringIn(one, row))) return;
  const button = event.target.closest("form[data-turn] [data-untouch]");
  if (!button) return;
  event.preventDefault();
  untouch(one, button.closest("[data-touch]"));
});

document.addEventListener("keydown", (event) => {
  if ((event.key !== "Enter" && event.key !== " ") || !form()) return;
  const place = placeOf(event);
  if (!place) return;
  event.preventDefault();
  tap(form(), place);
});

document.addEventListener("change", (event) => {
  const one = event.target.closest("form[data-turn]");
  if (!one) return;
  if (event.target.matches("[data-touch-select]")) { touch(one, event.target.value); event.target.value = ""; }
  count(one);
  showPainted();
});
document.addEventListener("input", (event) => {
  if (event.target.matches("form[data-turn] [data-counted]")) event.target.dataset.typed = "1";
  if (event.target.closest("form[data-turn] [data-touch]")) showPainted();
});

const prepare = () => {
  const one = form();
  if (!one) return;
  if (one.dataset.prepared) { show(one); showPainted(); return; } // the picture may have been drawn anew beside it
  one.dataset.prepared = "1";
  fillRows(one);
  one.querySelectorAll("[data-add], [data-untouch]").forEach((part) => { part.hidden = false; });
  for (const row of rows(one)) {
    open(row, inputs(row).some(isChanged));
    if (isTouched(row)) listOf(one).append(row);
  }
  show(one);
  prepareBrush();
};
document.addEventListener("judge:restored", ({ target: one }) => {
  if (one !== form()) return;
  const counted = one.querySelector("[data-counted]");
  const typed = counted?.value;
  count(one);
  if (counted && counted.value !== typed) Object.assign(counted, { value: typed }).dataset.typed = "1";
  for (const row of rows(one).filter((found) => isTouched(found) && !isListed(found))) listOf(one).append(row);
  show(one);
  showPainted();
});
document.addEventListener("judge:swapped", prepare);
prepare();
