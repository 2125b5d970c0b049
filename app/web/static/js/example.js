// An example in steps: a few cards in the centre, in melds and in the hand. It goes on by itself while it is in sight,
// unless the reader wants little to move; on paper all steps are shown.

import { cardFace, cardName } from "./cards.js";
import { fill, make, still } from "./shell.js";
import { t } from "./words.js";

const BEAT_MS = 3_500;

export class Example {
  /**
   * @param {{title: string, steps: {text: string, rows: {name: string, groups: string[][], fresh?: string[]}[]}[]}} example
   *   the rows of a step are shown one below the other; `fresh` are cards that have just come there
   */
  constructor({ title, steps }) {
    this.steps = steps.map((step, at) => this.#step(step, at, steps.length));
    this.at = 0;
    this.timer = null;
    this.next = make("button.small", { type: "button", on: { click: () => this.#byHand() } });
    this.element = make("figure.example", {}, make("figcaption", {}, title), ...this.steps, steps.length > 1 && make("p.row", {}, this.next));
    this.#show();
    if (steps.length > 1 && !still()) new IntersectionObserver(([{ isIntersecting }]) => this.#run(isIntersecting)).observe(this.element);
  }

  #step({ text, rows }, at, last) {
    const cards = rows.filter(({ groups }) => groups.length > 0).map(({ name, groups, fresh = [] }) =>
      make("div.example-row", {}, make("span.muted", {}, name),
        make("span.example-cards", { role: "img", "aria-label": groups.map((group) => group.map(cardName).join(", ")).join("; ") },
          ...groups.map((group) => make("span.example-group", {}, ...group.map((code) => make(fresh.includes(code) ? "span.tile.fresh" : "span.tile", {}, cardFace(code))))))));
    const number = last > 1 && make("span.badge", {}, t("learn.step", { step: at + 1, last }));
    return make("div.example-step", {}, ...cards, make("p", {}, number, " ", text));
  }

  #show() {
    this.steps.forEach((step, at) => step.classList.toggle("now", at === this.at));
    fill(this.next, this.at === this.steps.length - 1 ? t("learn.again") : t("learn.next"));
  }

  #forward() {
    this.at = (this.at + 1) % this.steps.length;
    this.#show();
  }

  /** Whoever goes on by hand reads at their own pace. */
  #byHand() {
    this.#run(false);
    this.byHand = true;
    this.#forward();
  }

  #run(wanted) {
    clearInterval(this.timer);
    this.timer = wanted && !this.byHand ? setInterval(() => this.#forward(), BEAT_MS) : null;
  }
}
