// How a hand ended, in sentences.

import { t } from "../../words.js";
import { marked } from "./terms.js";

/** How the hand ended, for those at the table, as a text or nodes. @param {any} view @param {string[]} names */
export function told({ result, you }, names) {
  if (!result || result.winner === null) return marked(t("table.ended_tablas"));
  return result.winner === you ? t("table.ended_won") : t("table.ended_lost", { name: names[result.winner] });
}

/** The seats that have won. @param {any} view */
export const winners = ({ result }) => [result?.winner].filter(Number.isInteger);
