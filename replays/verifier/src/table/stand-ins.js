/** The seats of others: the host's commands before the first hand, and bots that play for persons (RULES 11.18). */

import { refuseUnless } from "../refusal.js";
import { isText } from "../values.js";
import { askForEntropy, askForOpening, buyIn } from "./seats.js";
import { isOpen, personsOf } from "./state.js";

const isInPlay = ({ status }) => ["playing", "between_hands"].includes(status);

/** Return the place that the host names before the first hand. */
function placeForHost(table, seat, command) {
  refuseUnless(table.status === "waiting", "wrong_phase", "11.1");
  refuseUnless(seat === table.hostSeat, "not_host", "11.18");
  const place = table.places[command.seat];
  refuseUnless(place !== undefined, "seat_unknown", "11.2");
  return place;
}

export function remove(decision, seat, command) {
  const place = placeForHost(decision.table, seat, command);
  refuseUnless(command.seat !== seat && !isOpen(place), "seat_kept", "11.18");
  decision.record({ type: "removed", seat: command.seat });
}

export function seatBot(decision, seat, command) {
  const place = placeForHost(decision.table, seat, command);
  refuseUnless(isText(command.bot), "wrong_phase", "11.1");
  refuseUnless(isOpen(place), "seat_taken", "11.18");
  decision.record({ type: "seated", seat: command.seat, bot: command.bot });
  buyIn(decision, command.seat, {});
  askForEntropy(decision);
  askForOpening(decision);
}

/** The persons who may ask for a bot at `seat`. */
const othersThan = (table, seat) => personsOf(table).filter((one) => one !== seat && !table.places[one].away && !table.places[one].left);

function isReplaceable(table, seat) {
  const { away, left } = table.places[seat];
  return personsOf(table).includes(seat) && away && !left && !table.tournament;
}

/** In a tournament the service lets a bot play for a person who is away or has not taken the seat that is kept. */
export function replaceAbsent(decision, { seat, bot }) {
  const { table } = decision, place = table.places[seat];
  refuseUnless(table.tournament && isText(bot), "wrong_phase", "11.1");
  refuseUnless(place !== undefined, "seat_unknown", "11.2");
  if (table.status === "waiting" && isOpen(place) && place.player !== null) {
    decision.record({ type: "seated", seat, player: place.player });
    buyIn(decision, seat, {});
    askForEntropy(decision);
  } else {
    refuseUnless(isInPlay(table), "wrong_phase", "11.1");
    refuseUnless(personsOf(table).includes(seat) && place.away && !place.left, "seat_kept", "11.18");
  }
  letPlay(decision, seat, bot);
}

/** The bot plays, and is ready between hands at once. */
function letPlay(decision, seat, bot) {
  decision.record({ type: "replaced", seat, bot });
  if (decision.table.status !== "playing" && decision.table.awaited.includes(seat)) decision.record({ type: "readied", seat });
}

export function replace(decision, seat, command) {
  const { table } = decision, { seat: gone, bot } = command;
  refuseUnless(personsOf(table).includes(seat) && isInPlay(table) && isText(bot), "wrong_phase", "11.1");
  refuseUnless(table.places[gone] !== undefined, "seat_unknown", "11.2");
  refuseUnless(isReplaceable(table, gone), "seat_kept", "11.18");
  const others = othersThan(table, gone);
  const asked = table.places[gone].askedBy.filter((one) => others.includes(one));
  const count = new Set([...asked, seat]).size;
  if (seat !== table.hostSeat && 2 * count <= others.length) {
    refuseUnless(!asked.includes(seat), "already_asked", "11.18");
    return decision.record({ type: "replacement-asked", by: seat, seat: gone });
  }
  letPlay(decision, gone, bot);
}

/** A seat that has only missed answers is back before its command is decided. */
export function comeBack(decision, seat) {
  if (decision.table.places[seat].standIn !== null) decision.record({ type: "returned", seat });
  refuseUnless(decision.events.length > 0, "wrong_phase", "11.18");
}
