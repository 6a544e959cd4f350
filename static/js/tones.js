// Sounds that are made and not fetched. A browser lets them be heard after the first touch.
let audio = null;

export const wakeSound = () => {
  audio ??= window.AudioContext ? new AudioContext() : null;
  if (audio?.state === "suspended") audio.resume().catch(() => {});
};

const note = (pitch, at) => {
  const voice = audio.createOscillator();
  const loudness = audio.createGain();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.0001, at);
  loudness.gain.exponentialRampToValueAtTime(0.5, at + 0.03);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.38);
  voice.connect(loudness).connect(audio.destination);
  voice.start(at);
  voice.stop(at + 0.4);
};

export const playTones = (pitches) => {
  if (audio?.state !== "running") return;
  for (const [place, pitch] of pitches.entries()) note(pitch, audio.currentTime + place * 0.42);
};
