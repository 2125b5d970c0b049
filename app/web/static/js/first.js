// A first hand: one hand against the easiest bot, without a clock, with every question explained.

import { call, keepSeat, unlessRefused } from "./api.js";
import { botsOf } from "./bots.js";
import { choose } from "./choices.js";
import { keptPlayer } from "./people.js";
import { fill, make } from "./shell.js";
import { lang, link } from "./words.js";

/** The variant that newcomers play, which the lessons are about. */
export const FIRST = "mexican-2";

const LONGEST_S = 86_400; // the longest limit that the service takes

/** The limits of a table without a clock: no bot minds waiting. */
export const UNHURRIED = { decision_seconds: LONGEST_S, window_seconds: LONGEST_S };

/**
 * Lets a button start a first hand.
 * @param {HTMLButtonElement} button
 * @param {string} variant
 */
export function startsFirstHand(button, variant) {
  const notice = make("span", { role: "alert" });
  button.after(notice);
  button.addEventListener("click", async () => {
    button.disabled = true;
    fill(notice);
    try {
      await firstHand(variant);
    } catch (error) {
      unlessRefused(error);
      button.disabled = false;
      fill(notice, make("span.notice.bad", {}, make("strong", {}, error.title), " ", error.detail ?? ""));
    }
  });
}

/** Makes the game and goes to its table. */
async function firstHand(variant) {
  const { play, rules } = (await call("GET", `/v1/variants/${variant}?lang=${lang}`)).body;
  const offer = await botsOf(play);
  const easiest = offer.find(({ difficulty }) => difficulty === "easy") ?? offer[0];
  const bots = Array.from({ length: rules.players_min - 1 }, () => ({ bot: easiest.bot }));
  const body = { variant, options: { ...UNHURRIED, deals: 1 }, seats: ["me", ...bots] };
  const { body: made } = await call("POST", "/v1/games", { body, token: keptPlayer()?.key ?? null });
  const mine = made.seats.find((one) => one.token);
  keepSeat(made.game, mine.seat, mine.token, { variant });
  choose("help", true);
  location.assign(link(`/play/${made.game}`));
}
