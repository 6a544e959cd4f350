// What the brush of the board does next. Pure.

/** Who is laid out next, by his place in `sizes`, once the player at `place` can have no more of all places; -1 while he can. */
export const nextToLayOut = (sizes, place, places) => {
  const waiting = sizes.map((_size, other) => (place + other) % sizes.length).filter((other) => other !== place && sizes[other] === 0);
  if (!waiting.length) return -1;
  const left = places - sizes.reduce((sum, size) => sum + size, 0);
  const isFull = sizes[place] >= Math.ceil(places / sizes.length);
  return isFull || left <= waiting.length * Math.floor(places / sizes.length) ? waiting[0] : -1;
};

/** Whether everybody but the player at `place` of `sizes` has what the deal gives, so that all that is left is that player's. */
export const isLastOne = (sizes, place, places) => {
  const least = Math.floor(places / sizes.length);
  return sizes[place] === 0 && sizes.every((size, other) => other === place || size >= least);
};

/** The input of a number that the brush lays, at a place and of a seat; empty where the number is somebody's and nobody is chosen. */
export const inputOf = (pattern, place, seat) => {
  const isOfSeat = pattern.includes("{seat}");
  return isOfSeat && seat === "" ? "" : pattern.replace("{place}", place).replace("{seat}", seat);
};

/** The number of a place that is painted: the brush's own, one more where the same brush painted it before, at least one. */
export const nextNumber = (now, number, isSame) => {
  if (isSame) return now + 1;
  return number ?? Math.max(1, now);
};
