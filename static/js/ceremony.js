/** The prize giving: keys open one place after another. */

const steps = [...document.querySelectorAll("#ceremony [data-step]")];
let at = 0;

function open(number) {
  at = Math.min(Math.max(number, 0), steps.length - 1);
  for (const [place, step] of steps.entries()) {
    step.hidden = place !== at;
  }
}

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
