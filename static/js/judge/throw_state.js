// A throw of several dice, filled one after another. `faces` are the dice as text, "" where one is still to come. Pure.

/** How many dice stand and how many are still to come, whether they may be sent, and whether there can be no more. */
export const throwState = (faces, least) => {
  const count = faces.filter(Boolean).length;
  return { count, left: faces.length - count, maySend: count >= least, isComplete: count === faces.length };
};

/** Which dice are still to come, the next one first. */
export const openDice = (faces) => faces.flatMap((face, number) => (face ? [] : [number]));

/** Which dice are taken back first: those of the last tap, or the last one where no tap is known; none where none stands. `taps` are numbered from 1. */
export const lastTap = (faces, taps) => {
  const standing = faces.flatMap((face, number) => (face ? [number] : []));
  const last = Math.max(0, ...standing.map((number) => taps[number]));
  return last ? standing.filter((number) => taps[number] === last) : standing.slice(-1);
};

/** The face that a digit means: 0 is a ten. */
export const faceOfDigit = (digit) => (digit === "0" ? "10" : digit);
