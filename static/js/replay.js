// Replay of a game, move by move: keys, slider, links and a clock of its own. The whole game comes as one file; until it is here, and
// without this script, links and slider fetch each move from the server.
import { bring } from "./map_view.js";
import { Board } from "./replay_board.js";
import { Game } from "./replay_steps.js";
import { element, lineOf, reveal } from "./replay_words.js";

const EVERY = 1_400;
const section = document.getElementById("replay");
const range = section.querySelector("input[type=range]");
const board = new Board(document.getElementById(section.dataset.board));
const find = (name) => section.querySelector(`[data-${name}]`);
let game = null;
let at = -1;
let timer = null;

const text = (number) => game.texts[number];
const speed = () => Number(find("speed").value);
const followed = () => (find("follow").value === "" ? null : Number(find("follow").value));

// -- players and words

const drawPlayers = (state) => {
  section.querySelectorAll(".r-player").forEach((one, seat) => {
    const [facts, how] = state.players[seat];
    if (String(state.players[seat]) === String(drawn?.players[seat])) return;
    one.classList.toggle("is-in-turn", how === 1);
    one.classList.toggle("is-out", how === 2);
    for (const old of one.querySelectorAll(".r-fact, .r-now, .r-out")) old.remove();
    if (how === 1) one.querySelector(".r-name").append(element("span", { class: "r-now" }, ` · ${section.dataset.inTurn}`));
    if (how === 2) one.querySelector(".r-name").append(element("span", { class: "r-out" }, ` · ${section.dataset.out}`));
    one.querySelector(".r-name").parentElement.append(...text(facts).split("\n").map((fact) => element("p", { class: "r-fact" }, fact)));
  });
};

const markOf = (seat) => section.querySelector(`template[data-mark="${seat}"]`)?.content.cloneNode(true) ?? element("span", { class: "j-nobody", "aria-hidden": "true" });

const drawLines = (move) => {
  const list = find("lines");
  const turn = move?.t ?? 0;
  if (list.dataset.turn !== String(turn)) {
    list.dataset.turn = turn;
    list.replaceChildren(...game.linesOf(turn).map((one) => lineOf(one, text, markOf(one.b), list.dataset.declared)));
    const title = find("turn-title");
    title.textContent = turn ? title.dataset.words.replace("{n}", turn) : title.dataset.none;
  }
  for (const link of list.querySelectorAll("a[data-seq]")) {
    const isCurrent = Number(link.dataset.seq) === move?.s;
    link.parentElement.classList.toggle("is-current", isCurrent);
    if (isCurrent) {
      link.parentElement.setAttribute("aria-current", "step");
      reveal(link, list);
    } else link.parentElement.removeAttribute("aria-current");
  }
};

// -- where we are

let drawn = null;

const where = (move) => {
  if (!move) return section.dataset.before;
  return section.dataset.words.replace("{n}", move.s).replace("{all}", game.last).replace("{turn}", move.t);
};

const show = (index) => {
  at = index;
  const move = game.moves[index];
  const state = game.stateAt(index);
  board.draw(state, drawn, move, text);
  bring(board.picture.parentElement);
  drawPlayers(state);
  drawLines(move);
  drawn = state;
  const seq = move?.s ?? 0;
  Object.assign(section.dataset, { seq, turn: move?.t ?? 0 });
  range.value = seq;
  find("where").textContent = where(move);
  range.setAttribute("aria-valuetext", `${where(move)}. ${move ? text(move.w) : ""}`);
  find("headline").textContent = text(state.headline);
  if (!timer) find("spoken").textContent = move ? text(move.w) : "";
  address(seq);
};

// The address is that of the move in sight, to be shared or opened again; the way back stays the page before the replay. Browsers allow
// some hundred such changes in half a minute, so a run of keys changes it once it is over.
let waiting = null;
const address = (seq) => {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const found = new URL(location.href);
    found.searchParams.delete("turno");
    found.searchParams.set("mossa", seq);
    history.replaceState(history.state, "", found);
  }, 150);
};

const go = {
  before: () => show(game.next(at, -1, followed())),
  after: () => show(game.next(at, 1, followed())),
  "turn-before": () => show(game.turnEnd(at, -1)),
  "turn-after": () => show(game.turnEnd(at, 1)),
  start: () => show(-1),
  end: () => show(game.moves.length - 1),
};

const halt = () => {
  clearTimeout(timer);
  timer = null;
  find("play").textContent = find("play").dataset.run;
  section.removeAttribute("data-running");
};

const tick = () => {
  timer = setTimeout(() => {
    go.after();
    if (at >= game.moves.length - 1) halt();
    else tick();
  }, EVERY / speed());
};

const run = () => {
  if (at >= game.moves.length - 1) show(-1);
  find("play").textContent = find("play").dataset.halt;
  section.dataset.running = "";
  tick();
};

const changeSpeed = (step) => {
  const select = find("speed");
  select.selectedIndex = Math.max(0, Math.min(select.options.length - 1, select.selectedIndex + step));
};

const keys = {
  ArrowLeft: go.before,
  ArrowRight: go.after,
  PageUp: go["turn-before"],
  PageDown: go["turn-after"],
  Home: go.start,
  End: go.end,
  " ": () => (timer ? halt() : run()),
  "+": () => changeSpeed(1),
  "-": () => changeSpeed(-1),
};

document.addEventListener("keydown", (event) => {
  if (!game || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input:not([type=range]), select, textarea")) return;
  if (event.key === " " && event.target.matches("button, a, summary")) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  if (event.key !== " ") halt();
  act();
});

section.addEventListener("input", (event) => {
  if (!game || event.target !== range) return;
  halt();
  show(game.indexAt(Number(range.value)));
});

section.addEventListener("click", (event) => {
  if (!game) return;
  if (event.target.closest("[data-play]")) { if (timer) halt(); else run(); return; }
  if (event.target.closest("[data-copy]")) { copy(event.target.closest("[data-copy]")); return; }
  const link = event.target.closest("a[data-go], a[data-seq]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  halt();
  if (link.dataset.go) go[link.dataset.go]();
  else show(game.indexAt(Number(link.dataset.seq)));
});

const copy = async (button) => {
  const found = new URL(location.href);
  found.searchParams.set("mossa", section.dataset.seq);
  await navigator.clipboard.writeText(found);
  button.textContent = button.dataset.done;
};

const open = async () => {
  const answer = await fetch(section.dataset.replay);
  if (!answer.ok) return;
  game = new Game(await answer.json());
  at = game.indexAt(Number(section.dataset.seq));
  drawn = game.stateAt(at);
  find("lines").dataset.turn = game.turnOf(at);
  find("play").hidden = false;
  find("copy").hidden = !navigator.clipboard;
  for (const choice of section.querySelectorAll("[data-scripted]")) choice.hidden = false;
  section.dataset.ready = "";
};

const current = section.querySelector(".r-line.is-current");
if (current) reveal(current, find("lines"));
// Events before the game is here go to the server, as without this script.
open();
