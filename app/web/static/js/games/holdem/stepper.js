// A control that goes through the levels of a bet, one step at a time, and through no others.

import { make } from "../../shell.js";
import { t } from "../../words.js";

/** @param {(level: number) => void} changed  hears the level that was gone to */
export const stepper = (changed) => new Stepper(changed);

class Stepper {
  constructor(changed) {
    this.changed = changed;
    const button = (action, sign, label, by) =>
      make("button.step", { type: "button", "data-action": action, "aria-label": label, on: { click: () => this.step(by) } }, sign);
    this.less = button("lower", "\u2212", t("holdem.lower"), -1);
    this.more = button("higher", "+", t("holdem.higher"), 1);
    this.value = make("span.value", { role: "spinbutton", tabindex: "0", "data-action": "level", "aria-label": t("holdem.level_of_bet"), on: { keydown: (event) => this.#key(event) } });
    this.element = make("div.stepper", {}, this.less, this.value, this.more);
  }

  /** Shows the levels with one of them chosen. `named` says a level in words. */
  show(levels, level, named, disabled) {
    Object.assign(this, { levels, level, disabled });
    this.less.disabled = disabled || level === levels[0];
    this.more.disabled = disabled || level === levels.at(-1);
    const { value } = this;
    value.textContent = named(level);
    value.setAttribute("aria-valuenow", level);
    value.setAttribute("aria-valuetext", named(level));
    value.setAttribute("aria-valuemin", levels[0]);
    value.setAttribute("aria-valuemax", levels.at(-1));
    return this.element;
  }

  /** Goes so many levels up or down, as far as there are any. @param {number} by */
  step(by) {
    this.#to(this.levels.indexOf(this.level) + by);
  }

  #to(at) {
    const level = this.levels[Math.min(Math.max(at, 0), this.levels.length - 1)];
    if (level !== this.level && !this.disabled) this.changed(level);
  }

  #key(event) {
    const at = this.levels.indexOf(this.level);
    const to = { ArrowUp: at + 1, ArrowRight: at + 1, ArrowDown: at - 1, ArrowLeft: at - 1, Home: 0, End: this.levels.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#to(to);
  }
}
