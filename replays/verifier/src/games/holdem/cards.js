/** The pack (HOLDEM 1.1). */

const RANKS = "A23456789TJQK", SUITS = "dhsc";

/** Every card of the pack in canonical order: suit by suit, ranks ascending. */
export const FACES = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/** The unshuffled deck. */
export const wholeDeck = () => FACES;

/** Cards in the order of the pack. */
export const inPackOrder = (sheet, cards) => [...cards].sort((one, other) => FACES.indexOf(one) - FACES.indexOf(other));

/** Return whether both lists hold the same cards. */
export const sameCards = (some, others) => some.length === others.length && [...some].sort().join() === [...others].sort().join();
