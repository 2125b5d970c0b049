// The own table put together by hand: cards of the table, the centre card and cards of the hand, moved between melds.

import { card, namesOf } from "../../pieces.js";
import { byRank, cardName } from "../../cards.js";
import { drag } from "../../hand.js";
import { fill, make } from "../../shell.js";
import { t } from "../../words.js";

const SLACK_PX = 8;

/**
 * A bench for arranging. `chosen` tells the cards chosen in the hand, `changed` hears of every move, `lay` gets the
 * melds, the hand cards among them, and whether that is going out.
 * @param {{table: string[][], centre: string, target: number, chosen: () => string[], changed: () => void,
 *   lay: (melds: string[][], used: string[], out: boolean) => void}} options
 */
export function arranging(options) {
  return new Bench(options);
}

class Bench {
  constructor(options) {
    this.options = options;
    this.picked = new Set();
    this.element = make("ol.groups", { "aria-label": t("table.groups") });
  }

  /** Begins with the table as it lies, and these hand cards with the centre card in a meld of it or a new one. */
  begin(cards, meld) {
    const { table, centre } = this.options;
    this.groups = table.map((laid) => laid.map((code) => item(code, "table")));
    const more = [item(centre, "centre"), ...cards.map((code) => item(code, "hand"))];
    if (meld === null) this.groups.push(more);
    else this.groups[meld].push(...more);
    this.#render();
  }

  /** The hand cards that lie on the bench. */
  get used() {
    return this.groups.flat().filter((one) => one.from === "hand").map((one) => one.code);
  }

  /** What can be done with it. */
  actions() {
    const out = this.groups.flat().length === this.options.target;
    const text = out ? t("table.lay_out") : t("table.lay_so");
    const melds = () => this.groups.filter((group) => group.length).map((group) => group.map((one) => one.code));
    return [{ action: "lay", primary: true, text, key: "L", run: () => this.options.lay(melds(), this.used, out) }];
  }

  /** The places take what is chosen in the hand from now on. */
  offer() {
    this.#render();
  }

  /** Cards of the hand were dragged here. */
  drop(cards, { element }) {
    const at = Number(element.closest("[data-group]")?.dataset.group ?? this.groups.length);
    this.#put(at, cards.map((code) => item(code, "hand")));
  }

  #render() {
    const waiting = this.picked.size > 0 || this.options.chosen().length > 0;
    const groups = this.groups.map((group, at) => this.#group(group, at, waiting));
    fill(this.element, ...groups, this.#group([], this.groups.length, waiting));
  }

  #group(group, at, waiting) {
    const empty = at === this.groups.length;
    const sorted = [...group].sort((one, other) => byRank(one.code, other.code));
    const here = make("button.small.here", { type: "button", disabled: !waiting, on: { click: () => this.#here(at) } },
      empty ? t("table.new_meld") : t("table.put_here"));
    const label = empty ? t("table.new_meld") : t("table.group", { number: at + 1, cards: namesOf(sorted.map((one) => one.code)) });
    return make("li.group", { "data-drop": "bench", "data-group": at, "aria-label": label },
      make("span.cards", {}, ...sorted.map((one) => this.#tile(one))), here, this.#away(group));
  }

  /** Hand cards of a meld that are picked go back to the hand. */
  #away(group) {
    const back = group.some((one) => one.from === "hand" && this.picked.has(one));
    return back && make("button.small.quiet", { type: "button", on: { click: () => this.#back() } }, t("table.to_hand"));
  }

  #tile(one) {
    const tile = make(`button.piece.from-${one.from}`, { type: "button", "aria-pressed": String(this.picked.has(one)),
      "data-card": one.code, on: { click: () => this.#pick(one) } }, card(one.code, { quiet: true }), make("span.sr", {}, cardName(one.code)));
    tile.addEventListener("pointerdown", (event) => this.#press(event, one));
    return tile;
  }

  #press(event, one) {
    if (event.button !== 0) return;
    drag(event, {
      slack: SLACK_PX,
      begin: () => [one.code],
      drop: (_, place) => {
        this.picked = new Set([one]);
        if (place.kind === "hand") this.#back();
        else if (place.kind === "bench") this.#here(Number(place.element.dataset.group));
      },
    });
  }

  #pick(one) {
    if (!this.picked.delete(one)) this.picked.add(one);
    this.#render();
  }

  /** Puts all that is picked, and what is chosen in the hand, into a meld. */
  #here(at) {
    this.#put(at, this.options.chosen().map((code) => item(code, "hand")));
  }

  #put(at, more) {
    const moved = [...this.groups.flat().filter((one) => this.picked.has(one)), ...more];
    const groups = this.groups.map((group) => group.filter((one) => !this.picked.has(one)));
    (groups[at] ?? (groups[at] = [])).push(...moved);
    this.#settle(groups);
  }

  #back() {
    const goes = (one) => this.picked.has(one) && one.from === "hand";
    this.#settle(this.groups.map((group) => group.filter((one) => !goes(one))));
  }

  #settle(groups) {
    this.groups = groups.filter((group) => group.length > 0);
    this.picked = new Set();
    this.options.changed();
    this.#render();
  }
}

const item = (code, from) => ({ code, from });
