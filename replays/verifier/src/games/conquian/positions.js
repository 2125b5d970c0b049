/** Whole positions of a hand, and where every card lies (RULES 1.4, 11.14). */

import {
  among, hasMembers, isAbsent, isListOf, isObject, isText, isWhole, orNone, same, within,
} from "../../values.js";
import { PACKS, facesOf, sameBag, wholeDeck } from "./cards.js";
import { isCommand } from "./commands.js";
import { TextError, message } from "../../words/message.js";

/** Return whether every member of a position of `count` seats is there and what it must be, its numbers of cards included. */
export function isPosition(position, rules, count) {
  if (!isObject(position) || !Array.isArray(position.hands) || position.hands.length !== count) return false;
  const faces = new Set(facesOf(PACKS[rules.pack])), { hands, tables } = position;
  const isCard = (value) => isText(value) && faces.has(value), isSeat = within(0, hands.length - 1);
  const cards = isListOf(isCard), melds = isListOf(cards);
  const distinct = (value) => isListOf(isSeat)(value) && new Set(value).size === value.length;
  const centre = (value) => hasMembers(value, ["card", "source", "left_by"]) && isCard(value.card)
    && ["stock", "discard"].includes(value.source) && orNone(isSeat)(value.left_by);
  const answer = (value) => hasMembers(value, ["seat", "command"]) && isSeat(value.seat) && isCommand(value.command, isCard, isSeat);
  const forms = {
    order: distinct, hand_size: (value) => rules.hand_sizes.includes(value), phase: among(...PHASES), turn: isSeat,
    awaited: distinct, answered: distinct, answers: isListOf(answer), hands: melds, tables: isListOf(melds),
    stock: cards, discards: cards, centre: orNone(centre), turned: cards, folded: distinct, claim_passes: distinct,
    force_passes: distinct, stood: isListOf(isSeat), keeping: orNone(isCard), idle_turns: (value) => isWhole(value) && value >= 0,
  };
  const formed = hasMembers(position, Object.keys(forms)) && Object.keys(forms).every((name) => forms[name](position[name]));
  if (!formed || tables.length !== hands.length || !position.order.includes(position.turn) || !asksWell(position)) return false;
  const sizes = [position.hand_size, position.hand_size + 1, 0];
  return hands.every((hand, seat) => sizes.includes(hand.length + tables[seat].flat().length));
}

/** Return whether those awaited are the ones whom the phase asks; alone is asked who is on turn, and before any answer. */
function asksWell({ phase, turn, awaited, answered, answers, order, centre }) {
  const alone = same(awaited, [turn]) && answered.length + answers.length === 0;
  const known = awaited.length > 0 && awaited.every((seat) => order.includes(seat));
  return known && (alone || ["exchange", "force_window", "claim_window"].includes(phase)) && (centre === null) === (phase === "exchange");
}

/** The phases of a hand that is not over (RULES 4 to 8). */
const PHASES = ["exchange", "offer", "left", "new", "force_window", "claim_window", "forced"];

/** The places of the cards of a hand, followed event by event without asking the rules. */
export class CardPlaces {
  constructor(sheet, hands, stock) {
    this.whole = wholeDeck(sheet);
    this.hands = hands.map((hand) => [...hand]);
    this.tables = hands.map(() => []);
    this.stock = [...stock];
    this.dead = [];
    this.centre = null;
  }

  /** Takes one `card` out of a place; an Error if it is not there. */
  take(place, card) {
    const at = place.indexOf(card);
    if (at < 0) throw new TextError(message("{card} is not where it is taken from", { card }));
    place.splice(at, 1);
  }

  /** The places after the deal. */
  static dealt(sheet, { hands, stock }) {
    return new CardPlaces(sheet, hands, stock);
  }

  /** The places of a position that a fork carries. */
  static of(sheet, position) {
    const places = new CardPlaces(sheet, position.hands, position.stock);
    places.tables = position.tables.map((melds) => melds.flat());
    places.dead = [...position.discards];
    places.centre = position.centre === null ? null : position.centre.card;
    return places;
  }

  follow(event) {
    const move = CardPlaces.MOVES[event.type];
    if (move) move(this, event);
  }

  /** Return the fault of all cards together, null if each lies in exactly one place. */
  fault() {
    const lying = [...this.hands.flat(), ...this.tables.flat(), ...this.stock, ...this.dead];
    if (this.centre !== null) lying.push(this.centre);
    return sameBag(lying, this.whole) ? null : message("the cards are not those of the packs");
  }
}

CardPlaces.MOVES = {
  restocked: (places, event) => void (places.stock = [...event.stock]),
  exchanged(places, event) {
    event.given.forEach((card, seat) => card === null || places.take(places.hands[seat], card));
    event.received.forEach((card, seat) => card === null || places.hands[seat].push(card));
  },
  "card-turned"(places, event) {
    if (places.centre !== null) places.dead.push(places.centre);
    if (places.stock.shift() !== event.card) throw new TextError(message("{card} was not on top of the stock", { card: event.card }));
    places.centre = event.card;
  },
  melded(places, event) {
    for (const card of event.used) places.take(places.hands[event.seat], card);
    const lies = [...places.tables[event.seat], ...event.used, places.centre];
    if (!sameBag(lies, event.table.flat())) throw new TextError(message("the table does not hold what was melded"));
    places.tables[event.seat] = event.table.flat();
    places.centre = null;
    if (!isAbsent(event.discard)) {
      places.take(places.hands[event.seat], event.discard);
      places.centre = event.discard;
    }
  },
  kept(places, event) {
    if (places.centre !== event.card) throw new TextError(message("{card} did not lie in the centre", { card: event.card }));
    places.take(places.hands[event.seat], event.discard);
    places.hands[event.seat].push(event.card);
    places.centre = event.discard;
  },
};
