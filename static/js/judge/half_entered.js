// What was entered by half, and which keys would lose it. Pure: nothing here looks for the page.

const FIELDS = ["INPUT", "SELECT", "TEXTAREA"];

const isOther = (field) => {
  if (field.type === "hidden" || field.disabled) return false;
  if (field.dataset?.thrown !== undefined && !field.value) return false; // the dice that were offered come back by themselves
  if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.options) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected));
  return (field.value ?? "") !== (field.defaultValue ?? "");
};

// A turn that came back to be put right holds what was entered as the values with which it is drawn.
const isOtherThanKnown = (field) => (field.type === "radio" ? field.checked && field.value !== field.dataset.known : field.value !== field.dataset.known);

/** Whether the form holds something that the judge has entered. What a line had that is corrected, or a form of its own, was not. */
export const isChanged = (form) => [...form.elements].filter(({ tagName }) => FIELDS.includes(tagName))
  .some((field) => ("returned" in form.dataset && field.dataset.known !== undefined ? !field.disabled && isOtherThanKnown(field) : isOther(field)));

const isPlain = (form) => form.id === "entry-form";

// A link to the table draws the same question again, where what was laid or thrown comes back; “Indietro” is the way back itself.
const linkLeaves = (link, form, { isBegun, isChanged: has }) => {
  if (link.matches("[data-swap]")) return false;
  if (link.matches(".j-back")) return isPlain(form) ? has : form.dataset.begun === "gathering";
  return isBegun || (has && (isPlain(form) || Boolean(link.search)));
};

const isSameQuestion = (one, other) => Boolean(one.elements.ask) && one.elements.ask.value === other.elements.ask?.value;

/** Whether the key leaves what `form` holds: another act, another form of the page. What was refused of it may be registered as it is. */
export const leavesHalf = (key, form, half) => {
  if (!half.isBegun && !half.isChanged) return false;
  if (key.matches("a")) return linkLeaves(key, form, half);
  const other = key.type === "submit" ? key.form : null;
  return Boolean(other) && other !== form && other.dataset.entry === "act" && !("registers" in other.dataset) && !isSameQuestion(form, other);
};
