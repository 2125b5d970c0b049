// What lies before the player: the question, the own two cards, the ways to answer, and why something cannot be done.

import { limited } from "../../clock.js";
import { card, ended, namesOf } from "../../pieces.js";
import { fill, make } from "../../shell.js";
import { announce, call } from "../../signals.js";
import { listed, number, t } from "../../words.js";
import { answers } from "./asking.js";
import { chips } from "./chips.js";
import { told } from "./outcome.js";
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
    document.addEventListener("keydown", (event) => this.#key(event));
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
      announce(ended(view) ? told(view, names) : this.#waiting());
      return;
    }
    announce([this.#prompt(), ...this.#told()].join(". "));
    call(t("table.title_turn"));
  }

  /** What somebody who does not see the table has to know before an answer. */
  #told() {
    const { view } = this.table;
    if (view.status !== "playing") return [];
    const board = view.board.length ? [t("said.board_dealt", { street: t(`holdem.street_${view.street}`), cards: namesOf(view.board) })] : [];
    return [t("holdem.pot", { chips: chips(view.pots.reduce((sum, pot) => sum + pot.amount, 0)) }), ...board];
  }

  /** Says why something was refused, with the paragraph; null: nothing was. */
  explain(problem) {
    const { why } = this.parts;
    why.hidden = !problem;
    if (!problem) return fill(why);
    const rule = problem.rule && make("button.quiet.small.rule", { type: "button", on: { click: () => this.table.rule(problem.rule) } }, t("table.rule", { rule: problem.rule }));
    const evidence = problem.refusal &&
      make("button.quiet.small", { type: "button", on: { click: () => this.table.saveRefusals() } }, t("table.save_refusal"));
    return fill(why, problem.title && make("strong", {}, problem.title), problem.detail && make("span", {}, problem.detail), rule, evidence);
  }

  render() {
    const { element, parts, table } = this;
    const { view } = table;
    const asked = table.moves.length > 0;
    element.classList.toggle("mine", asked);
    element.dataset.mode = this.mode;
    element.dataset.asked = asked ? view.street ?? view.status : "";
    const clock = asked && limited(view) ? make("span.clock", { "data-deadline": view.deadline, role: "timer", "aria-label": t("table.time_left") }) : null;
    fill(parts.prompt, make("span.text", {}, asked ? this.#prompt() : this.#waiting()), clock);
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

  #waiting() {
    const { view, names } = this.table;
    if (view.status !== "playing") return t(`board.status_${view.status}`);
    const waited = view.awaited.filter((seat) => seat !== view.you).map((seat) => names[seat]);
    return waited.length ? t("table.wait", { names: listed(waited) }) : t("table.wait_nobody");
  }

  #prompt() {
    const { view } = this.table;
    if (view.status !== "playing") return t(`table.ask_${view.status}`);
    return this.asks.calls ? t("holdem.ask_call", { chips: chips(view.to_call) }) : t("holdem.ask_check");
  }

  #showActions() {
    const { table } = this;
    const made = table.moves.length && table.view.status === "playing" ? this.#actions() : [];
    const keyed = (one) => make(`button${one.primary ? ".primary" : ""}`,
      { type: "button", "data-action": one.action, disabled: table.sending, "aria-keyshortcuts": one.key, on: { click: one.run } }, one.text);
    const { actions } = this.parts;
    const focused = actions.contains(document.activeElement) ? document.activeElement.dataset.action : null;
    const { levels } = this.asks;
    const steps = made.length > 0 && levels.length > 1 && this.stepper.show(levels, this.level, (level) => this.#levelName(level), table.sending);
    fill(actions, ...made.map(keyed).map((button) => (steps && button.dataset.action === "raise" ? make("div.raising", {}, steps, button) : button)));
    if (focused) (actions.querySelector(`[data-action="${focused}"]`) ?? actions.querySelector("button"))?.focus({ preventScroll: true });
    this.primary = made.find((one) => one.primary)?.run ?? null;
    this.shortcuts = new Map(made.filter((one) => one.key).map((one) => [one.key.toLowerCase(), one.run]));
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

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, select, textarea, dialog, [role=spinbutton]")) return;
    const key = event.key.toLowerCase();
    const steps = { arrowup: 1, arrowdown: -1 }[key];
    if (key === "?") this.table.help();
    else if (steps && this.asks?.levels.length > 1 && event.target === document.body) this.stepper.step(steps);
    else if (key === "enter" && event.target === document.body && !event.repeat && !this.table.sending) this.primary?.();
    else if (this.shortcuts?.has(key) && !event.repeat && !this.table.sending) this.shortcuts.get(key)();
    else return;
    event.preventDefault();
  }
}
