/** Packs, decks and multisets of cards (RULES 1.1). */

import { range } from "../../values.js";

export const PACKS = {
  spanish40: { ranks: "1 2 3 4 5 6 7 10 11 12".split(" "), suits: [..."OCEB"] },
  french40: { ranks: [..."A234567JQK"], suits: [..."dhsc"] },
  numeral40: { ranks: [..."A23456789T"], suits: [..."dhsc"] },
  french52: { ranks: [..."A23456789TJQK"], suits: [..."dhsc"] },
};

/** Every face of a pack in canonical order: suit by suit, ranks ascending. */
export const facesOf = (pack) => pack.suits.flatMap((suit) => pack.ranks.map((rank) => rank + suit));

/** The unshuffled deck of a sheet: pack by pack. */
export function wholeDeck(sheet) {
  const faces = facesOf(PACKS[sheet.pack]);
  return range(sheet.packs).flatMap(() => faces);
}

/** Cards in the order of the pack, copies of a card side by side. */
export function inPackOrder(sheet, cards) {
  const faces = facesOf(PACKS[sheet.pack]);
  return [...cards].sort((one, other) => faces.indexOf(one) - faces.indexOf(other));
}

export const counted = (codes) => {
  const bag = new Map();
  for (const code of codes) bag.set(code, (bag.get(code) || 0) + 1);
  return bag;
};

export const includesAll = (codes, others) => {
  const bag = counted(others);
  for (const [code, number] of counted(codes)) if ((bag.get(code) || 0) < number) return false;
  return true;
};

/** `codes` without the cards of `gone`; of copies the first one goes. */
export const without = (codes, gone) => {
  const bag = counted(gone);
  return codes.filter((code) => {
    const due = bag.get(code) || 0;
    if (due) bag.set(code, due - 1);
    return !due;
  });
};

export const sameBag = (some, others) => some.length === others.length && includesAll(some, others);
