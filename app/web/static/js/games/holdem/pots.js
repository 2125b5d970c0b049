// Who has won what of the pots of a hand.

/** What each seat has won, `[seat, chips]`, the first winner first. @param {any} result  of a view */
export function wonBy(result) {
  const won = new Map();
  for (const { shares } of result.pots) for (const { seat, chips } of shares) won.set(seat, (won.get(seat) ?? 0) + chips);
  return [...won].filter(([, chips]) => chips > 0);
}
