// What happens in a hand, in sentences, by the type of the event.

import { theCard } from "../../cards.js";
import { about, SEPARATOR } from "../../sayings.js";
import { t } from "../../words.js";

/** What is shown beside the seat that did it. */
export const SPOKEN = new Set(["passed", "declined", "melded", "kept", "folded", "answered"]);

export const TELL = {
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
  restocked: () => t("said.restocked"),
};

/** The winners, if the event ends a hand; else null. */
export const winnersIn = (event) => (event.type === "hand-ended" ? [event.winner].filter(Number.isInteger) : null);
