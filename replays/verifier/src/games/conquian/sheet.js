/** The rules sheet: its options, its variants, and what contradicts itself (RULES 1.5 to 1.7, 11.6). */

import { among, isFlag, isObject, isText, orNone, within } from "../../values.js";
import { PACKS, facesOf, wholeDeck } from "./cards.js";

/** 1.6: what a sheet leaves out is as in mexican-2 with eight cards. */
export const PLAIN = {
  variant: "custom", pack: "spanish40", packs: 1, players_min: 2, players_max: 2,
  direction: "anticlockwise", hand_sizes: [8], deal_style: "singles", exchange: true,
  set_kind: "rank", run_max: null, first_turn: "offer", claims: false,
  force_by_turn_player: true, force_by_opponents: true, force_source: "any",
  force_rearrange: true, force_extra_hand_cards: true, wild_card: null, wild_forceable: true,
  keep_centre: false, keep_turn_limit: null, fold: false, fold_skips_turn: false,
  folded_may_force: true, group_needs_stock_card: "off", keep_three: false,
  last_card_from_stock: false, waste: "face_up", pile_browsable: true, payment: "stake", stake: 1,
  draw_stake: "same", next_dealer: "rotate", deals: 1, teams: 0, bank: false, money: "money",
  house_charge: 0, sits_out: "none",
};

/** The sheet with the fields that it lacks, as one of an earlier version may, by their old meaning. */
export const completed = (sheet) => ({ ...PLAIN, ...sheet });

/** RULES 1.7: what each field of a sheet may be. */
const SHEET = {
  variant: (value) => isText(value) && /^[a-z0-9][a-z0-9-]{0,39}$/.test(value),
  pack: (value) => isText(value) && Object.keys(PACKS).includes(value),
  packs: within(1, 12),
  players_min: within(2, 12),
  players_max: within(2, 12),
  direction: among("anticlockwise", "clockwise"),
  hand_sizes: (value) => Array.isArray(value) && value.length >= 1 && value.length <= 100 && value.every(within(3, 12)),
  deal_style: among("singles", "packets_4_4", "packets_3_5"),
  exchange: isFlag,
  set_kind: among("rank", "identical"),
  run_max: orNone(within(3, 13)),
  first_turn: among("offer", "plain"),
  claims: isFlag,
  force_by_turn_player: isFlag,
  force_by_opponents: isFlag,
  force_source: among("any", "stock"),
  force_rearrange: isFlag,
  force_extra_hand_cards: isFlag,
  wild_card: orNone(among("2O", "2d")),
  wild_forceable: isFlag,
  keep_centre: isFlag,
  keep_turn_limit: orNone(within(1, 100)),
  fold: isFlag,
  fold_skips_turn: isFlag,
  folded_may_force: isFlag,
  group_needs_stock_card: among("off", "sets", "all"),
  keep_three: isFlag,
  last_card_from_stock: isFlag,
  waste: among("face_up", "face_down"),
  pile_browsable: isFlag,
  payment: among("stake", "pay_cards"),
  stake: within(0, 1000000),
  draw_stake: among("same", "double", "double_compound", "carry"),
  next_dealer: among("rotate", "winner_leads", "chosen"),
  deals: orNone(within(1, 100)),
  teams: among(0, 2),
  bank: isFlag,
  money: among("money", "chips"),
  house_charge: within(0, 1000000),
  sits_out: among("none", "rotate", "loser"),
};

/**
 * The field for which a sheet cannot be played with (RULES 1.7, 11.6), null for a sound one.
 * A field that a sheet of an earlier version lacks has its old meaning.
 */
export function sheetFault(sheet) {
  if (!isObject(sheet)) return "rules";
  const strange = Object.keys(sheet).find((name) => !Object.hasOwn(SHEET, name));
  if (strange !== undefined) return strange;
  const whole = completed(sheet);
  const wrong = Object.keys(SHEET).find((name) => !SHEET[name](whole[name]));
  return wrong === undefined ? contradictory(whole) : wrong;
}

function contradictory(sheet) {
  const cards = wholeDeck(sheet).length;
  const even = sheet.players_max - (sheet.players_max % 2);
  const restricted = sheet.keep_three || sheet.group_needs_stock_card !== "off";
  const wrong = {
    wild_card: sheet.wild_card !== null && (sheet.packs > 1 || !facesOf(PACKS[sheet.pack]).includes(sheet.wild_card)),
    players_max: sheet.players_min > sheet.players_max || Math.max(...sheet.hand_sizes) * sheet.players_max >= cards,
    teams: sheet.teams > 0 && (sheet.players_min < 4 || sheet.players_min > even),
    deal_style: sheet.deal_style !== "singles" && sheet.hand_sizes[0] !== 8,
    set_kind: sheet.set_kind === "identical" && sheet.packs < 3,
    group_needs_stock_card: restricted && (sheet.packs > 1 || sheet.wild_card !== null),
    payment: sheet.payment === "pay_cards" && (sheet.pack !== "spanish40" || sheet.draw_stake !== "same"),
    bank: sheet.bank && sheet.teams === 0,
    sits_out: sheet.sits_out !== "none" && (sheet.teams > 0 || sheet.players_max > 11),
  };
  return Object.keys(wrong).find((name) => wrong[name]) || null;
}

export const idleCount = (sheet) => (sheet.sits_out === "none" ? 0 : 1);

/** RULES 1.3, 3.6, 11.3: the code for a table of `count` seats, null for one that can be dealt to. */
export function seatsFault(sheet, count) {
  const playing = count - idleCount(sheet);
  if (sheet.teams !== 0 && playing % 2 !== 0) return "config_teams";
  return playing >= sheet.players_min && playing <= sheet.players_max ? null : "config_players";
}

const american = {
  pack: "french40", hand_sizes: [10], exchange: false, run_max: 8, first_turn: "plain",
  force_by_turn_player: false, waste: "face_down", pile_browsable: false,
};

const paco = {
  packs: 5, players_max: 12, hand_sizes: [10], set_kind: "identical", first_turn: "plain",
  payment: "pay_cards",
};

/** 1.5: the rows of the table of variants, by what they change in a plain sheet. */
export const VARIANTS = {
  "mexican-3": { players_min: 3, players_max: 3 },
  "mexican-2": { hand_sizes: [9] },
  paco,
  "paco-teams": { ...paco, players_min: 4, teams: 2 },
  "north-american": { ...american, fold: true },
  "foster-numeral": { ...american, pack: "numeral40", fold: true },
  "encyclopedia-es": american,
  "french-page": {
    ...american, fold: true, force_source: "stock", group_needs_stock_card: "sets", keep_three: true,
    last_card_from_stock: true, draw_stake: "carry",
  },
  "caesars-conquian": {
    ...american, direction: "clockwise", hand_sizes: [9], house_charge: 2,
  },
  "navajo-tens": {
    pack: "french40", packs: 2, players_max: 7, direction: "clockwise", hand_sizes: [10],
    exchange: false, claims: true,
  },
  "four-deal": { pack: "french52", hand_sizes: [8, 9, 10, 11], deals: 4 },
};
