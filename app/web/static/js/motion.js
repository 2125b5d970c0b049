// Cards that move: what a new view brings flies to its place from where it lay. Readers who asked for less motion see none of it.

const MS = 360;
const APART_MS = 90; // between cards that are dealt one after the other

/** The parts of a board that cards come from, by the name that `from` of an arrival has. */
function boxes(element) {
  const rects = new Map();
  for (const seat of element.querySelectorAll(".seat")) {
    const held = seat.querySelector(".held");
    rects.set(`seat ${seat.dataset.seat}`, (held?.offsetWidth ? held : seat).getBoundingClientRect());
  }
  for (const name of ["stock", "centre"]) {
    const tile = element.querySelector(`.pile.${name} .tile`);
    if (tile) rects.set(name, tile.getBoundingClientRect());
  }
  const middle = element.querySelector(".middle");
  if (middle) rects.set("middle", middle.getBoundingClientRect());
  return rects;
}

/** The cards that lie open in the hands of a board, by seat. */
function hands(element) {
  const codes = (seat) => [...seat.querySelectorAll(".held [data-card]")].map((face) => face.dataset.card);
  return new Map([...element.querySelectorAll(".seat")].map((seat) => [seat.dataset.seat, new Set(codes(seat))]));
}

/** Moves of cards on a board: made before it is drawn anew, begun after that. */
export class Motion {
  /** @param {HTMLElement} element  the board */
  constructor(element) {
    this.element = element;
    this.before = boxes(element);
    this.hands = hands(element);
  }

  /** The cards that have come into the hand of a seat; a closed hand moves as one. */
  received(seat) {
    const had = this.hands.get(String(seat)) ?? new Set();
    const held = [...this.element.querySelectorAll(`.seat[data-seat="${seat}"] .held > :is(.tile, .backs)`)];
    return held.filter((card) => !had.has(card.querySelector("[data-card]")?.dataset.card));
  }

  /**
   * Lets cards fly to the places where they have been drawn.
   * @param {{card: Element | null, from: string, turn?: number}[]} arrivals  `from` names the part of the board that the
   *   card comes from; cards with a higher `turn` start later
   */
  begin(arrivals) {
    const after = boxes(this.element);
    for (const { card, from, turn = 0 } of arrivals) {
      const start = this.before.get(from) ?? after.get(from);
      if (!card || !start) continue;
      card.classList.remove("fresh"); // a card arrives once, and the board keeps what has not changed
      fly(card, start, turn * APART_MS);
    }
  }
}

function fly(card, start, delay) {
  const end = card.getBoundingClientRect();
  const x = start.x + start.width / 2 - end.x - end.width / 2;
  const y = start.y + start.height / 2 - end.y - end.height / 2;
  const first = { transform: `translate(${x}px, ${y}px)`, position: "relative", zIndex: 5 };
  const last = { transform: "none", position: "relative", zIndex: 5 };
  card.animate([first, last], { duration: MS, delay, easing: "ease-out", fill: "backwards" });
}
