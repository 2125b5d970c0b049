/** The state of a table, and the table after an event. */

import { unhex } from "../bytes.js";
import { dealKey } from "../chance.js";
import { gameAt, gameNamed } from "../games/games.js";
import { isAbsent, isObject, orNull, range } from "../values.js";
import { TextError, message } from "../words/message.js";

/** A table from its first event. */
export function tableOf(event) {
  return {
    game: event.game, play: event.play, sheet: gameNamed(event.play).completed(event.rules), entropy: event.entropy, reveal: event.reveal, key: unhex(event.game_key),
    places: event.seats.map((seat) => ({
      kind: seat.kind, player: seat.player || null, bot: seat.bot || null,
      committed: null, entropy: "", missed: 0, away: false, left: false, generation: 0,
      invitation: seat.invitation || null,
      standIn: null, askedBy: [],
    })),
    host: isAbsent(event.host) ? null : event.host,
    hostSeat: event.seats.findIndex((seat) => seat.kind === "person" && orNull(seat.player) === orNull(event.host)),
    status: "waiting", start: isAbsent(event.start) ? "full" : event.start, answered: [], hand: null,
    awaited: event.start === "ready" ? range(event.seats.length).filter((seat) => event.seats[seat].kind === "person") : [],
    hand_number: 0, firstDealer: orNull(event.first_dealer), dealer: null, chosen: null, order: [],
    stake: 0, drawn: 0, closing: false, balances: event.seats.map(() => 0), house: 0,
    sitting: gameNamed(event.play).sitting(event.rules, event.seats.length),
    tournament: isObject(event.tournament),
    shared: isObject(event.tournament) && event.tournament.shared === true, withheld: false, voided: null,
    origin: isObject(event.parent) ? { stock: event.stock, position: event.position } : null,
  };
}

export const seatsOf = (table) => range(table.places.length);
/** The seats at which persons decide: no bot plays for them. */
export const personsOf = (table) => seatsOf(table).filter((seat) => isPerson(table.places[seat]));
export const chipsOf = (table) => gameAt(table).chips(table.sitting, table.balances);

/** RULES 9, 11.14: what the hand pays each seat, in a fork nothing. */
export const amountsOf = (table) => gameAt(table).payments(table.hand, table.stake).map((amount) => (table.origin === null ? amount : 0));

/** RULES 11.4: what a game offers a seat between hands. */
export const offersTo = (table, seat) => gameAt(table).offers(table.sheet, chipsOf(table), seat);

export const isEnded = (table) => table.status === "finished" || table.status === "void";
const isPerson = ({ kind, standIn }) => kind === "person" && standIn === null;
/** RULES 11.8, 11.9: whether the next command of the person of a seat brings it back. */
export const isBackWith = ({ missed, away, standIn }) => standIn === null && (missed > 0 || away);
export const isOpen = (place) => place.kind === "open";
export const askedOf = (table) => (table.status === "playing" ? gameAt(table).awaited(table.hand) : table.awaited);
export const entropyOf = (table) => table.places.map((place) => unhex(place.entropy));
export const keyOfHand = (table, number) => dealKey(table.key, number);

function changedPlace(table, seat, change) {
  const places = [...table.places];
  places[seat] = { ...places[seat], ...change };
  return { ...table, places };
}

/** The table's own events; every other one is an event of the hand. */
const TABLE_EVENTS = {
  seated: (table, event) => askedToBegin(table, event.seat, isAbsent(event.bot), changedPlace(table, event.seat, {
    kind: isAbsent(event.bot) ? "person" : "bot", player: orNull(event.player), bot: orNull(event.bot),
    missed: 0, away: false, left: false, invitation: null, standIn: null, askedBy: [],
    generation: isAbsent(event.bot) ? event.generation || 0 : table.places[event.seat].generation,
  })),
  removed: (table, { seat }) => ({
    ...changedPlace(table, seat, {
      kind: "open", player: null, bot: null, committed: null, entropy: "", missed: 0, away: false, left: false,
      generation: table.places[seat].generation + 1, invitation: null, standIn: null, askedBy: [],
    }),
    awaited: table.awaited.filter((one) => one !== seat), answered: table.answered.filter((one) => one !== seat),
  }),
  rotated: (table, event) => changedPlace(table, event.seat, { generation: event.generation }),
  left: (table, event) => ({
    ...changedPlace(table, event.seat, { left: true }), closing: true,
    hostSeat: event.seat === table.hostSeat ? -1 : table.hostSeat,
  }),
  "seats-asked": (table, event) => ({ ...table, status: event.status, awaited: event.awaited, answered: [] }),
  readied: (table, event) => afterAnswer(
    changedPlace(table, event.seat, event.entropy_commitment === undefined ? {} : { committed: event.entropy_commitment }),
    event.seat,
  ),
  "entropy-revealed": (table, event) => afterAnswer(changedPlace(table, event.seat, { entropy: event.entropy }), event.seat),
  "dealer-chosen": (table, event) => ({ ...table, chosen: event.seat }),
  "house-charged": (table, event) => ({ ...table, balances: event.balances, house: event.house }),
  "hand-begun": (table, event) => ({
    ...table, status: "playing", awaited: [], answered: [], hand_number: event.hand_number, dealer: event.dealer,
    order: event.order, stake: event.stake, closing: false, chosen: null,
    hand: beginning(table, event),
  }),
  "timed-out": (table, event) => event.seats.reduce((now, seat) => changedPlace(now, seat, {
    missed: now.places[seat].missed + 1, away: event.away.includes(seat) || now.places[seat].away,
  }), table),
  returned: (table, event) => changedPlace(table, event.seat, { missed: 0, away: false, standIn: null, askedBy: [] }),
  "replacement-asked": (table, { by, seat }) => changedPlace(table, seat, { askedBy: [...table.places[seat].askedBy, by] }),
  replaced: (table, { seat, bot }) => changedPlace(table, seat, { standIn: bot, askedBy: [] }),
  "hand-settled": (table, event) => ({ ...table, balances: event.balances, drawn: event.drawn }),
  "key-revealed": (table) => table,
  frozen: (table) => ({ ...table, status: "frozen", awaited: [], answered: [], withheld: false }),
  "keys-withheld": (table, event) => ({
    ...table, status: event.status, awaited: [], withheld: true,
    voided: event.status === "void" ? { reason: event.reason, seats: event.seats } : null,
  }),
  "game-ended": (table) => ({ ...table, status: "finished", awaited: [], withheld: false }),
  "game-voided": (table) => ({ ...table, status: "void", awaited: [], withheld: false }),
};

/** The hand before its deal, or as the fork carries it. */
function beginning(table, { order, hand_number: number }) {
  const game = gameAt(table), { origin, places, sheet } = table;
  return origin === null ? game.undealt(sheet, order, places.length, number, chipsOf(table)) : game.resume(sheet, origin.position);
}

/** RULES 11.16: whoever sits down where persons say themselves that they are ready is asked at once. */
function askedToBegin(before, seat, isPerson, table) {
  return isPerson && asksReady(before) ? { ...table, awaited: [...before.awaited, seat].sort((one, other) => one - other) } : table;
}

export const asksReady = ({ status, start }) => status === "waiting" && start === "ready";

function afterAnswer(table, seat) {
  return { ...table, awaited: table.awaited.filter((one) => one !== seat), answered: [...table.answered, seat] };
}

/** The table after an event; an Error if the event does not fit it. */
export function evolved(table, event) {
  if (event.type === "created") return tableOf(event);
  const own = TABLE_EVENTS[event.type];
  if (own) return own(table, event);
  const game = gameAt(table);
  if (game.EVENTS_BETWEEN.includes(event.type)) return { ...table, sitting: game.keep(table.sitting, event) };
  if (table.hand === null) throw new TextError(message("{type} without a hand", { type: event.type }));
  return { ...table, hand: game.evolve(table.hand, event) };
}

/** A decision while it is made: the events so far and the table after them. */
export class Decision {
  constructor(table) {
    this.table = table;
    this.events = [];
  }

  record(event) {
    this.events.push(event);
    this.table = evolved(this.table, event);
  }
}
