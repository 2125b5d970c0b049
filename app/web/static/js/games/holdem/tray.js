// What lies before the player: the question, the own two cards, the ways to answer, and why something cannot be done.

import { AnswerButtons } from "../../answerbuttons.js";
import { waitingFor } from "../../awaited.js";
import { limited } from "../../clock.js";
import { card, ended, namesOf } from "../../pieces.js";
import { showRefusal } from "../../refusals.js";
import { fill, make } from "../../shell.js";
import { announce, call } from "../../signals.js";
import { number, t } from "../../words.js";
import { answers } from "./asking.js";
import { chips } from "./chips.js";
import { howEnded } from "./outcome.js";
import { kindOf } from "./ranking.js";
import { stepper } from "./stepper.js";

/**
 * The tray of a seat. `table` sends moves and knows view, legal moves and names.
 * @param {HTMLElement} element
 * @param {import("../../table.js").Table} table
 */
export function tray(element, table) {
  return new HoldemTray(element, table);
}

class HoldemTray {
  constructor(element, table) {
    this.element = element;
    this.table = table;
    this.mode = "pick";
    const part = (what, tag = "div") => make(`${tag}.${what}`);
    this.parts = { prompt: part("prompt", "h2"), why: make("p.why", { role: "alert", hidden: true }), holes: part("holes", "ul"), about: part("note", "p"), actions: part("actions") };
    this.parts.holes.setAttribute("aria-label", t("holdem.holes"));
    this.parts.actions.setAttribute("role", "group");
    this.parts.actions.setAttribute("aria-label", t("table.actions"));
    this.stepper = stepper((level) => this.#chosen(level));
    element.classList.add("holdem-tray");
    const { prompt, why, holes, about, actions } = this.parts;
    fill(element, prompt, why, make("div.own", {}, holes, about), actions);
    const step = (levels) => ({ target }) => this.asks?.levels.length > 1 && target === document.body && this.stepper.step(levels);
    this.buttons = new AnswerButtons(actions, table, { arrowup: step(1), arrowdown: step(-1) });
  }

  /** Shows what the table knows now; a new question begins from the lowest level. */
  show() {
    const { view, moves } = this.table;
    this.asks = answers(moves);
    const question = moves.length ? `${view.decision} ${view.status}` : ended(view) ? view.status : "";
    if (question !== this.question) this.#begin(question);
    this.render();
  }

  #begin(question) {
    this.question = question;
    this.level = this.asks.levels[0] ?? null;
    this.explain(this.table.late ? { detail: t("table.late"), rule: "11.8" } : null);
    const { view, moves, names } = this.table;
    if (!moves.length || ended(view)) {
      call(moves.length ? t("table.title_turn") : null);
      announce(ended(view) ? howEnded(view, names) : waitingFor(this.table));
      return;
    }
    announce([this.#prompt(), ...this.#situation()].join(". "));
    call(t("table.title_turn"));
  }

  /** What somebody who does not see the table has to know before an answer. */
  #situation() {
    const { view } = this.table;
    if (view.status !== "playing") return [];
    const board = view.board.length ? [t("said.board_dealt", { street: t(`holdem.street_${view.street}`), cards: namesOf(view.board) })] : [];
    return [t("holdem.pot", { chips: chips(view.pots.reduce((sum, pot) => sum + pot.amount, 0)) }), ...board];
  }

  /** Says why something was refused, with the paragraph; null: nothing was. */
  explain(problem) {
    showRefusal(this.parts.why, this.table, problem);
  }

  render() {
    const { element, parts, table } = this;
    const { view } = table;
    const isAsked = table.moves.length > 0;
    element.classList.toggle("mine", isAsked);
    element.dataset.mode = this.mode;
    element.dataset.asked = isAsked ? view.street ?? view.status : "";
    const clock = isAsked && limited(view) && make("span.clock", { "data-deadline": view.deadline, role: "timer", "aria-label": t("table.time_left") });
    fill(parts.prompt, make("span.text", {}, isAsked ? this.#prompt() : waitingFor(table)), clock);
    this.#showCards();
    this.#showActions();
    table.draw();
    table.tick();
  }

  /** The view as it is: nothing of hold'em lies on the table before it is sent. */
  shown() {
    return this.table.view;
  }

  #showCards() {
    const { view } = this.table;
    const hand = view.hand ?? [];
    const { stack, bet, folded } = view.seats[view.you];
    const key = JSON.stringify([hand, view.board, stack, bet, folded]);
    if (key === this.cardsKey) return;
    this.cardsKey = key;
    const { holes, about } = this.parts;
    holes.classList.toggle("dead", folded);
    fill(holes, ...hand.map((code) => make("li", {}, card(code))));
    const kind = hand.length > 0 && view.board.length > 2 && t("holdem.you_have", { kind: t(`holdem.kind_${kindOf([...hand, ...view.board])}`) });
    fill(about, make("span", {}, chips(stack)), bet > 0 && make("span", {}, t("holdem.has_bet", { chips: number(bet) })),
      folded && make("span", {}, t("board.folded")), kind && make("strong", {}, kind));
  }

  #prompt() {
    const { view } = this.table;
    if (view.status !== "playing") return t(`table.ask_${view.status}`);
    return this.asks.calls ? t("holdem.ask_call", { chips: chips(view.to_call) }) : t("holdem.ask_check");
  }

  #showActions() {
    const { table } = this;
    const made = table.moves.length && table.view.status === "playing" ? this.#actions() : [];
    this.buttons.show(made, (button) => (button.dataset.action === "raise" ? this.#withLevels(button) : button));
  }

  /** The button of a raise beside the levels that it may go to, if there are several. */
  #withLevels(button) {
    const { levels } = this.asks;
    if (levels.length < 2) return button;
    return make("div.raising", {}, this.stepper.show(levels, this.level, (level) => this.#levelName(level), this.table.sending), button);
  }

  #actions() {
    const { asks, table } = this;
    const { view } = table;
    const send = (body) => () => table.send(body);
    const all = asks.calls && view.to_call >= view.seats[view.you].stack;
    return [
      asks.folds && { action: "fold", text: t("table.fold"), key: "F", run: send({ type: "fold" }) },
      asks.checks && { action: "check", primary: true, text: t("holdem.check"), key: "C", run: send({ type: "check" }) },
      asks.calls && { action: "call", primary: true, key: "C", run: send({ type: "call" }),
        text: all ? t("holdem.call_all_in", { chips: number(view.to_call) }) : t("holdem.call", { chips: number(view.to_call) }) },
      asks.levels.length > 0 && { action: "raise", key: "R", run: () => this.#raise(),
        text: asks.raising ? t("holdem.raise", { level: this.#levelName(this.level) }) : t("holdem.bet", { level: this.#levelName(this.level) }) },
    ].filter(Boolean);
  }

  #raise() {
    this.table.send({ type: this.asks.raising ? "raise" : "bet", to: this.level });
  }

  /** A level in words: the number, and whether it takes all chips. */
  #levelName(level) {
    const { view } = this.table;
    const { bet, stack } = view.seats[view.you];
    return level >= bet + stack ? t("holdem.level_all_in", { level: number(level) }) : number(level);
  }

  #chosen(level) {
    this.level = level;
    this.#showActions();
  }
}
