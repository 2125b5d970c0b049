/** The rules sheet: its fields, their bounds, and what contradicts itself (HOLDEM 1.3, 1.4, 11.6). */

import { among, isFlag, isObject, isText, orNone, within } from "../../values.js";
import { stepOf } from "./betting.js";

const CHIPS_MOST = 1000000;

/** What a sheet leaves out is as in the club. */
const PLAIN = {
  variant: "custom", pack: "french52", packs: 1, players_min: 3, players_max: 11, collection: 2, blind: 1, blinds: "1",
  blind_live: false, bet_mode: "steps", structure: "limit_3", bet_step: 3, limit: 12, buy_in: 20, short_buys: 1,
  rebuys: true, deals: 10, money: "chips",
};

/** The sheet with the fields that it lacks. */
export const completed = (sheet) => ({ ...PLAIN, ...sheet });

/** What each field of a sheet may be. */
const SHEET = {
  variant: (value) => isText(value) && /^[a-z0-9][a-z0-9-]{0,39}$/.test(value),
  pack: among("french52"),
  packs: among(1),
  players_min: within(2, 11),
  players_max: within(2, 11),
  collection: within(0, CHIPS_MOST),
  blind: within(1, CHIPS_MOST),
  blinds: among("1", "1_3"),
  blind_live: isFlag,
  bet_mode: among("steps", "fixed"),
  structure: among("limit_3", "limit_3_6"),
  bet_step: within(1, CHIPS_MOST),
  limit: within(1, CHIPS_MOST),
  buy_in: within(1, CHIPS_MOST),
  short_buys: within(0, 100),
  rebuys: isFlag,
  deals: orNone(within(1, 1000)),
  money: among("money", "chips"),
};

/** The field for which a sheet cannot be played with, null for a sound one. */
export function sheetFault(sheet) {
  if (!isObject(sheet)) return "rules";
  const strange = Object.keys(sheet).find((name) => !Object.hasOwn(SHEET, name));
  if (strange !== undefined) return strange;
  const whole = completed(sheet);
  const wrong = Object.keys(SHEET).find((name) => !SHEET[name](whole[name]));
  return wrong === undefined ? contradictory(whole) : wrong;
}

/** 3.2, 5.2: the limit is a level in every round, and the blind is below the first of them. */
function contradictory(sheet) {
  const wrong = {
    players_max: sheet.players_min > sheet.players_max,
    blind: sheet.blind > sheet.bet_step,
    limit: sheet.limit % stepOf(sheet, "river") !== 0,
  };
  return Object.keys(wrong).find((name) => wrong[name]) || null;
}

/** 1.3: the code for a table of `count` seats, null for one that can be dealt to. */
export function seatsFault(sheet, count) {
  if (count < sheet.players_min) return "not_enough_players";
  return count > sheet.players_max ? "too_many_players" : null;
}

/** Nobody sits out by turns. */
export const idleCount = () => 0;
