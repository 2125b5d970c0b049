// A game to be looked at ply by ply: one from a record, folded here, or one that still runs, asked of the service.

import { call } from "./api.js";
import { shown } from "./games/shown.js";
import { revealedOf, viewOf } from "./positions.js";

/** Who looks: everybody at once. Besides it a seat's number, or null for a spectator. */
export const EVERYTHING = "all";

/**
 * The record of a game that is over, as bytes.
 * @param {string} game
 * @param {string | null} token
 * @returns {Promise<Uint8Array>}
 * @throws {import("./api.js").Problem}
 */
export async function recordOf(game, token) {
  return (await call("GET", `/v1/games/${game}/record.jsonl`, { token, accept: "application/x-ndjson", asBytes: true })).body;
}

/** A game from the bytes of its record; all of it is in memory. */
export class Recorded {
  /**
   * @param {any} tool  the verifier
   * @param {Uint8Array} bytes
   */
  constructor(tool, bytes) {
    const { game, rulebook, created, steps } = tool.retold(bytes);
    this.game = game;
    this.bytes = bytes;
    this.created = created;
    this.paragraphs = rulebook?.paragraphs ?? null;
    this.steps = steps;
    this.over = true;
  }

  get length() {
    return this.steps.length;
  }

  /** The seats that may look, and whether everything may be seen. */
  get readers() {
    return [EVERYTHING, null, ...(this.created?.seats ?? []).keys()];
  }

  ply(at) {
    return this.steps[at].ply;
  }

  /** The place of the entry at `ply`, or of the last one before it. */
  at(ply) {
    const later = this.steps.findIndex((step) => step.ply > ply);
    return Math.max(0, (later < 0 ? this.length : later) - 1);
  }

  /** The ply after which a seat decides for the first time: that of the first deal, 1 in a game without any. */
  get firstDecision() {
    return this.steps.find((step) => step.table?.hand)?.ply ?? 1;
  }

  /** The entry as `reader` has it: what is public, and what of the rest it may know. */
  entry(at, reader) {
    const { ply, public: said, hidden, command, events } = this.steps[at];
    if (reader === EVERYTHING) return { ply, public: { ...said, command, events } };
    return { ply, public: said, own: hidden.find((one) => one.audience === reader) };
  }

  /** The view after the entry, null where the record cannot be followed so far. */
  async view(at, reader) {
    const { table, ply } = this.steps[at];
    return table === null ? null : viewOf(table, ply, reader === EVERYTHING ? null : reader);
  }

  async revealed(at) {
    const { table } = this.steps[at];
    return table === null ? null : revealedOf(table);
  }

  /** The centre card before the entry. */
  centre(at) {
    return at > 0 ? (this.steps[at - 1].table?.hand?.centre?.card ?? null) : null;
  }

  /** The name of the game. */
  get play() {
    return this.created?.play;
  }

  sheet() {
    return this.created?.rules ?? null;
  }
}

const PAGE = 200;

/** A game of the service that is not over: its public log, and positions as this reader may see them. */
export class Running {
  constructor(game, token) {
    this.game = game;
    this.token = token;
    this.bytes = null;
    this.paragraphs = null;
    this.over = false;
    this.entries = [];
    this.views = new Map();
    this.created = null;
    this.damagedAt = null;
  }

  /** Fetches the whole log as far as it goes; `damagedAt` is the first entry of a damaged one that cannot be read. */
  async load() {
    for (let after = 0; ; ) {
      const path = `/v1/games/${this.game}/events?after=${after}&limit=${PAGE}`;
      const { body } = await call("GET", path, { token: this.token });
      this.entries.push(...body.events);
      this.damagedAt = body.damaged_at ?? null;
      if (body.events.length === 0 || body.next >= body.ply) break;
      after = body.next;
    }
    this.created = this.entries[0]?.public.events.find((event) => event.type === "created") ?? null;
    if (this.length > 0) this.seat = (await this.view(this.length - 1)).you;
    return this;
  }

  get length() {
    return this.entries.length;
  }

  get readers() {
    return [this.seat];
  }

  ply(at) {
    return this.entries[at].ply;
  }

  at(ply) {
    return Math.min(Math.max(ply, 1), this.length) - 1;
  }

  entry(at) {
    return this.entries[at];
  }

  async #position(at) {
    const ply = this.ply(at);
    if (!this.views.has(ply)) {
      const asked = call("GET", `/v1/games/${this.game}/positions/${ply}`, { token: this.token });
      this.views.set(ply, asked.then(({ body }) => body));
      asked.catch(() => this.views.delete(ply));
    }
    return this.views.get(ply);
  }

  async view(at) {
    return (await this.#position(at)).view;
  }

  async revealed() {
    return null;
  }

  centre() {
    return null;
  }

  /** The name of the game. */
  get play() {
    return this.created?.play;
  }

  sheet() {
    return this.created?.rules ?? null;
  }
}

const HAND_ENDS = ["hand-settled", "game-ended", "game-voided"];

/**
 * The hands of a game: `{number, first, last, begun, over, ended, amounts, balances}`, `first` and `last` the places of the entries that are
 * shown with it, those before the first deal with the first hand; `begun` and `over` those of the deal and of the hand's end, `ended` the
 * winners. The rest is null while the hand is open.
 */
export function handsOf(source) {
  const hands = [];
  const { winnersIn } = shown(source.play);
  for (let at = 0; at < source.length; at++) {
    for (const event of source.entry(at, null).public.events) {
      if (event.type === "hand-begun") hands.push({ number: event.hand_number, first: at, last: at, begun: at, over: null, ended: null, amounts: null, balances: null });
      const hand = hands.at(-1);
      if (hand) hand.ended = winnersIn(event) ?? hand.ended;
      if (hand && event.type === "hand-settled") Object.assign(hand, { amounts: event.amounts, balances: event.balances });
      if (hand && HAND_ENDS.includes(event.type)) hand.over ??= at;
    }
    if (hands.length > 0) hands.at(-1).last = at;
  }
  if (hands.length > 0) hands[0].first = 0;
  return hands;
}

/** Who has sat at each seat last: the seats of the first entry, and whoever has taken one since. */
export function occupants(source) {
  const seats = (source.created?.seats ?? []).map((one, seat) => ({ ...one, seat, bot: one.bot ?? null }));
  for (let at = 1; at < source.length; at += 1) {
    for (const { type, seat, bot = null, player = null } of source.entry(at, null).public.events) {
      if (type === "seated" && seats[seat]) Object.assign(seats[seat], { kind: bot === null ? "person" : "bot", bot, player });
      if (type === "removed" && seats[seat]) Object.assign(seats[seat], { kind: "open", bot: null, player: null });
    }
  }
  return seats;
}
