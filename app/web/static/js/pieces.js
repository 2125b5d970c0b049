// What the boards of all games are made of: cards, the names of the seats, amounts.

import { cardFace, cardName } from "./cards.js";
import { apart, linked, playerName } from "./people.js";
import { make } from "./shell.js";
import { t } from "./words.js";

export { signed } from "./words.js";

/**
 * A card to look at; its name is read out unless something beside it says it, and shown where the card is pointed at.
 * @param {string} code  a card, or "??" for one that is not known
 * @param {{quiet?: boolean, fresh?: boolean}} [how]
 */
export function card(code, { quiet = false, fresh = false } = {}) {
  const face = cardFace(code);
  const spoken = quiet ? { "aria-hidden": "true" } : { role: "img", "aria-label": cardName(code) };
  return make(fresh ? "span.tile.fresh" : "span.tile", { ...spoken, "data-name": code === "??" ? null : cardName(code) }, face);
}

/** A button of the panel. @param {string} what  its classes */
export const button = (what, action, text, run, more = {}) =>
  make(`button.${what}`, { type: "button", "data-action": action, ...more, on: { click: run } }, text);

/** The names of cards as a list. */
export const namesOf = (cards) => cards.map(cardName).join(", ");

/** What a bot is called at the table. @param {string} bot */
export const botName = (bot) => bot[0].toUpperCase() + bot.slice(1);

/**
 * What the seats of a view are called, by seat.
 * @param {any} view
 * @param {number | null} seat  the reader's
 * @returns {string[]}
 */
export function seatNames(view, seat) {
  const bots = view.seats.map((one) => one.bot);
  const names = view.seats.map((one) => {
    if (one.seat === seat) return t("board.you");
    if (one.kind === "open") return playerName(one.player) ?? t("board.open"); // who is expected there
    if (!one.bot) return playerName(one.player) ?? t("board.player", { seat: one.seat + 1 });
    const bot = botName(one.bot);
    const alone = bots.indexOf(one.bot) === bots.lastIndexOf(one.bot);
    return alone ? t("common.bot", { bot }) : t("board.bot_of", { bot, seat: one.seat + 1 });
  });
  return apart(names, view.seats);
}

/**
 * The numbers of the seats as records have them, from 0, each with the name of its player or bot if it has one.
 * @param {any[]} seats
 * @returns {string[]}
 */
export function numbered(seats) {
  const names = seatNames({ seats }, null);
  return seats.map(({ bot, player }, seat) => (bot || playerName(player) ? `${seat} – ${names[seat]}` : `${seat}`));
}

/**
 * The marks of a seat about its person, as class and text: whether it plays itself, and whether it is connected.
 * @param {any} one  the seat in a view
 * @param {{own: boolean, name: string, connected?: number[] | null}} how  the connected seats, where they are known
 * @returns {[string, string][]}
 */
export function personMarks(one, { own, name, connected }) {
  if (one.left) return [["away", t("board.left")]];
  if (one.kind === "open") return one.player ? [["away", t("board.not_here")]] : [];
  const marks = [];
  const bot = one.replacement?.bot;
  if (bot) marks.push(["standin", own ? t("board.bot_until_you", { bot: botName(bot) }) : t("board.bot_until", { bot: botName(bot), name })]);
  else if (one.away) marks.push(["away", t("board.away")]);
  if (connected && one.kind === "person" && !own) marks.push(connected.includes(one.seat) ? ["here", t("board.connected")] : ["gone", t("board.not_connected")]);
  return marks;
}

/**
 * A seat by its name, with the way to its player in a tab of its own: who plays stays at the table.
 * @param {{seat: number, player?: string | null}} one
 * @param {string} name
 */
export function seatLink(one, name) {
  const way = linked(one.player, name);
  if (way instanceof Element) way.target = "_blank";
  return way;
}

/** Whether a hand has ended and no other has begun. @param {any} view */
export const ended = ({ status, result }) => Boolean(result) && status !== "playing";
