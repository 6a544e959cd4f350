// Replay of a game: links, arrow keys, Home and End move the slider, which fetches its turn; a button moves it by itself. Links and
// slider also work without this script. `wanted` is where the reader already is when answers are still on their way.
const EVERY = 2_500;
let running = null;
let wanted = null;

const replay = () => document.getElementById("replay");
const slider = () => replay().querySelector("input[name=turno]");
const last = () => Number(replay().dataset.last);
const now = () => wanted ?? Number(replay().dataset.turn);

const goTo = (turn) => {
  const bounded = Math.max(0, Math.min(last(), turn));
  if (bounded === now()) return;
  slider().value = bounded;
  slider().dispatchEvent(new Event("input", { bubbles: true }));
};

const keys = {
  ArrowLeft: () => goTo(now() - 1),
  ArrowRight: () => goTo(now() + 1),
  Home: () => goTo(0),
  End: () => goTo(last()),
};

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

document.addEventListener("input", (event) => {
  if (event.target === slider()) wanted = Number(event.target.value);
});

// An older answer may put the slider back just before the next request reads it.
document.addEventListener("htmx:configRequest", (event) => {
  if (wanted !== null && event.detail.elt.contains(slider())) event.detail.parameters.turno = wanted;
});

// The address is that of the turn in sight, to be shared or opened again; the way back stays the page before the replay.
const follow = () => {
  const address = new URL(location.href);
  address.searchParams.set("turno", replay().dataset.turn);
  history.replaceState(history.state, "", address);
};

const show = () => {
  const button = replay().querySelector("[data-play]");
  button.hidden = false;
  button.textContent = running ? button.dataset.halt : button.dataset.run;
  if (wanted === Number(replay().dataset.turn)) wanted = null;
  else if (wanted !== null) slider().value = wanted;
};

const halt = () => { clearInterval(running); running = null; show(); };
const run = () => {
  if (now() === last()) goTo(0);
  running = setInterval(() => { if (now() < last()) goTo(now() + 1); else halt(); }, EVERY);
  show();
};

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) { if (running) halt(); else run(); }
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goTo(now() + (link.dataset.step === "after" ? 1 : -1));
});
document.addEventListener("htmx:afterSettle", () => { show(); follow(); });
for (const failure of ["htmx:sendError", "htmx:responseError"]) document.addEventListener(failure, () => { wanted = null; });
show();
