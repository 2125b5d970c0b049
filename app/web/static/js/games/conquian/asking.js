// What a seat is asked, and what it may answer, read from the legal moves that the service lists.

import { bySuit, rankOf, SUITS, suitOf, valueOf } from "../../cards.js";

/** How many ranks a pack lacks between its seven and its court. */
const LACKING = { spanish40: 2, french40: 3 };

/**
 * The legal moves by kind.
 * @param {any[]} moves  as GET .../moves lists them
 */
export function answers(moves) {
  const of = (type) => moves.filter((one) => one.type === type);
  return {
    melds: of("meld"),
    forces: of("force").map((one) => one.seat),
    keeps: of("keep").map((one) => one.discard),
    gives: of("exchange").map((one) => one.card),
    passes: of("pass").length > 0,
    folds: of("fold").length > 0,
    readies: of("ready").length > 0,
  };
}

/** How many of each. */
export function counted(cards) {
  const counts = new Map();
  for (const code of cards) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** Whether all of `cards`, counted, are among `others`. */
export function holds(others, cards) {
  const there = counted(others);
  return [...counted(cards)].every(([code, count]) => (there.get(code) ?? 0) >= count);
}

/** The melds that lay at least these hand cards. */
export const reaching = (melds, cards) => melds.filter((one) => holds(one.use, cards));

/** The meld that lays exactly these hand cards, or undefined. */
export const exactly = (melds, cards) => melds.find((one) => one.use.length === cards.length && holds(one.use, cards));

/** The cards of a hand that some meld lays together with those that are chosen. */
export function lit(melds, chosen) {
  const codes = new Set();
  for (const one of reaching(melds, chosen)) for (const code of one.use) codes.add(code);
  return codes;
}

/** `cards` without `gone`, counted. */
export function without(cards, gone) {
  const left = counted(gone);
  return cards.filter((code) => {
    const many = left.get(code) ?? 0;
    if (many > 0) left.set(code, many - 1);
    return many === 0;
  });
}

/**
 * The first of `cards` that goes least with the others of a hand: one of its rank or next to it in its suit counts 2,
 * one with a rank between 1.
 * @param {string[]} cards
 * @param {string[]} hand
 * @param {string} pack  which decides what is next to what
 */
export function loosest(cards, hand, pack) {
  const ties = cards.map((code) => without(hand, [code]).reduce((sum, other) => sum + near(code, other, pack), 0));
  return cards[ties.indexOf(Math.min(...ties))];
}

/** The place of a card among those of its suit in a pack. */
const place = (code, pack) => (valueOf(code) > 7 ? valueOf(code) - (LACKING[pack] ?? 0) : valueOf(code));

function near(one, other, pack) {
  if (rankOf(one) === rankOf(other)) return 2;
  return suitOf(one) === suitOf(other) ? Math.max(0, 3 - Math.abs(place(one, pack) - place(other, pack))) : 0;
}

/** Whether cards are of one rank, or of one suit and next to each other: to be shown together, which is no judgement. */
function belong(cards, pack) {
  if (new Set(cards.map(rankOf)).size === 1) return true;
  const places = cards.map((code) => place(code, pack)).sort((one, other) => one - other);
  return new Set(cards.map(suitOf)).size === 1 && places.every((at, step) => at === places[0] + step);
}

/**
 * Cards in melds of three or more of them, longer ones and runs first, as the service lays them (RULES 6.7); null where
 * they make none. To be shown, which is no judgement.
 * @param {string[]} cards
 * @param {string} pack
 * @returns {string[][] | null}
 */
export function parted(cards, pack) {
  if (!cards.length) return [];
  const [first, ...rest] = [...cards].sort(bySuit);
  for (const others of through(first, rest, pack)) {
    const left = parted(without(rest, others), pack);
    if (left) return [[first, ...others].sort(inOrder(pack)), ...left];
  }
  return null;
}

/** The cards that make a meld with `first`, the longest first. */
function through(first, rest, pack) {
  const run = [];
  for (const code of rest) if (suitOf(code) === suitOf(first) && place(code, pack) === place(first, pack) + run.length + 1) run.push(code);
  const same = rest.filter((code) => rankOf(code) === rankOf(first));
  const sets = Array.from({ length: 2 ** same.length }, (_, chosen) => same.filter((_code, at) => chosen & (1 << at)));
  const runs = run.map((_, at) => run.slice(0, at + 1));
  return [...runs, ...sets].filter((others) => others.length > 1).sort((one, other) => other.length - one.length);
}

/**
 * The melds of a table as they will lie, as far as that is plain: what is laid joins the meld that it belongs to, the
 * centre card at least, and is a meld of its own otherwise. `at` is the meld that the centre card joins, or -1.
 * @param {string[][]} table
 * @param {string} centre
 * @param {string[]} use  cards of the hand
 * @param {string} pack
 */
export function laid(table, centre, use, pack) {
  const joined = (cards) => table.findIndex((meld) => belong([...meld, ...cards], pack));
  const put = (at, cards) => table.map((meld, other) => (other === at ? [...meld, ...cards].sort(inOrder(pack)) : meld));
  const all = joined([centre, ...use]);
  if (all >= 0) return { at: all, melds: put(all, [centre, ...use]) };
  const at = joined([centre]);
  const apart = at >= 0 && parted(use, pack);
  if (apart) return { at, melds: [...put(at, [centre]), ...apart] };
  const fresh = [centre, ...use];
  return { at: -1, melds: [...table, ...(parted(fresh, pack) ?? [fresh.sort(inOrder(pack))])] };
}

const inOrder = (pack) => (one, other) => place(one, pack) - place(other, pack) || SUITS.indexOf(suitOf(one)) - SUITS.indexOf(suitOf(other));
