// The table as anybody may see it: seats around, melds, centre card, stock, dead cards, whose decision it is.
// It shows what a view says and nothing else; pages that play add the own hand themselves.

import { term } from "./terms.js";
import { Board } from "../../board.js";
import { cardName } from "../../cards.js";
import { limited } from "../../clock.js";
import { card, namesOf, personMarks, seatLink, signed } from "../../pieces.js";
import { fill, make } from "../../shell.js";
import { number, plural, t } from "../../words.js";
import { arrivals } from "./arrivals.js";

const BACKS = 12; // of a hand that is not seen, as many as are drawn

/** Whether cards are of one rank; a run otherwise, a yuca being either. */
function isSet(cards) {
  const ranks = new Map();
  for (const code of cards) ranks.set(code.slice(0, -1), (ranks.get(code.slice(0, -1)) ?? 0) + 1);
  return Math.max(...ranks.values()) >= cards.length - 1 && cards.length - 1 > 1;
}

/** The cards of `now` that were not among `before`, counted. */
function added(now, before) {
  const left = [...before];
  return now.map((code) => {
    const at = left.indexOf(code);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * A meld, its cards as they lie; `fresh` says of each whether it has just come.
 * @param {string[]} cards
 * @param {boolean[]} [fresh]
 */
export function meld(cards, fresh = []) {
  const named = { cards: namesOf(cards) };
  const label = isSet(cards) ? t("board.set", named) : t("board.run", named);
  const tiles = cards.map((code, at) => card(code, { quiet: true, fresh: fresh[at] }));
  return make("li.meld", { "data-cards": cards.join(" ") }, make("span.sr", {}, label), ...tiles);
}

/**
 * A board inside `element`.
 * @param {HTMLElement} element
 * @param {{view?: any, seat?: number | null, names?: string[], motion?: boolean, direction?: string,
 *   revealed?: {hands: string[][], stock: string[]} | null, ownHand?: boolean, teams?: number}} options
 *   `seat` is at the bottom; `ownHand` is false where the page shows the reader's hand elsewhere
 */
export function board(element, options = {}) {
  const made = new ConquianBoard(element, options);
  if (options.view) made.update(options.view);
  return made;
}

class ConquianBoard extends Board {
  /** Anticlockwise where the sheet names no direction. */
  get direction() {
    return this.options.direction ?? "anticlockwise";
  }

  draw(view, before) {
    this.middle.dataset.drop = "centre";
    for (const one of view.seats) this.#seat(one, before?.seats[one.seat], before);
    this.#middle(view, before);
  }

  arrivals(motion, view, before) {
    return arrivals(motion, view, before);
  }

  place(seat) {
    const melds = make("ul.melds");
    const place = make(
      "section.seat",
      { "data-seat": seat },
      make("header"),
      make("div.held"),
      melds,
      make("p.saying", {}, this.spoken.get(seat) ?? ""),
    );
    if (seat === this.options.seat) place.dataset.drop = "own";
    return place;
  }

  #seat(one, was, before) {
    const { view, names } = this;
    const place = this.element.querySelector(`.seat[data-seat="${one.seat}"]`);
    const asked = view.awaited.includes(one.seat);
    // In the exchange all are asked at once, and nobody is on turn yet.
    const turn = view.turn === one.seat && view.status === "playing" && view.phase !== "exchange";
    place.classList.toggle("asked", asked);
    place.classList.toggle("turn", turn);
    place.classList.toggle("won", view.result?.winner === one.seat);
    place.classList.toggle("idle", one.sits_out || one.folded);
    const own = one.seat === this.options.seat;
    place.setAttribute("aria-label", own ? t("board.seat_you") : t("board.seat", { name: names[one.seat] }));
    this.once(`head ${one.seat}`, [one, asked, turn, names, view.deadline, view.dealer, view.result, view.stake, this.options.connected], () =>
      fill(place.querySelector("header"), ...this.#head(one, asked, turn)),
    );
    const hand = this.#known(one.seat);
    this.once(`hand ${one.seat}`, [hand, one.hand_count], () => this.#hand(place.querySelector(".held"), one, hand));
    this.once(`table ${one.seat}`, [one.table], () => {
      const same = before?.hand_number === view.hand_number && was;
      this.#melds(place.querySelector(".melds"), one, same ? was.table : one.table);
    });
  }

  #head(one, asked, turn) {
    const { view, names } = this;
    const { seat, teams = 0 } = this.options;
    const own = one.seat === seat;
    const marks = [
      view.dealer === one.seat && view.hand_number > 0 && ["dealer", t("board.dealer")],
      view.result?.winner === one.seat && ["won", t("board.won")],
      turn && ["turn", own ? t("board.turn_you") : t("board.turn")],
      asked && !turn && ["asked", own ? t("board.asked_you") : t("board.asked")],
      one.folded && ["folded", t("board.folded")],
      one.sits_out && ["out", t("board.sits_out")],
      ...personMarks(one, { own, name: names[one.seat], connected: this.options.connected }),
      teams > 0 && ["team", t("board.team", { team: (one.seat % teams) + 1 })],
    ].filter(Boolean);
    const dealt = view.target && one.table && !one.sits_out && view.hand_number > 0;
    const balance = one.balance || view.hand_number > 1 || view.result;
    return [
      make("h3.name", {}, own ? names[one.seat] : seatLink(one, names[one.seat])),
      ...marks.map(([name, text]) => make(`span.mark.${name}`, {}, text)),
      dealt && make("span.melded", {}, t("board.melded", { count: number(one.table.flat().length), target: number(view.target) })),
      asked && limited(view) && make("span.clock", { "data-deadline": view.deadline, role: "timer", "aria-hidden": "true" }),
      balance && make("span.balance", { title: t("board.balance", { amount: signed(one.balance) }) }, signed(one.balance)),
    ];
  }

  /** The cards of a seat where they are known and shown here; null otherwise. */
  #known(seat) {
    const { revealed, ownHand } = this.options;
    if (seat === this.view.you && !ownHand) return [];
    if (revealed) return revealed.hands[seat] ?? null;
    return seat === this.view.you ? this.view.hand : null;
  }

  #hand(place, one, hand) {
    if (hand) {
      place.className = "held known";
      fill(place, ...hand.map((code) => card(code)));
      return;
    }
    place.className = "held";
    const backs = Array.from({ length: Math.min(BACKS, one.hand_count) }, () => make("i.back", { "aria-hidden": "true" }));
    const count = make("span.count", {}, make("span", { "aria-hidden": "true" }, number(one.hand_count)),
      make("span.sr", {}, plural("board.cards", one.hand_count)));
    fill(place, make("span.backs", {}, ...backs), one.hand_count > 0 && count);
  }

  #melds(list, one, before) {
    const own = one.seat === this.options.seat;
    list.setAttribute("aria-label", own ? t("board.melds_you") : t("board.melds", { name: this.names[one.seat] }));
    const fresh = added(one.table.flat(), before.flat());
    let at = 0;
    const rows = one.table.map((cards) => meld(cards, fresh.slice(at, (at += cards.length))));
    fill(list, ...rows);
  }

  #middle(view, before) {
    const { revealed } = this.options;
    const key = [view.centre, view.stock_count, view.discards, view.discard_count, view.phase, view.status,
      view.hand_number, this.names, revealed?.stock?.[0], view.pack];
    this.once("middle", key, () => {
      const playing = view.stock_count !== null && view.stock_count !== undefined;
      const fresh = view.centre && before && before.centre?.card !== view.centre.card;
      fill(this.middle, this.#phase(view), ...(playing ? [this.#stock(view), this.#centre(view, fresh), this.#dead(view)] : []));
    });
  }

  #phase(view) {
    const playing = view.status === "playing" && view.phase;
    const ready = view.status === "waiting" && view.seats.every(({ kind }) => kind !== "open");
    const what = playing ? t(`board.phase_${view.phase}`) : ready ? t("board.all_here") : t(`board.status_${view.status}`);
    const hand = view.hand_number > 0 ? `${t("board.hand_number", { number: view.hand_number })} · ` : "";
    return make("p.phase", {}, hand + what);
  }

  #stock(view) {
    const top = this.options.revealed?.stock?.[0] ?? "??";
    const deck = view.stock_count > 0 ? card(top, { quiet: true }) : make("span.tile.none", { "aria-hidden": "true" });
    return pile("stock", deck, make("figcaption", {}, term("stock", plural("board.stock", view.stock_count))));
  }

  #centre(view, fresh) {
    const { centre } = view;
    if (!centre) return pile("centre", make("span.tile.none", { role: "img", "aria-label": t("board.no_centre") }), make("figcaption", {}, "\u00a0"));
    const shown = card(centre.card, { quiet: true, fresh });
    shown.removeAttribute("aria-hidden");
    shown.setAttribute("role", "img");
    shown.setAttribute("aria-label", t("board.centre_card", { card: cardName(centre.card) }));
    return pile("centre", shown, make("figcaption", {}, this.#source(centre)));
  }

  #source({ source, left_by }) {
    const name = this.names[left_by];
    const own = left_by === this.options.seat ? "_you" : "";
    if (source === "stock") return name ? t(`board.turned_left${own}`, { name }) : t("board.from_stock");
    return name ? t(`board.discarded${own}`, { name }) : "";
  }

  #dead(view) {
    const open = view.discards;
    const count = open ? open.length : view.discard_count;
    const caption = make("figcaption", {}, term("dead", plural("board.dead", count)));
    if (!count) return pile("dead", make("span.tile.none", { "aria-hidden": "true" }), caption);
    if (!open) return pile("dead", card("??", { quiet: true }), caption);
    const top = card(open.at(-1), { quiet: true });
    const look = make("button.look", { type: "button", "aria-haspopup": "dialog", on: { click: () => this.showDead() } },
      top, make("span.sr", {}, t("board.dead_show")));
    return pile("dead", look, caption);
  }

  /** The dead cards, the last first, where the rules let them be looked at. */
  showDead() {
    const { discards } = this.view;
    if (!discards?.length) return;
    const close = make("button", { type: "button", on: { click: () => dialog.close() } }, t("board.close"));
    const cards = [...discards].reverse().map((code) => make("li", {}, card(code)));
    const dialog = make("dialog", { "aria-labelledby": "dead-title", on: { close: () => dialog.remove() } },
      make("h2", { id: "dead-title" }, t("board.dead_title")), make("ol.spread", {}, ...cards), close);
    document.body.append(dialog);
    dialog.showModal();
  }
}

const pile = (name, ...children) => make(`figure.pile.${name}`, {}, ...children);
