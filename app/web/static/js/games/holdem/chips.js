// Chips in words, and what a table for chips says before somebody sits down.

import { plural, t } from "../../words.js";

/** An amount in words. @param {number} count */
export const chips = (count) => plural("chips.count", count);

/** What somebody agrees to by sitting down. */
export const agreed = () => t("chips.agreed");

/** What the form of a new table says of a variant. @param {any} rules */
export const note = (rules) => `${t("chips.everybody", { chips: chips(rules.buy_in) })} ${agreed()}`;

/** How a game of the lists ended: who has more chips than bought, the most first. */
export function outcome({ seats }, name) {
  const ahead = seats.filter((one) => one.balance > 0).sort((one, other) => other.balance - one.balance);
  return ahead.map((one) => t("chips.ahead", { name: name(one), chips: chips(one.balance) })).join(", ") || t("chips.nobody_ahead");
}
