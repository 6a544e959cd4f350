// A throw of many dice, filled one after another. `faces` are the dice as text, "" where one is still to come. Pure.

/** How many dice stand, whether they may be sent, and whether there can be no more. */
export const throwState = (faces, least) => {
  const count = faces.filter(Boolean).length;
  return { count, maySend: count >= least, isComplete: count === faces.length };
};

/** Which die the next face fills; -1 when all stand. */
export const nextDie = (faces) => faces.findIndex((face) => !face);

/** Which die is taken back first; -1 when none stands. */
export const lastDie = (faces) => faces.findLastIndex(Boolean);

/** The face that a digit means: 0 is a ten. */
export const faceOfDigit = (digit) => (digit === "0" ? "10" : digit);
