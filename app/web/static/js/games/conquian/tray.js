// What lies before the player: the question, the own hand, what can be done with it, and why something cannot.

import { actions, passingOn } from "./actions.js";
import { arranging } from "./arrange.js";
import { answers, exactly, holds, laid, lit, loosest, reaching, without } from "./asking.js";
import { Help } from "./help.js";
import { spoken } from "./outcome.js";
import { PossibleMelds } from "./possible.js";
import { alternative, notes, question } from "./question.js";
import { AnswerButtons } from "../../answerbuttons.js";
import { waitingFor } from "../../awaited.js";
import { limited, msTo } from "../../clock.js";
import { hand } from "../../hand.js";
import { card, ended, namesOf } from "../../pieces.js";
import { showRefusal } from "../../refusals.js";
import { fill, make } from "../../shell.js";
import { announce, call } from "../../signals.js";
import { link, t } from "../../words.js";

const MELDING = new Set(["offer", "left", "new", "claim_window", "forced"]);
const WINDOWS = new Set(["force_window", "claim_window", "forced"]);
/** How long before its limit a move is sent that waits only for a discard. */
const EARLY_MS = 3_000;

/**
 * The tray of a seat. `table` sends moves and knows view, legal moves and names.
 * @param {HTMLElement} element
 * @param {import("../../table.js").Table} table
 */
export function tray(element, table) {
  return new Tray(element, table);
}

/**
 * `mode` is the step of an answer: "pick" cards, "discard" after a meld, "keep" the centre card, "arrange" melds by hand;
 * `laying` are the hand cards of the meld that waits for its discard, `melds` the whole table if it was arranged by hand.
 */
class Tray {
  constructor(element, table) {
    this.element = element;
    this.table = table;
    this.mode = "pick";
    this.laying = [];
    const part = (name) => element.querySelector(`.${name}`);
    this.parts = { prompt: part("prompt"), note: part("note"), why: part("why"), bench: part("bench"), sort: part("sort") };
    this.help = new Help(part("help"), table);
    this.possible = new PossibleMelds(part("chips"), (use) => this.lay(use));
    this.buttons = new AnswerButtons(part("actions"), table, {
      s: () => this.sort(this.hand.order === "suit" ? "rank" : "suit"),
      h: () => this.hand.focus(),
      d: () => table.board.showDead(),
    });
    this.hand = hand(part("hand"), {
      change: () => this.changed(),
      enter: () => this.buttons.primary?.(),
      drop: (cards, place) => this.dropped(cards, place),
    });
    for (const button of this.parts.sort.querySelectorAll("button")) {
      button.addEventListener("click", () => this.sort(button.dataset.order));
    }
    this.sort(this.hand.order);
  }

  /** Shows what the table knows now; a new question begins from the start. */
  show() {
    const { view, moves } = this.table;
    this.asks = answers(moves);
    const asked = moves.length ? `${view.decision} ${view.phase} ${view.status}` : ended(view) ? view.status : "";
    if (asked !== this.questionKey) this.#begin(asked);
    this.render();
  }

  #begin(asked) {
    this.questionKey = asked;
    this.mode = "pick";
    this.laying = [];
    this.bench = null;
    this.possible.begin();
    this.hand.chosen.clear();
    this.explain(this.table.late ? { detail: t("table.late"), rule: "11.8" } : null);
    const { view, moves, names } = this.table;
    if (!moves.length || ended(view)) {
      call(moves.length ? t("table.title_turn") : null);
      announce(ended(view) ? spoken(view, names) : waitingFor(this.table));
      return;
    }
    this.#suggest();
    const more = view.phase === "exchange" ? passingOn(this).text : view.phase === "forced" ? notes(this)[0] : "";
    announce([question(this), more, this.help.spoken(this)].filter(Boolean).join(" "), this.#isUrgent);
    call(this.#isUrgent ? t("table.title_window") : t("table.title_turn"));
    if (this.#isUrgent && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  }

  /** Chooses a card to pass, never the wild one, so that one click answers; any other may be chosen instead. */
  #suggest() {
    const { rules, view } = this.table;
    const gives = this.asks.gives.filter((code) => code !== rules.wild_card);
    if (!gives.length) return;
    this.#showHand();
    this.hand.choose([loosest(gives, view.hand, view.pack)]);
  }

  #isAskedIn(phases) {
    const { view, moves } = this.table;
    return moves.length > 0 && view.status === "playing" && phases.has(view.phase);
  }

  /** Whether a window is open, in which others wait. */
  get #isUrgent() {
    return this.#isAskedIn(WINDOWS);
  }

  /** Whether a meld may answer the question. */
  get isMelding() {
    return this.#isAskedIn(MELDING);
  }

  render() {
    const { element, parts, table } = this;
    const { view } = table;
    const isAsked = table.moves.length > 0;
    element.classList.toggle("urgent", this.#isUrgent);
    element.classList.toggle("mine", isAsked);
    element.dataset.mode = this.mode;
    element.dataset.asked = isAsked ? view.phase ?? view.status : "";
    const clock = isAsked && limited(view) && make("span.clock", { "data-deadline": view.deadline, role: "timer", "aria-label": t("table.time_left") });
    fill(parts.prompt, this.#shownCard(), make("span.text", {}, isAsked ? question(this) : waitingFor(table)), clock);
    this.#showHand();
    const under = notes(this);
    parts.note.hidden = under.length === 0;
    fill(parts.note, ...under);
    this.help.show(this);
    const choosesMeld = this.mode === "pick" && this.isMelding && !table.sending;
    this.possible.show(choosesMeld ? reaching(this.asks.melds, this.hand.selected) : [], view);
    fill(parts.bench, this.bench?.element);
    this.buttons.show(actions(this));
    parts.sort.hidden = !(view.hand?.length > 1);
    table.draw();
    table.tick();
    this.#hurry();
  }

  /** In a window, beside explanations and in lessons, the card it is about, large, so that nobody has to look for it. */
  #shownCard() {
    const { simple, view: { centre } } = this.table;
    return (this.#isUrgent || this.help.explains || simple) && centre && card(centre.card, { quiet: true });
  }

  /** The view as it will be: the melds that wait for their discard lie on the table, the centre card among them. */
  shown() {
    const { view } = this.table;
    if (this.mode !== "discard" || !view.centre) return view;
    const melds = this.melds ?? laid(view.seats[view.you].table, view.centre.card, this.laying, view.pack).melds;
    return { ...view, centre: null, seats: view.seats.map((seat) => (seat.seat === view.you ? { ...seat, table: melds } : seat)) };
  }

  /**
   * Says why something was refused, with the paragraph; null: nothing was. For a meld the title of the code would speak of
   * all the cards, so it is left out, and what can be done instead is said.
   */
  explain(problem, { meld = false } = {}) {
    const { table, parts: { why } } = this;
    if (meld && this.melds) this.rearrange();
    if (!problem) return showRefusal(why, table, null);
    const detail = meld && this.isMelding ? `${problem.detail} ${alternative(this)}` : problem.detail;
    const learn = problem.rule && make("a", { href: link(`/learn/${table.view.variant}`), target: "_blank" }, t("common.learn"));
    return showRefusal(why, table, { ...problem, title: meld ? "" : problem.title, detail }, learn);
  }

  /** Says what is missing. @param {string} detail */
  hint(detail) {
    this.explain({ detail });
    this.hand.focus();
  }

  /** Has the question read out that a step of the player has led to. */
  #announce(before = "") {
    announce(`${before} ${question(this)} ${this.help.spoken(this)}`.trim());
  }

  /* The hand */

  #showHand() {
    const { moves, sending, view } = this.table;
    const away = { discard: this.laying, arrange: this.bench?.used }[this.mode] ?? [];
    const isExchange = view.phase === "exchange";
    this.hand.show({
      cards: without(view.hand ?? [], away),
      open: !sending && (this.isMelding || isExchange) && moves.length > 0,
      many: this.mode === "arrange" || (this.mode === "pick" && !isExchange),
      lit: new Set(this.#leading()),
      label: t("table.hand"),
    });
  }

  /** The cards of the hand that lead somewhere at this step. */
  #leading() {
    const { moves, view } = this.table;
    if (!moves.length) return [];
    if (this.mode === "discard") return this.#row()?.discards ?? view.hand;
    if (this.mode === "keep") return this.asks.keeps;
    if (this.mode === "arrange") return without(view.hand ?? [], this.bench.used);
    if (view.phase === "exchange") return this.asks.gives;
    return lit(this.asks.melds, this.hand.selected);
  }

  changed() {
    this.explain(null);
    if (this.mode === "arrange") this.bench.offer(this.hand.selected);
    this.render();
  }

  sort(order) {
    this.hand.sort(order);
    for (const button of this.parts.sort.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.order === order));
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
      this.buttons.primary?.();
      return;
    }
    if (!this.isMelding) return;
    const meld = place.element.dataset.meld;
    if (meld !== undefined && !this.table.simple) this.arrange(cards, Number(meld));
    else this.hand.also(place.keys);
  }

  /* Steps of an answer */

  /** Goes to a step, with nothing laid; back to the first one with the cards chosen that were to be laid. */
  turn(mode) {
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

  back() {
    if (this.mode === "discard" && this.melds) this.rearrange();
    else this.turn("pick");
  }

  /** Lays these hand cards with the centre card: the discard is asked for next, unless the seat goes out. */
  lay(use) {
    const row = exactly(this.asks.melds, use);
    if (!row) {
      this.#sendRefused(use);
      return;
    }
    this.laying = use;
    this.melds = null;
    if (!row.discards.length) this.table.send({ type: "meld", use });
    else this.#askDiscard();
  }

  /** Lays the whole table as it was arranged by hand. */
  layMelds(melds, use, out) {
    this.laying = use;
    this.melds = melds;
    this.arranged = this.bench;
    if (out) this.table.send({ type: "meld", melds });
    else this.#askDiscard();
  }

  /** The legal meld whose discard is asked for. */
  #row() {
    return exactly(this.asks.melds, this.laying);
  }

  #askDiscard() {
    this.mode = "discard";
    this.bench = null;
    this.explain(null);
    this.hand.chosen.clear();
    const discards = this.#row()?.discards ?? [];
    if (discards.length === 1) this.hand.choose(discards);
    this.render();
    this.hand.focus();
    this.#announce(t("table.laying", { cards: namesOf([this.table.view.centre.card, ...this.laying]) }));
  }

  /** Sends the meld, or the card to keep, that waited for this discard. */
  finish(discard) {
    const { laying, melds } = this;
    if (this.mode === "keep") this.table.send({ type: "keep", discard });
    else this.table.send(melds ? { type: "meld", melds, discard } : { type: "meld", use: laying, discard });
  }

  /**
   * Sends what is no meld, so that the service says why. Where some of the cards make a meld it is asked for all of them,
   * and names the one that is too many; otherwise for one meld of them and the centre card, and says what is wrong with it.
   */
  #sendRefused(use) {
    const { view, moves } = this.table;
    if (!use.length) {
      this.hint(this.asks.melds.length ? `${t("table.choose_cards")} ${alternative(this)}` : alternative(this));
      return;
    }
    if (!moves.length) return;
    const { table } = view.seats[view.you];
    const isPartly = this.asks.melds.some((meld) => holds(use, meld.use));
    const isWhole = !isPartly && (use.length > 1 || !table.length);
    this.table.send(isWhole ? { type: "meld", melds: [...table, [...use, view.centre.card]] } : { type: "meld", use });
  }

  /** Arranges the own table by hand: these cards with the centre card in a meld of it, or in a new one (null). */
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

  /** Goes back to the melds as they were arranged by hand, with nothing lost of them. */
  rearrange() {
    this.mode = "arrange";
    this.bench = this.arranged;
    this.melds = null;
    this.laying = [];
    this.hand.chosen.clear();
    this.render();
  }

  /* The limit */

  /** Whether a meld or a card to keep is chosen, and only its discard is missing. */
  get isChoosingDiscard() {
    return this.table.moves.length > 0 && (this.mode === "discard" || this.mode === "keep");
  }

  /** The discard of what waits for one: the card that is chosen, else the one that goes least with the others. */
  get discard() {
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
    if (!this.isChoosingDiscard || !limited(view) || this.hurried === this.questionKey) return;
    this.late = setTimeout(() => {
      if (!this.isChoosingDiscard || this.table.sending) return;
      this.hurried = this.questionKey;
      this.finish(this.discard);
    }, Math.max(0, msTo(view.deadline) - EARLY_MS));
  }
}
