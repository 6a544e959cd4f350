// A form that comes back refused: the field that is the cause, as the refusal names it, is gone to. The places of a sum that is the cause are
// all marked.
const FORM = ".j-act-form, form[data-turn]";
const WORDS = "label > span, legend, .j-number-words, .j-touch-words";

const FOLDED = "details:not([open])";
const isOnPage = (field) => field.type !== "hidden" && field.closest("[hidden]") === null;
const firstOnPage = (fields) => [...fields].find(isOnPage);
const firstEmpty = (fields) => [...fields].filter(isOnPage).find((field) => !field.value) ?? firstOnPage(fields);

// Names of inputs: `field`, `field-key` in a plain form; `field.key…` in that of a turn or board.
const named = (form, field, key, isMissing) => {
  const first = isMissing ? firstEmpty : firstOnPage;
  const start = [key ? `${field}.${key}` : field, key ? `${field}-${key}` : field].map((one) => CSS.escape(one));
  return first(form.querySelectorAll(start.map((one) => `[name="${one}"]:checked, input[name="${one}"]:not([type=radio]), select[name="${one}"], [name^="${one}."], [name^="${one}-"]`).join()))
    ?? (key ? first(form.querySelectorAll(`[data-place-cell="${CSS.escape(key)}"] :is(input, select)`)) : undefined);
};

// A value that cannot be read is refused with the label of its field.
const labelled = (form, words) => {
  const labels = [...form.querySelectorAll(WORDS)].filter((one) => one.textContent.trim() && words.includes(one.textContent.trim()));
  const [longest] = labels.sort((one, other) => other.textContent.trim().length - one.textContent.trim().length);
  return longest && firstOnPage(longest.closest("label, fieldset").querySelectorAll("input, select"));
};

// What each reason of the refusal blames, with its words.
const blamed = () => JSON.parse(document.querySelector("#refusal, [data-notice]")?.dataset.causes ?? "[]");

// Without a cause: what the browser itself finds wrong, or the field that is called as in the notice.
const found = (form) => {
  if (document.querySelector("#refusal")) return firstOnPage(form.querySelectorAll("select:invalid, input:invalid"));
  const notice = document.querySelector("[data-notice]");
  return notice && labelled(form, notice.textContent);
};

// What makes up a sum: every field of these places that is on the page, and the line to which places are folded.
const summed = (form, field, keys) => {
  const starts = keys.flatMap((key) => [`${field}.${key}`, `${field}-${key}`]);
  const fields = [...form.querySelectorAll("input, select")].filter((one) => one.type !== "radio" && isOnPage(one) && starts.some((start) => one.name === start || one.name.startsWith(`${start}.`)));
  return [...new Set(fields.flatMap((one) => [one.closest(FOLDED)?.querySelector("summary") ?? one, one]))];
};

const unfold = (field) => {
  for (let fold = field.closest(FOLDED); fold; fold = field.closest(FOLDED)) fold.open = true;
};

const partsOf = (form, { field, key, keys, is_missing: isMissing }) => keys.length ? summed(form, field, keys) : [named(form, field, key, isMissing)].filter(Boolean);

const isBefore = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
const inOrder = (one, other) => one === other ? 0 : isBefore(one, other) ? -1 : 1;

// Above the field, or the line to which it is folded.
const AROUND = ".j-touch, .j-touch-line, .j-turn-seat, .j-cells, fieldset, label, tr";
const explain = ({ words, parts }) => {
  const [part] = parts;
  const note = document.createElement("p");
  note.className = "j-cause";
  note.textContent = words;
  (part.closest("details.j-touched:not([open])") ?? part.closest(AROUND) ?? part).before(note);
};

const goToField = (field) => {
  unfold(field);
  const key = field.matches("[data-slot]") ? field.nextElementSibling : field; // the answer of a list has a key that opens the list
  key.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
};

// Each cause is marked where it is; of several each has its words, and the first one on the page is gone to.
const goToCause = () => {
  const form = document.querySelector(FORM);
  if (!form) return;
  for (const old of form.querySelectorAll(".j-cause")) old.remove();
  const causes = blamed().map((cause) => ({ ...cause, parts: partsOf(form, cause) })).filter(({ parts }) => parts.length);
  causes.sort((one, other) => inOrder(one.parts[0], other.parts[0]));
  if (!causes.length) {
    const field = blamed().some(({ keys }) => keys.length) ? null : found(form); // a sum that has no field of its own here
    causes.push(...(field ? [{ keys: [], parts: [field] }] : []));
  }
  for (const part of causes.flatMap(({ parts }) => parts)) part.setAttribute("aria-invalid", "true");
  if (causes.length > 1) {
    for (const { keys, parts } of causes) if (!keys.length) unfold(parts[0]);
    causes.forEach(explain);
  }
  const [first] = causes;
  if (!first) return;
  if (causes.length === 1 && first.words && document.querySelector("[data-notice]")?.textContent.trim() === first.words) explain(first);
  if (first.keys.length && causes.length === 1) first.parts[0].scrollIntoView({ block: "center" });
  else goToField(first.parts[0]);
};

// What the browser itself finds wrong it goes to, where that is not folded away.
document.addEventListener("invalid", ({ target }) => { if (target.closest(FORM)) unfold(target); }, { capture: true });
// Behind the page's own scroll to what is new.
document.addEventListener("judge:swapped", () => { requestAnimationFrame(goToCause); });
// A tablet that is turned keeps the field in sight.
addEventListener("resize", () => document.querySelector(`:is(${FORM}) [aria-invalid=true]`)?.scrollIntoView({ block: "center" }));
