/** Taking a seat, tokens, readiness and the entropy of seats (RULES 11.2, 11.4, 11.15, 11.16, 12.2). */

import { concat, hex, sized, uint8, unhex, utf8 } from "../bytes.js";
import { ENTROPY_FORM, entropyCommitment } from "../chance.js";
import { gameAt } from "../games/games.js";
import { sha256 } from "../hashes.js";
import { Refusal, refuseUnless } from "../refusal.js";
import { isAbsent, isHash, isText } from "../values.js";
import { amountsOf, asksReady, isBackWith, isOpen, personsOf, seatsOf } from "./state.js";

/** RULES 12.2: once every seat is taken, persons are asked to commit. */
export function askForEntropy(decision) {
  const { table } = decision;
  if (table.entropy !== "seats" || table.places.some(isOpen) || asksReady(table)) return;
  decision.record({ type: "seats-asked", status: "committing", awaited: personsOf(table) });
}

/* RULES 11.2, 11.11: seats. */

/** Whether a game asks this of whoever takes a seat. */
function areTerms({ SEATING }, terms) {
  const names = Object.keys(terms);
  return names.length > 0 && names.every((name) => SEATING.includes(name));
}

/** The game says what follows when a seat is taken; what the hand has cost its last person so far is not the next one's. */
export function buyIn(decision, seat, terms) {
  const { table } = decision, amounts = table.status === "playing" ? amountsOf(table) : table.places.map(() => 0);
  const balances = table.balances.map((balance, at) => balance + amounts[at]);
  for (const event of gameAt(table).takeSeat(table.sheet, table.sitting, balances, seat, terms)) decision.record(event);
}

export function sit(decision, command) {
  refuseUnless(isAbsent(command.terms) || areTerms(gameAt(decision.table), command.terms), "wrong_phase", "11.1");
  const place = decision.table.places[command.seat];
  refuseUnless(place !== undefined, "seat_unknown", "11.2");
  const shown = !isAbsent(command.invitation);
  const wanted = isOpen(place) ? place.invitation : null;
  refuseUnless(!shown || (wanted !== null && opensInvitation(decision.table.game, command, wanted)), "invitation_invalid", "11.2");
  const again = command.generation === undefined || command.generation === null ? 0 : command.generation;
  refuseUnless(place.left ? again === place.generation + 1 : isOpen(place) && again === place.generation, "seat_taken", "11.2");
  const player = isAbsent(command.player) ? null : command.player;
  const kept = isOpen(place) && !place.left ? place.player : null;
  refuseUnless((kept === null || kept === player) && (wanted === null || shown), "seat_reserved", "11.2");
  const sits = decision.table.places.some((one) => player !== null && one.kind === "person" && !one.left && one.player === player);
  refuseUnless(!sits, "already_seated", "11.2");
  const { type, invitation, terms, ...content } = command;
  decision.record({ type: "seated", ...content });
  buyIn(decision, command.seat, isAbsent(terms) ? {} : terms);
  if (decision.table.status === "waiting") askForEntropy(decision);
}

/** RULES 11.2: the proof that was shown is the one that the first entry holds a hash of. */
function opensInvitation(game, { seat, invitation }, wanted) {
  if (!isHash(invitation)) return false;
  return wanted === hex(sha256(concat(utf8("conquian/invitation/1"), sized(utf8(game)), uint8(seat), unhex(invitation))));
}

/* RULES 11.15: a new token, for the own seat or, by the host, for one that nobody plays. */

export function rotate(decision, seat, command) {
  const { table } = decision;
  const place = table.places[command.seat];
  refuseUnless(place !== undefined, "seat_unknown", "11.2");
  const own = seat === command.seat;
  const isHost = seat === null ? table.host !== null : table.hostSeat === seat;
  refuseUnless(own || isHost, "not_host", "11.15");
  refuseUnless(place.kind === "person" && !place.left && command.generation === place.generation + 1, "rotation_closed", "11.15");
  refuseUnless(own || (place.player === null && (table.hand_number === 0 || place.missed > 0)), "rotation_closed", "11.15");
  refuseUnless(isText(command.token_hash), "rotation_closed", "11.15");
  const { type, ...content } = command;
  decision.record({ type: "rotated", ...content });
}

/* RULES 11.4, 12.2: ready and reveal. */

export function ready(decision, seat, command, before) {
  const { table } = decision;
  // RULES 11.9: a seat that has let answers pass is back with a command, ready if it has nothing else to say.
  // 12.2: but a commitment that can no longer count is refused, so that nobody believes that it does.
  const returned = before.places[seat] !== undefined && isBackWith(before.places[seat]);
  const isBack = returned && isAbsent(command.entropy_commitment);
  if (table.status === "committing" || asksReady(table)) {
    if (!isBack || table.awaited.includes(seat)) commit(decision, seat, command);
    return;
  }
  const asked = table.status === "between_hands" && [...table.awaited, ...table.answered].includes(seat);
  if (asked && table.awaited.includes(seat)) {
    refuseUnless(isAbsent(command.entropy_commitment), "entropy_closed", "12.2");
    decision.record({ type: "readied", seat });
    return;
  }
  if (isBack) return;
  throw new Refusal(asked ? "already_ready" : "wrong_phase", asked ? "11.4" : "11.1");
}

function commit(decision, seat, command) {
  const { table } = decision;
  refuseUnless(!table.answered.includes(seat), "already_ready", "12.2");
  refuseUnless(table.awaited.includes(seat), "wrong_phase", "11.1");
  const promise = command.entropy_commitment;
  refuseUnless(isAbsent(promise) || table.entropy === "seats", "entropy_closed", "12.2");
  refuseUnless(isAbsent(promise) || isHash(promise), "seed_invalid", "12.2");
  decision.record(isAbsent(promise) ? { type: "readied", seat } : { type: "readied", seat, entropy_commitment: promise });
  askForOpening(decision);
}

export function askForOpening(decision) {
  const { table } = decision;
  const committed = seatsOf(table).filter((seat) => table.places[seat].committed !== null);
  if (table.awaited.length === 0 && committed.length > 0 && !table.places.some(isOpen)) {
    decision.record({ type: "seats-asked", status: "revealing", awaited: committed });
  }
}

/** RULES 11.16: the host has a bot on every open seat, and is ready. */
export function begin(decision, seat, command) {
  const { table } = decision;
  refuseUnless(asksReady(table) && isText(command.bot), "wrong_phase", "11.1");
  refuseUnless(seat === table.hostSeat, "not_host", "11.16");
  const free = seatsOf(table).filter((one) => isOpen(table.places[one]));
  refuseUnless(free.length > 0 || !table.answered.includes(seat), "already_ready", "11.16");
  for (const one of free) {
    decision.record({ type: "seated", seat: one, bot: command.bot });
    buyIn(decision, one, {});
  }
  if (table.awaited.includes(seat)) decision.record({ type: "readied", seat });
  askForOpening(decision);
}

export function reveal(decision, seat, command) {
  const { table } = decision;
  refuseUnless(table.status === "revealing", "wrong_phase", "11.1");
  refuseUnless(!table.answered.includes(seat), "already_revealed", "12.2");
  refuseUnless(table.awaited.includes(seat), "wrong_phase", "11.1");
  const opened = command.entropy;
  const fits = isText(opened) && ENTROPY_FORM.test(opened)
    && entropyCommitment(table.game, seat, unhex(opened)) === table.places[seat].committed;
  refuseUnless(fits, "seed_invalid", "12.2");
  decision.record({ type: "entropy-revealed", seat, entropy: opened });
}
