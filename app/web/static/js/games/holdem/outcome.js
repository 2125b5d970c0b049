// How a hand ended, in sentences.

import { number, t } from "../../words.js";
import { chips } from "./chips.js";
import { wonBy } from "./pots.js";

/** The kind of a hand that lies open, in words; null where it does not. */
export const kind = (view, seat) => {
  const shown = view.seats[seat].shown;
  return shown ? t(`holdem.kind_${shown.category}`) : null;
};

/** Who has won how much, with which hand: a sentence for each winner. */
export function wins(view, names) {
  return wonBy(view.result).map(([seat, amount]) => {
    const own = seat === view.you ? "_you" : "";
    const values = { name: names[seat], chips: chips(amount), kind: kind(view, seat) };
    return { seat, text: values.kind ? t(`holdem.wins_with${own}`, values) : t(`holdem.wins${own}`, values) };
  });
}

/** How the hand ended, for those at the table. @param {any} view @param {string[]} names */
export const howEnded = (view, names) => wins(view, names).map(({ text }) => text).join(". ");

/** The seats that have won something. @param {any} view */
export const winners = ({ result }) => (result ? wonBy(result).map(([seat]) => seat) : []);

/** A part of a whole in percent. @param {number} share */
export const percent = (share) => t("holdem.percent", { number: number(share * 100, 1) });
