// What the boards of all games share: the seats around the middle, what a new view changes, and what seats say.

import { tick } from "./clock.js";
import { Motion } from "./motion.js";
import { seatNames } from "./pieces.js";
import { placed } from "./ring.js";
import { fill, make } from "./shell.js";
import { t } from "./words.js";

/**
 * A board inside an element. A game adds `place`, the empty place of a seat; `draw`, which shows the view in the places
 * and in the middle; and `arrivals`, the cards that a view has brought.
 */
export class Board {
  /**
   * @param {HTMLElement} element
   * @param {{seat?: number | null, names?: string[], motion?: boolean, direction?: string, ownHand?: boolean}} options
   *   `seat` is at the bottom; `ownHand` is false where the page shows the reader's hand elsewhere
   */
  constructor(element, options) {
    this.element = element;
    this.options = { seat: null, motion: true, ownHand: true, ...options };
    this.keys = new Map();
    this.spoken = new Map();
    this.felt = make("div.felt");
    element.classList.add("board");
    fill(element, this.felt);
  }

  /** In which direction the turn goes, "clockwise" or "anticlockwise". */
  get direction() {
    return this.options.direction;
  }

  /**
   * Shows a view, and marks what has come since the last one.
   * @param {any} view
   * @param {{names?: string[], revealed?: any, direction?: string, teams?: number, seat?: number | null, ownHand?: boolean, connected?: number[]}} [more]
   */
  update(view, more = {}) {
    const before = this.view;
    Object.assign(this.options, more);
    this.view = view;
    this.names = this.options.names ?? seatNames(view, this.options.seat);
    this.#frame(view);
    const { element } = this;
    const motion = this.options.motion && before && view.ply >= before.ply ? new Motion(element) : null;
    element.dataset.ply = view.ply;
    element.dataset.status = view.status;
    element.classList.toggle("still", !this.options.motion);
    this.draw(view, before);
    motion?.begin(this.arrivals(motion, view, before));
    tick();
  }

  /** What a seat has said last, shown beside it; empty: nothing. */
  say(seat, text) {
    this.spoken.set(seat, text);
    const bubble = this.element.querySelector(`.seat[data-seat="${seat}"] .saying`);
    if (bubble) bubble.textContent = text;
  }

  /** Runs `build` where its key has changed since the last time. */
  once(name, key, build) {
    const text = JSON.stringify(key);
    if (this.keys.get(name) === text) return;
    this.keys.set(name, text);
    build();
  }

  /** The places, made anew only where their number, the reader's seat or the direction changes. */
  #frame({ seats }) {
    const { direction, options: { seat } } = this;
    const key = `${seats.length} ${seat} ${direction}`;
    if (this.framed === key) return;
    this.framed = key;
    this.keys.clear();
    this.middle = make("section.middle", { "aria-label": t("board.centre") });
    fill(this.felt, ...placed(seats.length, seat ?? 0, direction === "clockwise", this.middle, (one) => this.place(one)));
    this.element.dataset.seats = seats.length;
    this.element.dataset.direction = direction;
  }
}
