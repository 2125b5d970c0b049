// What a seat may do, read from the legal moves that the service lists.

/**
 * The legal moves by kind; `levels` are those of a bet or raise, ascending, and `raising` says which of the two it is.
 * @param {any[]} moves  as GET .../moves lists them
 */
export function answers(moves) {
  const has = (type) => moves.some((one) => one.type === type);
  const higher = moves.filter((one) => one.type === "bet" || one.type === "raise");
  return {
    checks: has("check"),
    calls: has("call"),
    folds: has("fold"),
    raising: has("raise"),
    levels: higher.map((one) => one.to).sort((one, other) => one - other),
    passes: false,
  };
}
