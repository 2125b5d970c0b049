/** The service's arrangement of the cards of a table (RULES 6.7), with the restrictions of 2.7 and 6.6. */

import { isSet, suitOf } from "./melds.js";

/**
 * Every meld through the face `first` made of the cards that `counts` has; natural cards before
 * `first` in canonical order are all placed already.
 */
function meldsThrough(solver, counts, first) {
  const found = [];
  const has = (face) => face !== solver.yuca && counts[face] > 0;
  const wild = solver.yuca >= 0 && counts[solver.yuca] > 0;
  if (first !== solver.yuca) {
    addRuns(solver, has, wild, false, first, found);
    addSets(solver, counts, has, wild, false, first, found);
  } else {
    for (let face = 0; face < solver.faces.length; face += 1) {
      if (!has(face)) continue;
      addRuns(solver, has, true, true, face, found);
      addSets(solver, counts, has, true, true, face, found);
    }
  }
  return found.sort((one, other) => inOrder(solver, one, other));
}

/** Runs whose lowest natural card is `lowest`; with `must` only those that hold the yuca. */
function addRuns(solver, has, wild, must, lowest, found) {
  const end = (suitOf(solver, lowest) + 1) * solver.breadth;
  const run = [];
  for (let face = lowest; face < end && has(face); face += 1) {
    run.push(face);
    if (!must && run.length >= 3 && run.length <= solver.longest) found.push(run.slice());
    if (!wild) continue;
    if (run.length >= 2 && run.length < solver.longest) found.push([...run, solver.yuca]);
    addGapped(solver, has, run, end, found);
  }
}

/** Runs that go on after `run` with the yuca in the place of the next card, whether or not that is there. */
function addGapped(solver, has, run, end, found) {
  const longer = run.slice();
  for (let face = run[run.length - 1] + 2; face < end && has(face); face += 1) {
    longer.push(face);
    if (longer.length < solver.longest) found.push([...longer, solver.yuca]);
  }
}

/** Sets whose first natural card is `lowest`; with `must` only those that hold the yuca. */
function addSets(solver, counts, has, wild, must, lowest, found) {
  if (solver.identical) {
    for (let number = 3; number <= Math.min(counts[lowest], solver.packs); number += 1)
      found.push(Array(number).fill(lowest));
    return;
  }
  const others = [];
  for (let face = lowest + solver.breadth; face < solver.faces.length; face += solver.breadth)
    if (has(face)) others.push(face);
  for (let chosen = 1; chosen < 1 << others.length; chosen += 1) {
    const set = [lowest, ...others.filter((_, at) => (chosen >> at) & 1)];
    if (!must && set.length >= 3) found.push(set);
    if (wild && set.length < solver.suits) found.push([...set, solver.yuca]);
  }
}

/** Longer first, runs before sets, then the one without the last card in which they differ. */
function inOrder(solver, one, other) {
  if (one.length !== other.length) return other.length - one.length;
  const sets = Number(isSet(solver, one)) - Number(isSet(solver, other));
  if (sets) return sets;
  const [some, others] = [one, other].map((meld) => meld.slice().sort((a, b) => b - a));
  const at = some.findIndex((face, index) => face !== others[index]);
  return at < 0 ? 0 : some[at] - others[at];
}

/**
 * The first layout of `codes` under the `limits`, as melds of faces in the order of their laying, or null.
 * `limits`: `stock` "off", "sets" or "all", `turned` the faces from the stock (2.7), `kept` the melds of
 * which three cards must stay together (6.6).
 */
export function layout(solver, codes, limits) {
  const counts = new Uint8Array(solver.faces.length);
  for (const code of codes) counts[solver.numbers.get(code)] += 1;
  return lay(solver, counts, codes.length, limits, 0, new Set());
}

function lay(solver, counts, left, limits, together, dead) {
  if (left === 0) return together === (1 << limits.kept.length) - 1 ? [] : null;
  if (left < 3) return null;
  const key = counts.join("") + "/" + together;
  if (dead.has(key)) return null;
  const first = counts.findIndex((number) => number > 0);
  for (const meld of meldsThrough(solver, counts, first)) {
    if (!hasStockCard(solver, meld, limits)) continue;
    for (const face of meld) counts[face] -= 1;
    const rest = lay(solver, counts, left - meld.length, limits, together | keeps(meld, limits), dead);
    for (const face of meld) counts[face] += 1;
    if (rest) return [meld, ...rest];
  }
  dead.add(key);
  return null;
}

/** 2.7: whether a meld has the card from the stock that it needs. */
export function hasStockCard(solver, meld, limits) {
  if (limits.stock === "off" || (limits.stock === "sets" && !isSet(solver, meld))) return true;
  return meld.some((face) => limits.turned.has(face));
}

/** 6.6: which of the old melds have three of their cards together in this one, as bits. */
export function keeps(meld, limits) {
  let bits = 0;
  limits.kept.forEach((old, at) => {
    if (meld.filter((face) => old.has(face)).length >= 3) bits |= 1 << at;
  });
  return bits;
}

/** Return the restrictions of the tables of `seat` once the centre card lies there. */
export function limitsOf(hand, solver, seat) {
  const { sheet, centre } = hand;
  const turned = new Set(hand.turned.map((code) => solver.numbers.get(code)));
  if (centre.source === "stock") turned.add(solver.numbers.get(centre.card));
  const old = sheet.keep_three ? hand.tables[seat] : [];
  return {
    stock: sheet.group_needs_stock_card,
    turned,
    kept: old.map((meld) => new Set(meld.map((code) => solver.numbers.get(code)))),
  };
}
