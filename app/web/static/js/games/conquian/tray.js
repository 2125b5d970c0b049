// What lies before the player: the question, the own hand, what can be done with it, and why something cannot.

import { arranging } from "./arrange.js";
import { answers, exactly, holds, laid, lit, loosest, parted, reaching, without } from "./asking.js";
import { Help } from "./help.js";
import { card, ended, namesOf } from "../../pieces.js";
import { theCard } from "../../cards.js";
import { limited, msTo } from "../../clock.js";
import { hand } from "../../hand.js";
import { fill, make } from "../../shell.js";
import { announce, call } from "../../signals.js";
import { spoken } from "./outcome.js";
import { link, listed, t } from "../../words.js";

const CHIPS = 10;
const MELDING = new Set(["offer", "left", "new", "claim_window", "forced"]);
/** How long before its limit a move is sent that waits only for a discard. */
const EARLY_MS = 3_000;
const WINDOWS = new Set(["force_window", "claim_window", "forced"]);

/**
 * The tray of a seat. `table` sends moves and knows view, legal moves and names.
 * @param {HTMLElement} element
 * @param {import("../../table.js").Table} table
 */
export function tray(element, table) {
  return new Tray(element, table);
}

class Tray {
  constructor(element, table) {
    this.element = element;
    this.table = table;
    this.mode = "pick";
    this.laying = [];
    this.all = false;
    const part = (what) => element.querySelector(what);
    this.parts = {
      prompt: part(".prompt"),
      note: part(".note"),
      why: part(".why"),
      chips: part(".chips"),
      bench: part(".bench"),
      actions: part(".actions"),
      sort: part(".sort"),
    };
    this.help = new Help(part(".help"), table);
    this.hand = hand(part(".hand"), {
      change: () => this.changed(),
      enter: () => this.primary?.(),
      drop: (cards, place) => this.dropped(cards, place),
    });
    for (const one of this.parts.sort.querySelectorAll("button")) {
      one.addEventListener("click", () => this.sort(one.dataset.order));
    }
    this.sort(this.hand.order);
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows what the table knows now; a new question begins from the start. */
  show() {
    const { view, moves } = this.table;
    this.asks = answers(moves);
    const question = moves.length ? `${view.decision} ${view.phase} ${view.status}` : ended(view) ? view.status : "";
    if (question !== this.question) this.#begin(question);
    this.render();
  }

  #begin(question) {
    this.question = question;
    this.mode = "pick";
    this.laying = [];
    this.bench = null;
    this.all = false;
    this.hand.chosen.clear();
    this.explain(this.table.late ? { detail: t("table.late"), rule: "11.8" } : null);
    const { view, moves, names } = this.table;
    if (!moves.length || ended(view)) {
      call(moves.length ? t("table.title_turn") : null);
      announce(ended(view) ? spoken(view, names) : this.#waiting());
      return;
    }
    const urgent = WINDOWS.has(view.phase) && view.status === "playing";
    this.#suggest();
    const more = view.phase === "exchange" ? this.#giving().text : view.phase === "forced" ? this.#note()[0] : "";
    announce([this.#prompt(), more, this.help.spoken(this)].filter(Boolean).join(" "), urgent);
    call(urgent ? t("table.title_window") : t("table.title_turn"));
    if (urgent && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  }

  /** Chooses a card to pass, never the wild one, so that one click answers; any other may be chosen instead. */
  #suggest() {
    const { rules, view } = this.table;
    const gives = this.asks.gives.filter((code) => code !== rules.wild_card);
    if (!gives.length) return;
    this.#showHand();
    this.hand.choose([loosest(gives, view.hand, view.pack)]);
  }

  get #urgent() {
    const { view, moves } = this.table;
    return moves.length > 0 && view.status === "playing" && WINDOWS.has(view.phase);
  }

  get #melding() {
    const { view, moves } = this.table;
    return moves.length > 0 && view.status === "playing" && MELDING.has(view.phase);
  }

  /**
   * Says why something was refused, with the paragraph; null: nothing was. For a meld the title of the code would speak of
   * all the cards, so it is left out, and what can be done instead is said.
   */
  explain(problem, { meld = false } = {}) {
    const { why } = this.parts;
    if (meld && this.melds) this.#rearrange();
    why.hidden = !problem;
    if (!problem) return fill(why);
    const rule = problem.rule && this.rule(problem.rule);
    const detail = meld && this.#melding ? `${problem.detail} ${this.#instead()}` : problem.detail;
    const evidence = problem.refusal &&
      make("button.quiet.small", { type: "button", on: { click: () => this.table.saveRefusals() } }, t("table.save_refusal"));
    const learn = problem.rule && make("a", { href: link(`/learn/${this.table.view.variant}`), target: "_blank" }, t("common.learn"));
    return fill(why, !meld && problem.title && make("strong", {}, problem.title), detail && make("span", {}, detail), rule, learn, evidence);
  }

  render() {
    const { element, parts, table } = this;
    const { view } = table;
    element.classList.toggle("urgent", this.#urgent);
    element.classList.toggle("mine", table.moves.length > 0);
    element.dataset.mode = this.mode;
    element.dataset.asked = table.moves.length ? view.phase ?? view.status : "";
    const clock = table.moves.length > 0 && limited(view)
      ? make("span.clock", { "data-deadline": view.deadline, role: "timer", "aria-label": t("table.time_left") })
      : null;
    fill(parts.prompt, ...this.#shownCard(), make("span.text", {}, table.moves.length ? this.#prompt() : this.#waiting()), clock);
    this.#showHand();
    this.#showNote();
    this.help.show(this);
    this.#showChips();
    fill(parts.bench, this.bench?.element);
    this.#showActions();
    parts.sort.hidden = !(view.hand?.length > 1);
    table.draw();
    table.tick();
    this.#hurry();
  }

  /* What is about to be laid */

  /** The view as it will be: the melds that wait for their discard lie on the table, the centre card among them. */
  shown() {
    const { view } = this.table;
    if (this.mode !== "discard" || !view.centre) return view;
    const melds = this.melds ?? laid(view.seats[view.you].table, view.centre.card, this.laying, view.pack).melds;
    return { ...view, centre: null, seats: view.seats.map((one) => (one.seat === view.you ? { ...one, table: melds } : one)) };
  }

  /** What stands under the question: where a forced card goes, what happens when the time is over. */
  #showNote() {
    const { note } = this.parts;
    const parts = this.#note();
    note.hidden = parts.length === 0;
    fill(note, ...parts);
  }

  #note() {
    const { view } = this.table;
    if (!this.table.moves.length || view.status !== "playing") return [];
    if (this.#waits) return limited(view) ? [t(`table.late_${this.mode}`, { card: theCard(this.#away()) })] : [];
    if (view.phase !== "forced" || this.mode !== "pick") return [];
    const { table } = view.seats[view.you];
    const { at } = laid(table, view.centre.card, [], view.pack);
    return [at < 0 ? t("table.goes_anew") : t("table.goes_to", { cards: namesOf(table[at]) }), this.rule("7.4")];
  }

  /** The way to a paragraph of the rulebook. */
  rule(rule) {
    return make("button.quiet.small.rule", { type: "button", on: { click: () => this.table.rule(rule) } }, t("table.rule", { rule }));
  }

  /* The limit */

  /** Whether a meld or a card to keep is chosen, and only its discard is missing. */
  get #waits() {
    return this.table.moves.length > 0 && (this.mode === "discard" || this.mode === "keep");
  }

  /** The discard of what waits for one: the card that is chosen, else the one that goes least with the others. */
  #away() {
    const { rules, view } = this.table;
    const rest = without(view.hand, this.laying);
    const may = this.mode === "keep" ? this.asks.keeps : this.#row()?.discards ?? rest;
    const spare = may.filter((code) => code !== rules.wild_card);
    return this.hand.selected[0] ?? loosest(spare.length ? spare : may, rest, view.pack);
  }

  /** Sends what waits for its discard shortly before the time is over, once: after it the service passes (RULES 11.8). */
  #hurry() {
    clearTimeout(this.late);
    const { view } = this.table;
    if (!this.#waits || !limited(view) || this.hurried === this.question) return;
    this.late = setTimeout(() => {
      if (!this.#waits || this.table.sending) return;
      this.hurried = this.question;
      this.#finish(this.#away());
    }, Math.max(0, msTo(view.deadline) - EARLY_MS));
  }

  #finish(discard) {
    const { laying, melds } = this;
    if (this.mode === "keep") this.table.send({ type: "keep", discard });
    else this.table.send(melds ? { type: "meld", melds, discard } : { type: "meld", use: laying, discard });
  }

  /** In a window, beside explanations and in lessons, the card it is about, large, so that nobody has to look for it. */
  #shownCard() {
    const { simple, view: { centre } } = this.table;
    return (this.#urgent || this.help.explains || simple) && centre ? [card(centre.card, { quiet: true })] : [];
  }

  #waiting() {
    const { view } = this.table;
    if (view.status !== "playing") return t(`board.status_${view.status}`);
    const waited = view.awaited.filter((seat) => seat !== view.you).map((seat) => this.table.names[seat]);
    if (!waited.length) return t("table.wait_nobody");
    const names = { names: listed(waited) };
    return view.answered.includes(view.you) ? t("table.wait_answered", names) : t("table.wait", names);
  }

  #prompt() {
    const { view, names } = this.table;
    const centre = view.centre ? theCard(view.centre.card) : "";
    if (view.status !== "playing") return t(`table.ask_${view.status}`);
    if (this.mode === "discard") return t("table.ask_discard");
    if (this.mode === "keep") return t("table.ask_keep", { card: centre });
    if (this.mode === "arrange") return t("table.ask_arrange");
    if (view.phase === "exchange") return t("table.ask_exchange", { name: names[this.#next()] });
    if (view.phase === "force_window") return t("table.ask_force_window", { name: names[view.turn], card: centre });
    if (view.phase === "forced" && this.table.forcer !== null) return t("table.ask_forced_by", { name: names[this.table.forcer], card: centre });
    if (this.table.passing) return t("table.auto_passing", { card: centre });
    const left = names[view.centre?.left_by] ?? "";
    const asked = t(`table.ask_${view.phase}`, { card: centre, name: view.phase === "claim_window" ? names[view.turn] : left });
    return this.asks.melds.length || this.help.explains ? asked : `${asked} ${t("table.fits_nothing")}`;
  }

  #next() {
    const { seats, you } = this.table.view;
    for (let step = 1; step < seats.length; step++) {
      const seat = (you + step) % seats.length;
      if (!seats[seat].sits_out) return seat;
    }
    return you;
  }

  /* The hand */

  #showHand() {
    const { view } = this.table;
    const away = { discard: this.laying, arrange: this.bench?.used }[this.mode] ?? [];
    const cards = without(view.hand ?? [], away);
    const busy = this.table.sending;
    const open = !busy && (this.#melding || view.phase === "exchange") && this.table.moves.length > 0;
    this.hand.show({ cards, open, many: this.#many(), lit: this.#lit(), label: t("table.hand") });
  }

  #many() {
    return this.mode === "arrange" || (this.mode === "pick" && this.table.view.phase !== "exchange");
  }

  #lit() {
    if (!this.table.moves.length) return new Set();
    if (this.mode === "discard") return new Set(this.#row()?.discards ?? this.table.view.hand);
    if (this.mode === "keep") return new Set(this.asks.keeps);
    if (this.mode === "arrange") return new Set(without(this.table.view.hand ?? [], this.bench.used));
    if (this.table.view.phase === "exchange") return new Set(this.asks.gives);
    return lit(this.asks.melds, this.hand.selected);
  }

  #row() {
    return exactly(this.asks.melds, this.laying);
  }

  changed() {
    this.explain(null);
    if (this.mode === "arrange") this.bench.offer(this.hand.selected);
    this.render();
  }

  sort(order) {
    this.hand.sort(order);
    for (const one of this.parts.sort.querySelectorAll("button")) {
      one.setAttribute("aria-pressed", String(one.dataset.order === order));
    }
  }

  /** Cards were dragged to a place: a meld is begun, or the one chosen is given away. */
  dropped(cards, place) {
    if (!this.hand.how.open) return;
    if (this.mode === "arrange") {
      this.bench.drop(cards, place);
      return;
    }
    if (this.mode === "discard" || this.mode === "keep" || this.table.view.phase === "exchange") {
      this.hand.choose(cards.slice(0, 1));
      this.primary?.();
      return;
    }
    if (!this.#melding) return;
    const meld = place.element.dataset.meld;
    if (meld !== undefined && !this.table.simple) this.arrange(cards, Number(meld));
    else this.hand.also(place.keys);
  }

  /* The melds that are possible */

  #showChips() {
    const { chips } = this.parts;
    const rows = this.mode === "pick" && this.#melding && !this.table.sending ? reaching(this.asks.melds, this.hand.selected) : [];
    chips.hidden = rows.length === 0;
    if (!rows.length) return fill(chips);
    const shown = this.all ? rows : rows.slice(0, CHIPS);
    const more = rows.length > shown.length && make("li", {}, make("button.small.quiet", { type: "button", on: { click: () => this.#more() } },
      t("table.more", { count: rows.length - shown.length })));
    return fill(chips, ...shown.map((row) => make("li", {}, this.#chip(row))), more);
  }

  #more() {
    this.all = true;
    this.render();
  }

  #chip(row) {
    const { centre, pack } = this.table.view;
    const out = row.discards.length === 0;
    const cards = [centre.card, ...row.use];
    const named = { cards: namesOf(cards) };
    const label = out ? t("table.lay_out_cards", named) : t("table.lay_cards", named);
    const melds = (parted(cards, pack) ?? [cards]).map((meld) => make("span.meld", {}, ...meld.map((code) => card(code, { quiet: true }))));
    return make(out ? "button.chip.out" : "button.chip", { type: "button", "data-use": row.use.join(" "), on: { click: () => this.lay(row.use) } },
      make("span.sr", {}, label), ...melds, out && make("span", { "aria-hidden": "true" }, t("table.out")));
  }

  /* What can be done */

  #showActions() {
    const made = this.table.moves.length ? this.#actions() : [];
    this.primary = made.find((one) => one.primary)?.run ?? null;
    const keyed = (one) => make(`button${one.primary ? ".primary" : ""}${one.warm ? ".warm" : ""}`,
      { type: "button", "data-action": one.action, disabled: this.table.sending, "aria-keyshortcuts": one.key, on: { click: one.run } },
      one.text);
    // What has the focus keeps it when the buttons are made anew.
    const focused = this.parts.actions.contains(document.activeElement) ? document.activeElement.dataset.action : null;
    fill(this.parts.actions, ...made.map(keyed));
    if (focused) (this.parts.actions.querySelector(`[data-action="${focused}"]`) ?? this.parts.actions.querySelector("button"))?.focus({ preventScroll: true });
    this.shortcuts = new Map(made.filter((one) => one.key).map((one) => [one.key.toLowerCase(), one.run]));
  }

  #actions() {
    const { view } = this.table;
    if (view.status !== "playing") return [];
    if (this.mode === "discard") return this.#discarding();
    if (this.mode === "keep") return [this.#keeping(), this.#back()];
    if (this.mode === "arrange") return [...this.bench.actions(), this.#back()];
    if (view.phase === "exchange") return [this.#giving()];
    return [this.#laying(), ...this.#forces(), this.#pass(), this.#always(), this.#keep(), this.#arranging(), this.#fold()].filter(Boolean);
  }

  #giving() {
    const [chosen] = this.hand.selected;
    const text = chosen ? t("table.give_card", { card: theCard(chosen) }) : t("table.give");
    const run = () => (chosen ? this.table.send({ type: "exchange", card: chosen }) : this.#hint(t("table.choose_one")));
    return { action: "give", primary: true, text, run };
  }

  #laying() {
    if (!this.#melding) return null;
    const chosen = this.hand.selected;
    if (!this.asks.melds.length && !chosen.length) return null;
    const row = exactly(this.asks.melds, chosen);
    const text = row && !row.discards.length ? t("table.lay_out") : t("table.lay");
    return { action: "lay", primary: Boolean(row) || chosen.length > 0 || !this.asks.passes, text, key: "L", run: () => this.lay(chosen) };
  }

  #forces() {
    const { names } = this.table;
    const warm = this.table.view.phase === "force_window";
    return this.asks.forces.map((seat, at) => ({
      action: `force-${seat}`,
      warm,
      text: t("table.force", { name: names[seat] }),
      key: at === 0 ? "F" : undefined,
      run: () => this.table.send({ type: "force", seat }),
    }));
  }

  #pass() {
    if (!this.asks.passes) return null;
    const window = this.table.view.phase === "force_window";
    const text = window ? t("table.let_pass") : t("table.pass");
    return { action: "pass", text, key: "P", run: () => this.table.send({ type: "pass" }) };
  }

  /** Where a pass is all that can be done: to have that done by the page from now on. */
  #always() {
    if (!this.table.onlyPass || this.table.auto) return null;
    return { action: "always", text: t("table.auto_always"), run: () => this.table.passAlways(true) };
  }

  #keep() {
    if (!this.asks.keeps.length) return null;
    return { action: "keep", text: t("table.keep"), key: "K", run: () => this.#turn("keep") };
  }

  #fold() {
    if (!this.asks.folds) return null;
    const run = () => this.table.confirm(t("table.fold_sure"), t("table.fold"), () => this.table.send({ type: "fold" }));
    return { action: "fold", text: t("table.fold"), run };
  }

  #arranging() {
    if (!this.#melding || !this.asks.melds.length || this.table.simple) return null;
    return { action: "arrange", text: t("table.arrange"), key: "A", run: () => this.arrange(this.hand.selected, null) };
  }

  #back() {
    const run = () => (this.mode === "discard" && this.melds ? this.#rearrange() : this.#turn("pick"));
    return { action: "back", text: t("table.back"), key: "Escape", run };
  }

  #discarding() {
    const [chosen] = this.hand.selected;
    const text = chosen ? t("table.discard_card", { card: theCard(chosen) }) : t("table.discard");
    const run = () => (chosen ? this.#finish(chosen) : this.#hint(t("table.choose_discard")));
    return [{ action: "discard", primary: true, text, run }, this.#back()];
  }

  #keeping() {
    const [chosen] = this.hand.selected;
    const text = chosen ? t("table.keep_card", { card: theCard(chosen) }) : t("table.keep");
    const run = () => (chosen ? this.#finish(chosen) : this.#hint(t("table.choose_discard")));
    return { action: "keep-card", primary: true, text, run };
  }

  #hint(detail) {
    this.explain({ detail });
    this.hand.focus();
  }

  /** Back to the melds as they were arranged by hand, with nothing lost of them. */
  #rearrange() {
    this.mode = "arrange";
    this.bench = this.arranged;
    this.melds = null;
    this.laying = [];
    this.hand.chosen.clear();
    this.render();
  }

  #turn(mode) {
    this.mode = mode;
    this.bench = null;
    this.melds = null;
    const before = mode === "pick" ? this.laying : [];
    this.laying = [];
    this.explain(null);
    this.hand.chosen.clear();
    this.render();
    if (before.length) this.hand.choose(before);
    this.#announce();
  }

  /* Laying */

  /** Lays these hand cards with the centre card: the discard is asked for next, unless the seat goes out. */
  lay(use) {
    const row = exactly(this.asks.melds, use);
    if (!row) {
      this.#refused(use);
      return;
    }
    this.laying = use;
    this.melds = null;
    if (!row.discards.length) this.table.send({ type: "meld", use });
    else this.#discard();
  }

  /** Lays the whole table as it was arranged by hand. */
  layMelds(melds, use, out) {
    this.laying = use;
    this.melds = melds;
    this.arranged = this.bench;
    if (out) this.table.send({ type: "meld", melds });
    else this.#discard();
  }

  #discard() {
    this.mode = "discard";
    this.bench = null;
    this.explain(null);
    this.hand.chosen.clear();
    const discards = this.#row()?.discards ?? [];
    if (discards.length === 1) this.hand.choose(discards);
    this.render();
    this.hand.focus();
    announce(`${t("table.laying", { cards: namesOf([this.table.view.centre.card, ...this.laying]) })} ${this.#prompt()} ${this.help.spoken(this)}`.trim());
  }

  /** Has the question read out that a step of the player has led to. */
  #announce() {
    announce(`${this.#prompt()} ${this.help.spoken(this)}`.trim());
  }

  /**
   * What is no meld: the service says why. Where some of the cards make a meld it is asked for all of them, and names the
   * one that is too many; otherwise for one meld of them and the centre card, and says what is wrong with it.
   */
  #refused(use) {
    const { view, moves } = this.table;
    if (!use.length) {
      this.#hint(this.asks.melds.length ? `${t("table.choose_cards")} ${this.#instead()}` : this.#instead());
      return;
    }
    if (!moves.length) return;
    const { table } = view.seats[view.you];
    const partly = this.asks.melds.some((one) => holds(use, one.use));
    const whole = !partly && (use.length > 1 || !table.length);
    this.table.send(whole ? { type: "meld", melds: [...table, [...use, view.centre.card]] } : { type: "meld", use });
  }

  /** What can be done instead of a meld that is none. */
  #instead() {
    const { card: centre } = this.table.view.centre;
    const [first] = this.asks.melds;
    if (first && !first.use.length) return t("table.fits_alone", { card: theCard(centre) });
    if (first) return t("table.for_example", { cards: namesOf([centre, ...first.use]) });
    return t("table.pass_instead", { card: theCard(centre) });
  }

  /* Arranging by hand */

  arrange(cards, meld) {
    const { view } = this.table;
    this.mode = "arrange";
    this.explain(null);
    this.bench = arranging({
      table: view.seats[view.you].table,
      centre: view.centre.card,
      target: view.target,
      chosen: () => this.hand.selected,
      changed: () => {
        this.hand.chosen.clear();
        this.render();
      },
      lay: (melds, used, out) => this.layMelds(melds, used, out),
    });
    this.bench.begin(cards, meld);
    this.hand.chosen.clear();
    this.render();
    this.#announce();
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    if (key === "s") this.sort(this.hand.order === "suit" ? "rank" : "suit");
    else if (key === "h") this.hand.focus();
    else if (key === "d") this.table.board.showDead();
    else if (key === "?") this.table.help();
    else if (key === "enter" && event.target === document.body && !event.repeat && !this.table.sending) this.primary?.();
    else if (this.shortcuts?.has(key) && !this.table.sending) this.shortcuts.get(key)();
    else return;
    event.preventDefault();
  }
}
