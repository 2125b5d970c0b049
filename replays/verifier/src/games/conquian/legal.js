/** The lawful commands of a seat, and the command that answers for it when its time is over. */

import { counted, without } from "./cards.js";
import { decide } from "./decide.js";
import { tableCards } from "./hand.js";
import { layout, limitsOf } from "./layout.js";
import { canonically, solverOf } from "./melds.js";

/**
 * Every command that `seat` may give now, melds in the `use` form: each set of hand cards with each discard, fewest
 * cards first; cards in the order of the pack, seats in the order of the table.
 */
export function legal(hand, seat) {
  if (!hand.awaited.includes(seat)) return [];
  const held = canonically(solverOf(hand.sheet), distinct(hand.hands[seat]));
  if (hand.phase === "exchange") return held.map((card) => ({ type: "exchange", card }));
  if (hand.phase === "force_window") return [{ type: "force", seat: hand.turn }, { type: "pass" }];
  const melds = legalMelds(hand, seat);
  return hand.phase === "forced" ? melds : [...melds, ...othersOf(hand, seat, held)];
}

/** The other commands worth a trial: `decide` says which of them are lawful. */
function othersOf(hand, seat, held) {
  const forces = hand.order.slice().sort((one, other) => one - other).map((one) => ({ type: "force", seat: one }));
  const keeps = held.map((discard) => ({ type: "keep", discard }));
  const lawful = (command) => decide(hand, seat, command).events;
  return [...[...forces, ...keeps].filter(lawful), { type: "pass" }, ...[{ type: "fold" }].filter(lawful)];
}

function legalMelds(hand, seat) {
  const solver = solverOf(hand.sheet), melds = [];
  for (const use of layable(hand, seat)) {
    const rest = without(hand.hands[seat], use);
    if (tableCards(hand, seat).length + 1 + use.length > hand.hand_size) melds.push({ type: "meld", use });
    else for (const discard of canonically(solver, distinct(rest))) melds.push({ type: "meld", use, discard });
  }
  return melds;
}

const distinct = (codes) => [...new Set(codes)];

/**
 * The different sets of hand cards that `seat` may lay with the centre card, the empty one included: the fewest
 * cards first, those of one size by their last cards.
 */
export function layable(hand, seat) {
  const solver = solverOf(hand.sheet);
  const own = [...tableCards(hand, seat), hand.centre.card];
  const limits = limitsOf(hand, solver, seat);
  const bound = hand.phase === "forced" && !hand.sheet.force_extra_hand_cards;
  const lies = (use) => {
    const last = own.length + use.length > hand.hand_size;
    if (last && hand.sheet.last_card_from_stock && hand.centre.source !== "stock") return false;
    return layout(solver, [...own, ...use], limits) !== null;
  };
  const found = subsets(canonically(solver, bound ? [] : hand.hands[seat])).filter(lies);
  return found.sort((one, other) => one.length - other.length || byLast(solver, one, other));
}

/** Which of two sets of as many cards comes first: the one whose last card that differs does. */
function byLast(solver, one, other) {
  const at = one.findLastIndex((code, place) => code !== other[place]);
  return at < 0 ? 0 : solver.numbers.get(one[at]) - solver.numbers.get(other[at]);
}

/** The different sub-multisets of sorted `codes`. */
function subsets(codes) {
  let found = [[]];
  for (const [code, number] of counted(codes)) {
    const copies = Array.from({ length: number + 1 }, (_, chosen) => Array(chosen).fill(code));
    found = [].concat(...found.map((chosen) => copies.map((more) => [...chosen, ...more])));
  }
  return found;
}

/** 11.8: what the service answers for `seat` when its time has passed. */
export function standIn(hand, seat) {
  const held = hand.hands[seat];
  if (hand.phase === "exchange") return { type: "exchange", card: held[held.length - 1] };
  if (hand.phase !== "forced") return { type: "pass" };
  const out = tableCards(hand, seat).length + 1 > hand.hand_size;
  return { type: "meld", use: [], ...(out ? {} : { discard: held[held.length - 1] }) };
}
