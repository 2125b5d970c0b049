// Chance of the player's own for the deck: made here, committed to, and opened when asked (RULES 12.2).

const KEPT = "conquian.entropy.";
const BYTES = 32;
const hex = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");

/** What this browser has committed to in a game, hex, or null. */
export function seal(game) {
  try {
    return localStorage.getItem(KEPT + game);
  } catch {
    return null;
  }
}

/**
 * The commitment of a seat to bytes of chance, hex.
 * @param {string} game
 * @param {number} seat
 * @param {Uint8Array} entropy
 */
export async function committed(game, seat, entropy) {
  const text = new TextEncoder();
  const id = text.encode(game);
  const whole = Uint8Array.of(...text.encode("conquian/entropy/1"), id.length, ...id, seat, ...entropy);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", whole)));
}

/**
 * A commitment to new chance of this seat, hex; null where the browser cannot hash (pages without TLS) or keep it.
 * @param {string} game
 * @param {number} seat
 */
export async function sealed(game, seat) {
  if (!globalThis.crypto?.subtle) return null;
  const entropy = crypto.getRandomValues(new Uint8Array(BYTES));
  try {
    localStorage.setItem(KEPT + game, hex(entropy));
  } catch {
    return null;
  }
  return committed(game, seat, entropy);
}
