// What a judge has half entered in any form of the page is on the device, beside the queue, a moment after each tap: a page that is loaded
// again, dropped by the browser or left by its back key loses nothing. Where the same form is drawn at the same line it is filled again; else
// it is offered, as long as it fits, and the judge is told where it no longer does. Sent, cancelled or on a table handed over it is gone.
import { store } from "../../offline/store.js";
import { isChanged } from "../half_entered.js";
import { queue } from "../queue/rows.js";
import { machine, page, tableUrl } from "../table.js";
import { fateOf } from "./fates.js";
import { addressOf, formsOfPage, isBegun, isLong, isQuestion, keyOf, putValues, valuesOf, wordsOf } from "./forms.js";
import { showOffers } from "./offers.js";

const PAUSE = 200; // ms between the first change and its way to the disk
const { user } = document.body.dataset;
const idOf = (key) => `${user} ${tableUrl} ${key}`;

const forms = new Map(); // what is half entered, by the form's key
const lost = new Map(); // what no longer fits and the judge has not read yet: why it does not, by key
const left = new WeakSet(); // forms that the judge has left, which stand until the next page is drawn
const filled = new WeakSet(); // forms of the page that have what was entered in them before
let isOpened = false; // whether it is known what the server has
let submitted = null; // the form that was sent last, and at which line
let resumed = ""; // the form that the judge asked for again

const formWith = (key) => formsOfPage(page()).find((form) => keyOf(form) === key);

// The strip names the last line that counts, on a page that is the server's and has none of its own on the way.
const quietFrom = () => (machine.is("source", "server") && !queue.acts().length ? Number(page().querySelector("[data-strip]")?.dataset.seq ?? Infinity) : null);
const readPage = () => {
  const { instance, lease, seq, head, writes } = page().dataset;
  return { instance, lease: Number(lease), seq: Number(seq), head, writes: writes === "1", quietFrom: quietFrom() };
};

// -- to the disk, and off it

const forget = (key) => {
  if (forms.delete(key)) store.drop("forms", idOf(key));
};

const remember = (key, one) => {
  forms.set(key, one);
  store.put("forms", one);
};

const rowOf = (form, key, more) => {
  const { instance, lease, seq, head } = readPage();
  return {
    id: idOf(key), user, table: tableUrl, key, instance, lease, seq, head, isBound: form.dataset.entry !== "beside", isQuestion: isQuestion(form), isLong: isLong(form),
    address: addressOf(form), words: wordsOf(form), values: valuesOf(form), extras: extrasOf(form), ...more,
  };
};

// What scripts have beside a form's values, such as the brush, they put into this event, and find it in the one that restores the form.
const extrasOf = (form) => {
  const detail = {};
  form.dispatchEvent(new CustomEvent("judge:saving", { bubbles: true, detail }));
  return detail;
};

const same = (one, other) => one && JSON.stringify([one.values, one.extras, one.seq, one.head]) === JSON.stringify([other.values, other.extras, other.seq, other.head]);

// A form that came back refused has what was sent as the values with which it is drawn.
const saveForm = (form) => {
  const key = keyOf(form);
  const before = forms.get(key);
  if (left.has(form) || (before && !filled.has(form))) return; // it waits for the page to come to its line
  filled.add(form);
  const isReturned = before?.isReturned ?? false;
  if (!isBegun(form) && !isReturned) { forget(key); return; }
  const now = rowOf(form, key, { isReturned });
  if (!same(before, now)) remember(key, now);
};

const save = () => {
  if (readPage().writes) formsOfPage(page()).forEach(saveForm);
};

let timer = 0;
const saveNow = () => {
  clearTimeout(timer);
  timer = 0;
  save();
};
const saveSoon = () => { timer ||= setTimeout(saveNow, PAUSE); };

// -- what becomes of each

// Once into each form that is drawn: what the judge has entered since is newer.
const putBack = (form, one) => {
  if (filled.has(form)) return;
  filled.add(form);
  if (!isChanged(form)) putValues(form, one.values, one.extras);
};

const lose = (key, why) => {
  const one = forms.get(key);
  if (one.isLong && !one.isSent) lost.set(key, { ...one, why });
  forget(key);
};

// `wanted`: the form that the judge asked for, on the page that was to have it.
const review = (wanted = "") => {
  const now = readPage();
  for (const [key, one] of forms) {
    const fate = fateOf(one, now, isOpened);
    const form = fate === "fits" && formWith(key);
    if (fate === "moved" || fate === "handed") lose(key, fate);
    else if (form) putBack(form, one);
    else if (fate === "fits" && key === wanted) lose(key, "moved"); // asked for, and the table has no such form any more
  }
  const offered = [...forms.values()].filter((one) => one.address && fateOf(one, now, isOpened) === "fits" && !formWith(one.key));
  showOffers(page().querySelector("#refusal, .j-question .j-back") ? [] : offered, [...lost.values()]); // in the middle of something else they wait
};

// -- what was sent

const isRefused = () => page().querySelector("#refusal, [data-notice]:is(.alert-error, .alert-warning)") !== null;

// Whoever answers another question has left the one before.
document.addEventListener("submit", ({ target }) => {
  if (!target.matches("[data-entry]")) return;
  const key = keyOf(target);
  if (target.dataset.entry === "act") for (const [other, one] of forms) if (one.isQuestion && other !== key) forget(other);
  submitted = { key, seq: Number(page().dataset.seq) };
  if (!formsOfPage(page()).includes(target) || !isLong(target)) return; // dice are in the queue as soon as they would be here
  saveNow();
  if (forms.has(key)) remember(key, { ...forms.get(key), isSent: true });
});

const settle = () => {
  if (!submitted) return;
  const { key, seq } = submitted;
  submitted = null;
  const one = forms.get(key);
  if (!one) return;
  const form = formWith(key);
  if (!isRefused() || Number(page().dataset.seq) > seq || (one.isQuestion && !form)) forget(key);
  else if (form) {
    filled.add(form);
    remember(key, rowOf(form, key, { isReturned: true }));
  } else remember(key, { ...one, isSent: false });
};

// -- the judge's words

const cancel = (event) => {
  const link = event.target.closest?.(".j-question .j-back, [data-armed]:not([data-second-tap]), #refusal a[data-second-tap], a[data-swap]"); // dice go along to the other side
  if (!link || !event.isTrusted) return; // the browser's back, and Escape, may be a slip: what is left is offered
  const form = page().querySelector("#entry-form, .j-question form[data-question]");
  if (!form) return;
  left.add(form);
  forget(keyOf(form));
};

document.addEventListener("click", (event) => {
  const drop = event.target.closest?.("[data-unfinished-drop]");
  const resume = event.target.closest?.("[data-unfinished-resume]");
  cancel(event);
  if (event.target.closest?.("a[data-fetch], .j-back")) saveNow(); // the form goes sooner than the pause is over
  if (resume) resumed = resume.dataset.unfinishedResume;
  if (!drop) return;
  forget(drop.dataset.unfinishedDrop);
  lost.delete(drop.dataset.unfinishedDrop);
  review();
});

for (const name of ["input", "change", "click", "keyup", "pointerup", "reset"]) {
  document.addEventListener(name, ({ target }) => { if (target.closest?.("[data-judge]")) saveSoon(); });
}
document.addEventListener("input", ({ target }) => { left.delete(target.form); }); // it was not left after all
for (const name of ["beforeunload", "pagehide"]) addEventListener(name, saveNow); // what is begun only as the page goes may not reach the disk
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") saveNow(); });

const load = async () => {
  const mine = (await store.all("forms")).filter((one) => one.user === user && one.table === tableUrl);
  for (const one of mine) if (!forms.has(one.key)) forms.set(one.key, one);
  review();
};

const loaded = load();
document.addEventListener("judge:opened", async () => {
  await loaded;
  isOpened = true;
  review();
});
document.addEventListener("judge:swapped", () => {
  settle();
  review(resumed);
  resumed = "";
  saveSoon();
});
