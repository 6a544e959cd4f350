// A key looks pressed from the touch of the finger, before the browser has decided that the touch is a tap and before anything is answered.
const PRESSABLE = "[data-judge] button, [data-judge] .btn, [data-judge] .j-key, [data-judge] :is(.b-place, .m-place).is-lit";
let pressed = null;

const release = () => {
  pressed?.classList.remove("is-pressed");
  pressed = null;
};

document.addEventListener("pointerdown", (event) => {
  release();
  pressed = event.target.closest?.(PRESSABLE) ?? null;
  if (pressed?.disabled) pressed = null;
  pressed?.classList.add("is-pressed");
}, { capture: true, passive: true });
for (const name of ["pointerup", "pointercancel", "dragstart"]) document.addEventListener(name, release, { capture: true, passive: true });
