// The way of a finger between two of its reports. Pure.
const STEP = 6; // px: no place is narrower

/** Points from one to the other, the second included, near enough to miss no place. */
export const pointsBetween = ([x, y], [toX, toY]) => {
  const steps = Math.max(1, Math.ceil(Math.hypot(toX - x, toY - y) / STEP));
  return Array.from({ length: steps }, (_none, step) => [x + ((toX - x) * (step + 1)) / steps, y + ((toY - y) * (step + 1)) / steps]);
};
