// What happens at a table of hold'em, in sentences, by the type of the event.

import { namesOf } from "../../pieces.js";
import { about } from "../../sayings.js";
import { number, t } from "../../words.js";
import { chips } from "./chips.js";
import { wonBy } from "./pots.js";

/** What is shown beside the seat that did it. */
export const SPOKEN = new Set(["checked", "bet-placed", "called", "raised", "hand-given-up", "blind-posted"]);

export const TELL = {
  "hand-begun": ({ dealer, hand_number: hand }, table) => about("button_given", { seat: dealer }, table, { number: hand }),
  "blind-posted": (event, table) => about("blind_posted", event, table, { chips: chips(event.amount) }),
  "holes-dealt": () => t("said.holes_dealt"),
  checked: (event, table) => about("checked", event, table),
  "bet-placed": (event, table) => about("bet_placed", event, table, { chips: chips(event.to) }),
  called: (event, table) => about("called", event, table, { chips: chips(event.amount) }),
  raised: (event, table) => about("raised", event, table, { level: number(event.to) }),
  "hand-given-up": (event, table) => about("folded", event, table),
  "board-dealt": ({ street, cards }) => t("said.board_dealt", { street: t(`holdem.street_${street}`), cards: namesOf(cards) }),
  "bet-returned": (event, table) => about("bet_returned", event, table, { chips: chips(event.amount) }),
  "hand-shown": (event, table) => about("hand_shown", event, table, { cards: namesOf(event.cards) }),
  "pots-won": ({ awards }, table) =>
    wonBy({ pots: awards }).map(([seat, amount]) => about("pots_won", { seat }, table, { chips: chips(amount) })).join(". "),
  "chips-bought": (event, table) => about("chips_bought", event, table, { chips: chips(event.chips) }),
  "stock-shuffled": () => t("said.restocked"),
};

/** The winners of the main pot, if the event ends a hand; else null. */
export const winnersIn = (event) => (event.type === "pots-won" ? event.awards[0].shares.map(({ seat }) => seat) : null);
