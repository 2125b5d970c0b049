// What a seat, a spectator or everybody may see of a hand that was folded in the browser.

/** What a view has before the first hand. */
export const UNBEGUN = {
  target: null,
  phase: null,
  turn: null,
  centre: null,
  stock_count: null,
  hand: null,
  answer: null,
  standing: null,
  result: null,
};

/** What the view of `seat` (null: a spectator) has of a hand. */
export function handView(hand, seat) {
  const open = hand.sheet.waste === "face_up" && hand.sheet.pile_browsable;
  return {
    target: hand.hand_size + 1,
    phase: hand.phase,
    turn: hand.turn,
    centre: hand.centre,
    stock_count: hand.stock.length,
    ...(open ? { discards: hand.discards } : { discard_count: hand.discards.length }),
    hand: seat === null ? null : hand.hands[seat],
    answer: seat === null ? null : ownAnswer(hand, seat),
    standing: standing(hand, seat),
    result: hand.result,
  };
}

function ownAnswer(hand, seat) {
  if (hand.keeping !== null && seat === hand.turn) return { type: "keep", discard: hand.keeping };
  return hand.answers.find((one) => one.seat === seat)?.command ?? null;
}

function standing(hand, seat) {
  if (seat === null || !hand.order.includes(seat)) return null;
  return { claim: hand.claim_passes.includes(seat), force: hand.force_passes.includes(seat) };
}

/** What lies open before a seat; `hand` is null before the first. */
export const seatView = (hand, seat) => ({
  hand_count: hand === null ? 0 : hand.hands[seat].length,
  table: hand === null ? [] : hand.tables[seat],
  folded: hand !== null && hand.folded.includes(seat),
});

/** The seats that are asked. */
export const awaitedIn = (hand) => hand.awaited;

/** The seats that have answered the same question. */
export const answeredIn = (hand) => hand.answered;

/** Every hand by seat and the stock. */
export const revealedOf = (hand) => ({ hands: hand.hands, stock: hand.stock });
