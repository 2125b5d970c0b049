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
const register = registering(at("registration"), path, (one) => before(one));
const seat = seating(at("seat"), path);
const shown = { ply: 0, state: "", live: "", over: false };

function about(one, variant) {
  at("name").textContent = one.name;
  const facts = [formatName(one.format.type), variant, plural("tournament.entrants", one.entrants.length), moment(one.started)];
  fill(at("about"), badge(one.state), shown.live ? make("span.badge", {}, shown.live) : null, facts.join(" · "));
  at("progress").hidden = one.state === "registering";
  const bar = at("progress").querySelector("progress");
  bar.hidden = !one.planned;
  if (one.planned) Object.assign(bar, { max: one.planned, value: one.played });
  const progress = said(one).join(" · ");
  fill(at("progress").querySelector("p"), progress);
  if (!one.seeds) unmade(progress);
  at("name").closest("header").setAttribute("aria-busy", "false");
}

function said(one) {
  const parts = [count(one)];
  if (one.round) parts.push(one.rounds ? t("tournament.round_of", { round: one.round, rounds: one.rounds }) : t("tournament.round_number", { round: one.round }));
  if (one.state === "paused" && one.paused_for) return [...parts, t(`tournament.paused_${one.paused_for}`)];
  if (one.state !== "running") return parts;
  const asked = one.entrants.filter(({ trial, out }) => trial && !trial.answered && !out).map(({ name }) => name);
  if (asked.length) return [...parts, t("tournament.trial", { names: asked.join(", ") })];
  if (one.waits_for) return [...parts, t(`tournament.waits_${one.waits_for}`)];
  if (one.games_per_second >= SLOWEST_SHOWN) parts.push(t("tournament.speed", { speed: number(one.games_per_second, 1) }));
  if (one.eta_seconds !== null && one.eta_seconds !== undefined) parts.push(t("tournament.left", { time: time(one.eta_seconds) }));
  return parts;
}

/**
 * Shows what those see who take part or organise: the registration, then the way to their tables. Answers may
 * come in another order than they were asked for: an older one than was shown is left out.
 * @returns {Promise<boolean>} whether `one` was not older
 */
async function before(one) {
  if (one.ply < shown.ply) return false;
  shown.ply = one.ply;
  about(one, await variantName(one.variant));
  organise(one);
  register(one);
  at("results").hidden = at("paper").hidden = one.state === "registering";
  const title = await seat(one);
  if (title !== undefined) document.title = title ?? `${one.name} · Conquián`;
  return true;
}

/** Everything once more; plots once, when it is over. */
async function refresh() {
  const one = await ask();
  if (!(await before(one))) return one;
  if (one.state === "registering") {
    shown.state = one.state;
    return one;
  }
  const [table, cross] = await Promise.all([ask("/standings"), ask("/cross-table")]);
  standings(at("standings"), at("provisional"), at("memory"), at("sprt"), table, one);
  at("unrated").hidden = !table.unrated;
  at("unrated").textContent = plural("tournament.unrated", table.unrated);
  neighbours(at("neighbours"), table.neighbours ?? [], one);
  times(at("times"), table.rows, one);
  const failed = table.rows.some((row) => row.forfeits) ? (await ask("/failures?limit=1000")).failures : [];
  failures(at("failures"), failed, one);
  crossTable(at("cross"), cross, one.entrants, (pair) => games(ask, between(one.entrants, ...pair)));
  await rounds(ask, one, (round, table) => games(ask, { said: t("tournament.games_at", { round, table }), fits: (game) => game.round === round && game.table === table, query: "" }));
  choices(ask, one.entrants);
  const changed = one.state !== shown.state;
  shown.state = one.state;
  if (changed || unsettled()) await games(ask);
  if (one.seeds && !shown.over) {
    shown.over = true;
    await plots(path, one);
  }
  return one;
}

/** The games in which two met. */
const between = (entrants, one, other) => ({
  said: t("tournament.games_between", { one: entrants[one].name, other: entrants[other].name }),
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
  const one = await refresh();
  if (LIVES.includes(one.state)) {
    setTimeout(keepLooking, LOOK_MS);
    stream(`${path}/events`, {
      after: one.ply,
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
