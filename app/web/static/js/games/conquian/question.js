// The question that a seat is asked, in words: what it is, what follows, and what can be done instead of a refused meld.

import { laid } from "./asking.js";
import { theCard } from "../../cards.js";
import { limited } from "../../clock.js";
import { namesOf } from "../../pieces.js";
import { ruleButton } from "../../refusals.js";
import { t } from "../../words.js";

/** @typedef {ReturnType<typeof import("./tray.js").tray>} Tray */

/** The question at the present step. @param {Tray} tray */
export function question({ table, mode, asks, help }) {
  const { view, names, forcer } = table;
  const centre = view.centre ? theCard(view.centre.card) : "";
  if (view.status !== "playing") return t(`table.ask_${view.status}`);
  if (mode === "discard") return t("table.ask_discard");
  if (mode === "keep") return t("table.ask_keep", { card: centre });
  if (mode === "arrange") return t("table.ask_arrange");
  if (view.phase === "exchange") return t("table.ask_exchange", { name: names[receiver(view)] });
  if (view.phase === "force_window") return t("table.ask_force_window", { name: names[view.turn], card: centre });
  if (view.phase === "forced" && forcer !== null) return t("table.ask_forced_by", { name: names[forcer], card: centre });
  if (table.passing) return t("table.auto_passing", { card: centre });
  const name = view.phase === "claim_window" ? names[view.turn] : names[view.centre?.left_by] ?? "";
  const asked = t(`table.ask_${view.phase}`, { card: centre, name });
  return asks.melds.length || help.explains ? asked : `${asked} ${t("table.fits_nothing")}`;
}

/** The seat that gets the card which is passed: the next one that plays. */
function receiver({ seats, you }) {
  for (let step = 1; step < seats.length; step++) {
    const seat = (you + step) % seats.length;
    if (!seats[seat].sits_out) return seat;
  }
  return you;
}

/**
 * What stands under the question, as texts and nodes: where a forced card goes, what happens when the time is over.
 * @param {Tray} tray
 */
export function notes(tray) {
  const { table, mode } = tray;
  const { moves, view } = table;
  if (!moves.length || view.status !== "playing") return [];
  if (tray.isChoosingDiscard) return limited(view) ? [t(`table.late_${mode}`, { card: theCard(tray.discard) })] : [];
  if (view.phase !== "forced" || mode !== "pick") return [];
  const own = view.seats[view.you].table;
  const { at } = laid(own, view.centre.card, [], view.pack);
  return [at < 0 ? t("table.goes_anew") : t("table.goes_to", { cards: namesOf(own[at]) }), ruleButton(table, "7.4")];
}

/** What can be done instead of a meld that is none. @param {Tray} tray */
export function alternative({ table: { view }, asks: { melds: [first] } }) {
  const { card } = view.centre;
  if (first && !first.use.length) return t("table.fits_alone", { card: theCard(card) });
  if (first) return t("table.for_example", { cards: namesOf([card, ...first.use]) });
  return t("table.pass_instead", { card: theCard(card) });
}
