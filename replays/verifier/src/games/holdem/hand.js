/** The state of a hand, and questions about it. */

import { range } from "../../values.js";

/** The hand before its deal; `order` has the seats that play, the button last, `seats` is how many the table has. */
export function undealt(sheet, order, seats, number, chips) {
  const each = (value) => range(seats).map(() => value);
  return {
    sheet, order, stacks: chips, brought: chips, holes: each([]), bets: each(0), paid: each(0), acted: each(null),
    street: "preflop", board: [], stock: [], level: 0, dead: 0, folded: [], turn: null, raiser: null,
    shown: [], awards: [], over: false,
  };
}

/** 11.14: the hand that stands in a whole position, as the first entry of a fork holds it. */
export const resume = (sheet, position) => ({ ...position, sheet, shown: [], awards: [], over: false });

/** The whole position of a hand, hidden cards included. */
export function position(hand) {
  const { sheet, shown, awards, over, ...whole } = hand;
  return whole;
}

export const isOver = (hand) => hand.over;
export const awaited = (hand) => (hand.turn === null ? [] : [hand.turn]);

/** 11.8: no question of a hand is a window. */
export const inWindow = () => false;

/** The seat that has won the main pot alone, null if there is none. */
export function winner(hand) {
  const [main] = hand.awards;
  return main !== undefined && main.shares.length === 1 ? main.shares[0].seat : null;
}

/** The type of the event that ends a hand, and of those that put a question. */
export const END_OF_HAND = "pots-won", QUESTIONS = ["turn-given"];

/** 7.3: what each seat has more or less than before the hand. */
export const payments = (hand) => hand.stacks.map((chips, seat) => chips - hand.brought[seat]);

/** Nothing is at stake but what is bet. */
export const stake = () => 0;

/** 2.2: the next seat to the left that plays. */
export function nextDealer(sheet, dealer, won, playing) {
  const after = playing.find((seat) => seat > dealer);
  return after === undefined ? playing[0] : after;
}

/** 2.2: nobody names the button. */
export const choosesDealer = () => false;

/** Nobody sits out by turns. */
export const nextIdle = () => [];
