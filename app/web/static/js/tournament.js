// One tournament, live: how far it has come, who leads, who met whom and why, and every game.

import { call, stream, unlessRefused } from "./api.js";
import { crossTable } from "./crosstable.js";
import { choices, games, unsettled } from "./fixtures.js";
import { organising } from "./organising.js";
import { plots, unmade } from "./plots.js";
import { registering } from "./registration.js";
import { rounds } from "./rounds.js";
import { seating } from "./seated.js";
import { at, fill, make } from "./shell.js";
import { failures, neighbours, standings, times } from "./standings.js";
import { badge, count, formatName, time } from "./telling.js";
import { variantName } from "./variants.js";
import { labelled, moment, number, plural, t } from "./words.js";

const id = document.getElementById("main").dataset.tournament;
const path = `/v1/tournaments/${encodeURIComponent(id)}`;
const LIVES = ["registering", "running", "paused"];
const REST_MS = 1_500;
const LOOK_MS = 4_000;
const SLOWEST_SHOWN = 0.1; // games a second; between players a game takes minutes

/** The answer to a question about this tournament. @param {string} rest */
const ask = async (rest = "") => (await call("GET", path + rest, { waiting: making })).body;

/** Says, before anything is shown, that a worker sums the tournament up. */
function making() {
  if (!shown.state) fill(at("about"), t("tournament.making"));
}

const organise = organising(at("organise"), path, () => refresh().catch(tell));
const register = registering(at("registration"), path, (tournament) => before(tournament));
const seat = seating(at("seat"), path);
const shown = { ply: 0, state: "", live: "", over: false };

function about(tournament, variant) {
  at("name").textContent = tournament.name;
  const facts = [formatName(tournament.format.type), variant, plural("tournament.entrants", tournament.entrants.length), moment(tournament.started)];
  fill(at("about"), badge(tournament.state), shown.live ? make("span.badge", {}, shown.live) : null, facts.join(" · "));
  at("progress").hidden = tournament.state === "registering";
  const bar = at("progress").querySelector("progress");
  bar.hidden = !tournament.planned;
  if (tournament.planned) Object.assign(bar, { max: tournament.planned, value: tournament.played });
  const progress = progressOf(tournament).join(" · ");
  fill(at("progress").querySelector("p"), progress);
  if (!tournament.seeds) unmade(progress);
  at("name").closest("header").setAttribute("aria-busy", "false");
}

function progressOf(tournament) {
  const parts = [count(tournament)];
  if (tournament.round) parts.push(tournament.rounds ? t("tournament.round_of", { round: tournament.round, rounds: tournament.rounds }) : t("tournament.round_number", { round: tournament.round }));
  if (tournament.state === "paused" && tournament.paused_for) return [...parts, t(`tournament.paused_${tournament.paused_for}`)];
  if (tournament.state !== "running") return parts;
  const asked = tournament.entrants.filter(({ trial, out }) => trial && !trial.answered && !out).map(({ name }) => name);
  if (asked.length) return [...parts, t("tournament.trial", { names: asked.join(", ") })];
  if (tournament.waits_for) return [...parts, t(`tournament.waits_${tournament.waits_for}`)];
  if (tournament.games_per_second >= SLOWEST_SHOWN) parts.push(t("tournament.speed", { speed: number(tournament.games_per_second, 1) }));
  if (tournament.eta_seconds !== null && tournament.eta_seconds !== undefined) parts.push(t("tournament.left", { time: time(tournament.eta_seconds) }));
  return parts;
}

/**
 * Shows what those see who take part or organise: the registration, then the way to their tables. Answers may
 * come in another order than they were asked for: an older one than was shown is left out.
 * @returns {Promise<boolean>} whether `tournament` was not older
 */
async function before(tournament) {
  if (tournament.ply < shown.ply) return false;
  shown.ply = tournament.ply;
  about(tournament, await variantName(tournament.variant));
  organise(tournament);
  register(tournament);
  at("results").hidden = at("paper").hidden = tournament.state === "registering";
  const title = await seat(tournament);
  if (title !== undefined) document.title = title ?? `${tournament.name} · Conquián`;
  return true;
}

/** Everything once more; plots once, when it is over. */
async function refresh() {
  const tournament = await ask();
  if (!(await before(tournament))) return tournament;
  if (tournament.state === "registering") {
    shown.state = tournament.state;
    return tournament;
  }
  const [table, cross] = await Promise.all([ask("/standings"), ask("/cross-table")]);
  standings(at("standings"), at("provisional"), at("memory"), at("sprt"), table, tournament);
  at("unrated").hidden = !table.unrated;
  at("unrated").textContent = plural("tournament.unrated", table.unrated);
  neighbours(at("neighbours"), table.neighbours ?? [], tournament);
  times(at("times"), table.rows, tournament);
  const failed = table.rows.some((row) => row.forfeits) ? (await ask("/failures?limit=1000")).failures : [];
  failures(at("failures"), failed, tournament);
  crossTable(at("cross"), cross, tournament.entrants, (pair) => games(ask, between(tournament.entrants, ...pair)));
  await rounds(ask, tournament, (round, table) => games(ask, { heading: t("tournament.games_at", { round, table }), fits: (game) => game.round === round && game.table === table, query: "" }));
  choices(ask, tournament.entrants);
  const changed = tournament.state !== shown.state;
  shown.state = tournament.state;
  if (changed || unsettled()) await games(ask);
  if (tournament.seeds && !shown.over) {
    shown.over = true;
    await plots(path, tournament);
  }
  return tournament;
}

/** The games in which two met. */
const between = (entrants, one, other) => ({
  heading: t("tournament.games_between", { one: entrants[one].name, other: entrants[other].name }),
  fits: ({ seats }) => seats.includes(other),
  query: `&entrant=${one}`,
});

function tell(error) {
  unlessRefused(error);
  const unknown = error.status === 404;
  if (unknown) at("name").textContent = t("tournament.title");
  fill(at("told"), make("p.notice.bad", {}, unknown ? t("tournament.unknown") : `${labelled(t("tournament.refused"))}${error.message}`));
}

at("print").addEventListener("click", () => print());

let due = null;

/** Looks again soon, once for many lines of the log. */
function soon() {
  due ??= setTimeout(async () => {
    due = null;
    await refresh().catch(tell);
  }, REST_MS);
}

/** Looks now and then while it runs and somebody looks: what it waits for is no line of its log. */
async function keepLooking() {
  try {
    if (shown.state === "running" && !document.hidden) await before(await ask());
  } catch (error) {
    unlessRefused(error); // What cannot be had now is asked for again soon.
  }
  if (LIVES.includes(shown.state)) setTimeout(keepLooking, LOOK_MS);
}

try {
  const tournament = await refresh();
  if (LIVES.includes(tournament.state)) {
    setTimeout(keepLooking, LOOK_MS);
    stream(`${path}/events`, {
      after: tournament.ply,
      onLine: soon,
      onState: (state) => {
        shown.live = { live: t("tournament.live"), reconnecting: t("tournament.reconnecting") }[state] ?? "";
        soon();
      },
    });
  }
} catch (error) {
  tell(error);
}
