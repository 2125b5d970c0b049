/** Main pot and side pots, and who gets them (HOLDEM 6.1, 6.5). */

import { contenders } from "./betting.js";
import { rankOf } from "./ranking.js";

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
const sameSeats = (some, others) => some.length === others.length && some.every((seat, at) => seat === others[at]);

/** The pots of a hand, the main pot first: [{amount, seats}, ...]. */
function potsOf(hand) {
  const seats = contenders(hand);
  const ceilings = [...new Set(seats.map((seat) => hand.paid[seat]))].sort((one, other) => one - other);
  const between = (low, high) => sum(hand.paid.map((paid) => Math.min(paid, high) - Math.min(paid, low)));
  const pots = [{ amount: hand.dead, seats }];
  const add = (amount, eligible) => {
    const last = pots[pots.length - 1];
    if (last.amount === 0 || sameSeats(last.seats, eligible)) pots[pots.length - 1] = { amount: last.amount + amount, seats: eligible };
    else if (amount > 0) pots.push({ amount, seats: eligible });
  };
  let floor = 0, eligible = seats;
  for (const ceiling of ceilings) {
    eligible = seats.filter((seat) => hand.paid[seat] >= ceiling);
    add(between(floor, ceiling), eligible);
    floor = ceiling;
  }
  add(between(floor, Infinity), eligible);
  return pots;
}

/** Who gets how much of each pot. */
export function awardsOf(hand) {
  const alone = contenders(hand).length === 1;
  const rank = (seat) => (alone ? 0 : rankOf([...hand.holes[seat], ...hand.board]));
  return potsOf(hand).map(({ amount, seats }) => {
    const best = Math.max(...seats.map(rank));
    const winners = seats.filter((seat) => rank(seat) === best);
    const share = Math.floor(amount / winners.length), odd = amount % winners.length;
    return { amount, seats, shares: winners.map((seat, at) => ({ seat, chips: share + (at < odd ? 1 : 0) })) };
  });
}
