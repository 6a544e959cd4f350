// A remark over the board about a tap that has nothing to do in what stands open: no tap is silent.
const SECONDS = 4;
let timer;

export const clearRemark = () => {
  clearTimeout(timer);
  document.querySelector(".j-remark")?.remove();
};

const nameOf = (place) => place.querySelector("title")?.textContent || place.getAttribute("aria-label") || place.dataset.place;

/** Says these words over the board. */
export const showRemark = (says) => {
  clearRemark();
  const words = Object.assign(document.createElement("p"), { className: "j-remark", textContent: says });
  words.setAttribute("role", "status");
  document.querySelector(".j-board-image")?.append(words);
  timer = setTimeout(clearRemark, SECONDS * 1_000);
};

/** Says the place's name with what stands on it, and why nothing came of the tap. */
export const remark = (place, why = "") => showRemark([nameOf(place), why].filter(Boolean).join(" · "));

document.addEventListener("judge:swapped", clearRemark);
