// The table of hold'em as anybody may see it: seats with chips and bets, the board, the pots, the hands that were shown.
// With every hand known it also shows the winning chances.

import { Board } from "../../board.js";
import { limited } from "../../clock.js";
import { card, namesOf, personMarks, seatLink } from "../../pieces.js";
import { fill, make } from "../../shell.js";
import { number, plural, t } from "../../words.js";
import { chances } from "./chances.js";
import { chips } from "./chips.js";
import { kind, percent, winners, wins } from "./outcome.js";

const BOARD = 5;
const MANY = 5; // seats beyond which a narrow board is compact
const NAMED = 3; // seats of a side pot that are named, else they are counted
const STREETS = new Set(["preflop", "flop", "turn", "river"]);

/**
 * A board inside `element`.
 * @param {HTMLElement} element
 * @param {{view?: any, seat?: number | null, names?: string[], motion?: boolean, revealed?: {hands: string[][]} | null,
 *   ownHand?: boolean}} options  `seat` is at the bottom; `ownHand` is false where the page shows the reader's cards elsewhere
 */
export function board(element, options = {}) {
  const made = new HoldemBoard(element, options);
  if (options.view) made.update(options.view);
  return made;
}

class HoldemBoard extends Board {
  get direction() {
    return "clockwise";
  }

  draw(view, before) {
    this.element.classList.add("holdem");
    this.element.classList.toggle("many", view.seats.length > MANY);
    this.won = view.result && view.status !== "playing" ? winners(view) : [];
    this.odds = this.#odds(view);
    for (const one of view.seats) this.#seat(one);
    this.#middle(view, before);
  }

  /** There are no dead cards to look at. */
  showDead() {}

  /** The cards that a view has brought: hands and the board, each from the middle. */
  arrivals(motion, view, before) {
    const dealt = view.hand_number === before.hand_number ? [] : view.seats.flatMap(({ seat }) => motion.received(seat));
    const turned = this.element.querySelectorAll(".community .tile.fresh");
    return [...dealt, ...turned].map((tile, turn) => ({ card: tile, from: "middle", turn }));
  }

  place(seat) {
    return make("section.seat", { "data-seat": seat },
      make("header"), make("p.money"), make("div.held"), make("p.saying", {}, this.spoken.get(seat) ?? ""));
  }

  #seat(one) {
    const { view, names } = this;
    const place = this.element.querySelector(`.seat[data-seat="${one.seat}"]`);
    const asked = view.awaited.includes(one.seat) && view.status !== "between_hands";
    const turn = view.turn === one.seat && view.status === "playing";
    place.classList.toggle("asked", asked);
    place.classList.toggle("turn", turn);
    place.classList.toggle("won", this.won.includes(one.seat));
    place.classList.toggle("idle", one.sits_out || one.folded || one.left || one.kind === "open");
    place.setAttribute("aria-label", one.seat === this.options.seat ? t("board.seat_you") : t("board.seat", { name: names[one.seat] }));
    this.once(`head ${one.seat}`, [one, asked, turn, names, view.deadline, view.button, this.won, this.options.connected], () =>
      fill(place.querySelector("header"), ...this.#head(one, asked, turn)));
    this.once(`money ${one.seat}`, [one, view.status, this.odds?.shares[one.seat]], () => fill(place.querySelector(".money"), ...this.#money(one)));
    const hand = this.#known(one);
    this.once(`hand ${one.seat}`, [hand, one], () => this.#hand(place.querySelector(".held"), one, hand));
  }

  #head(one, asked, turn) {
    const { view, names } = this;
    const own = one.seat === this.options.seat;
    const marks = [
      view.button === one.seat && view.hand_number > 0 && ["dealer", t("holdem.button")],
      this.won.includes(one.seat) && ["won", t("board.won")],
      turn && ["turn", own ? t("board.turn_you") : t("board.turn")],
      asked && !turn && ["asked", own ? t("board.asked_you") : t("board.asked")],
      one.all_in && view.status === "playing" && ["all-in", t("holdem.all_in")],
      one.folded && ["folded", t("board.folded")],
      one.sits_out && !one.left && ["out", one.stack > 0 ? t("board.sits_out") : t("holdem.no_chips")],
      ...personMarks(one, { own, name: names[one.seat], connected: this.options.connected }),
    ].filter(Boolean);
    return [
      make("h3.name", {}, one.seat === this.options.seat ? names[one.seat] : seatLink(one, names[one.seat])),
      ...marks.map(([name, text]) => make(`span.mark.${name}`, {}, text)),
      asked && limited(view) && make("span.clock", { "data-deadline": view.deadline, role: "timer", "aria-hidden": "true" }),
    ];
  }

  /** The chips before a seat, its bet in the round, and what it may hope for. */
  #money(one) {
    const { view } = this;
    const { stack } = one;
    if (one.kind === "open" || (one.sits_out && stack === 0)) return [];
    const share = this.odds?.shares[one.seat];
    return [
      make("span.stack", {}, chips(stack)),
      one.bet > 0 && view.status === "playing" && make("span.bet", {}, t("holdem.has_bet", { chips: number(one.bet) })),
      share !== undefined && make("span.chance", { title: t("holdem.chance", { percent: percent(share) }) },
        make("span.sr", {}, t("holdem.chance", { percent: percent(share) })), make("span", { "aria-hidden": "true" }, percent(share))),
    ];
  }

  /** The cards of a seat where they are known and shown here; null otherwise. */
  #known(one) {
    const { revealed, ownHand } = this.options;
    if (one.seat === this.view.you && !ownHand) return one.shown ? one.shown.cards : [];
    if (one.shown) return one.shown.cards;
    const open = revealed?.hands[one.seat];
    if (open?.length) return open;
    return one.seat === this.view.you && this.view.hand?.length ? this.view.hand : null;
  }

  #hand(place, one, hand) {
    place.className = hand ? "held known" : "held";
    if (!hand) {
      const backs = Array.from({ length: one.hand_count }, () => make("i.back", { "aria-hidden": "true" }));
      fill(place, !one.folded && one.hand_count > 0 && make("span.backs", {}, ...backs),
        !one.folded && one.hand_count > 0 && make("span.sr", {}, plural("board.cards", one.hand_count)));
      return;
    }
    const counts = (code) => one.shown && !one.shown.best.includes(code);
    fill(place, ...hand.map((code) => dimmed(card(code), counts(code))),
      one.shown && make("span.kind", {}, kind(this.view, one.seat), make("span.sr", {}, ` ${t("holdem.best", { cards: namesOf(one.shown.best) })}`)));
  }

  /** The winning chances by seat, where every hand is known and the hand goes on; null otherwise. */
  #odds(view) {
    const { revealed } = this.options;
    const hands = revealed?.hands ?? [];
    const still = view.seats.filter((one) => one.hand_count > 0 && !one.folded).map((one) => one.seat);
    if (view.status !== "playing" || view.result || still.length < 2 || still.some((seat) => hands[seat]?.length !== 2)) return null;
    const key = JSON.stringify([hands, view.board, still]);
    if (this.oddsKey !== key) {
      this.oddsKey = key;
      const { shares, ...how } = chances(still.map((seat) => hands[seat]), view.board, hands.flat());
      this.reckoned = { ...how, shares: Object.fromEntries(still.map((seat, at) => [seat, shares[at]])) };
    }
    return this.reckoned;
  }

  #middle(view, before) {
    const key = [view.board, view.street, view.status, view.hand_number, view.pots, view.level, view.result, view.seats, this.names, this.odds];
    this.once("middle", key, () => {
      const dealt = view.hand_number > 0 && view.street;
      fill(this.middle, this.#phase(view), ...(dealt ? [this.#cards(view, before), this.#pots(view), ...this.#result(view), this.#method()] : []));
    });
  }

  #phase(view) {
    const playing = view.status === "playing" && STREETS.has(view.street) && !view.result;
    const what = playing ? t(`holdem.street_${view.street}`) : t(`board.status_${view.status}`);
    const hand = view.hand_number > 0 ? `${t("board.hand_number", { number: view.hand_number })} · ` : "";
    return make("p.phase", {}, hand + what);
  }

  /** The five places of the board; at a showdown the cards that are not among the best five of the first winner are dim. */
  #cards(view, before) {
    const best = this.won.map((seat) => view.seats[seat].shown?.best).find(Boolean);
    const known = before?.hand_number === view.hand_number ? (before?.board ?? []) : [];
    const tiles = Array.from({ length: BOARD }, (_, at) => {
      const code = view.board[at];
      if (code === undefined) return make("li", { "aria-hidden": "true" }, make("span.tile.none"));
      return make("li", {}, dimmed(card(code, { fresh: !known.includes(code) }), best && !best.includes(code)));
    });
    const label = view.board.length ? t("holdem.board") : t("holdem.board_none");
    return make("ul.community", { "aria-label": label }, ...tiles);
  }

  #pots(view) {
    if (view.result) return null;
    const { pots } = view;
    const named = (pot, at) => {
      const values = { chips: chips(pot.amount), names: pot.seats.map((seat) => this.names[seat]).join(", ") };
      if (pots.length === 1) return t("holdem.pot", values);
      if (at === 0) return t("holdem.main_pot", values);
      return pot.seats.length > NAMED ? plural("holdem.side_pot_among", pot.seats.length, values) : t("holdem.side_pot", values);
    };
    const level = view.level > 0 && make("li.level", {}, t("holdem.level", { chips: number(view.level) }));
    return make("ul.pots", {}, ...pots.map((pot, at) => make("li", {}, named(pot, at))), level);
  }

  #result(view) {
    if (!view.result) return [];
    return [make("ul.pots.won", {}, ...wins(view, this.names).map(({ text }) => make("li", {}, text)))];
  }

  /** How the winning chances were found. */
  #method() {
    if (!this.odds) return null;
    const { boards, exact } = this.odds;
    return make("p.method", {}, exact ? plural("holdem.chance_exact", boards) : t("holdem.chance_sampled", { count: number(boards) }));
  }
}

function dimmed(tile, whether) {
  if (whether) tile.classList.add("unused");
  return tile;
}
