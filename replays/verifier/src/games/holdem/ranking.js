/** Ranks of poker hands (HOLDEM 6.4), by counting; larger numbers are better. */

const ORDER = "23456789TJQKA";
const valueOf = (card) => ORDER.indexOf(card[0]) + 2;

/** Return the highest card of a straight among `values`, or 0; the ace may be low. */
function straightIn(values) {
  const held = new Set(values.includes(14) ? [...values, 1] : values);
  for (let top = 14; top >= 5; top -= 1) {
    if ([0, 1, 2, 3, 4].every((down) => held.has(top - down))) return top;
  }
  return 0;
}

/** Values by how often they occur, the most frequent first and then the highest: [[value, times], ...]. */
function groupsOf(values) {
  const times = new Map();
  for (const value of values) times.set(value, (times.get(value) || 0) + 1);
  return [...times].sort(([one, often], [other, less]) => less - often || other - one);
}

const numbered = (kind, values) => [kind, ...values, 0, 0, 0, 0, 0].slice(0, 6).reduce((sum, digit) => sum * 15 + digit, 0);

/** The rank of the best five of `cards`. */
export function rankOf(cards) {
  const values = cards.map(valueOf);
  const descending = (some) => [...some].sort((one, other) => other - one);
  const suit = [..."dhsc"].find((one) => cards.filter((card) => card[1] === one).length >= 5);
  const flush = suit === undefined ? [] : descending(cards.filter((card) => card[1] === suit).map(valueOf));
  const straightFlush = straightIn(flush);
  if (straightFlush) return numbered(8, [straightFlush]);
  const groups = groupsOf(values);
  const [[first, often], [second, seconds] = [0, 0]] = groups;
  const kickers = (...used) => descending(new Set(values.filter((value) => !used.includes(value))));
  if (often === 4) return numbered(7, [first, kickers(first)[0]]);
  if (often === 3 && seconds >= 2) return numbered(6, [first, second]);
  if (flush.length) return numbered(5, flush.slice(0, 5));
  const straight = straightIn(values);
  if (straight) return numbered(4, [straight]);
  if (often === 3) return numbered(3, [first, ...kickers(first).slice(0, 2)]);
  if (often === 2 && seconds === 2) return numbered(2, [first, second, kickers(first, second)[0]]);
  if (often === 2) return numbered(1, [first, ...kickers(first).slice(0, 3)]);
  return numbered(0, kickers().slice(0, 5));
}
