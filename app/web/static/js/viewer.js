// A game ply by ply: the board, a slider with its keys, and beside it the moves, the ledger and the rules.

import { read } from "./games/read.js";
import { shown } from "./games/shown.js";
import { learnNames } from "./people.js";
import { seatNames } from "./pieces.js";
import { icon } from "./icons.js";
import { Ledger } from "./balances.js";
import { Moves } from "./moves.js";
import { cited, paragraphIn, paragraphsOf } from "./paragraphs.js";
import { EVERYTHING, handsOf, occupants } from "./replayed.js";
import { said } from "./said.js";
import { fill, make, still } from "./shell.js";
import { tabbed } from "./tabs.js";
import { moment, t } from "./words.js";

const BEAT_MS = 1_600;
const SPEEDS = [0.5, 1, 2, 4];

/** The name of a reader as an address has it: nothing for everything, `table`, or a seat. */
export const readerIn = (text, readers) => {
  const wanted = text === "table" ? null : text === null || text === "" || text === EVERYTHING ? readers[0] : Number(text);
  return readers.includes(wanted) ? wanted : readers[0];
};
export const readerText = (reader) => (reader === EVERYTHING ? null : (reader ?? "table").toString());

const QUIET = ["created", "seats-asked", "rotated", "entropy-revealed", "standing-changed", "key-revealed"];

/** A word for an entry of which the table hears nothing. */
function quiet({ events }) {
  const name = events.find(({ type }) => QUIET.includes(type))?.type.replaceAll("-", "_");
  return name ? t(`replay.event_${name}`) : t("replay.quiet");
}

/** Fetches what a viewer needs of a game of this service. @param {import("./replayed.js").Recorded | import("./replayed.js").Running} source */
export const learn = (source) => Promise.all([shown.learn(source.play), read.learn(source.play), learnNames(occupants(source))]);

export class Viewer {
  /**
   * @param {HTMLElement} element
   * @param {import("./replayed.js").Recorded | import("./replayed.js").Running} source
   * @param {{ply?: number, reader?: any, marks?: Map<number, string>, marked?: string, onMove?: (viewer: Viewer) => void}} [options]
   *   `marks` says by ply what was found there, `marked` what such an entry is called in the list
   */
  constructor(element, source, { ply = Infinity, reader = source.readers[0], marks = new Map(), marked = t("replay.found"), onMove = () => {} } = {}) {
    Object.assign(this, { element, source, reader, marks, marked, onMove });
    this.at = source.at(ply);
    this.hands = handsOf(source);
    this.shows = 0;
    this.timer = null;
    this.#build();
    this.closing = new AbortController();
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.closing.signal });
    this.ready = this.#show();
  }

  get ply() {
    return this.source.ply(this.at);
  }

  /** Takes no keys any more and stands still. */
  close() {
    this.closing.abort();
    if (this.timer !== null) this.toggle();
  }

  /** Goes to the entry at a ply. */
  go(ply) {
    return this.to(this.source.at(ply));
  }

  /** Goes to the entry at a place, from 0. */
  to(at) {
    this.at = Math.min(Math.max(at, 0), this.source.length - 1);
    return this.#show();
  }

  #build() {
    this.stage = make("div");
    this.said = make("p.said", { role: "status" });
    this.missing = make("p.notice.bad", { hidden: true }, t("replay.no_position"));
    this.moves = new Moves(this);
    this.ledger = new Ledger(this.source, this.hands);
    this.rules = make("div.rules");
    const main = make("div.viewer-main", {}, this.#choices(), this.#controls(), this.said, this.missing, this.stage, this.rules);
    this.element.classList.add("viewer");
    fill(this.element, main, this.#side());
  }

  #controls() {
    const button = (name, label, act) =>
      make("button.step", { type: "button", "aria-label": label, title: label, on: { click: act } }, icon(name));
    this.first = button("first", t("replay.first"), () => this.to(0));
    this.back = button("back", t("replay.back"), () => this.to(this.at - 1));
    this.playing = button("play", t("replay.play"), () => this.toggle());
    this.next = button("next", t("replay.next"), () => this.to(this.at + 1));
    this.last = button("last", t("replay.last"), () => this.to(this.source.length - 1));
    this.slider = make("input.slider", {
      type: "range", min: 1, max: this.source.length, step: 1, "aria-label": t("replay.slider"),
      on: { input: () => this.to(Number(this.slider.value) - 1) },
    });
    this.count = make("output.count", { "aria-hidden": "true" });
    this.speed = make("select.speed", { "aria-label": t("replay.speed") },
      ...SPEEDS.map((one) => make("option", { value: one, selected: one === 1 }, `${one}×`)));
    const steps = make("div.steps", {}, this.first, this.back, this.playing, this.next, this.last, this.speed, this.count);
    return make("div.controls", { role: "group", "aria-label": t("replay.controls") }, make("div.track", {}, this.slider, ...this.#ticks()), steps);
  }

  /** Where hands begin and where something was found, on the track. */
  #ticks() {
    const span = Math.max(1, this.source.length - 1);
    const tick = (kind, at, title) => {
      const mark = make(`span.tick.${kind}`, { title, "aria-hidden": "true" });
      mark.style.setProperty("--at", at / span);
      return mark;
    };
    const hands = this.hands.slice(1).map(({ first, number }) => tick("hand", first, t("replay.hand", { number })));
    return [...hands, ...[...this.marks].map(([ply, text]) => tick("found", this.source.at(ply), text))];
  }

  #choices() {
    const { source, hands } = this;
    this.names = seatNames({ seats: occupants(source) }, null);
    const called = (reader) =>
      reader === EVERYTHING ? t("replay.everything") : reader === null ? t("replay.as_table") : this.names[reader];
    this.readers = make("select", { id: "seen-by", on: { change: () => this.look(source.readers[this.readers.selectedIndex]) } },
      ...source.readers.map((one) => make("option", { selected: one === this.reader }, called(one))));
    this.hand = make("select", { id: "hand", on: { change: () => this.to(hands[this.hand.selectedIndex].first) } },
      ...hands.map((one) => make("option", {}, this.#handName(one))));
    return make("div.choices", {},
      make("p", { hidden: source.readers.length < 2 }, make("label", { for: "seen-by" }, t("replay.seen_by")), this.readers),
      make("p", { hidden: hands.length < 2 }, make("label", { for: "hand" }, t("replay.hand_label")), this.hand));
  }

  #handName({ number, ended }) {
    if (ended === null) return t("replay.hand", { number });
    if (ended.length === 0) return t("replay.hand_drawn", { number });
    return t("replay.hand_won", { number, name: ended.map((seat) => this.names[seat]).join(", ") });
  }

  #side() {
    const { words, signs } = this.moves;
    const panels = [["moves", t("replay.moves"), words], ["notation", t("replay.notation"), signs], ["ledger", t("replay.ledger"), this.ledger.element]];
    return make("aside.viewer-side.panel", { "aria-label": t("replay.beside") }, ...tabbed(t("replay.beside"), panels, () => this.moves.mark(this.at)));
  }

  /** Looks at it as another reader. */
  look(reader) {
    this.reader = reader;
    this.readers.selectedIndex = this.source.readers.indexOf(reader);
    this.moves.redraw();
    return this.#show();
  }

  async #show() {
    const { source, at, reader } = this;
    const shown = ++this.shows;
    this.#frame();
    let view = null, revealed = null;
    try {
      view = await source.view(at, reader);
      revealed = view !== null && reader === EVERYTHING ? await source.revealed(at) : null;
    } catch (fault) {
      if (source.over) console.warn(fault);
      else throw fault;
    }
    if (shown !== this.shows) return;
    this.view = view;
    this.missing.hidden = view !== null;
    this.stage.hidden = view === null;
    if (view !== null) this.#draw(view, revealed);
    this.onMove(this);
  }

  #draw(view, revealed) {
    const seat = typeof this.reader === "number" ? this.reader : null;
    const names = seatNames(view, null);
    const direction = this.source.sheet()?.direction;
    const options = { names, revealed, seat, direction, teams: this.source.sheet()?.teams ?? 0 };
    if (this.board) this.board.update(view, options);
    else this.board = shown(this.source.play).board(this.stage, { view, motion: !still(), ...options });
    this.moves.mark(this.at);
  }

  /** Everything but the board, which may have to wait for the service. */
  #frame() {
    const { source, at } = this;
    const entry = source.entry(at, this.reader);
    const texts = this.texts(at);
    this.slider.value = at + 1;
    this.slider.setAttribute("aria-valuetext", [t("replay.at", { ply: source.ply(at), last: source.ply(source.length - 1) }), ...texts].join(". "));
    fill(this.count, `${source.ply(at)}`, make("span.of", {}, ` / ${source.ply(source.length - 1)}`));
    this.element.dataset.ply = source.ply(at);
    const time = entry.public.time > 0 ? make("time.muted", {}, moment(entry.public.time)) : null;
    fill(this.said, make("strong", {}, t("replay.ply", { ply: source.ply(at) })), " ", texts.join(". "), time && " ", time);
    for (const button of [this.first, this.back]) button.disabled = at === 0;
    for (const button of [this.next, this.last]) button.disabled = at === source.length - 1;
    this.hand.selectedIndex = this.hands.findIndex(({ first, last }) => first <= at && at <= last);
    this.moves.mark(at);
    this.#cite(entry);
  }

  /** What an entry says in sentences to the present reader. */
  texts(at) {
    const entry = this.source.entry(at, this.reader);
    const texts = said({ public: entry.public }, { names: this.names, play: this.source.play, you: null });
    return texts.length > 0 ? texts : [quiet(entry.public)];
  }

  /** Whose turn it was before the entry at a place, by the last question before it; undefined before the first one. */
  #turnBefore(at) {
    for (let before = at - 1; before >= 0; before -= 1) {
      const asked = this.source.entry(before, null).public.events.findLast(({ type }) => type === "asked");
      if (asked) return asked.turn;
    }
    return undefined;
  }

  /** The paragraphs of the rulebook behind an entry, each opened on request. */
  #cite(entry) {
    const open = new Set([...this.rules.querySelectorAll("details[open]")].map((one) => one.dataset.rule));
    const turn = this.#turnBefore(this.at);
    const known = this.source.paragraphs;
    const numbers = paragraphsOf(entry.public.events.map((event) => ({ ...event, turn })), this.source.play).filter((number) => !known || number in known);
    fill(this.rules, ...numbers.map((number) => cited(number, () => paragraphIn(this.source, number), open.has(number))));
  }

  /** Plays on by itself, or stops. */
  toggle() {
    const plays = this.timer === null;
    const label = plays ? t("replay.pause") : t("replay.play");
    this.playing.setAttribute("aria-label", label);
    this.playing.title = label;
    fill(this.playing, icon(plays ? "pause" : "play"));
    this.said.setAttribute("aria-live", plays ? "off" : "polite");
    clearTimeout(this.timer);
    this.timer = null;
    if (!plays) return;
    if (this.at === this.source.length - 1) this.to(0);
    this.#beat();
  }

  #beat() {
    const timer = setTimeout(async () => {
      await this.to(this.at + 1);
      if (this.timer !== timer) return; // stopped, or stopped and begun anew
      if (this.at < this.source.length - 1) this.#beat();
      else this.toggle();
    }, BEAT_MS / Number(this.speed.value));
    this.timer = timer;
  }

  #key(event) {
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.closest?.("select, textarea, [contenteditable], input:not([type=range])")) return;
    const onButton = target.closest?.("button, a, summary, label");
    const act = {
      ArrowLeft: () => this.to(this.at - 1),
      ArrowRight: () => this.to(this.at + 1),
      Home: () => this.to(0),
      End: () => this.to(this.source.length - 1),
      " ": onButton ? null : () => this.toggle(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
