// What stands in a form that is not sent yet: which form it is, whether anything was entered, its values, and their way back into it.
import { isChanged } from "../half_entered.js";

const OF_THE_REQUEST = ["csrfmiddlewaretoken", "seq", "lease", "key", "ask", "act", "head", "why"]; // another at each drawing

const controls = (form) => [...form.elements].filter((one) => one.name && one.matches("input:not([type=hidden]), select, textarea"));
const isChosen = (one) => ["radio", "checkbox"].includes(one.type);
const hiddenFields = (form) => [...form.elements].filter((one) => one.type === "hidden" && !OF_THE_REQUEST.includes(one.name));
const hiddenValue = (form, name) => hiddenFields(form).find((one) => one.name === name)?.value ?? "";

/** Whether the page's question is answered by it. */
export const isQuestion = (form) => "question" in form.dataset;

/** What was answered before the page asked this, as a text that the page's address takes too. */
const answered = (form) => form.dataset.question.slice(form.dataset.question.indexOf(" ") + 1);

/** The forms of the table's page into which something can be entered. `why` of the next undo is about whatever comes next. */
export const formsOfPage = (page) => [...page.querySelectorAll("form[data-entry]")].filter((form) => form.id !== "undo" && (isQuestion(form) || controls(form).length > 0));

/** The same wherever the same form is drawn for the same line. */
export const keyOf = (form) => {
  if (isQuestion(form)) return `question ${answered(form)}`;
  const fields = hiddenFields(form).map(({ name, value }) => `${name}=${value}`).sort();
  return [new URL(form.action).pathname, ...fields].join(" ");
};

/** What opens the form again, behind the table's address; empty for one that lies in the page whatever is asked. */
export const addressOf = (form) => {
  if (!form.closest(".j-question")) return "";
  const [type, of] = [hiddenValue(form, "type"), hiddenValue(form, "of")];
  if (isQuestion(form)) return `?domanda=${encodeURIComponent(answered(form))}`;
  if (type) return `?atto=${encodeURIComponent(type)}`;
  return of && `?correggi=${of}${hiddenValue(form, "swap") && "&scambia=1"}`;
};

/** How a judge would name it. */
export const wordsOf = (form) => {
  const question = form.closest(".j-question");
  const [trail, title] = [".j-trail", "h2"].map((part) => question?.querySelector(part)?.textContent.trim().replace(/\s+/g, " ") ?? "");
  return isQuestion(form) ? [trail, title].filter(Boolean).join(" · ") : title;
};

// -- whether anything was entered

/** Whether it is a step of an act that was begun, so that even without a value of its own something would be lost. */
const isUnderWay = (form) => isQuestion(form) && Boolean(form.closest(".j-question").querySelector(".j-back"));

export const isBegun = (form) => isChanged(form) || isUnderWay(form);

/**
 * Whether it is worth words that it is lost: not a choice or some dice, which are entered again sooner than words are read, but armies that
 * were laid, places that were ticked, an act of several answers, and any form that is typed.
 */
export const isLong = (form) => {
  if (!isQuestion(form)) return Boolean(form.closest(".j-question"));
  const isGathered = Object.values(JSON.parse(answered(form))).some((one) => typeof one === "object");
  return isGathered || valuesOf(form).some(([name]) => !name.startsWith("die-"));
};

// -- the values

/** Pairs of name and value, of what would be sent and is not the page's own. */
export const valuesOf = (form) => controls(form).filter((one) => !one.matches(":disabled") && (!isChosen(one) || one.checked)).map(({ name, value }) => [name, value]);

const rows = (form) => [...form.querySelectorAll("[data-touch]")];

/** The values put back, and the rows opened that they are of; the form's own scripts hear of it. */
export const putValues = (form, values, extras) => {
  const left = new Map();
  for (const [name, value] of values) left.set(name, [...left.get(name) ?? [], value]);
  for (const row of rows(form)) {
    if (controls(form).some((one) => row.contains(one) && left.has(one.name))) row.hidden = row.disabled = false;
  }
  for (const one of controls(form)) {
    const mine = left.get(one.name);
    if (isChosen(one)) one.checked = mine ? mine.includes(one.value) : one.type === "radio" && one.checked;
    else if (mine?.length) one.value = mine.shift();
  }
  form.dispatchEvent(new CustomEvent("judge:restored", { bubbles: true, detail: extras }));
};
