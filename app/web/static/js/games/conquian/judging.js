// An answer in a lesson: the right one, a mistake that is explained, or one that the rules refuse.

import { counted, without } from "./asking.js";
import { t } from "../../words.js";

/** Whether two lists of cards are the same, counted. */
const same = (cards, others) => {
  const there = counted(others);
  return cards.length === others.length && [...counted(cards)].every(([code, count]) => there.get(code) === count);
};

/** The hand cards that a command lays. */
function used({ use, melds }, { view }) {
  return use ?? without(melds.flat(), [...view.seats[view.you].table.flat(), view.centre.card]);
}

/**
 * Whether a command is one of those that are meant.
 * @param {any} command
 * @param {{type: string, use?: string[], discards?: string[], seat?: number}} meant  without `discards` any discard will do
 * @param {any} position
 */
function matches(command, meant, position) {
  if (command.type !== meant.type || command.seat !== meant.seat) return false;
  if (command.type !== "meld") return true;
  return same(used(command, position), meant.use) && (!meant.discards || !command.discard || meant.discards.includes(command.discard));
}

/**
 * What is said about a command in a position.
 * @param {any} position  as `lessons.js` has it
 * @param {any} command  as it would be sent to the service
 * @returns {{right: boolean, text: string}}
 */
export function judged(position, command) {
  if (position.right.some((one) => matches(command, one, position))) return { right: true, text: "" };
  const named = position.mistakes.find(({ commands }) => commands.some((one) => matches(command, one, position)));
  return { right: false, text: named ? t(`lesson.wrong_${named.text}`) : t("lesson.refused") };
}
