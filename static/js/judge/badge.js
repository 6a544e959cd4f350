// Whether everything was sent, in a word of the strip, and whether the question can be answered.
import { badgeOf, isLocked } from "./decisions.js";
import { panel } from "./queue/panel.js";
import { gatherFacts, machine, page } from "./table.js";

export const showState = () => {
  const facts = gatherFacts();
  const badge = page().querySelector("[data-sent]");
  const name = badgeOf(machine.state, facts);
  const words = badge.dataset[name].replace("{n}", facts.waiting);
  if (badge.textContent !== words) badge.textContent = words;
  if (badge.dataset.now !== name) badge.dataset.now = name;
  page().classList.toggle("j-busy", isLocked(machine.state, facts));
  panel.show();
};

// An entry changes the state several times in a row.
let isDue = false;
const showSoon = () => {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    showState();
  });
};

machine.onChange = showSoon;
for (const name of ["judge:swapped", "queue:changed", "htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(name, showSoon);
for (const name of ["online", "offline"]) addEventListener(name, showSoon);
