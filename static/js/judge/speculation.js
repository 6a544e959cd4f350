// The engine begins when the finger comes down: what it would enter if it left the key where it is. Nothing is entered before it does; a finger
// that slides away costs the engine one answer. What is foreseen wrongly is answered as if nothing had been foreseen.
import { engine } from "../offline/engine.js";
import { tappedAs } from "./board.js";
import { routeOf } from "./decisions.js";
import { fieldsOf, isFetchedHere, urlOf, urlOfLink } from "./entries.js";
import { lastDie } from "./inputs.js";
import { lastLaid, lastTicked } from "./laying.js";
import { parseAhead } from "./parts.js";
import { placeOf } from "./places.js";
import { gatherFacts, machine, pageForEngine } from "./table.js";
import { lastThrown } from "./throws.js";

const isEnteredHere = (form) => routeOf(machine.state, gatherFacts(), form.dataset.entry) === "engine";

/** What the key would send: a form with its button, and what the tap itself fills in or ticks. */
const sentBy = (key) => {
  if (key.type === "submit") return { form: key.form, button: key };
  return lastThrown(key) ?? lastLaid(key) ?? lastTicked(key);
};

const sentByTap = (event) => {
  const place = placeOf(event);
  const tapped = place ? tappedAs(place) : { key: event.target.closest("[data-judge] button") ?? event.target.closest("label")?.control };
  if (!tapped?.key) return tapped?.form ? tapped : null;
  return tapped.key.type === "radio" ? lastDie(tapped.key) : sentBy(tapped.key);
};

// Values stand in the order of their fields, so a box is ticked while they are read.
const enterOf = ({ form, button, filled = [], ticked = null }) => {
  if (ticked) ticked.checked = true;
  const data = new FormData(form, button);
  if (ticked) ticked.checked = false;
  for (const [name, value] of filled) data.set(name, value);
  return { address: urlOf(form, button), fields: fieldsOf(data) };
};

const foreseen = (event) => {
  const link = event.target.closest("a[data-fetch]:not([data-swap])");
  if (link) return isFetchedHere() ? ["fetch", { address: urlOfLink(link) }] : null;
  const sent = sentByTap(event);
  return sent?.form?.dataset.entry && isEnteredHere(sent.form) ? ["enter", enterOf(sent)] : null;
};

document.addEventListener("pointerdown", async (event) => {
  if (!event.isPrimary || event.button || !event.target.closest?.("[data-judge]") || engine.state !== "ready") return;
  const [name, data] = foreseen(event) ?? [];
  const answer = name && await engine.speculate(name, { ...data, page: pageForEngine() });
  if (answer) parseAhead(answer);
}, { passive: true });
