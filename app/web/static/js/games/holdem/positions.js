// What a seat, a spectator or everybody may see of a hand of hold'em that was folded in the browser.

import { KINDS, numbered, ranked } from "./ranking.js";

/** What a view has before the first hand. */
export const UNBEGUN = {
  street: null,
  board: [],
  button: null,
  turn: null,
  limit: null,
  level: 0,
  to_call: null,
  stock_count: null,
  pots: [],
  hand: null,
  result: null,
};

const NOTHING = { stack: 0, bet: 0, paid: 0, brought: 0, short_buys: null, hand_count: 0, folded: false, all_in: false, shown: null };

/** What the view of `seat` (null: a spectator) has of a hand. */
export function handView(hand, seat) {
  return {
    street: hand.street,
    board: hand.board,
    button: hand.order.at(-1),
    turn: hand.turn,
    limit: hand.sheet.limit,
    level: hand.over ? 0 : hand.level,
    to_call: hand.turn === null ? null : Math.min(hand.level - hand.bets[hand.turn], hand.stacks[hand.turn]),
    stock_count: hand.stock.length,
    pots: hand.over ? [] : potsIn(hand),
    hand: seat === null ? null : hand.holes[seat],
    result: hand.over ? { showdown: hand.shown.length > 0, pots: hand.awards } : null,
  };
}

/** The seats that can still win, the first one left of the button first. */
const contenders = (hand) => hand.order.filter((seat) => hand.holes[seat].length > 0 && !hand.folded.includes(seat));

/**
 * Main pot and side pots with all bets (RULES 6.1). A pot ends at what a contender without more chips has paid; the next
 * one holds what the others pay above it.
 */
function potsIn(hand) {
  const { dead, paid, stacks } = hand;
  const still = contenders(hand);
  const highest = Math.max(...still.map((seat) => paid[seat]));
  const edges = new Set([...still.filter((seat) => stacks[seat] === 0).map((seat) => paid[seat]), highest]);
  const made = [{ amount: dead, seats: still }];
  let floor = 0;
  for (const ceiling of [...[...edges].sort((one, other) => one - other), Infinity]) {
    const amount = paid.reduce((sum, one) => sum + Math.min(one, ceiling) - Math.min(one, floor), 0);
    const seats = still.filter((seat) => paid[seat] >= Math.min(ceiling, highest) || stacks[seat] > 0);
    const last = made.at(-1);
    if (last.amount === 0 || last.seats.length === seats.length) made[made.length - 1] = { amount: last.amount + amount, seats };
    else if (amount > 0) made.push({ amount, seats });
    floor = ceiling;
  }
  return made;
}

/** What lies open before a seat; `hand` is null before the first. */
export function seatView(hand, seat, table) {
  if (hand === null) return { ...NOTHING, ...holding(table, seat) };
  return {
    stack: hand.stacks[seat],
    bet: hand.bets[seat],
    paid: hand.paid[seat],
    brought: hand.brought[seat],
    short_buys: null,
    hand_count: hand.holes[seat].length,
    folded: hand.folded.includes(seat),
    all_in: contenders(hand).includes(seat) && hand.stacks[seat] === 0,
    shown: hand.shown.includes(seat) ? shownHand(hand.holes[seat], hand.board) : null,
    ...holding(table, seat),
  };
}

/** Between hands the chips of a seat are those of the ledger (RULES 7.3); a fork has those of its position alone. */
function holding({ sheet, sitting, balances, status, origin }, seat) {
  if (status === "playing" || origin !== null) return {};
  const stack = sitting.bought[seat] + balances[seat];
  return { stack, brought: stack, short_buys: sheet.rebuys ? Math.max(0, sheet.short_buys - sitting.short[seat]) : 0 };
}

/** A hand that lies open: its kind and the five cards that count, the first of equal ones (RULES 6.4). */
function shownHand(cards, board) {
  const all = [...cards, ...board].sort((one, other) => canonical(one) - canonical(other));
  let best = [], score = -1;
  for (const five of fives(all)) {
    const value = ranked(five.map(numbered));
    if (value > score) [best, score] = [five, value];
  }
  return { cards, category: KINDS[Math.floor(score / 16 ** 5)], best };
}

const canonical = (code) => "dhsc".indexOf(code[1]) * 13 + "A23456789TJQK".indexOf(code[0]);

function fives(cards, from = 0, chosen = []) {
  if (chosen.length === 5) return [chosen];
  return cards.slice(from).flatMap((code, at) => fives(cards, from + at + 1, [...chosen, code]));
}

/** The seats that are asked. */
export const awaitedIn = (hand) => (hand.turn === null ? [] : [hand.turn]);

/** The seats that have answered the same question: none, as only one seat is asked. */
export const answeredIn = () => [];

/** Every hand by seat and the stock. */
export const revealedOf = (hand) => ({ hands: hand.holes, stock: hand.stock });
