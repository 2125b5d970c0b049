// What has happened, in sentences: one entry of the log at a time.

import { theCard } from "./cards.js";
import { t } from "./words.js";

const SEPARATOR = ", ";

/**
 * What an entry of the log says to somebody who looks on, or to the seat `you`; entries of no interest say nothing.
 * @param {{public: {events: any[]}, own?: {part: {events?: Record<string, any>}}}} entry
 * @param {{names: string[], you?: number | null}} table
 * @returns {string[]}
 */
export function said(entry, table) {
  return tellings(entry, table).map((one) => one.text);
}

/**
 * The same, with the seat that each sentence is about, null for the whole table.
 * @returns {{seat: number | null, type: string, text: string}[]}
 */
export function tellings(entry, { names, you = null }) {
  const own = entry.own?.part?.events ?? {};
  const found = [];
  entry.public.events.forEach((event, at) => {
    const tell = TELL[event.type];
    const text = tell?.({ ...event, ...own[at] }, { names, you });
    if (text) found.push({ seat: event.seat ?? null, type: event.type, text });
  });
  return found;
}

/** The sentence `said.<key>`, as said to the seat it is about where that has a form of its own. */
const about = (key, event, { names, you }, values = {}) =>
  event.seat === you ? t(`said.${key}_you`, values) : t(`said.${key}`, { name: names[event.seat], ...values });

const TELL = {
  // The names of the table may still be those from before, when the seat was free.
  seated: ({ bot, seat }, { you }) => {
    if (bot) return t("said.seated_bot", { bot });
    return seat === you ? t("said.seated_you") : t("said.seated", { name: t("board.player", { seat: seat + 1 }) });
  },
  left: (event, table) => about("left", event, table),
  readied: (event, table) => about("readied", event, table),
  "hand-begun": ({ dealer, hand_number: number }, table) => about("hand_begun", { seat: dealer }, table, { number }),
  exchanged: (event) =>
    typeof event.given === "string"
      ? t("said.exchanged_you", { given: theCard(event.given), received: theCard(event.received) })
      : t("said.exchanged"),
  "card-turned": (event, table) => about("card_turned", event, table, { card: theCard(event.card) }),
  passed: (event, table) => about("passed", event, table),
  declined: (event, table) => about("passed", event, table),
  answered: (event, table) => about("answered", event, table),
  melded: (event, table) => {
    const cards = event.used?.length ? event.used.map(theCard).join(SEPARATOR) : t("said.centre_only");
    return event.discard
      ? about("melded", event, table, { cards, discard: theCard(event.discard) })
      : about("went_out", event, table, { cards });
  },
  forced: ({ by, seat }, { names, you }) => {
    if (by === you) return t("said.forced_by_you", { name: names[seat] });
    return seat === you ? t("said.forced_you", { by: names[by] }) : t("said.forced", { by: names[by], name: names[seat] });
  },
  kept: (event, table) => about("kept", event, table, { card: theCard(event.card), discard: theCard(event.discard) }),
  folded: (event, table) => about("folded", event, table),
  "claims-closed": (event, table) =>
    event.seat === undefined || event.seat === null ? t("said.unclaimed") : about("claimed", event, table),
  "hand-ended": ({ winner }, table) =>
    winner === undefined || winner === null ? t("said.tablas") : about("hand_won", { seat: winner }, table),
  "timed-out": ({ seats }, { names, you }) =>
    seats.includes(you) ? t("said.timed_out_you") : t("said.timed_out", { name: seats.map((seat) => names[seat]).join(SEPARATOR) }),
  returned: (event, table) => about("returned", event, table),
  "dealer-chosen": (event, table) => about("dealer_chosen", event, table),
  "house-charged": () => t("said.house_charged"),
  restocked: () => t("said.restocked"),
  "keys-withheld": () => t("said.withheld"),
  "game-ended": () => t("said.game_ended"),
  "game-voided": () => t("said.voided"),
  frozen: () => t("said.frozen"),
};
