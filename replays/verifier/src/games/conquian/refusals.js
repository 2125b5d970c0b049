/** The codes of refusals in a hand and their paragraphs. */

import { Refusal } from "../../refusal.js";

/** The paragraph of each code of a refusal, as verdicts cite it; a refusal may cite another paragraph. */
export const PARAGRAPHS = {
  game_over: "10.1", wrong_phase: "10.1", already_passed: "10.1", card_not_in_hand: "10.1",
  forced_must_meld: "7.4", already_answered: "10.3", claim_own_card: "8.1", claim_closed: "10.3",
  not_your_turn: "10.4", force_closed: "10.5", force_target: "10.5", force_source: "7.5",
  force_no_fit: "7.3", keep_forbidden: "10.6", keep_discard_same: "8.3", fold_not_allowed: "8.5",
  already_folded: "10.7", already_standing: "8.6", forced_no_hand_cards: "7.4",
  card_reused: "6.8", centre_not_used: "6.1", table_card_lost: "6.2", card_not_yours: "6.2",
  combo_too_short: "2.1", combo_mixed: "2.1", set_not_identical: "2.2", set_duplicate_suit: "2.2",
  set_too_long: "2.2", run_duplicate_rank: "2.3", run_gap: "2.3", run_too_long: "2.4",
  run_wraps: "2.5", group_no_stock_card: "2.7", group_dissolved: "6.6", no_layout: "6.7",
  last_card_not_stock: "9.5", discard_forbidden: "6.4", discard_required: "6.4",
  discard_not_in_hand: "6.4", seat_unknown: "11.2",
};

/** The paragraphs about what an audit and a verdict look at besides commands. */
export const SUBJECTS = { cards: "1.4", sheet: "1.7", payment: "9.3" };

/** The paragraph that decides an event, or a member of it: findings about events cite none. */
export const RULES_OF_EVENTS = {};

/** Refuse; `rule` is given where the order of checks of a command says more than the paragraph of the code. */
export const refuse = (code, rule = PARAGRAPHS[code] || null) => { throw new Refusal(code, rule); };

export const check = (holds, code, rule) => { if (!holds) refuse(code, rule); };
