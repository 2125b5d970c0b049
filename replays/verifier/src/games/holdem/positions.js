/** Whole positions of a hand, and where every card lies (HOLDEM 4, 11.14). */

import { hasMembers, isListOf, isText, isWhole, orNone, within } from "../../values.js";
import { TextError, message } from "../../words/message.js";
import { STREETS } from "./betting.js";
import { FACES, sameCards } from "./cards.js";

const HOLE_CARDS = 2;

/** By street the number of cards on the board. */
const ON_BOARD = { preflop: 0, flop: 3, turn: 4, river: 5 };

/** Return whether every member of a position of `count` seats is there and what it must be. */
export function isPosition(position, rules, count) {
  const isSeat = within(0, count - 1), isChips = (value) => isWhole(value) && value >= 0;
  const isCard = (value) => isText(value) && FACES.includes(value);
  const cards = isListOf(isCard), isHole = (value) => cards(value) && [0, HOLE_CARDS].includes(value.length);
  const bySeat = (is) => (value) => isListOf(is)(value) && value.length === count;
  const distinct = (value) => isListOf(isSeat)(value) && new Set(value).size === value.length;
  const forms = {
    order: distinct, stacks: bySeat(isChips), holes: bySeat(isHole), bets: bySeat(isChips), paid: bySeat(isChips),
    acted: bySeat(orNone(isChips)), brought: bySeat(isChips), street: (value) => STREETS.includes(value), board: cards, stock: cards,
    level: isChips, dead: isChips, folded: distinct, turn: isSeat, raiser: orNone(isSeat),
  };
  const formed = hasMembers(position, Object.keys(forms)) && Object.keys(forms).every((name) => forms[name](position[name]));
  if (!formed || position.board.length !== ON_BOARD[position.street]) return false;
  const most = Math.max(rules.limit, position.level);
  return position.bets.every((bet, seat) => bet <= most && bet <= position.paid[seat]);
}

/** The places of the cards of a hand, followed event by event without asking the rules. */
export class CardPlaces {
  constructor(holes, stock) {
    this.holes = holes.map((cards) => [...cards]);
    this.stock = [...stock];
    this.board = [];
  }

  /** The places after the deal. */
  static dealt(sheet, { holes, stock }) {
    return new CardPlaces(holes, stock);
  }

  /** The places of a position that a fork carries. */
  static of(sheet, { holes, stock, board }) {
    return Object.assign(new CardPlaces(holes, stock), { board: [...board] });
  }

  follow(event) {
    if (Object.hasOwn(CardPlaces.MOVES, event.type)) CardPlaces.MOVES[event.type](this, event);
  }

  /** Return the fault of all cards together, null if each lies in exactly one place. */
  fault() {
    const lying = [...this.holes.flat(), ...this.board, ...this.stock];
    return sameCards(lying, FACES) ? null : message("the cards are not those of the pack");
  }
}

CardPlaces.MOVES = {
  "stock-shuffled": (places, { stock }) => void (places.stock = [...stock]),
  "board-dealt"(places, { cards }) {
    for (const card of cards) {
      if (places.stock.shift() !== card) throw new TextError(message("{card} was not on top of the stock", { card }));
      places.board.push(card);
    }
  },
  "hand-shown"(places, { seat, cards }) {
    const card = cards.find((one) => !places.holes[seat].includes(one));
    if (card !== undefined) throw new TextError(message("{card} is not where it is taken from", { card }));
  },
};
