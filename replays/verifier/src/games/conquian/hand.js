/** The state of a hand, and questions about it: who plays, who is asked, what can be forced (RULES 7). */

import { hasStockCard, layout, limitsOf } from "./layout.js";
import { faultOfMeld, solverOf } from "./melds.js";

/** 3.1: the last entry of `hand_sizes` serves all later hands. */
const handSize = (sheet, number) => sheet.hand_sizes[Math.min(number, sheet.hand_sizes.length) - 1];

/** 11.14: the hand that stands in a whole position, as the first entry of a fork holds it. */
export function resume(sheet, position) {
  return { ...position, sheet, result: null };
}

/** The whole position of a hand, hidden cards included. */
export function position(hand) {
  const { sheet, result, ...whole } = hand;
  return whole;
}

function empty(sheet, order, table, size) {
  const each = () => Array.from({ length: table }, () => []);
  return {
    sheet, order, hand_size: size, phase: "exchange", turn: order[0], awaited: [], answered: [],
    answers: [], hands: each(), tables: each(), stock: [], discards: [], centre: null, turned: [],
    folded: [], claim_passes: [], force_passes: [], stood: [], keeping: null, idle_turns: 0,
    result: null,
  };
}

/** The hand before its deal; `order` has the seats that play, the dealer last, `seats` is how many the table has. */
export function undealt(sheet, order, seats, number) {
  return empty(sheet, order, seats, handSize(sheet, number));
}

export const nextSeat = (hand, seat) => hand.order[(hand.order.indexOf(seat) + 1) % hand.order.length];
export const hasFolded = (hand, seat) => hand.folded.includes(seat);
export const plays = (hand, seat) => hand.order.includes(seat);
export const tableCards = (hand, seat) => [].concat(...hand.tables[seat]);
export const stands = (hand, seat, window) => hand[`${window}_passes`].includes(seat);
export const answerOf = (hand, seat) => hand.answers.filter((one) => one.seat === seat).map((one) => one.command)[0];

/** The other seats in order after `seat`. */
export function othersAfter(hand, seat) {
  const at = hand.order.indexOf(seat);
  return [...hand.order.slice(at + 1), ...hand.order.slice(0, at)];
}

/** 7.5: whether the centre card comes from where a card must come from to be forced. */
export const isFromSource = ({ sheet, centre }) => sheet.force_source !== "stock" || centre.source === "stock";

/** 7.3, 7.5: whether the centre card can be forced on the table of `seat`. */
export function isForceable(hand, seat) {
  const { sheet, centre } = hand;
  if (!isFromSource(hand) || (!sheet.wild_forceable && centre.card === sheet.wild_card)) return false;
  return fits(hand, seat);
}

function fits(hand, seat) {
  const { sheet, centre } = hand;
  const cards = tableCards(hand, seat);
  if (cards.length === 0) return false;
  const last = cards.length === hand.hand_size; // 9.5
  if (last && sheet.last_card_from_stock && centre.source !== "stock") return false;
  const solver = solverOf(sheet);
  const limits = limitsOf(hand, solver, seat);
  if (sheet.force_rearrange) return layout(solver, [...cards, centre.card], limits) !== null;
  return hand.tables[seat].some((meld) => {
    const faces = [...meld, centre.card].map((code) => solver.numbers.get(code));
    return faultOfMeld(solver, faces) === null && hasStockCard(solver, faces, limits);
  });
}

/** 7.2: the seats that may force the card on the seat on turn, in order. */
export function forcers(hand, seat) {
  const { sheet } = hand;
  if (!sheet.force_by_opponents || !isForceable(hand, seat)) return [];
  return othersAfter(hand, seat).filter((one) => sheet.folded_may_force || !hasFolded(hand, one));
}

export const inTurn = (hand) => hand.phase === "left" || hand.phase === "new";
export const inWindow = (hand) => hand.phase === "force_window" || hand.phase === "claim_window";
export const hasAnswered = (hand, seat) => hand.answered.includes(seat);

/** 8.4: whether so many turns have brought neither a stock card nor a meld that nobody keeps a left card. */
export function isIdle(hand) {
  const limit = hand.sheet.keep_turn_limit;
  return hand.idle_turns >= (limit === null ? 2 * hand.order.length : limit);
}

/** The type of the event that ends a hand, and of those that put a question. */
export const END_OF_HAND = "hand-ended", QUESTIONS = ["asked"];

/** 11.11: the service plays on for a seat that leaves. */
export const leave = () => [];

export const isOver = (hand) => hand.result !== null;
export const winner = (hand) => (hand.result ? hand.result.winner : null);
export const awaited = (hand) => hand.awaited;
