// Keys that want a second tap: their act contradicts the clock, or they leave what was entered by half and is not recorded yet. The first tap
// says what would be recorded, or lost.
import { isChanged, leavesHalf } from "./half_entered.js";
import { remark } from "./remarks.js";

const PATIENCE = 4_000; // ms in which the second tap counts

const disarm = (key, label, words) => {
  if (!key.isConnected) return;
  delete key.dataset.armed;
  label?.replaceChildren(...words);
};

// The number of a line has no room for words: they stand where the line's own were.
const labelOf = (key) => key.querySelector(".j-label, .j-undo-what") ?? (key.matches(".btn") ? key : key.closest(".j-line")?.querySelector(".j-label"));

const arm = (key, says) => {
  const label = labelOf(key);
  const words = [...label?.childNodes ?? []];
  key.dataset.armed = "";
  if (label) label.textContent = says;
  else remark(key, says); // a die has no room for words
  setTimeout(() => disarm(key, label, words), PATIENCE);
};

// Whether the clock says the same as the key: the page may have been drawn before its time was over.
const isTimeOver = () => document.querySelector("[data-strip] [data-countdown]")?.dataset.phase === "over";

const entering = () => document.querySelector("#entry-form, .j-question form[data-question]");

const wordsFor = (key) => {
  if ("secondTap" in key.dataset && !("againstClock" in key.dataset && isTimeOver())) return key.dataset.secondTap;
  const form = entering();
  const isLeft = form && leavesHalf(key, form, { isBegun: "begun" in form.dataset, isChanged: isChanged(form) });
  return isLeft ? document.querySelector("[data-judge]").dataset.loses : "";
};

addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-second-tap], [data-judge] :is(button, a[data-fetch])");
  if (!key || "armed" in key.dataset || (!event.isTrusted && key.matches(".j-back"))) return; // the browser's back loses nothing: it is offered again
  const says = wordsFor(key);
  if (!says) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  arm(key, says);
}, { capture: true });
