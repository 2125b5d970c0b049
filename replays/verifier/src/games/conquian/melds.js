/** Sets and runs (RULES 2). Cards are numbers of faces in canonical order: suits as in 1.1, ranks ascending. */

import { PACKS } from "./cards.js";

// The solver numbers faces in canonical order: suits as in 1.1, ranks ascending.

const solvers = new Map();

export function solverOf(sheet) {
  const key = [sheet.pack, sheet.packs, sheet.set_kind, sheet.run_max, sheet.wild_card].join("/");
  if (!solvers.has(key)) solvers.set(key, makeSolver(sheet));
  return solvers.get(key);
}

function makeSolver(sheet) {
  const { ranks, suits } = PACKS[sheet.pack];
  const breadth = ranks.length;
  const faces = [];
  for (const suit of suits) for (const rank of ranks) faces.push(rank + suit);
  const numbers = new Map(faces.map((code, at) => [code, at]));
  return {
    faces, numbers, breadth, suits: suits.length, packs: sheet.packs,
    longest: sheet.run_max === null ? breadth : Math.min(sheet.run_max, breadth), // 2.4
    identical: sheet.set_kind === "identical", // 2.2
    yuca: sheet.wild_card === null ? -1 : numbers.get(sheet.wild_card), // 2.6
  };
}

export const suitOf = (solver, face) => Math.floor(face / solver.breadth);
const rankOf = (solver, face) => face % solver.breadth;
const allEqual = (values) => values.every((value) => value === values[0]);

export const canonically = (solver, codes) =>
  codes.slice().sort((one, other) => solver.numbers.get(one) - solver.numbers.get(other));

/** 6.8: the code for which the faces are no meld, or null for a meld. */
export function faultOfMeld(solver, meld) {
  if (meld.length < 3) return "combo_too_short";
  const natural = meld.filter((face) => face !== solver.yuca);
  const wild = meld.length - natural.length;
  const suits = natural.map((face) => suitOf(solver, face));
  const ranks = natural.map((face) => rankOf(solver, face));
  if (allEqual(ranks)) return faultOfSet(solver, suits, meld.length);
  return allEqual(suits) ? faultOfRun(solver, ranks, wild) : "combo_mixed";
}

function faultOfSet(solver, suits, length) {
  if (solver.identical) {
    if (!allEqual(suits)) return "set_not_identical";
    return length > solver.packs ? "set_too_long" : null;
  }
  if (new Set(suits).size < suits.length) return "set_duplicate_suit";
  return length > solver.suits ? "set_too_long" : null;
}

function faultOfRun(solver, ranks, wild) {
  if (new Set(ranks).size < ranks.length) return "run_duplicate_rank";
  const gaps = Math.max(...ranks) - Math.min(...ranks) + 1 - ranks.length;
  if (gaps <= wild) return ranks.length + wild > solver.longest ? "run_too_long" : null;
  return missingInCircle(solver, ranks) <= wild ? "run_wraps" : "run_gap";
}

/** Return the number of ranks missing between these when the highest is next to the lowest. */
function missingInCircle(solver, ranks) {
  const sorted = ranks.slice().sort((one, other) => one - other);
  let widest = sorted[0] + solver.breadth - sorted[sorted.length - 1];
  for (let at = 1; at < sorted.length; at += 1) widest = Math.max(widest, sorted[at] - sorted[at - 1]);
  return solver.breadth - widest + 1 - sorted.length;
}

export const isSet = (solver, meld) => {
  const natural = meld.filter((face) => face !== solver.yuca);
  return allEqual(natural.map((face) => rankOf(solver, face)));
};

/**
 * 6.7: how a meld is shown: canonical order, the yuca in a gap, else after the highest rank, before
 * the lowest where none is above; in a set last.
 */
export function shown(solver, meld) {
  const natural = meld.filter((face) => face !== solver.yuca).sort((one, other) => one - other);
  if (natural.length === meld.length) return natural;
  if (isSet(solver, meld)) return [...natural, solver.yuca];
  const gap = natural.findIndex((face, at) => at > 0 && face - natural[at - 1] > 1);
  if (gap > 0) return [...natural.slice(0, gap), solver.yuca, ...natural.slice(gap)];
  const top = rankOf(solver, natural[natural.length - 1]) === solver.breadth - 1;
  return top ? [solver.yuca, ...natural] : [...natural, solver.yuca];
}
