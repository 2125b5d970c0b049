/** The events of a command to a table, or its refusal. */

import { gameAt } from "../games/games.js";
import { refuseUnless } from "../refusal.js";
import { isListOf, isObject, isText, isWhole } from "../values.js";
import { create } from "./creation.js";
import { chooseDealer, deal } from "./deal.js";
import { begin, ready, reveal, rotate, sit } from "./seats.js";
import { betweenHands, expire, freeze, leave, openKeys, playedBy, voidGame } from "./settlement.js";
import { comeBack, remove, replace, replaceAbsent, seatBot } from "./stand-ins.js";
import { Decision, isBackWith, isEnded } from "./state.js";

const isPlan = (value) => isObject(value) && Object.values(value).every(isText);

/** The members of each command of the table, and their types; those of a hand are read by its game. */
const TABLE_FORMS = {
  create: {
    game: isText, play: isText, rules: isObject, seats: isListOf(isPlan), entropy: isText, reveal: isText,
    token_hashes: isListOf(isText), game_key: isText, decision_seconds: isWhole, window_seconds: isWhole,
    deal_delay_seconds: isWhole, rematch_of: isText, visibility: isText, parent: isObject, stock: isText, position: isObject,
    host: isText, tournament: isObject, start: isText, evening: isText, first_dealer: isWhole,
  },
  sit: { seat: isWhole, player: isText, token_hash: isText, generation: isWhole, invitation: isText, terms: isObject },
  rotate: { seat: isWhole, token_hash: isText, generation: isWhole },
  ready: { entropy_commitment: isText },
  begin: { bot: isText },
  remove: { seat: isWhole },
  seat_bot: { seat: isWhole, bot: isText },
  replace: { seat: isWhole, bot: isText },
  return: {},
  reveal: { entropy: isText },
  leave: {},
  choose_dealer: { seat: isWhole },
  deal: {},
  expire: { seats: isListOf(isWhole) },
  void: { reason: isText, seats: isListOf(isWhole) },
  open_keys: {},
  freeze: { reason: isText, receipt: isObject },
};

/** Commands of the service to a game that has ended and whose keys are withheld. */
const AFTER_THE_END = ["open_keys", "freeze"];

/** Return whether a command has only the members of its type; null counts as absent. */
function isFormed(command) {
  if (!Object.hasOwn(TABLE_FORMS, command.type)) return true;
  const forms = TABLE_FORMS[command.type];
  const right = ([name, value]) => ["type", "v"].includes(name) || (Object.hasOwn(forms, name) && (value === null || forms[name](value)));
  return Object.entries(command).every(right);
}

/** Decide `command`: `{events, table}`, or a Refusal. `seat` is null for a command of no seat. */
export function decide(table, seat, command) {
  refuseUnless(isFormed(command), "wrong_phase", "11.1");
  if (table === null) return create(seat, command);
  const decision = new Decision(table);
  refuseUnless(!isEnded(table) || (table.withheld && AFTER_THE_END.includes(command.type)), "game_over", "10.1");
  refuseUnless(table.status !== "frozen" || (seat === null && command.type === "void"), "history_rolled_back", "12.8");
  if (command.type === "sit") {
    // RULES 11.2: whoever sits down acts for the seat taken, which nobody has had or somebody has left.
    refuseUnless(seat === null || seat === command.seat, "wrong_phase", "11.2");
    sit(decision, command);
  } else if (seat === null && command.type === "rotate") {
    rotate(decision, seat, command);
  } else if (seat === null) {
    const carryOut = SYSTEM_COMMANDS[command.type];
    refuseUnless(carryOut !== undefined, "wrong_phase", "11.1");
    carryOut(decision, command);
  } else {
    bySeat(decision, seat, command);
  }
  return { events: decision.events, table: decision.table };
}

function bySeat(decision, seat, command) {
  if (command.type === "sit") return sit(decision, command); // at a rematch whoever sits down speaks as that seat
  const place = decision.table.places[seat];
  const carryOut = SEAT_COMMANDS[command.type];
  refuseUnless(place !== undefined, "seat_unknown", "11.2");
  refuseUnless(carryOut !== undefined || isOfGame(decision.table, command), "wrong_phase", "11.1");
  refuseUnless(!place.left, "already_left", "11.11");
  const before = decision.table;
  if (isBackWith(place)) decision.record({ type: "returned", seat });
  if (carryOut) return carryOut(decision, seat, command, before);
  return isBetween(decision.table, command) ? betweenHands(decision, seat, command) : playedBy(decision, seat, command);
}

const isBetween = (table, { type }) => gameAt(table).COMMANDS_BETWEEN.includes(type);
const isOfGame = (table, command) => isBetween(table, command) || gameAt(table).isHandCommand(command);

const SYSTEM_COMMANDS = { deal, expire, void: voidGame, open_keys: openKeys, freeze, replace: replaceAbsent };
const SEAT_COMMANDS = {
  ready, begin, remove, seat_bot: seatBot, replace, return: comeBack, reveal, leave, rotate, choose_dealer: chooseDealer,
};
