// What is wrong with the value of a field, in the page's words. Pure.

/** `words` are the page's: `missing`, `whole` for a number, `least` and `range` with {least} and {most}. */
export const wantOf = ({ validity, min, max }, words) => {
  if (validity.valueMissing || validity.patternMismatch) return words.missing;
  if (validity.badInput || validity.stepMismatch || !min) return words.whole;
  return (max ? words.range : words.least).replace("{least}", min).replace("{most}", max);
};
