// How tournaments are told: their state, their format, how far they have come and how long it may still take.

import { make } from "./shell.js";
import { number, plural, t } from "./words.js";

const FORMATS = ["round_robin", "gauntlet", "swiss", "single_elimination", "double_elimination", "arena", "league", "sit_and_go", "sprt"];

/** @param {string} type  the type of a format */
export const formatName = (type) => (FORMATS.includes(type) ? t(`tournament.format_${type}`) : type);

/** The state of a tournament, as a badge. @param {string} state */
export function badge(state) {
  const kind = { running: "span.badge.live", aborted: "span.badge.bad" }[state] ?? "span.badge";
  return make(kind, {}, t(`tournament.state_${state}`));
}

/** How many games were played, of how many. @param {{played: number, planned: number | null}} one */
export function count({ played, planned }) {
  if (planned === null || planned === undefined) return plural("tournament.games", played);
  return t("tournament.games_of", { played: number(played), planned: number(planned) });
}

/** A bar with its count. @param {{played: number, planned: number | null}} tournament */
export function bar(tournament) {
  const label = count(tournament);
  const known = tournament.planned ? { max: tournament.planned, value: tournament.played } : {};
  return make("div", {}, tournament.planned ? make("progress", { ...known, "aria-label": t("tournament.progress") }) : null, make("p.muted", {}, label));
}

/** So many seconds, in words. @param {number} seconds */
export function time(seconds) {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const parts = [
    hours && t("tournament.hours", { hours: number(hours) }),
    minutes && t("tournament.minutes", { minutes }),
    ((rest && !hours) || !whole) && t("tournament.seconds", { seconds: rest }),
  ];
  return parts.filter(Boolean).join(" ");
}

/** Points as people write them: 12½. @param {number} value */
export function points(value) {
  const halves = Math.round(value * 2);
  if (Math.abs(value * 2 - halves) > 1e-9) return number(value, 2);
  return `${halves >= 2 || halves === 0 ? number(Math.floor(halves / 2)) : ""}${halves % 2 ? "½" : ""}`;
}
