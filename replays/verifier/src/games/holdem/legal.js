/** The lawful commands of a seat, and the command that answers for it when its time is over (HOLDEM 5). */

import { levelsOpen, owed } from "./betting.js";

/** Every command that `seat` may give now: check or call, then levels in ascending order, then giving up. */
export function legal(hand, seat) {
  if (seat !== hand.turn) return [];
  const higher = levelsOpen(hand, seat).map((to) => ({ type: hand.level > 0 ? "raise" : "bet", to }));
  return owed(hand, seat) > 0 ? [{ type: "call" }, ...higher, { type: "fold" }] : [{ type: "check" }, ...higher];
}

/** 5.9: what the service answers for `seat` when its time has passed. */
export const standIn = (hand, seat) => ({ type: owed(hand, seat) > 0 ? "fold" : "check" });
