// The chairs of a table that is opened: somebody chosen for a chair leaves the one where they sat to whoever sat here, so that two are
// swapped at once. Without this script each chair is chosen by itself.
const chairs = [...document.querySelectorAll("[data-chairs] select")];
const names = new Map();
const changes = document.querySelector("[data-chairs-note]");
const drawn = new Map(chairs.map((one) => [one, one.value]));
const note = () => { for (const one of chairs) names.set(one, one.value); };

// Who sits elsewhere than the draw says, chair by chair.
const announce = () => {
  const moved = chairs.filter((one) => one.value !== drawn.get(one));
  const words = moved.map((one) => `${chairs.indexOf(one) + 1} ${one.selectedOptions[0].textContent}`);
  changes.textContent = words.length ? `${changes.dataset.words} ${words.join(", ")}` : "";
};

for (const chair of chairs) {
  chair.addEventListener("change", () => {
    const other = chairs.find((one) => one !== chair && one.value === chair.value);
    if (other) other.value = names.get(chair);
    note();
    announce();
  });
}
note();
