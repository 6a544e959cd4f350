// What a field wants is said beside it, in the language of the page: the browser's own bubble speaks that of the browser.
import { wantOf } from "./wants.js";

const KIND = "j-invalid";
let goesTo = null; // the first of the fields that are wrong in one form

const holderOf = (field) => field.closest(".j-number-set, .j-chip") ?? field;
const wordsBeside = (field) => (holderOf(field).nextElementSibling?.matches(`.${KIND}`) ? holderOf(field).nextElementSibling : null);

const clear = (field) => {
  wordsBeside(field)?.remove();
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-errormessage");
};

const writeBeside = (field, words) => {
  clear(field);
  const beside = Object.assign(document.createElement("span"), { className: KIND, id: `wants-${field.name}`, textContent: words });
  beside.setAttribute("role", "alert");
  holderOf(field).after(beside);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-errormessage", beside.id);
};

document.addEventListener("invalid", (event) => {
  const { target: field } = event;
  const page = field.closest("[data-judge]");
  if (!page) return;
  event.preventDefault();
  writeBeside(field, wantOf(field, page.dataset));
  if (goesTo) return;
  goesTo = field;
  setTimeout(() => { goesTo = null; });
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
}, { capture: true });

for (const name of ["input", "change"]) {
  document.addEventListener(name, ({ target }) => { if (target.validity?.valid && wordsBeside(target)) clear(target); });
}
