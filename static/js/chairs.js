// The chairs of a table that is opened: somebody chosen for a chair leaves the one where they sat to whoever sat here, so that two are
// swapped at once. Without this script each chair is chosen by itself.
const chairs = [...document.querySelectorAll("[data-chairs] select")];
const names = new Map();
const note = () => { for (const one of chairs) names.set(one, one.value); };

for (const chair of chairs) {
  chair.addEventListener("change", () => {
    const other = chairs.find((one) => one !== chair && one.value === chair.value);
    if (other) other.value = names.get(chair);
    note();
  });
}
note();
