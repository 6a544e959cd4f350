// A tap on a lit place of the board's picture does what the same place does in the question's own form: its button is pressed, its
// box ticked, one army laid on it. Nothing is sent from here; without this script the form alone serves.
const question = () => document.querySelector(".j-question form[data-entry]");
const named = (form, name, value) => [...form.elements].find((one) => one.name === name && (value === undefined || one.value === value));

const partner = (place) => {
  const form = question();
  if (!form) return null;
  const key = place.dataset.place;
  const answer = named(form, "answer", key);
  if (answer) return answer;
  return named(form, `n-${key}`)?.closest("[data-chip]")?.querySelector("[data-plus]") ?? null;
};

const mirror = () => {
  const form = question();
  if (!form || "turn" in form.dataset) return;
  document.querySelectorAll(".board-svg .b-place.is-lit").forEach((place) => {
    const box = named(form, "answer", place.dataset.place);
    const count = named(form, `n-${place.dataset.place}`);
    place.classList.toggle("is-picked", Boolean(box?.checked) || Number(count?.value ?? 0) > 0);
  });
};

const choose = (place) => {
  const found = partner(place);
  if (!found) return;
  found.click();
  mirror();
};

document.addEventListener("click", (event) => {
  const place = event.target.closest?.(".board-svg .b-place.is-lit");
  if (place) choose(place);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const place = event.target.closest?.(".board-svg .b-place.is-lit");
  if (!place) return;
  event.preventDefault();
  choose(place);
});

document.addEventListener("change", mirror);
document.addEventListener("input", mirror);
