// What has happened, in sentences: one entry of the log at a time.

import { shown } from "./games/shown.js";
import { playerName } from "./people.js";
import { botName } from "./pieces.js";
import { about } from "./sayings.js";
import { listed, t } from "./words.js";

/**
 * What an entry of the log says to somebody who looks on, or to the seat `you`; entries of no interest say nothing.
 * @param {{public: {events: any[]}, own?: {part: {events?: Record<string, any>}}}} entry
 * @param {{names: string[], play: string | undefined, you?: number | null}} table
 * @returns {string[]}
 */
export function said(entry, table) {
  return tellings(entry, table).map((one) => one.text);
}

/**
 * The same, with the seat that each sentence is about, null for the whole table.
 * @returns {{seat: number | null, type: string, text: string}[]}
 */
export function tellings(entry, { names, play, you = null }) {
  const tells = { ...TELL, ...shown(play).TELL };
  const own = entry.own?.part?.events ?? {};
  const found = [];
  entry.public.events.forEach((event, at) => {
    const tell = tells[event.type];
    const text = tell?.({ ...event, ...own[at] }, { names, you });
    if (text) found.push({ seat: event.seat ?? null, type: event.type, text });
  });
  return found;
}

const TELL = {
  // The names of the table may still be those from before, when the seat was free.
  seated: ({ bot, player, seat }, { you }) => {
    if (bot) return t("said.seated", { name: t("common.bot", { bot: botName(bot) }) });
    return seat === you ? t("said.seated_you") : t("said.seated", { name: playerName(player) ?? t("board.player", { seat: seat + 1 }) });
  },
  left: (event, table) => about("left", event, table),
  readied: (event, table) => about("readied", event, table),
  "hand-begun": ({ dealer, hand_number: number }, table) => about("hand_begun", { seat: dealer }, table, { number }),
  "timed-out": ({ seats }, { names, you }) =>
    seats.includes(you) ? t("said.timed_out_you") : t("said.timed_out", { name: listed(seats.map((seat) => names[seat])) }),
  returned: (event, table) => about("returned", event, table),
  removed: (event, table) => about("removed", event, table),
  "replacement-asked": (event, table) => about("replacement_asked", event, table),
  replaced: (event, table) => about("replaced", event, table),
  "dealer-chosen": (event, table) => about("dealer_chosen", event, table),
  "house-charged": () => t("said.house_charged"),
  "keys-withheld": () => t("said.withheld"),
  "game-ended": () => t("said.game_ended"),
  "game-voided": () => t("said.voided"),
  frozen: () => t("said.frozen"),
};
