// The plain form of an act: a place that is tapped goes into the field that was touched last, else into the first that is empty; where a
// line is corrected, which has none, into where it began and then where it led, as it was entered.
import { remark } from "./remarks.js";

let touched = null;
const placeFields = () => [...document.querySelectorAll(".j-act-form select[data-place-field]")];
const ends = () => {
  const fields = placeFields();
  const found = ["src", "dst"].map((name) => fields.find((one) => one.name === name));
  return found.every(Boolean) ? found : fields;
};
const corrected = new WeakMap(); // by form, the end that was put in last
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("select[data-place-field]")) touched = event.target;
});

// A form that has a cell for each place is gone to it; armies that are put there grow by one.
const goToCell = (key) => {
  const cell = document.querySelector(`.j-act-form [data-place-cell="${CSS.escape(key)}"]`);
  const input = cell?.querySelector("input:checked, input, select");
  if (!input) return false;
  if ("placeCount" in cell.dataset) {
    input.value = Number(input.value || 0) + 1;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  document.querySelector(".is-at[data-place-cell]")?.classList.remove("is-at");
  cell.classList.add("is-at");
  (cell.querySelector("[data-step='1']") ?? input).focus({ preventScroll: true }); // no keyboard comes up for a number that has keys
  cell.scrollIntoView({ block: "nearest" });
  return true;
};

export const plainForm = () => document.querySelector(".j-act-form, .j-correct-form");

const nextField = () => {
  if (touched?.isConnected) return touched;
  const form = plainForm();
  const isCorrection = form.matches(".j-correct-form");
  const fields = isCorrection ? ends() : placeFields();
  const empty = fields.find((one) => !one.value);
  if (empty || !isCorrection) return empty ?? fields.at(-1);
  return fields[(fields.indexOf(corrected.get(form)) + 1) % fields.length];
};

const put = (field, place) => {
  touched = null;
  corrected.set(field.form, field);
  field.value = place.dataset.place;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  field.focus({ preventScroll: true });
  touched = null; // a script's focus is no touch
  field.scrollIntoView({ block: "nearest" });
};

/** Put a tapped place where the form has room for it. */
export const fillIn = (place) => {
  const field = nextField();
  if (field) put(field, place);
  else if (!goToCell(place.dataset.place)) remark(place, plainForm().dataset.noPlace);
};

/** Put both ends of a drag. */
export const fillInBoth = (place, onto) => {
  const [src, dst] = ends();
  if (!dst) { fillIn(place); fillIn(onto); return; }
  put(src, place);
  put(dst, onto);
};

/** Mark the places that the form names on the picture. */
export const markPlaces = () => {
  const named = new Set(placeFields().map((one) => one.value));
  for (const place of named.size ? document.querySelectorAll(".board-svg .b-place") : []) place.classList.toggle("is-chosen", named.has(place.dataset.place));
};
