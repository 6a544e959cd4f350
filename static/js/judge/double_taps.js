// A second tap on the same spot, so soon after one that sent something, is a slip: the page under it is another one by then. So is one that
// comes before anybody could have read what the first one brought, however long a slow tablet took to draw it.
export const guard = { ms: 350, unreadMs: 350, reach: 32 }; // px

let tap = { x: 0, y: 0, at: 0, handledAt: 0 };
let sent = null; // the tap that sent the last entry or asked for another page

const isTooSoon = (at) => at - sent.at < guard.ms || (guard.ms && at - sent.answeredAt < guard.unreadMs);
const isSlip = ({ x, y, at }) => sent && isTooSoon(at) && Math.hypot(x - sent.x, y - sent.y) < guard.reach;

// A key pressed on the keyboard, or a click that a script makes, has no spot.
const isTouch = (event) => event.isTrusted && event.detail > 0;

addEventListener("click", (event) => {
  if (!isTouch(event) || !event.target.closest?.("[data-judge]")) return;
  // A busy tablet hands a tap over late: `at` is when the finger touched, `handledAt` when the page learns of it.
  const here = { x: event.clientX, y: event.clientY, at: event.timeStamp, handledAt: performance.now() };
  if (isSlip(here)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  tap = here;
  if (event.target.closest("a[data-fetch]")) sent = here;
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
