// What a seat is asked, and what it may answer, read from the legal moves that the service lists.

import { rankOf, suitOf, valueOf } from "./cards.js";

/** How many ranks a pack lacks between its seven and its court. */
const LACKING = { spanish40: 2, french40: 3 };

/**
 * The legal moves by kind.
 * @param {any[]} moves  as GET .../moves lists them
 */
export function answers(moves) {
  const of = (type) => moves.filter((one) => one.type === type);
  return {
    melds: of("meld"),
    forces: of("force").map((one) => one.seat),
    keeps: of("keep").map((one) => one.discard),
    gives: of("exchange").map((one) => one.card),
    passes: of("pass").length > 0,
    folds: of("fold").length > 0,
    readies: of("ready").length > 0,
  };
}

/** How many of each. */
export function counted(cards) {
  const found = new Map();
  for (const code of cards) found.set(code, (found.get(code) ?? 0) + 1);
  return found;
}

/** Whether all of `cards`, counted, are among `others`. */
export function holds(others, cards) {
  const there = counted(others);
  return [...counted(cards)].every(([code, count]) => (there.get(code) ?? 0) >= count);
}

/** The melds that lay at least these hand cards. */
export const reaching = (melds, cards) => melds.filter((one) => holds(one.use, cards));

/** The meld that lays exactly these hand cards, or undefined. */
export const exactly = (melds, cards) => melds.find((one) => one.use.length === cards.length && holds(one.use, cards));

/** The cards of a hand that some meld lays together with those that are chosen. */
export function lit(melds, chosen) {
  const found = new Set();
  for (const one of reaching(melds, chosen)) for (const code of one.use) found.add(code);
  return found;
}

/** `cards` without `gone`, counted. */
export function without(cards, gone) {
  const left = counted(gone);
  return cards.filter((code) => {
    const many = left.get(code) ?? 0;
    if (many > 0) left.set(code, many - 1);
    return many === 0;
  });
}

/**
 * The first of `cards` that goes least with the others of a hand: one of its rank or next to it in its suit counts 2,
 * one with a rank between 1.
 * @param {string[]} cards
 * @param {string[]} hand
 * @param {string} pack  which decides what is next to what
 */
export function loosest(cards, hand, pack) {
  const ties = cards.map((code) => without(hand, [code]).reduce((sum, other) => sum + near(code, other, pack), 0));
  return cards[ties.indexOf(Math.min(...ties))];
}

function near(one, other, pack) {
  if (rankOf(one) === rankOf(other)) return 2;
  const place = (code) => (valueOf(code) > 7 ? valueOf(code) - (LACKING[pack] ?? 0) : valueOf(code));
  return suitOf(one) === suitOf(other) ? Math.max(0, 3 - Math.abs(place(one) - place(other))) : 0;
}
