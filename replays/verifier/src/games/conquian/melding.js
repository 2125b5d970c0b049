/** The melds that a command proposes: what is laid, and what is wrong with them (RULES 6). */

import { counted, includesAll, without } from "./cards.js";
import { tableCards } from "./hand.js";
import { hasStockCard, keeps, layout, limitsOf } from "./layout.js";
import { canonically, faultOfMeld, shown, solverOf } from "./melds.js";
import { check, refuse } from "./refusals.js";

/** The cards a meld lays and the table afterwards, for a meld that was judged already. */
export function proposal(hand, seat, command) {
  const solver = solverOf(hand.sheet);
  const own = [...tableCards(hand, seat), hand.centre.card];
  const faces = (meld) => meld.map((code) => solver.numbers.get(code));
  const codes = (meld) => shown(solver, meld).map((face) => solver.faces[face]);
  const used = command.use || without([].concat(...command.melds), own);
  const melds = command.melds
    ? command.melds.map(faces)
    : layout(solver, [...own, ...used], limitsOf(hand, solver, seat));
  return { used: canonically(solver, used), table: melds.map(codes) };
}

/** 6.8: refuses a meld for the first of its faults. */
export function judge(hand, seat, command) {
  const { sheet, centre } = hand;
  const solver = solverOf(sheet);
  const table = tableCards(hand, seat);
  const own = [...table, centre.card];
  const laid = command.melds ? [].concat(...command.melds) : [...own, ...command.use];
  const used = command.use || without(laid, own);
  if (hand.phase === "forced" && !sheet.force_extra_hand_cards)
    check(!used.some((code) => hand.hands[seat].includes(code)), "forced_no_hand_cards");
  for (const number of counted(laid).values()) check(number <= sheet.packs, "card_reused", "2.8");
  // A copy of the centre card that lay on the table before is not the centre card.
  const copies = (codes) => codes.filter((code) => code === centre.card).length;
  check(copies(laid) > copies(table), "centre_not_used");
  check(includesAll(own, laid), "table_card_lost");
  check(includesAll(used, hand.hands[seat]), "card_not_yours");
  if (command.melds) judgeMelds(hand, solver, seat, command.melds);
  else judgeUse(hand, solver, seat, laid);
  judgeDiscard(hand, seat, used, command.discard);
}

function judgeMelds(hand, solver, seat, melds) {
  const limits = limitsOf(hand, solver, seat);
  const faces = melds.map((meld) => meld.map((code) => solver.numbers.get(code)));
  for (const meld of faces) {
    const fault = faultOfMeld(solver, meld);
    check(fault === null, fault);
    check(hasStockCard(solver, meld, limits), "group_no_stock_card");
  }
  const together = faces.reduce((bits, meld) => bits | keeps(meld, limits), 0);
  check(together === (1 << limits.kept.length) - 1, "group_dissolved");
}

/** 6.8: cards that cannot be laid out at all, or the first restriction with which no layout is left. */
function judgeUse(hand, solver, seat, laid) {
  const limits = limitsOf(hand, solver, seat);
  const lies = (some) => layout(solver, laid, { ...limits, ...some }) !== null;
  if (lies({})) return;
  check(lies({ stock: "off", kept: [] }), "no_layout");
  check(lies({ kept: [] }), "group_no_stock_card");
  refuse("group_dissolved");
}

function judgeDiscard(hand, seat, used, discard) {
  const { sheet, centre } = hand;
  if (tableCards(hand, seat).length + 1 + used.length > hand.hand_size) {
    check(!sheet.last_card_from_stock || centre.source === "stock", "last_card_not_stock");
    check(discard === undefined, "discard_forbidden");
    return;
  }
  check(discard !== undefined, "discard_required");
  check(without(hand.hands[seat], used).includes(discard), "discard_not_in_hand");
}
