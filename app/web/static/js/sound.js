// Sounds of the table: tones that the browser makes, off until the player turns them on.

import { choose, chosen } from "./choices.js";

/** The tones of each sound: frequency in Hz and start in seconds. */
const TONES = {
  turn: [[659, 0], [880, 0.13]],
  card: [[330, 0]],
  over: [[523, 0], [659, 0.13], [784, 0.26]],
};
const LENGTH_S = 0.12;
const LOUDNESS = 0.12;

let audio = null;

/** Whether the player has turned the sounds on. */
export const sounds = () => chosen("sound");

/** Turns the sounds on or off, in this browser; it is heard that they are on. */
export function turnSounds(on) {
  choose("sound", on);
  sound("turn");
}

/**
 * Plays a sound where the player wants sounds.
 * @param {"turn" | "card" | "over"} name
 */
export function sound(name) {
  if (!sounds()) return;
  audio ??= new AudioContext();
  // A browser is silent until the page has been touched; what happened before that is not heard later.
  if (audio.state === "suspended") audio.resume().catch(() => {});
  if (audio.state === "suspended" && !navigator.userActivation?.hasBeenActive) return;
  for (const [frequency, start] of TONES[name]) tone(frequency, audio.currentTime + start);
}

function tone(frequency, start) {
  const source = new OscillatorNode(audio, { frequency, type: "triangle" });
  const volume = new GainNode(audio, { gain: LOUDNESS });
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH_S);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + LENGTH_S);
}
