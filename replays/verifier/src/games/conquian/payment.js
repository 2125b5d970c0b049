/** Payments, the stake, and who deals or sits out the next hand (RULES 3.5, 3.6, 9.3, 9.4). */

import { tableCards, winner } from "./hand.js";

const WORTH = { O: 1, C: 2, E: 3, B: 4 };
const PAY_RANKS = ["1", "3", "5", "7", "10", "12"];

/** 9.3: the worth of the pay cards among `codes`. */
function worth(codes) {
  const paid = codes.filter((code) => PAY_RANKS.includes(code.slice(0, -1)));
  return paid.reduce((sum, code) => sum + WORTH[code.slice(-1)], 0);
}

/** Return the amount that each seat of the table wins (or, negative, pays) for a hand that is over. */
export function payments(hand, stakeNow) {
  const amounts = hand.hands.map(() => 0);
  const won = winner(hand);
  if (won === null) return amounts;
  const { teams, payment } = hand.sheet;
  const due = payment === "pay_cards" ? worth(tableCards(hand, won)) : stakeNow;
  const sameSide = (seat) => (teams ? seat % teams === won % teams : seat === won);
  const losers = hand.order.filter((seat) => !sameSide(seat));
  const winners = hand.order.filter(sameSide);
  for (const seat of losers) amounts[seat] = 0 - due;
  for (const seat of winners) amounts[seat] = (due * losers.length) / winners.length;
  return amounts;
}

/** 9.4: the stake of a hand after `drawn` drawn hands in a row. */
export function stake(sheet, drawn) {
  const factors = {
    same: 1,
    double: drawn > 0 ? 2 : 1,
    double_compound: 2 ** Math.min(drawn, 20),
    carry: drawn + 1,
  };
  return sheet.stake * factors[sheet.draw_stake];
}

/** 3.5: whether the table chooses who deals the next hand. */
export const choosesDealer = (sheet) => sheet.next_dealer === "chosen";

/** 3.5: who deals the next hand unless the table has chosen; `playing` are the seats that play it. */
export function nextDealer(sheet, dealer, won, playing) {
  if (sheet.next_dealer === "winner_leads" && playing.includes(won))
    return playing[(playing.indexOf(won) + playing.length - 1) % playing.length];
  const after = playing.filter((seat) => seat > dealer);
  return after.length ? Math.min(...after) : Math.min(...playing);
}

/** 3.6: who sits out the next hand, as a list; `idle` sat out this one, `seats` are all of the table. */
export function nextIdle(sheet, idle, won, seats) {
  if (idle.length === 0) return [];
  if (sheet.sits_out === "loser" && won !== null) {
    return seats.filter((seat) => seat !== won && !idle.includes(seat)).slice(0, idle.length);
  }
  return idle.map((seat) => (seat + 1) % seats.length);
}
