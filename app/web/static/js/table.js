// The table: a seat is played here. What it shows comes from the view, what can be done from the legal moves.

import { call, fetched, follow, keepRefusal, pause, Problem, unlessRefused } from "./api.js";
import { offerBots, USUAL_BOT } from "./bots.js";
import { choose, chosen } from "./choices.js";
import { agree, limited, tick } from "./clock.js";
import { revealChance } from "./commands.js";
import { AGAIN_MS, delivered } from "./delivery.js";
import { confirm } from "./dialogs.js";
import { played } from "./games/played.js";
import { shown } from "./games/shown.js";
import { chronicle } from "./log.js";
import { Notice } from "./notice.js";
import { learnNames, seatHere } from "./people.js";
import { Phrases } from "./phrases.js";
import { seatNames } from "./pieces.js";
import { tellPresence } from "./presence.js";
import { still } from "./shell.js";
import { announce, call as summon } from "./signals.js";
import { sound } from "./sound.js";
import { standIns } from "./standins.js";
import { help, phrases, rule, tools, windows } from "./tools.js";
import { enter, enterUnseen, invitationHere, wasRemoved } from "./visitors.js";
import { t } from "./words.js";

const RECENT = 60; // entries of the log that are told on arrival
const OVER = new Set(["finished", "void"]);
/** What a seat may say at any table without being asked; a precondition would only be in its way. */
const UNASKED = ["leave", "choose_dealer", "begin", "remove", "seat_bot", "replace", "return"];
const AUTO_MS = 1_000;
/** The panel around the hands, all of its scripts at once. */
const LOBBY = async () => (await Promise.all([import("./later/lobby.js"), import("./later/seating.js"), import("./later/inviting.js")]))[0];

/** A game as one seat has it before it. */
export class Table {
  constructor(game, seat) {
    this.game = game;
    this.seat = seat?.seat ?? null;
    this.token = seat?.token ?? null;
    this.view = null;
    this.moves = [];
    this.names = [];
    this.rules = null;
    this.created = null;
    this.amounts = null;
    this.evening = null;
    this.sending = false;
    this.auto = false;
    this.explains = chosen("help");
    this.forced = null;
    this.late = false;
    this.audible = 0;
    this.connected = null;
    this.bots = [];
    this.bot = USUAL_BOT;
    this.invited = null;
    this.links = new Map();
    this.called = "";
    this.lobby = null;
    this.fetching = null;
    this.tick = tick;
    this.confirm = confirm;
    this.parts = Object.fromEntries(["notice", "board", "standins", "tray", "lobby", "side", "speak", "tools", "log"].map((id) => [id, document.getElementById(id)]));
    this.notice = new Notice(this.parts.notice);
  }

  /** The name of the game. */
  get play() {
    return this.created.events[0].play;
  }

  #ask(path, options = {}) {
    return call("GET", `/v1/games/${this.game}${path}`, { token: this.token, ...options });
  }

  /** Everything there is now, at once; then what follows, as it comes. */
  async begin() {
    const [seen, first, listed] = await Promise.all([this.#ask(""), this.#ask("/events?limit=1"), this.token ? this.#ask("/moves") : null]);
    agree(seen.headers);
    this.created = first.body.events[0].public;
    const { play } = this;
    await Promise.all([played.learn(play), shown.learn(play), learnNames(seen.body.seats), seen.body.status === "playing" || this.learnLobby()]);
    this.rules = this.created.events[0].rules;
    if (this.seat === null) {
      await enter(this, seen.body);
      return;
    }
    this.notice.hide();
    this.#open(seen.body);
    if (seen.body.decision === listed.body.decision) this.#take(seen.body, listed.body);
    else await this.refresh(); // a move came between the two answers
    this.#follow();
    if (seen.body.host === this.seat && seen.body.start === "ready") offerBots(this);
  }

  /** Fetches what stands around the hands; it is not needed while one is played. */
  async learnLobby() {
    this.lobby ??= await fetched(LOBBY);
  }

  #open(view) {
    const { parts, rules } = this;
    this.view = view;
    this.audible = view.ply; // what happened before is told, and not heard
    this.names = seatNames(view, this.seat);
    const options = { seat: this.seat, ownHand: false, motion: !still(), direction: rules.direction, teams: rules.teams, names: this.names };
    this.board = shown(this.play).board(parts.board, options);
    this.log = chronicle(parts.log, this);
    this.tray = played(this.play).tray(parts.tray, this);
    this.phrases = new Phrases(this.game, { names: () => this.names, board: () => this.board, tell: (text) => this.#showPhrase(text) }, this.seat);
    phrases(parts.speak, this);
    tools(parts.tools, this);
    parts.side.hidden = false;
  }

  #follow() {
    const after = Math.max(0, this.view.ply - RECENT);
    follow(this.game, {
      after,
      token: this.token,
      onLine: (entry) => this.#onEntry(entry),
      onBeside: (line) => this.#onBeside(line),
      onState: (state, why) => this.#onState(state, why),
    });
  }

  /** An entry of the log: told, and where it is news, what there is now is asked for. */
  async #onEntry(entry) {
    await learnNames(entry.public.events);
    this.log.tell(entry);
    for (const event of entry.public.events) {
      if (event.type === "hand-settled") this.amounts = event.amounts;
      if (event.type === "hand-begun") this.amounts = null;
    }
    const of = (type) => entry.public.events.find((event) => event.type === type) ?? null;
    this.forced = of("forced");
    if (entry.ply > this.view.ply && of("timed-out")?.seats.includes(this.seat)) this.late = true;
    if (entry.ply > this.audible) sound(of("hand-settled") ? "over" : "card");
    this.audible = Math.max(this.audible, entry.ply);
    if (entry.ply > this.view.ply) this.refresh();
    else if (this.amounts || this.forced) this.show();
  }

  /** What has changed beside the log: who is connected, and what somebody says. */
  #onBeside({ connected, phrase }) {
    if (phrase) this.phrases.hear(phrase);
    if (connected) {
      tellPresence(this, connected);
      this.connected = connected;
      this.show();
    }
  }

  /** Who forces the centre card on this seat; null where that is not known, as in a fork. */
  get forcer() {
    const { seats, you } = this.view;
    return this.forced?.by ?? (seats.length === 2 ? 1 - you : null);
  }

  #onState(state, why) {
    if (state === "ended") {
      if (why instanceof Problem) this.#onRefused(why);
      else this.#onEnd();
      return;
    }
    if (state === "reconnecting") this.notice.cut("stream", t("table.reconnecting"), t("table.reconnecting_why"));
    else if (this.notice.mended("stream")) this.refresh();
  }

  /** A phrase of a seat: among what has happened, and read out. */
  #showPhrase(text) {
    this.log.add(text);
    announce(text);
  }

  /** The log has ended; people may talk on. */
  #onEnd() {
    this.refresh();
    this.phrases.goOn(this.token);
  }

  /** Asks for view and moves until both are of one question; several calls at once are one. */
  refresh() {
    this.stale = true;
    return (this.refreshing ??= this.#catchUp());
  }

  async #catchUp() {
    try {
      while (this.stale) {
        this.stale = false;
        const [seen, listed] = await Promise.all([this.#ask(""), this.#ask("/moves")]);
        agree(seen.headers);
        await learnNames(seen.body.seats);
        if (seen.body.decision !== listed.body.decision) this.stale = true;
        else this.#take(seen.body, listed.body);
      }
      this.notice.mended("reads");
    } catch (error) {
      unlessRefused(error);
      if (error.isUnreached) {
        this.notice.cut("reads", error.title, t("table.unreachable_why"));
        setTimeout(() => this.refresh(), AGAIN_MS);
      } else await this.#onRefused(error);
    } finally {
      this.refreshing = null;
    }
  }

  /** Tells a refusal that ends the visit: where the host has opened the seat, that, and what can be done now. */
  async #onRefused(problem) {
    if (!(await wasRemoved(this, problem))) this.notice.say(problem.title, problem.detail);
  }

  #take(view, { moves, ply }) {
    if (this.view && view.ply < this.view.ply) return;
    this.view = view;
    if (view.deadline) this.notice.timed = limited(view);
    this.moves = moves;
    this.asked = ply;
    this.names = seatNames(view, this.seat);
    this.show();
    if (OVER.has(view.status)) this.#reveal();
    this.#actUnasked();
  }

  show() {
    const { parts, view } = this;
    if (!this.board) return;
    standIns(parts.standins, this);
    if (this.lobby) this.lobby.lobby(parts.lobby, this);
    else if (view.status !== "playing") this.fetching ??= this.#fetchLobby();
    parts.tray.hidden = !view.hand || OVER.has(view.status) || view.status === "between_hands";
    this.tray.show();
    windows(this, OVER.has(view.status) || view.status === "waiting");
    tick();
    const missing = view.status === "waiting" && view.seats.some((one) => one.kind === "open");
    if (view.status !== "playing" && this.moves.length && !missing) summon(t("table.title_turn"));
    else if (!this.moves.length) summon(null);
  }

  /** Fetches the panel around the hands, through every cut, and shows it. */
  async #fetchLobby() {
    while (!this.lobby) {
      try {
        await this.learnLobby();
      } catch (error) {
        unlessRefused(error);
        this.notice.cut("lobby", error.title, t("table.unreachable_why"));
        await pause(AGAIN_MS);
      }
    }
    this.notice.mended("lobby");
    this.show();
  }

  /** Shows on the board what there is, and what the player is about to lay. */
  draw() {
    this.board.update(this.tray.shown(), { names: this.names, connected: this.connected });
    this.parts.board.classList.toggle("laying", this.tray.mode === "discard");
  }

  /** Whether a pass is all that the player can do now. */
  get onlyPass() {
    return this.moves.length === 1 && played(this.play).answers(this.moves).passes;
  }

  /** Whether the page is about to pass for the player. */
  get passing() {
    return this.auto && this.onlyPass;
  }

  /** From now on passes by itself where nothing else is possible, or no longer. */
  passAlways(wished) {
    this.auto = wished;
    document.getElementById("auto").checked = wished;
    this.show();
    this.#actUnasked();
  }

  /** From now on each question is explained, or no longer. */
  explain(wished) {
    this.explains = wished;
    choose("help", wished);
    document.getElementById("explain").checked = wished;
    this.show();
  }

  /** What is done for the player without a word: opening what was committed to, and a pass where it is the only answer and that was wished for. */
  #actUnasked() {
    const { view } = this;
    if (view.status === "revealing" && view.awaited.includes(this.seat)) revealChance(this);
    if (!this.passing) return;
    const { decision } = view;
    setTimeout(() => this.view.decision === decision && this.auto && !this.sending && this.send({ type: "pass" }), AUTO_MS);
  }

  /** After the end every hand may be seen. */
  async #reveal() {
    if (this.revealed) return;
    this.revealed = true;
    const { body } = await this.#ask(`/positions/${this.view.ply}`).catch(() => ({ body: {} }));
    if (body.revealed?.hands?.length) this.board.update(this.view, { revealed: body.revealed, ownHand: true });
    if (!this.view.evening) return;
    this.evening = (await call("GET", `/v1/evenings/${this.view.evening}`, { token: this.token }).catch(() => ({ body: null }))).body;
    this.show();
  }

  /* What the player says */

  /** Sends a command, again and again while nobody answers: it counts once. */
  async send(body) {
    if (this.sending) return;
    this.sending = true;
    this.late = false;
    this.show();
    const unasked = [...UNASKED, ...played(this.play).UNASKED].includes(body.type);
    let refusal = null;
    try {
      const answer = await delivered(this, "/moves", { body, ifMatch: unasked ? undefined : this.asked });
      const isNew = answer.view.ply > this.view.ply;
      // Where this seat is asked, view and moves are shown together, by what follows.
      if (isNew && answer.view.awaited.includes(this.seat)) this.moves = [];
      else if (isNew) this.#take(answer.view, { moves: [], ply: answer.ply });
    } catch (error) {
      unlessRefused(error);
      refusal = error;
      if (error.refusal) keepRefusal(this.game, body, error.refusal);
    }
    this.sending = false;
    this.learnLobby().catch(unlessRefused); // so that it is there when the hand ends
    await this.#answered(refusal, this.view.decision, body.type === "meld");
  }

  /**
   * Catches up; a refusal is told unless the question itself has gone, as when another tab was faster. That the time was
   * over is told by the log.
   */
  async #answered(refusal, decision, meld) {
    await this.refresh();
    this.show();
    const gone = this.view.decision !== decision || refusal?.code === "stale_ply";
    if (refusal && !gone) this.tray.explain(refusal, { meld });
  }

  /** Shows a paragraph of the rulebook. @param {string} paragraph */
  rule(paragraph) {
    rule(this, paragraph);
  }

  /** Shows the keys. */
  help() {
    help(this);
  }
}

async function start() {
  const { game } = document.getElementById("main").dataset;
  const table = new Table(game, await seatHere(game));
  if (table.seat === null) table.invited = invitationHere();
  try {
    await arrive(table);
  } catch (error) {
    unlessRefused(error);
    table.notice.say(error.title, error.isUnreached ? t("table.unreachable_why") : error.detail);
    if (error.isUnreached) setTimeout(start, AGAIN_MS);
    else table.parts.notice.classList.add("bad");
  }
}

/** Begins, or shows why whoever has come finds no table here. */
async function arrive(table) {
  try {
    await table.begin();
  } catch (error) {
    unlessRefused(error);
    if (table.invited && error.status === 404) await enterUnseen(table);
    else if (!(await wasRemoved(table, error))) throw error;
  }
}

start();
