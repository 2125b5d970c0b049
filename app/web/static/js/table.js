// The table: a seat is played here. What it shows comes from the view, what can be done from the legal moves.

import { call, fetched, follow, forgetSeat, keepRefusal, keepSeat, keptRefusals, Problem, uuid } from "./api.js";
import { choose, chosen } from "./choices.js";
import { played } from "./games/played.js";
import { shown } from "./games/shown.js";
import { learnNames, seatHere } from "./people.js";
import { seatNames } from "./pieces.js";
import { botsOf, USUAL_BOT } from "./bots.js";
import { agree, limited, tick } from "./clock.js";
import { seal, sealed } from "./chance.js";
import { chronicle } from "./log.js";
import { save } from "./saving.js";
import { fill, make, still } from "./shell.js";
import { announce, call as summon } from "./signals.js";
import { Phrases } from "./phrases.js";
import { tellPresence } from "./presence.js";
import { sound } from "./sound.js";
import { standIns } from "./standins.js";
import { confirm, phrases, tools, windows } from "./tools.js";
import { lang, link, t } from "./words.js";

const RECENT = 60; // entries of the log that are told on arrival
const AGAIN_MS = 1_000;
const UNREACHED = new Set([0, 502, 503, 504]);
const OVER = new Set(["finished", "void"]);
/** What a seat may say at any table without being asked; a precondition would only be in its way. */
const UNASKED = ["leave", "choose_dealer", "begin", "remove", "seat_bot", "replace", "return"];
const AUTO_MS = 1_000;
/** The panel around the hands, all of its scripts at once. */
const LOBBY = async () => (await Promise.all([import("./later/lobby.js"), import("./later/seating.js"), import("./later/inviting.js")]))[0];
/** The code of an invitation and the seat that it names, unless seats share it. */
const CODE = /^cq_inv_g-[0-9a-z]+(?:\.(\d+))?_/;

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
    this.timed = false;
    this.cuts = new Map();
    this.connected = null;
    this.bots = [];
    this.bot = USUAL_BOT;
    this.invited = null;
    this.links = new Map();
    this.called = "";
    this.lobby = null;
    this.fetching = null;
    this.tick = tick;
    this.parts = Object.fromEntries(["notice", "board", "standins", "tray", "lobby", "side", "speak", "tools", "log"].map((id) => [id, document.getElementById(id)]));
  }

  get #path() {
    return `/v1/games/${this.game}`;
  }

  /** The name of the game. */
  get play() {
    return this.created.events[0].play;
  }

  /** Codes of invitations to this game that this browser made. */
  get invitations() {
    try {
      return JSON.parse(localStorage.getItem(`conquian.invitations.${this.game}`)) ?? {};
    } catch {
      return {};
    }
  }

  #ask(path, options = {}) {
    return call("GET", `${this.#path}${path}`, { token: this.token, ...options });
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
      await this.#enter(seen.body);
      return;
    }
    this.parts.notice.hidden = true;
    this.#open(seen.body);
    if (seen.body.decision === listed.body.decision) this.#take(seen.body, listed.body);
    else await this.refresh(); // a move came between the two answers
    this.#follow();
    if (seen.body.host === this.seat && seen.body.start === "ready") this.#offerBots();
  }

  /** Has the bots that the host may seat, through every cut; the table is there without them. */
  async #offerBots() {
    try {
      await this.learnBots();
    } catch (error) {
      unlessRefused(error);
      if (UNREACHED.has(error.status)) setTimeout(() => this.#offerBots(), AGAIN_MS);
    }
  }

  /** The bots that may take seats; they are asked for once. */
  async learnBots() {
    if (this.bots.length > 0) return;
    this.bots = await botsOf(this.play);
    if (!this.bots.some(({ bot }) => bot === this.bot)) this.bot = this.bots[0]?.bot;
    this.show();
  }

  /** Fetches what stands around the hands; it is not needed while one is played. */
  async learnLobby() {
    this.lobby ??= await fetched(LOBBY);
  }

  /** What somebody without a seat finds: the way in, how it ended, or where one watches. */
  async #enter(view) {
    const { lobby: place, notice } = this.parts;
    const free = view.seats.some((one) => one.kind === "open" || one.left);
    if (!free && !this.invited && !OVER.has(view.status)) {
      location.replace(link(`/watch/${this.game}`));
      return;
    }
    this.view = view;
    this.names = seatNames(view, null);
    await this.learnLobby();
    this.called = await this.#variant(view.variant);
    notice.hidden = true;
    if (OVER.has(view.status)) this.lobby.ending(place, this);
    else if (this.invited && !this.lobby.hasWayIn(view, this.invited)) this.lobby.usedUp(place, this);
    else this.lobby.door(place, this);
  }

  /** What the variant is called in the language of the page; a sheet of one's own calls itself. */
  async #variant(variant) {
    try {
      return (await call("GET", `/v1/variants/${variant}?lang=${lang}`)).body.name[lang];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return variant;
    }
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
    this.phrases = new Phrases(this.game, { names: () => this.names, board: () => this.board, tell: (text) => this.#told(text) }, this.seat);
    phrases(parts.speak, this);
    tools(parts.tools, this);
    parts.side.hidden = false;
  }

  #follow() {
    const after = Math.max(0, this.view.ply - RECENT);
    const onState = (state, why) => this.#state(state, why);
    follow(this.game, { after, token: this.token, onLine: (entry) => this.#heard(entry), onBeside: (line) => this.#beside(line), onState });
  }

  /** An entry of the log: told, and where it is news, what there is now is asked for. */
  async #heard(entry) {
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
    if (entry.ply > this.view.ply) this.refresh(entry);
    else if (this.amounts || this.forced) this.show();
  }

  /** What has changed beside the log: who is connected, and what somebody says. */
  #beside({ connected, phrase }) {
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

  #state(state, why) {
    if (state === "ended") {
      if (why instanceof Problem) this.#lost(why);
      else this.#over();
      return;
    }
    if (state === "reconnecting") this.#cut("stream", t("table.reconnecting"), t("table.reconnecting_why"));
    else if (this.#mended("stream")) this.refresh();
  }

  /** A phrase of a seat: among what has happened, and read out. */
  #told(text) {
    this.log.add(text);
    announce(text);
  }

  /** The log has ended; people may talk on. */
  #over() {
    this.refresh();
    this.phrases.goOn(this.token);
  }

  /** Says that something does not reach the service, until it does. */
  #cut(what, title, detail) {
    const limit = this.timed ? ` ${t("table.clock_goes_on")}` : "";
    this.cuts.set(what, [title, detail + limit]);
    this.#say(title, detail + limit);
  }

  /** Whether it was cut; no longer. The notice goes with the last cut. */
  #mended(what) {
    if (!this.cuts.delete(what)) return false;
    const last = [...this.cuts.values()].pop();
    if (last) this.#say(...last);
    else this.parts.notice.hidden = true;
    return true;
  }

  #say(title, detail) {
    this.parts.notice.hidden = false;
    fill(this.parts.notice, make("strong", {}, title), " ", detail);
  }

  /** Asks for view and moves until both are of one question; several calls at once are one. */
  refresh(entry = null) {
    this.stale = true;
    this.latest = entry ?? this.latest;
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
      this.#mended("reads");
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (UNREACHED.has(error.status)) {
        this.#cut("reads", error.title, t("table.unreachable_why"));
        setTimeout(() => this.refresh(), AGAIN_MS);
      } else await this.#lost(error);
    } finally {
      this.refreshing = null;
    }
  }

  /** Tells a refusal that ends the visit: where the host has opened the seat, that, and what can be done now. */
  async #lost(problem) {
    if (!(await this.wasRemoved(problem))) this.#say(problem.title, problem.detail);
  }

  /** Shows that the host has taken the seat from whoever is here, if that is why a token is refused. */
  async wasRemoved({ status }) {
    if (status !== 401 || this.seat === null) return false;
    try {
      const { body } = await call("GET", `${this.#path}/events?limit=200`);
      const told = body.events.flatMap((entry) => entry.public.events);
      if (!told.some((event) => event.type === "removed" && event.seat === this.seat)) return false;
      await this.learnLobby();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return false;
    }
    forgetSeat(this.game);
    for (const part of Object.values(this.parts)) part.hidden = true;
    this.lobby.removed(this.parts.lobby, this);
    return true;
  }

  #take(view, { moves, ply }) {
    if (this.view && view.ply < this.view.ply) return;
    this.view = view;
    if (view.deadline) this.timed = limited(view);
    this.moves = moves;
    this.asked = ply;
    this.names = seatNames(view, this.seat);
    this.show();
    if (OVER.has(view.status)) this.#reveal();
    this.#unasked();
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
        this.#cut("lobby", error.title, t("table.unreachable_why"));
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
    this.#mended("lobby");
    this.show();
  }

  /** Shows on the board what there is, and what the player is about to lay. */
  draw() {
    this.board.update(this.tray.shown(), this.latest, { names: this.names, connected: this.connected });
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
    this.#unasked();
  }

  /** From now on each question is explained, or no longer. */
  explain(wished) {
    this.explains = wished;
    choose("help", wished);
    document.getElementById("explain").checked = wished;
    this.show();
  }

  /** What is done for the player without a word: opening what was committed to, and a pass where it is the only answer and that was wished for. */
  #unasked() {
    const { view } = this;
    if (view.status === "revealing" && view.awaited.includes(this.seat)) this.#revealChance();
    if (!this.passing) return;
    const { decision } = view;
    setTimeout(() => this.view.decision === decision && this.auto && !this.sending && this.send({ type: "pass" }), AUTO_MS);
  }

  /** After the end every hand may be seen. */
  async #reveal() {
    if (this.revealed) return;
    this.revealed = true;
    const { body } = await this.#ask(`/positions/${this.view.ply}`).catch(() => ({ body: {} }));
    if (body.revealed?.hands?.length) this.board.update(this.view, null, { revealed: body.revealed, ownHand: true });
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
    let refusal = null;
    try {
      const answer = await this.#delivered("/moves", body, [...UNASKED, ...played(this.play).UNASKED].includes(body.type) ? undefined : this.asked);
      const isNew = answer.view.ply > this.view.ply;
      // Where this seat is asked, view and moves are shown together, by what follows.
      if (isNew && answer.view.awaited.includes(this.seat)) this.moves = [];
      else if (isNew) this.#take(answer.view, { moves: [], ply: answer.ply });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
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

  /** Saves the signed refusals of this game as a file, for a dispute. */
  saveRefusals() {
    save(`${this.game}-refusals.json`, `${JSON.stringify(keptRefusals(this.game), null, 1)}\n`, "application/json");
  }

  async #delivered(path, body, ifMatch, token = this.token) {
    const key = uuid();
    for (;;) {
      try {
        const { body: answer, headers } = await call("POST", this.#path + path, { body, token, ifMatch, key });
        agree(headers);
        this.#mended("move");
        return answer;
      } catch (error) {
        const reached = !(error instanceof Problem) || !UNREACHED.has(error.status);
        if (reached) this.#mended("move");
        if (reached) throw error;
        this.#cut("move", t("table.reconnecting"), t("table.move_kept"));
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  /** Commits to chance of this browser's own, where it can; else leaves it to the service (RULES 12.2). */
  async commit() {
    const commitment = await sealed(this.game, this.seat);
    await this.send(commitment ? { type: "ready", entropy_commitment: commitment } : { type: "ready" });
  }

  /** Is ready for the first hand, committed to chance of this browser's own where the seats add any. */
  async ready() {
    if (this.created.events[0].entropy === "seats") await this.commit();
    else await this.send({ type: "ready" });
  }

  async #revealChance() {
    const entropy = seal(this.game);
    if (entropy && !this.sending) await this.send({ type: "reveal", entropy });
  }

  async rematch() {
    await this.#move(async () => {
      const made = await this.#delivered("/rematch", undefined, undefined);
      keepSeat(made.game, made.seat, made.token, { variant: this.view.variant });
      location.assign(link(`/play/${made.game}`));
    });
  }

  /**
   * Takes a free seat, by its number, the code of an invitation or both; a refusal shows what there is now.
   * @param {object} asked
   * @param {ReturnType<typeof import("./people.js").naming>} name  who sits down
   */
  async sit(asked, name) {
    await this.#move(async () => {
      const taken = await name.as((key) => this.#delivered("/seats", asked, undefined, key));
      keepSeat(this.game, taken.seat, taken.token, { variant: taken.view.variant });
      history.replaceState(null, "", location.pathname + location.search);
      location.reload();
    }, () => this.begin());
  }

  /** Lets a bot play for the person of a seat, or asks for it. */
  async replace(seat) {
    await this.#move(async () => {
      await this.learnBots();
      await this.send({ type: "replace", seat, bot: this.bot });
    });
  }

  /** Takes the seat from somebody, after asking once more. */
  remove(seat) {
    confirm(t("table.remove_sure", { name: this.names[seat] }), t("table.remove"), () => this.send({ type: "remove", seat }));
  }

  /** Leaves for good, after asking once more. */
  leave() {
    confirm(played(this.play).leaving(), t("table.leave"), () => this.send({ type: "leave" }));
  }

  async #move(step, otherwise = () => {}) {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await otherwise();
      this.#say(error.title, error.detail);
    }
  }
}

function unlessRefused(error) {
  if (!(error instanceof Problem)) throw error;
}

async function start() {
  const { game } = document.getElementById("main").dataset;
  const code = new URLSearchParams(location.hash.slice(1)).get("invitation");
  const table = new Table(game, await seatHere(game));
  const { notice } = table.parts;
  const [known, seat = null] = CODE.exec(code) ?? [];
  if (known && table.seat === null) table.invited = { code, seat: seat && Number(seat) };
  try {
    await arrive(table);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const unreached = UNREACHED.has(error.status);
    fill(notice, make("strong", {}, error.title), " ", unreached ? t("table.unreachable_why") : error.detail);
    if (unreached) setTimeout(start, AGAIN_MS);
    else notice.classList.add("bad");
  }
}

/** Begins, or shows why whoever has come finds no table here. */
async function arrive(table) {
  try {
    await table.begin();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (table.invited && error.status === 404) {
      await table.learnLobby();
      table.parts.notice.hidden = true;
      table.lobby.closedDoor(table.parts.lobby, table);
    } else if (!(await table.wasRemoved(error))) throw error;
  }
}

start();
