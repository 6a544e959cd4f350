// A whole turn as one form: only the places that it touched show. A tap on the picture, or the list, brings a place in; its cross puts it
// back as it was. What is counted (the conquests) follows the owners until somebody types it. Without this script every place stands open.
import { onBrushKey, paint, prepareBrush, showPainted } from "./brush.js";
import { placeOf } from "./places.js";

const form = () => document.querySelector("form[data-turn]");
const rows = (one) => [...one.querySelectorAll("[data-touch]")];
const inputs = (row) => [...row.querySelectorAll("input, select")];
const isChanged = (input) => input.type === "radio" ? input.checked && input.value !== input.dataset.known : input.value !== input.dataset.known;

// What does not show is not sent either, and what is not sent is as it was.
const open = (row, isOpen) => { row.hidden = row.disabled = !isOpen; };

const show = (one) => {
  const touched = new Set(rows(one).filter((row) => !row.hidden).map((row) => row.dataset.touch));
  for (const place of document.querySelectorAll(".board-svg .b-place.is-lit")) place.classList.toggle("is-picked", touched.has(place.dataset.place));
  const none = one.querySelector("[data-touched-none]");
  if (none) none.hidden = touched.size > 0;
};

const bringIn = (one, row) => {
  open(row, true);
  one.querySelector("[data-add]").after(row);
  show(one);
};

const count = (one) => {
  const counted = one.querySelector("[data-counted]");
  if (!counted || counted.dataset.typed) return;
  const { seat } = one.dataset;
  const came = one.querySelectorAll(`.j-touch .j-owners input:checked[value="${seat}"]:not([data-known="${seat}"])`);
  counted.value = Number(counted.dataset.known) + came.length;
};

const touch = (one, key) => {
  const row = rows(one).find((found) => found.dataset.touch === key);
  if (!row) return;
  bringIn(one, row);
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

const step = (button) => {
  const input = button.parentElement.querySelector("input");
  input.value = Math.max(0, Number(input.value || 0) + Number(button.dataset.step));
  input.dispatchEvent(new Event("input", { bubbles: true }));
};

const tap = (one, key) => {
  const row = rows(one).find((found) => found.dataset.touch === key);
  if (row && !paint(row, (painted) => bringIn(one, painted))) touch(one, key);
};

document.addEventListener("click", (event) => {
  const one = form();
  if (!one) return;
  const place = placeOf(event);
  if (place?.matches(".is-lit")) { tap(one, place.dataset.place); return; }
  if (onBrushKey(event, (row) => bringIn(one, row))) return;
  const button = event.target.closest("form[data-turn] :is([data-untouch], [data-step])");
  if (!button) return;
  event.preventDefault();
  if ("step" in button.dataset) step(button); else untouch(one, button.closest("[data-touch]"));
});

document.addEventListener("keydown", (event) => {
  if ((event.key !== "Enter" && event.key !== " ") || !form()) return;
  const place = placeOf(event);
  if (!place?.matches(".is-lit")) return;
  event.preventDefault();
  tap(form(), place.dataset.place);
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
});

const prepare = () => {
  const one = form();
  if (!one || one.dataset.prepared) return;
  one.dataset.prepared = "1";
  one.querySelectorAll("[data-add], [data-untouch]").forEach((part) => { part.hidden = false; });
  for (const row of rows(one)) open(row, inputs(row).some(isChanged));
  show(one);
  prepareBrush();
};
document.addEventListener("judge:swapped", prepare);
prepare();
