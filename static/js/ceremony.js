/** The prize giving: keys open one place after another. */

const steps = [...document.querySelectorAll("#ceremony [data-step]")];
let at = 0;

function open(number) {
  at = Math.min(Math.max(number, 0), steps.length - 1);
  for (const [place, step] of steps.entries()) {
    step.hidden = place !== at;
  }
  fit();
}

const LEAST = 0.036; // of the height: ten arc minutes at ten metres
const STEP = 0.95;

const sizeOf = (one) => Number.parseFloat(getComputedStyle(one).fontSize);

/** Smaller letters by one step; a word that has no room in the least of them is broken. False where nothing is left to do. */
function shrink(one) {
  const size = sizeOf(one);
  const least = LEAST * innerHeight;
  if (size > least + 0.5) {
    one.style.fontSize = `${Math.max(size * STEP, least)}px`;
    return true;
  }
  const wasWhole = one.dataset.broken === undefined;
  one.dataset.broken = "";
  return wasWhole;
}

/** Long names get smaller letters, by measure, until the page shows all of them: each for its own width, all for the height. */
function fit() {
  const step = steps[at];
  const names = [...step.querySelectorAll(".ceremony-name, [data-fit]")];
  if (!names.length) {
    return;
  }
  for (const one of names) {
    one.style.fontSize = "";
    one.removeAttribute("data-broken");
  }
  for (const one of names) {
    while (one.scrollWidth > one.clientWidth) {
      if (!shrink(one)) {
        break;
      }
    }
  }
  const frame = step.parentElement;
  const isTooLarge = () => frame.scrollHeight > frame.clientHeight || step.scrollWidth > step.clientWidth;
  while (isTooLarge()) {
    const largest = names.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one));
    if (!shrink(largest)) {
      break;
    }
  }
}

addEventListener("resize", fit);
document.fonts.ready.then(fit);

const KEYS = {
  ArrowRight: () => at + 1,
  PageDown: () => at + 1,
  " ": () => at + 1,
  ArrowLeft: () => at - 1,
  PageUp: () => at - 1,
  Home: () => 0,
};

document.addEventListener("keydown", (event) => {
  const onControl = event.target instanceof Element && event.target.closest("a, button");
  const next = KEYS[event.key];
  if (!next || (event.key === " " && onControl)) {
    return;
  }
  event.preventDefault();
  open(next());
});

document.querySelector("[data-next]")?.addEventListener("click", () => open(1));
