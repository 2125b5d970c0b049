// Chips: what they are bought for when a seat is taken and between hands, and what is agreed to by that.

import { make } from "../../shell.js";
import { number, plural, t } from "../../words.js";
import { agreed, chips } from "./chips.js";

const MOST = 1_000_000;

/** What is played for, as the door of a table says it. @param {any} rules */
export const stakes = (rules) => [
  t("holdem.terms_limit", { step: number(rules.bet_step), limit: number(rules.limit) }),
  t("holdem.terms_buy_in", { chips: chips(rules.buy_in) }),
];

/**
 * The part of the door where chips are bought: its element, and what it adds to the request for a seat.
 * @param {any} rules
 */
export function joining(rules) {
  const field = amount("buy-in", rules.buy_in, rules.buy_in);
  const label = make("label", { for: "buy-in" }, t("holdem.buy_in"), field);
  const parts = [make("p", {}, label), make("p.muted", {}, agreed())];
  return { parts, terms: () => (field.reportValidity() ? { buy_in: Number(field.value) } : null) };
}

const amount = (id, least, usual) => make("input", { type: "number", id, min: least, max: MOST, step: 1, value: usual, required: true });

/** The form that buys chips between hands; null where none can be bought. @param {import("../../table.js").Table} table */
export function between(table) {
  const { rules, view } = table;
  const own = view.seats[view.you];
  if (!rules.rebuys || own.left) return null;
  const field = amount("buy", own.short_buys > 0 ? 1 : rules.buy_in, table.buying ?? rules.buy_in);
  field.addEventListener("input", () => (table.buying = field.value));
  const buy = (event) => {
    event.preventDefault();
    table.send({ type: "buy", chips: Number(field.value) });
  };
  const note = own.short_buys > 0
    ? plural("holdem.short_buy", own.short_buys, { chips: chips(rules.buy_in) })
    : t("holdem.no_short_buy", { chips: chips(rules.buy_in) });
  return make("form.row.buy", { on: { submit: buy } },
    make("label", { for: "buy" }, t("holdem.buy_label"), field),
    make("button", { "data-action": "buy", disabled: table.sending }, t("holdem.buy")), make("small.muted", {}, note));
}

/** What the page asks before a seat is left for good. */
export const leaving = () => t("holdem.leave_sure");

/** What a seat may say without being asked; a precondition would only be in its way. */
export const UNASKED = ["buy"];

/** The keys that the help lists. */
export const KEYS = ["holdem_c", "holdem_r", "holdem_f", "holdem_arrows", "holdem_enter", "help"];

/** Whether the page can explain each question. */
export const EXPLAINS = false;

/** Whether the page may pass by itself. */
export const PASSES = false;
