// The winning chances of hands that are all known: exact where at most two cards of the board are missing, otherwise
// from a sample of boards that is drawn with a fixed seed, so that it is the same for everybody.

import { numbered, ranked } from "./ranking.js";

const BOARD = 5;
const EXACT = 2; // cards missing: at most 990 boards between two hands
const SAMPLE = 2_000;
const SEED = 0x5eed_cafe;
const RANKS = "23456789TJQKA";

/**
 * What part of a pot each hand takes on average, over the boards that can still come. No card of `dealt` can.
 * @param {string[][]} hands  those that can win
 * @param {string[]} board
 * @param {string[]} dealt  every hole card that was dealt, those of hands that were given up as well
 * @returns {{shares: number[], boards: number, exact: boolean}}
 */
export function chances(hands, board, dealt) {
  const gone = new Set([...board, ...dealt]);
  const rest = [..."dhsc"].flatMap((suit) => [...RANKS].map((rank) => rank + suit)).filter((code) => !gone.has(code)).map(numbered);
  const missing = BOARD - board.length;
  const won = new Float64Array(hands.length);
  const seven = hands.map((hand) => [...hand, ...board].map(numbered));
  const tries = seven.map((known) => Uint8Array.from({ length: known.length + missing }, (_, at) => known[at] ?? 0));
  let boards = 0;
  const count = (drawn) => {
    boards++;
    let best = -1, winners = [];
    tries.forEach((cards, at) => {
      for (let more = 0; more < missing; more++) cards[cards.length - missing + more] = drawn[more];
      const score = ranked(cards);
      if (score > best) [best, winners] = [score, []];
      if (score === best) winners.push(at);
    });
    for (const at of winners) won[at] += 1 / winners.length;
  };
  if (missing <= EXACT) every(rest, missing, count);
  else sampled(rest, missing, count);
  return { shares: Array.from(won, (one) => one / boards), boards, exact: missing <= EXACT };
}

function every(rest, missing, count, from = 0, drawn = []) {
  if (drawn.length === missing) return count(drawn);
  for (let at = from; at < rest.length; at++) every(rest, missing, count, at + 1, [...drawn, rest[at]]);
}

function sampled(rest, missing, count) {
  const random = xorshift(SEED);
  const cards = [...rest];
  for (let one = 0; one < SAMPLE; one++) {
    for (let at = 0; at < missing; at++) {
      const other = at + (random() % (cards.length - at));
      [cards[at], cards[other]] = [cards[other], cards[at]];
    }
    count(cards);
  }
}

/** Numbers of 32 bits that follow from a seed (Marsaglia's xorshift). */
function xorshift(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
