// The word beside the clock, from what the server said of it and where the game stands, which may be the engine's line. Pure.

/** Word and tone, as the server gives them: `now` is what the page knows of the game, `clock` what the strip has of the clock. */
export const clockWordOf = (now, clock) => {
  if ("over" in now) return [clock.overWord, "neutral"];
  if (!("paused" in clock) && now.closing) return [clock.closingWord.replace("{n}", now.closing), "error"];
  if (!("paused" in clock) && "lastGiro" in now) return [clock.lastWord, "error"];
  return [clock.ownWord, clock.ownTone];
};
