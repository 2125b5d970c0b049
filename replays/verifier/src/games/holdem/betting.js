/** The seat that acts next, and the levels that it may go to (HOLDEM 5). */

import { range } from "../../values.js";

export const STREETS = ["preflop", "flop", "turn", "river"];

export const stepOf = (sheet, street) =>
  (sheet.structure === "limit_3_6" && ["turn", "river"].includes(street) ? 2 : 1) * sheet.bet_step;

/** 5.2: the levels of a round, ascending. */
function levelsOf(sheet, street) {
  const step = stepOf(sheet, street);
  return range(Math.floor(sheet.limit / step)).map((at) => step * (at + 1));
}

export const contenders = (hand) => hand.order.filter((seat) => hand.holes[seat].length > 0 && !hand.folded.includes(seat));
const able = (hand) => contenders(hand).filter((seat) => hand.stacks[seat] > 0);
export const owed = (hand, seat) => Math.min(hand.level - hand.bets[seat], hand.stacks[seat]);

/** 5.7: the highest level of the round that is reached in full. */
export const completeLevel = (hand) => Math.max(0, ...levelsOf(hand.sheet, hand.street).filter((level) => level <= hand.level));

/** 3.3: whether what is posted counts as a bet. */
export const blindsCount = (sheet) => sheet.blind_live || sheet.blinds === "1_3";

/** 3.2: the seats that bet before the cards, and what. */
export function posts(sheet, order) {
  if (sheet.blinds === "1") return [[order[0], sheet.blind]];
  return [[order[0], sheet.blind], [order[1 % order.length], sheet.bet_step]];
}

const turned = (seats, at) => [...seats.slice(at), ...seats.slice(0, at)];

function firstAsked(hand, seats) {
  const playing = able(hand);
  const asked = seats.find((seat) =>
    playing.includes(seat) && (owed(hand, seat) > 0 || (hand.acted[seat] === null && playing.length > 1)));
  return asked === undefined ? null : asked;
}

/** 5.1, 5.8: the seat that acts after `seat`, null at the end of the round. */
export const nextToAct = (hand, seat) => firstAsked(hand, turned(hand.order, hand.order.indexOf(seat) + 1));

/** 5.1: the seat that opens a round, null if nothing is left to bet. */
export function opensRound(hand) {
  const blinds = blindsCount(hand.sheet) && hand.board.length === 0 ? posts(hand.sheet, hand.order).length : 0;
  return firstAsked(hand, turned(hand.order, blinds % hand.order.length));
}

/** 5.7 */
export function mayRaise(hand, seat) {
  if (hand.acted[seat] !== null && completeLevel(hand) <= hand.acted[seat]) return false;
  return able(hand).some((other) => other !== seat && hand.bets[other] + hand.stacks[other] > hand.level);
}

/** 5.2, 5.3, 5.6 */
export function levelsOpen(hand, seat) {
  if (!mayRaise(hand, seat)) return [];
  const higher = levelsOf(hand.sheet, hand.street).filter((level) => level > hand.level);
  const named = hand.sheet.bet_mode === "fixed" ? higher.slice(0, 1) : higher;
  const chips = hand.bets[seat] + hand.stacks[seat];
  if (named.length && hand.level < chips && chips < named[0]) return [chips];
  return named.filter((level) => level <= chips);
}
