// Keys whose act contradicts the clock, or leaves what was chosen and is not recorded yet, want a second tap: the first one says what would be recorded.
const PATIENCE = 4_000; // ms in which the second tap counts

const disarm = (key, words) => {
  if (!key.isConnected) return;
  delete key.dataset.armed;
  key.querySelector(".j-label").textContent = words;
};

addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-second-tap]");
  if (!key || "armed" in key.dataset) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const label = key.querySelector(".j-label");
  const words = label.textContent;
  key.dataset.armed = "";
  label.textContent = key.dataset.secondTap;
  setTimeout(() => disarm(key, words), PATIENCE);
}, { capture: true });
