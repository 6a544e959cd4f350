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

const LEAST_SHARE = 0.15;

/** A long name gets smaller letters, by measure, until the page shows all of it. */
function fit() {
  const step = steps[at];
  const name = step.querySelector(".ceremony-name");
  if (!name) {
    return;
  }
  const frame = step.parentElement;
  const isTooLarge = () => frame.scrollHeight > frame.clientHeight || step.scrollWidth > step.clientWidth;
  name.style.fontSize = "";
  const full = Number.parseFloat(getComputedStyle(name).fontSize);
  for (let share = 0.95; isTooLarge() && share > LEAST_SHARE; share -= 0.05) {
    name.style.fontSize = `${full * share}px`;
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
