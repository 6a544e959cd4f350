// Stings of a streaming program's source: one after the other, each once, and none for what happened before the source was opened.
const SECONDS = 6;
const line = (one) => Number(one.dataset.sting);
const all = () => [...document.querySelectorAll("[data-sting]")];
const waiting = [];
let seen = Math.max(0, ...all().map(line));
let isPlaying = false;

const duration = () => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--sting-seconds")) || SECONDS;

// A copy is played: the next answer of the server would take the original's class away.
const play = () => {
  const next = waiting.shift();
  isPlaying = next !== undefined;
  if (!isPlaying) return;
  const copy = next.cloneNode(true);
  copy.removeAttribute("data-sting");
  copy.removeAttribute("id");
  copy.classList.add("is-on");
  document.body.append(copy);
  setTimeout(() => { copy.remove(); play(); }, duration() * 1000);
};

document.addEventListener("htmx:afterSettle", () => {
  const fresh = all().filter((one) => line(one) > seen);
  seen = Math.max(seen, ...fresh.map(line));
  waiting.push(...fresh);
  if (!isPlaying) play();
});
