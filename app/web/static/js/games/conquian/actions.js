// What the player can do at each step: the buttons of the tray with their keys.

import { exactly } from "./asking.js";
import { theCard } from "../../cards.js";
import { t } from "../../words.js";

/** @typedef {ReturnType<typeof import("./tray.js").tray>} Tray */

/** The buttons at the present step. @param {Tray} tray @returns {import("../../answerbuttons.js").Action[]} */
export function actions(tray) {
  const { bench, mode, table: { moves, view } } = tray;
  if (!moves.length || view.status !== "playing") return [];
  if (mode === "discard") return [discarding(tray), goingBack(tray)];
  if (mode === "keep") return [keeping(tray), goingBack(tray)];
  if (mode === "arrange") return [...bench.actions(), goingBack(tray)];
  if (view.phase === "exchange") return [passingOn(tray)];
  return [laying(tray), ...forcing(tray), passing(tray), passingAlways(tray), choosingKeep(tray), arranging(tray), folding(tray)].filter(Boolean);
}

/** Passes the chosen card to the next seat before the first turn. @param {Tray} tray */
export function passingOn(tray) {
  const { hand, table } = tray;
  const [card] = hand.selected;
  const text = card ? t("table.give_card", { card: theCard(card) }) : t("table.give");
  return { action: "give", primary: true, text, run: () => (card ? table.send({ type: "exchange", card }) : tray.hint(t("table.choose_one"))) };
}

function laying(tray) {
  const { asks, hand: { selected } } = tray;
  if (!tray.isMelding) return null;
  if (!asks.melds.length && !selected.length) return null;
  const row = exactly(asks.melds, selected);
  const text = row && !row.discards.length ? t("table.lay_out") : t("table.lay");
  return { action: "lay", primary: Boolean(row) || selected.length > 0 || !asks.passes, text, key: "L", run: () => tray.lay(selected) };
}

function forcing({ asks, table }) {
  const warm = table.view.phase === "force_window";
  return asks.forces.map((seat, at) => ({
    action: `force-${seat}`,
    warm,
    text: t("table.force", { name: table.names[seat] }),
    key: at === 0 ? "F" : undefined,
    run: () => table.send({ type: "force", seat }),
  }));
}

function passing({ asks, table }) {
  if (!asks.passes) return null;
  const text = table.view.phase === "force_window" ? t("table.let_pass") : t("table.pass");
  return { action: "pass", text, key: "P", run: () => table.send({ type: "pass" }) };
}

/** Where a pass is all that can be done: to have that done by the page from now on. */
function passingAlways({ table }) {
  if (!table.onlyPass || table.auto) return null;
  return { action: "always", text: t("table.auto_always"), run: () => table.passAlways(true) };
}

function choosingKeep(tray) {
  if (!tray.asks.keeps.length) return null;
  return { action: "keep", text: t("table.keep"), key: "K", run: () => tray.turn("keep") };
}

function arranging(tray) {
  if (!tray.isMelding || !tray.asks.melds.length || tray.table.simple) return null;
  return { action: "arrange", text: t("table.arrange"), key: "A", run: () => tray.arrange(tray.hand.selected, null) };
}

function folding({ asks, table }) {
  if (!asks.folds) return null;
  const run = () => table.confirm(t("table.fold_sure"), t("table.fold"), () => table.send({ type: "fold" }));
  return { action: "fold", text: t("table.fold"), run };
}

function discarding(tray) {
  const [card] = tray.hand.selected;
  const text = card ? t("table.discard_card", { card: theCard(card) }) : t("table.discard");
  return { action: "discard", primary: true, text, run: () => finish(tray, card) };
}

function keeping(tray) {
  const [card] = tray.hand.selected;
  const text = card ? t("table.keep_card", { card: theCard(card) }) : t("table.keep");
  return { action: "keep-card", primary: true, text, run: () => finish(tray, card) };
}

const finish = (tray, card) => (card ? tray.finish(card) : tray.hint(t("table.choose_discard")));

const goingBack = (tray) => ({ action: "back", text: t("table.back"), key: "Escape", run: () => tray.back() });
