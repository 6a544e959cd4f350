// Which key the keyboard goes to: the nearest one that way, or the next one that begins with what was typed. Pure.

const PATIENCE = 800; // ms after which typing begins a new word
const LEAST = 4; // pixels: what lies no further that way stands beside, not beyond

/** Letters without their accents, for comparing. */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();

/** The place, in `middles`, of the nearest point that lies `[dx, dy]` of `here`; -1 without one. What is off to the side counts double. */
export const nearest = ([x, y], [dx, dy], middles) => {
  const distances = middles.map(([ox, oy]) => {
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    return along > LEAST ? along + 2 * aside : Infinity;
  });
  const best = Math.min(...distances);
  return best < Infinity ? distances.indexOf(best) : -1;
};

/** What stands typed after `letter` at `now` (ms): a pause begins a new word. */
export const typedOn = ({ text, at }, letter, now) => ({ text: now - at < PATIENCE ? text + letter : letter, at: now });

/** The place, in `words`, of the choice that `typed` names; -1 without one. One letter, or the same again, goes round from `here`. */
export const choiceNamed = (typed, words, here) => {
  const begin = (text) => words.flatMap((word, place) => (word.startsWith(text) ? [place] : []));
  const isRepeated = [...typed].every((letter) => letter === typed[0]);
  const whole = begin(typed);
  const places = whole.length || !isRepeated ? whole : begin(typed[0]);
  if (!places.length) return -1;
  const at = places.indexOf(here);
  return typed.length > 1 && !isRepeated && at >= 0 ? here : places[(at + 1) % places.length];
};
