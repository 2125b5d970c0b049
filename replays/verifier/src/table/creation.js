/** The first entry: how a table is made (RULES 11.2, 11.6, 12.1). */

import { unhex } from "../bytes.js";
import { commitmentTo, dealKey } from "../chance.js";
import { gameNamed, isGame } from "../games/games.js";
import { GAME_FORM } from "../record/forms.js";
import { Refusal, refuseUnless } from "../refusal.js";
import { hasMembers, isAbsent, isHash, isObject, isText, isWhole, within } from "../values.js";
import { askForEntropy, buyIn } from "./seats.js";
import { Decision, tableOf } from "./state.js";

export const LIMITS = { decision_seconds: [1, 86400], window_seconds: [1, 86400], deal_delay_seconds: [0, 86400] };

export function create(seat, command) {
  refuseUnless(seat === null && command.type === "create", "wrong_phase", "11.1");
  const fault = createFault(command);
  if (fault) throw new Refusal("config_option", `${gameNamed(command.play).SUBJECTS.sheet} (${fault})`);
  const { type, ...content } = command;
  const key = unhex(command.game_key);
  const event = {
    type: "created", ...content,
    game_commitment: commitmentTo(command.game, 0, key),
    commitment: commitmentTo(command.game, 1, dealKey(key, 1)),
  };
  const decision = { events: [event], table: tableOf(event), record: Decision.prototype.record };
  command.seats.forEach(({ kind }, at) => (kind === "open" ? null : buyIn(decision, at, {})));
  askForEntropy(decision);
  return { events: decision.events, table: decision.table };
}

function createFault(command) {
  const { seats } = command, { completed, seatsFault, sheetFault } = gameNamed(command.play);
  if (!isGame(command.play)) return "play";
  if (!isText(command.game) || !GAME_FORM.test(command.game)) return "game";
  if (!isHash(command.game_key)) return "game_key";
  if (!["none", "seats"].includes(command.entropy)) return "entropy";
  if (!["game", "hand"].includes(command.reveal)) return "reveal";
  if (![undefined, null, "public", "unlisted", "private"].includes(command.visibility)) return "visibility";
  if (![undefined, null, "full", "ready"].includes(command.start)) return "start";
  if (!Array.isArray(seats) || !seats.every((place) => ["open", "person", "bot"].includes(place.kind))) return "seats";
  if (sheetFault(command.rules)) return sheetFault(command.rules);
  const sheet = completed(command.rules);
  if (seatsFault(sheet, seats.length)) return "seats";
  if (!isTournament(command.tournament)) return "tournament";
  if (!isFirstDealer(command)) return "first_dealer";
  if (isShared(command) && command.entropy !== "none") return "entropy";
  if (isShared(command) && command.reveal !== "game") return "reveal";
  if (!isAbsent(command.parent)) return forkFault(command) || limitsFault(command);
  if (sheet.deals === null && seats.every((place) => place.kind === "bot")) return "deals";
  return limitsFault(command);
}

/** Return whether the deck of a game is dealt in other games, too. */
const isShared = ({ tournament }) => isObject(tournament) && tournament.shared === true;

/** RULES 12.1: a game of a tournament names it, and its fixture and deck there; others name none. */
function isTournament(named) {
  if (named === undefined || named === null) return true;
  const isNumber = (value) => isWhole(value) && value >= 1 && value < 2 ** 32;
  const members = ["tournament", "fixture", "deck", ...(isObject(named) && named.shared === true ? ["shared"] : [])];
  return hasMembers(named, members) && isText(named.tournament) && isNumber(named.fixture) && isNumber(named.deck);
}

/** RULES 3.4: only a table that follows another one may name who deals first, and none that goes on from a position. */
function isFirstDealer({ first_dealer: seat, rematch_of: before, evening, parent, seats }) {
  return isAbsent(seat) || (within(0, seats.length - 1)(seat) && Boolean(before || evening) && isAbsent(parent));
}

/** RULES 11.14: the position of a fork holds every card once, at a table of as many seats. */
function forkFault({ play, parent, stock, position, seats, rules }) {
  const { CardPlaces, isPosition } = gameNamed(play);
  const named = hasMembers(parent, ["game", "ply", "digest"]) && isHash(parent.digest) && isWhole(parent.ply);
  if (!named || parent.ply < 1 || !isText(parent.game) || !GAME_FORM.test(parent.game)) return "parent";
  if (!["same", "fresh"].includes(stock)) return "stock";
  if (!isPosition(position, rules, seats.length)) return "position";
  return CardPlaces.of(rules, position).fault() === null ? null : "position";
}

/** RULES 11.8: all limits or none, each within its bounds. */
function limitsFault(command) {
  const given = (name) => command[name] !== undefined && command[name] !== null;
  const names = Object.keys(LIMITS);
  if (!names.some(given)) return null;
  return names.find((name) => !within(...LIMITS[name])(command[name])) || null;
}
