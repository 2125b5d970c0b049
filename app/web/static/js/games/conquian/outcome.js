// How a hand ended, in sentences.

import { t } from "../../words.js";
import { marked, plain } from "./terms.js";

/** How the hand ended, for those at the table, as nodes. @param {any} view @param {string[]} names */
export const howEnded = (view, names) => marked(sentence(view, names));

/** The same as a text, to be read out. @param {any} view @param {string[]} names */
export const spoken = (view, names) => plain(sentence(view, names));

function sentence({ result, you }, names) {
  if (!result || result.winner === null) return t("table.ended_tablas");
  return result.winner === you ? t("table.ended_won") : t("table.ended_lost", { name: names[result.winner] });
}

/** The seats that have won. @param {any} view */
export const winners = ({ result }) => [result?.winner].filter(Number.isInteger);
