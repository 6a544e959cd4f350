// Map or tiles for the finger: what the judge chose on this device.
const CHOICE = "sdadata-board";
let chosen = "tiles"; // where a browser stores nothing, as long as the page

const isMap = () => { try { return (localStorage.getItem(CHOICE) ?? chosen) === "map"; } catch { return chosen === "map"; } };
const keys = () => [...document.querySelectorAll("[data-board-choice]")];

/** The address of the map that is to be shown; empty where tiles are, or where the board has no map. */
export const mapUrl = () => (isMap() && keys()[0]?.dataset.url) || "";

export const change = () => {
  chosen = isMap() ? "tiles" : "map";
  try { localStorage.setItem(CHOICE, chosen); } catch { /* then it lasts as long as the page */ }
};

export const showChoice = () => {
  for (const key of keys()) {
    key.hidden = false;
    key.textContent = isMap() ? key.dataset.map : key.dataset.tiles;
  }
};
