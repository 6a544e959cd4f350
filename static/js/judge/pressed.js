// A key looks pressed from the touch of the finger, before the browser has decided that the touch is a tap and before anything is answered.
const PRESSABLE = "[data-judge] button, [data-judge] .btn, [data-judge] .j-key, [data-judge] :is(.b-place, .m-place).is-lit";
let pressed = null;
let leaving = 0;

const release = () => {
  clearTimeout(leaving);
  pressed?.classList.remove("is-pressed");
  pressed = null;
};

document.addEventListener("pointerdown", (event) => {
  release();
  pressed = event.target.closest?.(PRESSABLE) ?? null;
  if (pressed?.disabled) pressed = null;
  pressed?.classList.add("is-pressed");
}, { capture: true, passive: true });

// A key that goes with its question takes no focus: the browser would lay the page out to take the focus from what is removed.
const GOING = "[data-entry] button, .b-place";
document.addEventListener("mousedown", (event) => {
  if (!document.activeElement?.matches("input, select, textarea") && event.target.closest?.(GOING)) event.preventDefault();
}, { capture: true });

// Between the finger's leaving and its click a frame would be drawn for nothing else.
document.addEventListener("pointerup", () => {
  clearTimeout(leaving);
  leaving = setTimeout(release, 50); // ms: there was no click
}, { capture: true, passive: true });
addEventListener("click", release);
for (const name of ["pointercancel", "dragstart"]) document.addEventListener(name, release, { capture: true, passive: true });
