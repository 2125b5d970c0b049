/** The deal of a hand: the dealer, the order, the deck (RULES 3, 11.4, 12.1). */

import { chance, commitmentTo, drawKey, shuffleKey, shuffled } from "../chance.js";
import { gameAt } from "../games/games.js";
import { refuseUnless } from "../refusal.js";
import { paragraphOf } from "./paragraphs.js";
import { end, settleIfOver } from "./settlement.js";
import { chipsOf, entropyOf, isOpen, keyOfHand, seatsOf } from "./state.js";

function isDue(table) {
  if (table.status === "waiting") return !table.places.some(isOpen) && table.awaited.length === 0;
  return ["committing", "revealing", "between_hands"].includes(table.status) && table.awaited.length === 0;
}

export function deal(decision) {
  const { table } = decision;
  refuseUnless(isDue(table), "wrong_phase", "11.1");
  if (table.origin !== null) return resume(decision);
  const number = table.hand_number + 1;
  const { sheet } = table;
  const order = number === 1 ? firstOrder(table) : nextOrder(table);
  if (order.length < sheet.players_min) return end(decision);
  charge(decision, number, order);
  decision.record({
    type: "hand-begun", hand_number: number, dealer: order[order.length - 1], order, stake: gameAt(table).stake(sheet, table.drawn),
    entropy: table.places.map((place) => place.entropy),
    next_commitment: commitmentTo(table.game, number + 1, keyOfHand(table, number + 1)),
  });
  for (const event of gameAt(table).deal(decision.table.hand, deckOf(table, number))) decision.record(event);
  settleIfOver(decision);
}

/** RULES 9.7: what the house takes before a hand. */
function charge(decision, number, order) {
  const { table } = decision, { balances, house, places, sheet } = table;
  const charges = gameAt(table).charges(sheet, number, order, chipsOf(table), places.length);
  if (charges.every((amount) => amount === 0)) return;
  const left = balances.map((balance, seat) => balance - charges[seat]);
  decision.record({ type: "house-charged", balances: left, house: house + charges.reduce((one, other) => one + other) });
}

/** RULES 11.14: a fork goes on from the position it carries. */
function resume(decision) {
  const { table } = decision;
  const { position, stock } = table.origin;
  decision.record({
    type: "hand-begun", hand_number: 1, dealer: position.order[position.order.length - 1], order: position.order, stake: 0,
    entropy: table.places.map((place) => place.entropy),
    next_commitment: commitmentTo(table.game, 2, keyOfHand(table, 2)),
  });
  if (stock === "fresh") {
    const key = shuffleKey(keyOfHand(table, 1), entropyOf(table));
    decision.record(gameAt(table).restocked(shuffled(gameAt(table).inPackOrder(table.sheet, position.stock), key)));
  }
}

function deckOf(table, number) {
  return shuffled(gameAt(table).wholeDeck(table.sheet), shuffleKey(keyOfHand(table, number), entropyOf(table)));
}

/** RULES 3.4, 3.6: the first dealer, unless the first entry names it, then who sits out, are drawn from the key of hand 1. */
function firstOrder(table) {
  const below = chance(drawKey(keyOfHand(table, 1), entropyOf(table)));
  const seats = seatsOf(table);
  const dealer = table.firstDealer === null ? below(seats.length) : table.firstDealer;
  const others = orderAfter(dealer, seats).slice(0, -1);
  const idle = gameAt(table).idleCount(table.sheet) ? [others[below(others.length)]] : [];
  return orderAfter(dealer, without(seats, idle, unable(table)));
}

/** RULES 3.5, 3.6: the next dealer among those who play the next hand. */
function nextOrder(table) {
  const playing = nextPlaying(table);
  const game = gameAt(table), winner = game.winner(table.hand);
  const dealer = table.chosen !== null ? table.chosen : game.nextDealer(table.sheet, table.dealer, winner, playing);
  return orderAfter(dealer, playing);
}

function nextPlaying(table) {
  const seats = seatsOf(table);
  const idle = seats.filter((seat) => !table.order.includes(seat));
  const game = gameAt(table);
  return without(seats, game.nextIdle(table.sheet, idle, game.winner(table.hand), seats), unable(table));
}

/** The seats that get no hand: without chips, or left where the game plays on without them. */
function unable(table) {
  const game = gameAt(table), left = game.DROPS_LEFT ? seatsOf(table).filter((seat) => table.places[seat].left) : [];
  return [...game.unable(table.sheet, chipsOf(table)), ...left];
}

const without = (seats, ...gone) => seats.filter((seat) => !gone.flat().includes(seat));

/** RULES 1.3: the seats that play, in order of play, the dealer last. */
const orderAfter = (dealer, playing) => [...playing.filter((seat) => seat > dealer), ...playing.filter((seat) => seat <= dealer)];

export function chooseDealer(decision, seat, command) {
  const { table } = decision, game = gameAt(table);
  refuseUnless(game.choosesDealer(table.sheet), "dealer_not_chosen", paragraphOf(game, "dealer_not_chosen"));
  refuseUnless(table.status === "between_hands", "wrong_phase", "11.1");
  refuseUnless(table.places[command.seat] !== undefined, "seat_unknown", "3.5");
  refuseUnless(nextPlaying(table).includes(command.seat), "dealer_sits_out", "3.5");
  decision.record({ type: "dealer-chosen", by: seat, seat: command.seat });
}
