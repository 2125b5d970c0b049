// The melds that are possible with the chosen cards, as buttons.

import { parted } from "./asking.js";
import { card, namesOf } from "../../pieces.js";
import { fill, make } from "../../shell.js";
import { t } from "../../words.js";

const FIRST = 10;

export class PossibleMelds {
  /**
   * @param {HTMLElement} element  a list
   * @param {(use: string[]) => void} lay  lays these cards of the hand
   */
  constructor(element, lay) {
    this.element = element;
    this.lay = lay;
    this.all = false;
  }

  /** Begins with few of them, as each question does. */
  begin() {
    this.all = false;
  }

  /** Shows the melds, of many the first ones until all are asked for. @param {any[]} melds @param {any} view */
  show(melds, view) {
    const { element } = this;
    element.hidden = melds.length === 0;
    const shown = this.all ? melds : melds.slice(0, FIRST);
    const rest = melds.length - shown.length;
    const more = () => {
      this.all = true;
      this.show(melds, view);
    };
    fill(element, ...shown.map((meld) => make("li", {}, this.#button(meld, view))),
      rest > 0 && make("li", {}, make("button.small.quiet", { type: "button", on: { click: more } }, t("table.more", { count: rest }))));
  }

  #button({ use, discards }, { centre, pack }) {
    const goesOut = discards.length === 0;
    const cards = [centre.card, ...use];
    const names = { cards: namesOf(cards) };
    const label = goesOut ? t("table.lay_out_cards", names) : t("table.lay_cards", names);
    const groups = (parted(cards, pack) ?? [cards]).map((group) => make("span.meld", {}, ...group.map((code) => card(code, { quiet: true }))));
    return make(goesOut ? "button.chip.out" : "button.chip", { type: "button", "data-use": use.join(" "), on: { click: () => this.lay(use) } },
      make("span.sr", {}, label), ...groups, goesOut && make("span", { "aria-hidden": "true" }, t("table.out")));
  }
}
