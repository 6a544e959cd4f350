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

const find = (form) => {
  const refusal = document.querySelector("#refusal");
  if (refusal?.dataset.causeKeys) return null; // a sum that has no field of its own here
  if (refusal) return refusal.dataset.cause ? named(form, refusal.dataset.cause, refusal.dataset.causeKey, "causeMissing" in refusal.dataset) : firstOnPage(form.querySelectorAll("select:invalid, input:invalid"));
  const notice = document.querySelector("[data-notice]");
  if (notice?.dataset.cause) return named(form, notice.dataset.cause, notice.dataset.causeKey, "causeMissing" in notice.dataset);
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

const markSum = (form) => {
  const { cause = "", causeKeys = "" } = document.querySelector("#refusal, [data-notice][data-cause]")?.dataset ?? {};
  const parts = causeKeys ? summed(form, cause, causeKeys.split(" ")) : [];
  for (const part of parts) part.setAttribute("aria-invalid", "true");
  parts[0]?.scrollIntoView({ block: "center" });
  return parts.length > 0;
};

const goToCause = () => {
  const form = document.querySelector(FORM);
  if (!form || markSum(form)) return;
  const field = find(form);
  if (!field) return;
  unfold(field);
  const key = field.matches("[data-slot]") ? field.nextElementSibling : field; // the answer of a list has a key that opens the list
  key.focus({ preventScroll: true });
  field.setAttribute("aria-invalid", "true");
  field.scrollIntoView({ block: "center" });
};

// What the browser itself finds wrong it goes to, where that is not folded away.
document.addEventListener("invalid", ({ target }) => { if (target.closest(FORM)) unfold(target); }, { capture: true });
// Behind the page's own scroll to what is new.
document.addEventListener("judge:swapped", () => { requestAnimationFrame(goToCause); });
// A tablet that is turned keeps the field in sight.
addEventListener("resize", () => document.querySelector(`:is(${FORM}) [aria-invalid=true]`)?.scrollIntoView({ block: "center" }));
