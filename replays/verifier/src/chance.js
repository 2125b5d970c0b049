/** Commitments, seals and shuffles derived from keys (RULES 12, 1.1). */

import { concat, hex, sized, uint32, uint64, uint8, utf8 } from "./bytes.js";
import { hmac, sha256 } from "./hashes.js";
import { canonicalBytes, range } from "./values.js";

export const dealKey = (gameKey, hand) => hmac(gameKey, concat(utf8("conquian/deal/1"), uint32(hand)));

export function commitmentTo(game, number, key) {
  return hex(sha256(concat(utf8("conquian/commit/1"), sized(utf8(game)), uint32(number), key)));
}

export function entropyCommitment(game, seat, entropy) {
  return hex(sha256(concat(utf8("conquian/entropy/1"), sized(utf8(game)), uint8(seat), entropy)));
}

const mixedKey = (key, label, entropy) => hmac(key, concat(utf8(label), ...entropy.map(sized)));
export const shuffleKey = (key, entropy) => mixedKey(key, "conquian/deck/1", entropy);
export const drawKey = (key, entropy) => mixedKey(key, "conquian/draw/1", entropy);

/** A function that gives the next number below a bound from the key stream of `key`, without bias. */
export function chance(key) {
  let words = [], blocks = 0;
  const word = () => {
    if (words.length === 0) {
      const block = hmac(key, uint64(blocks++));
      words = range(8).map((at) => new DataView(block.buffer).getUint32(4 * at));
    }
    return words.shift();
  };
  return (bound) => {
    const limit = Math.floor(2 ** 32 / bound) * bound;
    let drawn = word();
    while (drawn >= limit) drawn = word();
    return drawn % bound;
  };
}

export function shuffled(deck, key) {
  const cards = [...deck], below = chance(key);
  for (let last = cards.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

export function saltOf(key, game, ply, audience) {
  return hmac(key, concat(utf8("conquian/salt/1"), sized(utf8(game)), uint32(ply), uint8(audience)));
}

export const sealOf = (salt, part) => hex(sha256(concat(salt, canonicalBytes(part))));
export const ENTROPY_FORM = /^(?:[0-9a-f]{2}){16,64}$/;
