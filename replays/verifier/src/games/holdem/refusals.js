/** The codes of refusals in a hand and between hands, and their paragraphs. */

import { Refusal } from "../../refusal.js";

/** The paragraph of each code, as verdicts cite it; a refusal may cite another paragraph. */
export const PARAGRAPHS = {
  game_over: "10.1", wrong_phase: "10.1", seat_unknown: "11.2", not_your_turn: "5.1", hand_dead: "5.5",
  chips_owed: "5.3", nothing_owed: "5.4", bet_made: "5.3", no_bet: "5.3", raise_over_limit: "5.2", raise_closed: "5.7",
  chips_too_few: "5.6", bad_step: "5.3", buyin_too_small: "7.1", short_buy_used: "7.2", no_rebuys: "7.2",
  config_option: "1.4", dealer_not_chosen: "2.2",
};

/** The paragraphs about what an audit and a verdict look at besides commands. */
export const SUBJECTS = { cards: "1.1", sheet: "1.4", payment: "7.3" };

/** The paragraph that decides an event, or a member of it. */
export const RULES_OF_EVENTS = {
  "chips-bought": "7.1", "chips-returned": "11.11", "house-charged": "3.1", "hand-begun.dealer": "2.2", "hand-begun.order": "2.2",
  "blind-posted": "3.2", "turn-given": "5.1", checked: "5.3", "bet-placed": "5.3", called: "5.4", raised: "5.3", "hand-given-up": "5.5",
  "board-dealt": "4.3", "bet-returned": "6.2", "hand-shown": "6.3", "pots-won": "6.5",
};

/** Refuse unless `holds`; `rule` is given where the order of checks says more than the paragraph of the code. */
export const check = (holds, code, rule = PARAGRAPHS[code] || null) => { if (!holds) throw new Refusal(code, rule); };
