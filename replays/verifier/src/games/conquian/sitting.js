/** What a sitting keeps from hand to hand: nothing but the balances of the table (RULES 9.7, 11.4). */

import { range } from "../../values.js";

/** The most hands of a sitting whose number of hands was not agreed. */
export const HANDS_MOST = 100;

/** 11.11: the service plays on for a seat that was left. */
export const DROPS_LEFT = false;

/** The types of the events that change a sitting and no hand, and of the commands that lead to them. */
export const EVENTS_BETWEEN = [], COMMANDS_BETWEEN = [];

/** The members that a game may ask of whoever takes a seat. */
export const SEATING = [];

/** The sitting at a new table. */
export const sitting = () => null;

/** The events of taking a seat. */
export const takeSeat = () => [];

/** The events of a command between hands. */
export const decideBetween = () => [];

/** What `seat` may choose between hands besides going on; a bot is asked only if there is something. */
export const offers = () => [];

/** The sitting after an event. */
export const keep = () => null;

/** The chips of each seat; none in a game without stacks. */
export const chips = () => [];

/** The seats whose chips do not suffice for a hand. */
export const unable = () => [];

/** 9.7: what each of `seats` seats pays the house before hand `number`. */
export const charges = (sheet, number, order, stacks, seats) => range(seats).map(() => (number === 1 && sheet.house_charge) || 0);

/** 11.4: whether no hand follows the one of this number, whoever stays. */
export const hasEnded = (sheet, number) => number >= (sheet.deals === null ? HANDS_MOST : sheet.deals);
