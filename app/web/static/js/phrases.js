// Fixed phrases: what a seat says to the table, and what the others say, in the language of the reader.

import { call, pause, unlessRefused } from "./api.js";
import { choose, chosen } from "./choices.js";
import { make } from "./shell.js";
import { t } from "./words.js";

export const CODES = ["hello", "good_luck", "well_played", "good_game", "thanks", "sorry", "one_moment", "still_there", "must_go", "another_game"];
const MUTED = "muted";
const SHOWN_MS = 12_000;
const AGAIN_MS = 4_000;
const AFTER_MS = 300_000; // so long people talk after a game

/** What was said at a table; each phrase is shown once, at its seat and among what has happened. */
export class Phrases {
  /**
   * @param {string} game
   * @param {{names: () => string[], board: () => any, tell: (text: string) => void}} place
   * @param {number | null} [own]  the seat of the reader
   */
  constructor(game, place, own = null) {
    this.game = game;
    this.place = place;
    this.own = own;
    this.heard = new Set();
    this.last = new Map();
  }

  /** Shows a phrase, unless it was shown or another seat says it and the reader wants none. */
  hear({ id, seat, phrase }) {
    if (this.heard.has(id) || !CODES.includes(phrase)) return;
    this.heard.add(id);
    if (seat !== this.own && chosen(MUTED)) return;
    const text = t(`phrase.${phrase}`);
    const line = t("phrase.said", { name: this.place.names()[seat], text });
    this.last.set(seat, id);
    this.place.board().say(seat, text);
    this.place.tell(line);
    setTimeout(() => this.#end(id, seat, text), SHOWN_MS);
  }

  /** Removes a phrase from its seat, unless the seat shows something newer. */
  #end(id, seat, text) {
    const board = this.place.board();
    if (this.last.get(seat) === id && board.spoken.get(seat) === text) board.say(seat, "");
  }

  /** Asks for what is said after the end of a game, when its stream has ended. */
  async goOn(token = null) {
    const until = Date.now() + AFTER_MS;
    while (Date.now() < until) {
      const { body } = await call("GET", `/v1/games/${this.game}/phrases`, { token, tries: 1 }).catch((error) => unlessRefused(error, { body: { phrases: [] } }));
      body.phrases.forEach((one) => this.hear(one));
      await pause(AGAIN_MS);
    }
  }
}

/** The choice to see none of what others say. */
export function muting() {
  const box = make("input", { type: "checkbox", id: "muted", checked: chosen(MUTED), on: { change: () => choose(MUTED, box.checked) } });
  return make("label", { for: "muted" }, box, t("phrase.mute"));
}
