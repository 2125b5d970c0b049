/** Play and payment of hands, and the end of games (RULES 9, 11.4, 11.8 to 11.11, 12.4, 12.8). */

import { hex } from "../bytes.js";
import { gameAt } from "../games/games.js";
import { Refusal, refuseUnless } from "../refusal.js";
import { isObject, isText, range } from "../values.js";
import { askForOpening } from "./seats.js";
import { amountsOf, askedOf, chipsOf, keyOfHand, offersTo, personsOf, seatsOf } from "./state.js";

const MISSED_MOST = 3;

export function leave(decision, seat) {
  const { table } = decision;
  refuseUnless(["playing", "between_hands"].includes(table.status), "wrong_phase", "11.1");
  refuseUnless(personsOf(table).includes(seat), "wrong_phase", "11.11");
  decision.record({ type: "left", seat });
  if (table.status === "between_hands") return endsHere(decision.table) ? end(decision) : undefined;
  for (const event of gameAt(table).leave(table.hand, seat)) decision.record(event);
  settleIfOver(decision);
}

/* RULES 11.8, 11.9: time. */

export function expire(decision, command) {
  const { table } = decision;
  const timed = askedOf(table).filter((seat) => personsOf(table).includes(seat));
  const { seats } = command;
  const asked = Array.isArray(seats) && seats.length > 0 && seats.every((seat) => timed.includes(seat));
  refuseUnless(asked && ["committing", "playing", "between_hands"].includes(table.status), "wrong_phase", "11.8");
  const goes = (seat) => table.places[seat].away || table.places[seat].missed + 1 >= MISSED_MOST;
  decision.record({ type: "timed-out", seats, away: seats.filter(goes) });
  const status = decision.table.status;
  for (const seat of seats) {
    if (decision.table.status === status && askedOf(decision.table).includes(seat)) answerFor(decision, seat);
  }
}

function answerFor(decision, seat) {
  if (decision.table.status === "playing") return playedBy(decision, seat, gameAt(decision.table).standIn(decision.table.hand, seat));
  decision.record({ type: "readied", seat });
  if (decision.table.status === "committing") askForOpening(decision);
}

/** Between hands a game decides commands of its own. */
export function betweenHands(decision, seat, command) {
  const { table } = decision, { awaited, sheet, sitting, balances } = table;
  refuseUnless(table.status !== "playing" && (personsOf(table).includes(seat) || awaited.includes(seat)), "wrong_phase", "11.1");
  for (const event of gameAt(table).decideBetween(sheet, sitting, balances, seat, command)) decision.record(event);
}

/* RULES 9, 11.4, 12.4: a hand is played, ends and is paid. */

export function playedBy(decision, seat, command) {
  const { table } = decision;
  refuseUnless(table.status === "playing", "wrong_phase", "11.1");
  const answer = gameAt(table).decide(table.hand, seat, command);
  if (answer.refusal) throw new Refusal(answer.refusal, answer.rule);
  for (const event of answer.events) decision.record(event);
  settleIfOver(decision);
}

/** A hand that is over is paid. */
export function settleIfOver(decision) {
  if (gameAt(decision.table).isOver(decision.table.hand)) settle(decision);
}

function settle(decision) {
  const { table } = decision;
  const game = gameAt(table), amounts = amountsOf(table);
  const balances = table.balances.map((balance, seat) => balance + amounts[seat]);
  decision.record({ type: "hand-settled", amounts, balances, drawn: game.winner(table.hand) === null ? table.drawn + 1 : 0 });
  if (endsHere(decision.table)) return end(decision);
  if (table.reveal === "hand") {
    decision.record({ type: "key-revealed", hand_number: table.hand_number, deal_key: hex(keyOfHand(table, table.hand_number)) });
  }
  decision.record({ type: "seats-asked", status: "between_hands", awaited: askedBetween(decision.table) });
}

/** RULES 11.4: the persons, and the bots that have something to choose before the next hand. */
const askedBetween = (table) => seatsOf(table).filter((seat) => {
  const { kind } = table.places[seat];
  return personsOf(table).includes(seat) || (kind === "bot" && offersTo(table, seat).length > 0);
});

/** RULES 11.4: whether no hand follows the present one. */
function endsHere(table) {
  if (table.origin !== null) return true;
  const persons = personsOf(table).map((seat) => table.places[seat]);
  const { deals } = table.sheet;
  if (gameAt(table).hasEnded(table.sheet, table.hand_number, chipsOf(table))) return true;
  if (persons.length > 0 && persons.every((place) => place.left)) return true;
  const closing = table.closing && !gameAt(table).DROPS_LEFT;
  return deals === null && (closing || persons.every((place) => place.left || place.away));
}

/** A deck that is dealt in other games, too, is not opened with the first end: its keys wait for an entry of their own. */
export function end(decision) {
  if (decision.table.shared) return decision.record({ type: "keys-withheld", status: "finished", seats: [] });
  openAll(decision);
}

function openAll(decision) {
  const { table } = decision;
  const keys = range(table.hand_number).map((at) => hex(keyOfHand(table, at + 1)));
  decision.record({ type: "game-ended", game_key: hex(table.key), deal_keys: keys });
}

/* RULES 12.8; whether the receipt is a reason is for the audit, which knows the digests. */
export function freeze(decision, command) {
  refuseUnless(isText(command.reason) && isObject(command.receipt), "wrong_phase", "12.8");
  decision.record({ type: "frozen", reason: command.reason, receipt: command.receipt });
}

export function voidGame(decision, command) {
  const { table } = decision;
  const known = Array.isArray(command.seats) && command.seats.every((seat) => seatsOf(table).includes(seat));
  refuseUnless(known && isText(command.reason), "wrong_phase", "11.10");
  const { reason, seats } = command;
  if (table.shared) return decision.record({ type: "keys-withheld", status: "void", reason, seats });
  openVoid(decision, { reason, seats });
}

function openVoid(decision, { reason, seats }) {
  const { key, places } = decision.table;
  decision.record({ type: "game-voided", reason, seats, game_key: hex(key), entropy: places.map((place) => place.entropy) });
}

/** RULES 12.4: the entry that opens keys which were withheld; when it may come the log of one game cannot tell. */
export function openKeys(decision) {
  const { voided: why, withheld } = decision.table;
  refuseUnless(withheld, "wrong_phase", "12.4");
  if (why === null) openAll(decision);
  else openVoid(decision, why);
}
