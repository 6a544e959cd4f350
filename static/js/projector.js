// Turns the projector's pages by the clock: one [data-slide] is shown at a time, for its own data-seconds. Updates of the
// live stream replace the slides; the page on show stays on show as long as the server still sends its key. A screen that
// the organizer has paused ([data-paused]) keeps its page.
let current = null; // key of the slide on show
let until = 0;

const slides = () => [...document.querySelectorAll("[data-slide]")];
const isPaused = () => Boolean(document.querySelector("[data-paused]"));
const lasts = (slide) => Number(slide.dataset.seconds) * 1000;

const show = (slide, all) => {
  all.forEach((one) => { one.hidden = one !== slide; });
  if (current === slide.dataset.slide) return;
  current = slide.dataset.slide;
  until = Date.now() + lasts(slide);
};

const turn = () => {
  const all = slides();
  if (!all.length) { current = null; return; }
  const at = all.findIndex((slide) => slide.dataset.slide === current);
  if (at < 0) { show(all[0], all); return; }
  if (Date.now() < until || isPaused()) { show(all[at], all); return; }
  const next = all[(at + 1) % all.length];
  if (next === all[at]) until = Date.now() + lasts(next);
  show(next, all);
};

document.addEventListener("htmx:afterSettle", turn);
setInterval(turn, 250);
turn();
