// The board of a replay, on its map or as tiles: only what differs from what stands there is drawn. Texts come by number, `text(number)`.
import { fronts } from "./replay_steps.js";

const SVG = "http://www.w3.org/2000/svg";

export const svgElement = (name, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

const parsed = (words) => {
  const holder = svgElement("g", {});
  holder.innerHTML = words;
  return holder.childNodes;
};

export class Board {
  constructor(picture) {
    this.picture = picture;
    this.places = new Map();
    this.borders = [...picture.querySelectorAll("[data-between]")].map((line) => [...line.dataset.between.split("|"), line.getAttribute("href")]);
    this.lands = new Map([...picture.querySelectorAll("[data-land]")].map((land) => [land.dataset.land, land]));
  }

  draw(state, before, move, text) {
    for (const [key, place] of Object.entries(state.places)) if (String(place) !== String(before?.places[key])) this.drawPlace(key, place, text);
    this.drawFronts(state);
    if (state.links !== before?.links) this.picture.querySelector(".b-links")?.replaceChildren(...parsed(text(state.links)));
    for (const old of this.picture.querySelectorAll(".is-last, .is-changed")) old.classList.remove("is-last", "is-changed");
    for (const key of Object.keys(move?.p ?? {})) this.place(key).classList.add("is-last");
    for (const key of move?.o ?? []) this.lands.get(key)?.classList.add("is-changed");
    for (const arrow of this.arrows()) arrow.innerHTML = move?.a === undefined ? "" : text(move.a);
  }

  place(key) {
    if (!this.places.get(key)?.isConnected) this.places.set(key, this.picture.querySelector(`[data-place="${CSS.escape(key)}"]`));
    return this.places.get(key);
  }

  drawPlace(key, [seat, drawn, spoken], text) {
    const place = this.place(key);
    const mark = place.querySelector(".m-mark");
    if (mark) mark.innerHTML = text(drawn);
    else place.outerHTML = text(drawn);
    this.place(key).setAttribute("aria-label", text(spoken));
    const pattern = `${this.picture.id}-m${seat}`;
    if (document.getElementById(pattern)) this.lands.get(key)?.setAttribute("fill", `url(#${pattern})`);
    else this.lands.get(key)?.removeAttribute("fill");
  }

  drawFronts(state) {
    const group = this.picture.querySelector(".m-borders");
    if (!group) return;
    for (const old of group.querySelectorAll(".m-casing, .m-front")) old.remove();
    const found = fronts(this.borders, (key) => state.places[key][0]);
    for (const kind of ["m-casing", "m-front"]) for (const [, , href] of found) group.append(svgElement("use", { href, class: kind }));
  }

  arrows() {
    if (!this.picture.querySelector(".m-arrow")) this.picture.append(svgElement("g", { class: "m-arrow", "aria-hidden": "true" }));
    return this.picture.querySelectorAll(".m-arrow");
  }
}
