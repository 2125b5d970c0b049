/** What a sitting keeps from hand to hand: the chips that each seat has bought, and its short buys (HOLDEM 7). */

import { isWhole, range } from "../../values.js";
import { read } from "./commands.js";
import { check } from "./refusals.js";

/** 8.2, 11.4: the most hands of a sitting. */
export const HANDS_MOST = 1000;

/** 11.11: a seat that was left is dealt no further hand. */
export const DROPS_LEFT = true;

/** The types of the events that change a sitting and no hand. */
export const EVENTS_BETWEEN = ["chips-bought", "chips-returned"];

/** The members that a game may ask of whoever takes a seat. */
export const SEATING = ["buy_in"];

/** The sitting at a new table. */
export const sitting = (sheet, seats) => ({ bought: range(seats).map(() => 0), short: range(seats).map(() => 0) });

/** 7.1, 11.11: whoever takes a seat buys in; the chips of the person before are gone with that person. */
export function takeSeat(sheet, { bought }, balances, seat, terms) {
  const paid = Object.hasOwn(terms, "buy_in") ? terms.buy_in : sheet.buy_in;
  check(isWhole(paid) && paid >= sheet.buy_in, "buyin_too_small");
  const left = bought[seat] + balances[seat];
  const gone = left === 0 ? [] : [{ type: "chips-returned", seat, chips: left }];
  return [...gone, { type: "chips-bought", seat, chips: paid, short: false }];
}

/** 7.2: the events of a buy between hands. */
export function decideBetween(sheet, { short }, balances, seat, document) {
  const command = read(document);
  check(command !== null, "malformed");
  check(sheet.rebuys, "no_rebuys");
  check(command.chips > 0, "buyin_too_small", "7.2");
  const isShort = command.chips < sheet.buy_in;
  check(!isShort || sheet.short_buys > 0, "buyin_too_small", "7.2");
  check(!isShort || short[seat] < sheet.short_buys, "short_buy_used");
  return [{ type: "chips-bought", seat, chips: command.chips, short: isShort }];
}

/** The sitting after an event. */
export function keep({ bought, short }, event) {
  const buys = event.type === "chips-bought", to = (list, number) => list.map((had, seat) => (seat === event.seat ? had + number : had));
  return { bought: to(bought, buys ? event.chips : -event.chips), short: to(short, buys && event.short ? 1 : 0) };
}

/** 7.3: the chips of each seat are those it has bought and what it has won. */
export const chips = ({ bought }, balances) => bought.map((paid, seat) => paid + balances[seat]);

/** 11.4: what `seat` may choose between hands besides going on; a bot is asked only if there is something: a buy. */
export const offers = (sheet, stacks, seat) => (sheet.rebuys && stacks[seat] <= 0 ? [{ type: "buy", chips: sheet.buy_in }] : []);

/** 7.4: the seats without chips. */
export const unable = (sheet, stacks) => range(stacks.length).filter((seat) => stacks[seat] <= 0);

/** 3.1: the button pays the house what it has of the collection. */
export function charges(sheet, number, order, stacks, seats) {
  const button = order[order.length - 1];
  return range(seats).map((seat) => (seat === button ? Math.min(sheet.collection, stacks[seat]) : 0));
}

/** 8.1, 8.2: whether no hand follows the one of this number, whoever stays. */
export function hasEnded(sheet, number, stacks) {
  const alone = !sheet.rebuys && stacks.filter((held) => held > 0).length < sheet.players_min;
  return alone || number >= (sheet.deals === null ? HANDS_MOST : sheet.deals);
}
