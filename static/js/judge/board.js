// A tap on a lit place of the board's picture does what the same place does in the question's own form: its button is pressed, its
// box ticked, one army laid on it. Any other place is sent as it was tapped, and the game says what forbids it; a drag from place to place
// is sent as both. Where a plain form is open, places are put into its fields. Without this script the forms alone serve. No tap is silent:
// where nothing can come of it, a remark says so.
import { isSlip } from "./double_taps.js";
import { isDrag } from "./drags.js";
import { isChanged } from "./half_entered.js";
import { chipKey, endRest } from "./laying.js";
import { fillIn, fillInBoth, markPlaces, plainForm } from "./place_fields.js";
import { placeAt, placeOf } from "./places.js";
import { remark } from "./remarks.js";

const question = () => document.querySelector(".j-question form[data-entry]");
const named = (form, name, value) => [...form.elements].find((one) => one.name === name && (value === undefined || one.value === value));

const partner = (place) => {
  const form = question();
  if (!form) return null;
  const key = place.dataset.place;
  const answer = named(form, "answer", key);
  if (answer) return answer;
  return chipKey(named(form, `n-${key}`)?.closest("[data-chip]"));
};

const mirror = () => {
  const form = question();
  if (form?.matches(".j-act-form")) markPlaces();
  if (!form || "turn" in form.dataset) return;
  document.querySelectorAll(".board-svg .b-place.is-lit").forEach((place) => {
    const box = named(form, "answer", place.dataset.place);
    const count = named(form, `n-${place.dataset.place}`);
    place.classList.toggle("is-picked", Boolean(box?.checked) || Number(count?.value ?? 0) > 0);
  });
};

// -- what is sent as it was tapped

// `count`: so many laid there, which are more than may be.
const sendTap = (key, { onto = "", count = "" } = {}) => {
  const form = document.querySelector("form[data-board-tap]");
  if (!form) return false;
  form.elements.place.value = key;
  form.elements.onto.value = onto;
  form.elements.count.value = count;
  form.requestSubmit();
  return true;
};

// Dice that are entered and not sent are left by a second tap on the same place alone: it may be another act.
const PATIENCE = 4_000; // ms in which it counts
let warned = { key: "", at: -PATIENCE };
const leavesDice = (place) => {
  const form = document.querySelector(".j-question form:is([data-throw], [data-dice])");
  if (!form || !isChanged(form)) return false;
  const { place: key } = place.dataset;
  const isMeant = warned.key === key && performance.now() - warned.at < PATIENCE;
  if (!isMeant) {
    warned = { key, at: performance.now() };
    remark(place, document.querySelector("[data-judge]").dataset.loses);
  }
  return !isMeant;
};

const layCount = (found) => found.closest("[data-chip]")?.querySelector("input").value;

const press = (found, place) => {
  const before = layCount(found);
  found.click();
  endRest();
  mirror();
  if (before === undefined || !found.isConnected || layCount(found) !== before) return;
  if ("plus" in found.dataset) sendTap(place.dataset.place, { count: Number(before) + 1 });
  else remark(place, found.closest("form").dataset.noMore);
};

const isPartOfForm = () => Boolean(plainForm() || document.querySelector("form[data-turn]"));

/** What a tap on a place would press, or send as it was tapped; null where it is for the page alone. */
export const tappedAs = (place) => {
  const key = place.matches(".is-lit") && partner(place);
  if (key) return { key };
  const form = document.querySelector("form[data-board-tap]");
  const dice = document.querySelector(".j-question form:is([data-throw], [data-dice])");
  if (!form || isPartOfForm() || (dice && isChanged(dice))) return null;
  return { form, filled: [["place", place.dataset.place], ["onto", ""], ["count", ""]] };
};

const choose = (place) => {
  const found = place.matches(".is-lit") && partner(place);
  if (found) press(found, place);
  else if (plainForm()) fillIn(place);
  else if (leavesDice(place)) return;
  else if (!document.querySelector("form[data-turn]") && !sendTap(place.dataset.place)) remark(place);
};

document.addEventListener("click", (event) => {
  const place = placeOf(event);
  if (place) choose(place);
});

// -- a drag, drawn as a line while the finger is down

let drag = null;
let isDragged = false; // a mouse clicks at the end of it
document.addEventListener("click", (event) => {
  if (!isDragged || !event.detail || !event.target.closest?.(".j-board-image")) return;
  isDragged = false;
  event.stopImmediatePropagation();
}, { capture: true });

const draw = ({ clientX, clientY }) => {
  const { svg } = drag;
  const inPicture = (x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  drag.line ??= svg.appendChild(document.createElementNS(svg.namespaceURI, "line"));
  drag.line.setAttribute("class", "b-drag");
  const [from, to] = [inPicture(drag.x, drag.y), inPicture(clientX, clientY)];
  for (const [name, value] of Object.entries({ x1: from.x, y1: from.y, x2: to.x, y2: to.y })) drag.line.setAttribute(name, value);
};

const endDrag = () => {
  drag?.line?.remove();
  drag = null;
};

const drop = (place, onto) => {
  if (plainForm()) fillInBoth(place, onto); else if (leavesDice(onto)) return; else if (!sendTap(place.dataset.place, { onto: onto.dataset.place })) remark(onto);
};

document.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary) { endDrag(); return; } // a second finger: the two zoom
  isDragged = false;
  const place = event.button === 0 && !document.querySelector("form[data-turn]") && placeOf(event); // there the brush is drawn over places
  drag = place ? { place, svg: event.target.closest(".j-map, .board-svg"), x: event.clientX, y: event.clientY, line: null } : null;
});
document.addEventListener("pointermove", (event) => {
  if (event.isPrimary && drag && (drag.line || isDrag(drag, event))) draw(event);
});
document.addEventListener("pointerup", (event) => {
  if (!event.isPrimary || !drag) return;
  const { place, line } = drag;
  isDragged = Boolean(line);
  endDrag();
  const onto = line && placeAt(event.clientX, event.clientY);
  if (!onto || !place.isConnected) return;
  if (onto === place && !isSlip(event)) choose(place); // a finger that trembled
  else if (onto !== place) drop(place, onto);
});
document.addEventListener("pointercancel", endDrag); // the finger scrolls the page

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const place = placeOf(event);
  if (!place?.matches(".is-lit")) return;
  event.preventDefault();
  choose(place);
});

document.addEventListener("change", mirror);
document.addEventListener("input", mirror);
document.addEventListener("judge:restored", mirror);
