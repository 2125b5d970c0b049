// Ranks of poker hands: the best five of five to seven cards (RULES 6.4). Larger numbers are better. It needs no page.

export const KINDS = ["high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush"];

const ORDER = "23456789TJQKA";
const SUITS = "dhsc";
const RANKS = ORDER.length;
const WHEEL = 0b1000000001111; // A 2 3 4 5
const DIGIT = 16;

/** A card as a number, its suit in the upper bits and its rank, 0 to 12, in the lower four. @param {string} code */
export const numbered = (code) => (SUITS.indexOf(code[1]) << 4) | ORDER.indexOf(code[0]);

/** The highest rank of a straight in a set of ranks, a bit each; -1 if there is none. */
function straightIn(ranks) {
  const straights = ranks & (ranks >> 1) & (ranks >> 2) & (ranks >> 3) & (ranks >> 4);
  if (straights) return 35 - Math.clz32(straights);
  return (ranks & WHEEL) === WHEEL ? 3 : -1;
}

const times = new Uint8Array(RANKS);
const suits = new Uint16Array(SUITS.length);

/**
 * The rank of the best five of `cards`: its kind, then the ranks that decide between equal kinds.
 * @param {ArrayLike<number>} cards  as `numbered` makes them
 */
export function ranked(cards) {
  times.fill(0);
  suits.fill(0);
  let all = 0;
  for (let at = 0; at < cards.length; at++) {
    const rank = cards[at] & 15;
    times[rank]++;
    suits[cards[at] >> 4] |= 1 << rank;
    all |= 1 << rank;
  }
  let flush = 0;
  for (const held of suits) if (bits(held) >= 5) flush = held;
  const straightFlush = flush ? straightIn(flush) : -1;
  if (straightFlush >= 0) return scored(8, straightFlush);
  let four = -1, three = -1, pair = -1, second = -1;
  for (let rank = RANKS - 1; rank >= 0; rank--) {
    if (times[rank] === 4) four = rank;
    else if (times[rank] === 3 && three < 0) three = rank;
    else if (times[rank] >= 2 && pair < 0) pair = rank;
    else if (times[rank] >= 2 && second < 0) second = rank;
  }
  if (four >= 0) return scored(7, four, ...highest(all, 1, four));
  if (three >= 0 && pair >= 0) return scored(6, three, pair);
  if (flush) return scored(5, ...highest(flush, 5));
  const straight = straightIn(all);
  if (straight >= 0) return scored(4, straight);
  if (three >= 0) return scored(3, three, ...highest(all, 2, three));
  if (second >= 0) return scored(2, pair, second, ...highest(all, 1, pair, second));
  if (pair >= 0) return scored(1, pair, ...highest(all, 3, pair));
  return scored(0, ...highest(all, 5));
}

function bits(set) {
  let count = 0;
  for (let left = set; left; left &= left - 1) count++;
  return count;
}

/** The highest `count` ranks of a set without some of them. */
function highest(set, count, ...without) {
  const ranks = [];
  for (let rank = RANKS - 1; rank >= 0 && ranks.length < count; rank--) {
    if (set & (1 << rank) && !without.includes(rank)) ranks.push(rank);
  }
  return ranks;
}

function scored(kind, ...ranks) {
  let score = kind;
  for (let at = 0; at < 5; at++) score = score * DIGIT + (ranks[at] ?? 0);
  return score;
}

/** The kind of the best hand of cards by their codes, one of `KINDS`. @param {string[]} codes */
export const kindOf = (codes) => KINDS[Math.floor(ranked(codes.map(numbered)) / DIGIT ** 5)];
