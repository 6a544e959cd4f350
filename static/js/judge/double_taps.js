// A second tap on the same spot, so soon after the first, is a slip, whatever stands there: an answer, a place under the brush, a key that asks
// once more. So is one that comes before anybody could have read what the first one brought, however long a slow tablet took to draw it.
// Only where each tap counts one more or one less, every tap is meant.
// The same holds for a tap on any other key: whoever aims at one and meets another, which the page brought meanwhile, has not read it.
export const guard = { ms: 350, unreadMs: 350, movedMs: 350, reach: 32, spot: 16 }; // px: on the same control, or on what came into its place

const COUNTING = "[data-step], [data-plus], [data-minus]";
const WRITING = "input:not([type=radio], [type=checkbox]), select, textarea";
const CONTROL = "button, a, label, summary, [data-place], [data-land]";

const KEYS = "[data-judge] :is(button, a, label, summary)"; // a place of the board is always where it was

const idOf = (key) => [key.tagName, key.name, key.value, key.getAttribute("href"), key.textContent.trim()].join("|");

// Which keys stood where when a finger came down last, on the page before the one that stands now; and when that one was drawn.
let keys = [];
const seqOfPage = () => document.querySelector("[data-judge]")?.dataset.seq;
const page = { number: 0, drawnAt: -Infinity, before: [], seq: seqOfPage(), followed: 0 };
let down = null; // where the finger came down: on which key of which page

// Whom a key is about the head of its question says, or the strip, where it is the same for each player. Dice are tapped on into the next throw.
const isDie = (control) => Boolean(control?.closest(".j-pad, [data-die]"));
const headOf = (control) => {
  if (!control || isDie(control)) return "";
  const head = control.closest(".j-question")?.querySelector(".j-question-head") ?? document.querySelector(".j-strip-who");
  return head?.textContent.trim();
};

const stoodThere = (control, { x, y }) =>
  page.before.some(({ box, id }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom && id === idOf(control));
const isOfPage = (control) => Boolean(control?.matches(KEYS));
const aimedAt = (control) => (isOfPage(control) ? idOf(control) : control?.dataset.place ?? control?.dataset.land ?? "");

/** Whether the page went on under the finger, or just before it: the key that is there now is another one than was aimed at. */
const isMoved = ({ control, at, ...here }) => {
  if (!control?.closest("[data-judge]")) return false;
  if (down && down.page !== page.number) return down.id !== aimedAt(control) || down.head !== headOf(control) || (isDie(control) && page.followed > down.page);
  return isOfPage(control) && guard.ms > 0 && at - page.drawnAt < guard.movedMs && page.before.length > 0 && !stoodThere(control, here);
};

document.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary || !event.target.closest) return;
  const control = event.target.closest(CONTROL);
  down = { page: page.number, id: aimedAt(control), head: headOf(control) };
  keys = [...document.querySelectorAll(KEYS)].map((key) => ({ box: key.getBoundingClientRect(), id: idOf(key) }));
}, { capture: true, passive: true });

document.addEventListener("judge:swapped", () => {
  page.number += 1;
  page.before = keys;
  const [before, isOwn] = [page.seq, sent && !sent.answeredAt];
  page.seq = seqOfPage();
  if (guard.ms && !isOwn && page.seq !== before) page.followed = page.number; // another tab, or the server, went on
  const { number } = page;
  page.drawnAt = performance.now();
  requestAnimationFrame(() => requestAnimationFrame((now) => { if (number === page.number) page.drawnAt = now; }));
});

let tap = { x: 0, y: 0, at: -Infinity, handledAt: 0, control: null };
let sent = null; // the tap that sent the last entry or asked for another page

const isNear = (one, { x, y }, reach) => Math.hypot(x - one.x, y - one.y) < reach;
const isTooSoon = (at) => at - sent.at < guard.ms || (guard.ms && at - sent.answeredAt < guard.unreadMs);
const isUnread = (here) => sent && isTooSoon(here.at) && isNear(sent, here, guard.reach);

// Armies are laid on the board as on the chips of their question.
const counts = (target) => Boolean(target.closest(COUNTING)) || Boolean(target.closest("[data-place], [data-land]") && document.querySelector(".j-question form[data-spread]"));
const isRepeated = (here) => here.control && here.at - tap.at < guard.ms && !here.counts && isNear(tap, here, here.control === tap.control ? guard.reach : guard.spot);

/** Whether the tap, or the finger that trembled and came up, is the second one on its spot; if not, the next one is held against it. */
export const isSlip = ({ clientX: x, clientY: y, timeStamp: at, target }) => {
  if (at === tap.at) return false; // one tap: the words of a label hand their click on to its box
  // A busy tablet hands a tap over late: `at` is when the finger touched, `handledAt` when the page learns of it.
  const here = { x, y, at, handledAt: performance.now(), control: target.closest(CONTROL), counts: counts(target) };
  const isSecond = isRepeated(here);
  const isOne = isUnread(here) || isSecond || isMoved(here);
  down = null;
  if (isSecond) document.dispatchEvent(new CustomEvent("judge:slip", { detail: { control: here.control } }));
  tap = isOne ? { ...tap, at } : here; // a finger that goes on trembling stays held
  return isOne;
};

// A key pressed on the keyboard, or a click that a script makes, has no spot.
const isTouch = (event) => event.isTrusted && event.detail > 0;

addEventListener("click", (event) => {
  if (!isTouch(event) || !event.target.closest || event.target.closest(WRITING)) return;
  if (isSlip(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  if (event.target.closest("a[data-fetch]")) sent = tap;
}, { capture: true });

addEventListener("submit", (event) => {
  if (event.target.closest("[data-entry]") && event.timeStamp - tap.handledAt < guard.ms) sent = tap;
}, { capture: true });

document.addEventListener("judge:swapped", () => {
  if (!sent || sent.answeredAt) return;
  const answered = sent;
  answered.answeredAt = performance.now();
  requestAnimationFrame(() => requestAnimationFrame((now) => { answered.answeredAt = now; }));
});
