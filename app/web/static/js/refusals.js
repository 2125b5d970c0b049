// Refusals at the table: why, by which paragraph of the rules, and the signed ones as a file.

import { keptRefusals } from "./api.js";
import { save } from "./saving.js";
import { fill, make } from "./shell.js";
import { t } from "./words.js";

/**
 * Shows in `place` why something was refused; null: nothing was.
 * @param {HTMLElement} place
 * @param {import("./table.js").Table} table
 * @param {{title?: string, detail?: string, rule?: string, refusal?: object | null} | null} problem
 * @param {HTMLElement | false} [learn]  the way to where the rules are explained
 */
export function showRefusal(place, table, problem, learn = false) {
  place.hidden = !problem;
  if (!problem) return fill(place);
  const { title, detail, rule, refusal } = problem;
  return fill(place, title && make("strong", {}, title), detail && make("span", {}, detail), rule && ruleButton(table, rule), learn,
    refusal && make("button.quiet.small", { type: "button", on: { click: () => saveRefusals(table) } }, t("table.save_refusal")));
}

/** The way to a paragraph of the rulebook. @param {import("./table.js").Table} table @param {string} rule  its number */
export const ruleButton = (table, rule) =>
  make("button.quiet.small.rule", { type: "button", on: { click: () => table.rule(rule) } }, t("table.rule", { rule }));

/** Saves the signed refusals of the game, for a dispute. */
function saveRefusals({ game }) {
  save(`${game}-refusals.json`, `${JSON.stringify(keptRefusals(game), null, 1)}\n`, "application/json");
}
