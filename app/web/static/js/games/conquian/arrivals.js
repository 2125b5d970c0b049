// Which cards a view has brought to a board, and where each of them came from.

/**
 * The arrivals of cards since the last view, for `Motion.begin`.
 * @param {import("../../motion.js").Motion} motion  of the board, which has been drawn
 * @param {any} view
 * @param {any} before  the last view
 * @returns {{card: Element | null, from: string, turn?: number}[]}
 */
export function arrivals(motion, view, before) {
  if (view.status !== "playing") return [];
  const { element } = motion;
  const dealt = view.seats.filter((one) => !one.sits_out && one.hand_count > 0).map((one) => one.seat);
  const received = (seat, from) => motion.received(seat).map((card, turn) => ({ card, from, turn }));
  if (view.hand_number !== before.hand_number) return dealt.flatMap((seat) => received(seat, "stock"));
  const exchanged = before.phase === "exchange" && view.phase !== "exchange";
  const passed = dealt.flatMap((seat, at) => received(seat, `seat ${dealt.at(at - 1)}`));
  return [...(exchanged ? passed : []), ...melded(element, before.centre?.card), ...turned(element, view), ...dead(element, view, before)];
}

/** The cards that have come to melds: the centre card from the middle, the others from the hand of the seat. */
function melded(element, centre) {
  let waiting = centre;
  return [...element.querySelectorAll(".melds .tile.fresh")].map((card) => {
    const meld = card.closest(".meld");
    const code = meld.dataset.cards.split(" ")[[...meld.querySelectorAll(".tile")].indexOf(card)];
    const isCentre = code === waiting;
    if (isCentre) waiting = null;
    return { card, from: isCentre ? "centre" : `seat ${card.closest(".seat").dataset.seat}` };
  });
}

/** The centre card: turned from the stock, or discarded by a seat. */
function turned(element, { centre }) {
  const card = element.querySelector(".pile.centre .tile.fresh");
  return card ? [{ card, from: centre.source === "stock" ? "stock" : `seat ${centre.left_by}` }] : [];
}

/** The card that lies on the dead cards since everybody passed it. */
function dead(element, view, before) {
  const count = ({ discards, discard_count: counted }) => discards?.length ?? counted ?? 0;
  return count(view) > count(before) ? [{ card: element.querySelector(".pile.dead .tile"), from: "centre" }] : [];
}
