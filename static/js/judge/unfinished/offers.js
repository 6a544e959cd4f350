// Offers what was left half entered, at the head of the questions, and says what of it no longer fits. Words come from the page.
import { markAlerts } from "../frame.js";
import { page } from "../table.js";

const section = document.getElementById("unfinished");

let drawn = ""; // a line that is drawn anew under a finger loses its tap

const lineOf = (name, { words, address, key }) => {
  const line = section.querySelector(`template[data-line="${name}"]`).content.cloneNode(true);
  line.querySelector("[data-words]").textContent = words;
  line.querySelector("[data-unfinished-drop]").dataset.unfinishedDrop = key;
  const resume = line.querySelector("[data-unfinished-resume]");
  if (resume) {
    resume.dataset.unfinishedResume = key;
    resume.setAttribute("href", address);
  }
  return line;
};

/** `offered` may go on; each of `lost` does not fit any more, and says `why`. */
export const showOffers = (offered, lost) => {
  const lines = [...offered.map((one) => ["offered", one]), ...lost.map((one) => [one.why, one])];
  const text = JSON.stringify(lines.map(([name, { words, address, key }]) => [name, words, address, key]));
  if (text !== drawn) section.querySelector("[data-lines]").replaceChildren(...lines.map(([name, one]) => lineOf(name, one)));
  drawn = text;
  section.hidden = !lines.length;
  const ask = page().querySelector(".j-ask");
  if (ask && section.parentElement !== ask) ask.prepend(section);
  markAlerts();
};
