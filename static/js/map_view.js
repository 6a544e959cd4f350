// A map wider than its window follows the game: the places of the last move come into sight, sideways and in that window alone. A finger
// that has scrolled it is left where it is for a while.
import { wanted } from "./map_window.js";

const LEFT_ALONE = 15_000;

const touched = new WeakMap(); // window of a map -> when somebody moved it

const isAlone = (scroller) => Date.now() - (touched.get(scroller) ?? -Infinity) > LEFT_ALONE;
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const bring = (scroller, isFirst = false) => {
  const places = [...scroller.querySelectorAll(".is-last")];
  if (!places.length || scroller.scrollWidth <= scroller.clientWidth || !isAlone(scroller)) return;
  const edge = scroller.getBoundingClientRect().left - scroller.scrollLeft;
  const boxes = places.map((place) => place.getBoundingClientRect());
  const [left, right] = [Math.min(...boxes.map((box) => box.left)) - edge, Math.max(...boxes.map((box) => box.right)) - edge];
  const to = wanted(left, right, scroller.clientWidth, scroller.scrollLeft);
  if (to !== null) scroller.scrollTo({ left: to, behavior: isFirst || isStill() ? "instant" : "smooth" });
};

const all = (isFirst) => { for (const scroller of document.querySelectorAll(".map-scroll")) bring(scroller, isFirst); };

for (const kind of ["pointerdown", "touchmove", "wheel", "keydown"]) {
  document.addEventListener(kind, (event) => {
    const scroller = event.target.closest?.(".map-scroll");
    if (scroller) touched.set(scroller, Date.now());
  }, { passive: true });
}
document.addEventListener("htmx:afterSettle", () => all(false));
all(true);
