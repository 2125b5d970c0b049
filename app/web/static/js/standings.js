// The table of a tournament: who stands where.

import { linked } from "./people.js";
import { fill, make } from "./shell.js";
import { points } from "./telling.js";
import { link, number, plural, t } from "./words.js";

/**
 * @param {HTMLTableElement} table
 * @param {HTMLElement} provisional  shown while places can still change
 * @param {HTMLElement} memory  shown where entrants who may remember a deck meet it again
 * @param {HTMLElement} test  says how a sequential test stands
 * @param {any} body  the answer of /standings
 * @param {{entrants: {out: string | null}[]}} tournament
 */
export function standings(table, provisional, memory, test, body, tournament) {
  provisional.hidden = !body.provisional;
  memory.hidden = !body.memory_accepted;
  const scored = body.rows[0]?.per_hand ? t("tournament.chips") : t("tournament.points");
  const words = [t("tournament.rank"), t("tournament.entrant"), scored, t("tournament.played"), t("tournament.wins"), t("tournament.draws"), t("tournament.losses"), t("tournament.forfeits"), body.rating_system === "elo" ? t("tournament.elo") : t("tournament.rating")];
  const head = make("tr", {}, ...words.map((word, at) => make(at === 1 ? "th" : "th.number", { scope: "col" }, word)));
  test.hidden = !body.sprt;
  if (body.sprt) test.textContent = tested(body.sprt);
  fill(table, make("thead", {}, head), make("tbody", {}, ...body.rows.map((row) => line(row, tournament))));
}

/**
 * How long each entrant took for a decision, where that was measured.
 * @param {HTMLElement} box
 * @param {{name: string, entrant: number, time: {decisions: number, median_ms: number, p95_ms: number} | null}[]} rows
 * @param {{entrants: {player: string | null}[]}} tournament
 */
export function times(box, rows, { entrants }) {
  const timed = rows.filter(({ time }) => time);
  box.hidden = timed.length === 0;
  const words = [t("tournament.entrant"), t("tournament.median"), t("tournament.most"), t("tournament.decisions")];
  const head = make("tr", {}, ...words.map((word, at) => make(at ? "th.number" : "th", { scope: "col" }, word)));
  const lines = timed.map(({ name, entrant, time }) => {
    const cells = [milliseconds(time.median_ms), milliseconds(time.p95_ms), number(time.decisions)];
    return make("tr", {}, make("th", { scope: "row" }, linked(entrants[entrant].player, name)), ...cells.map((one) => make("td.number", {}, one)));
  });
  fill(box.querySelector("table"), make("thead", {}, head), make("tbody", {}, ...lines));
}

const milliseconds = (ms) => number(ms, ms < 1 ? 3 : ms < 10 ? 1 : 0);

const BEYOND = 1_000_000;

/**
 * Which neighbours the games have not told apart, and how many more games would.
 * @param {HTMLElement} box
 * @param {{entrants: [number, number], difference: number, margin: number, more_games: number | null}[]} gaps
 * @param {{entrants: {name: string}[]}} tournament
 */
export function neighbours(box, gaps, { entrants }) {
  box.hidden = gaps.length === 0;
  const open = gaps.filter((gap) => gap.more_games !== 0);
  const lines = open.map(({ entrants: [one, other], difference, margin, more_games: more }) => {
    const apart = { name: entrants[one].name, other: entrants[other].name, elo: number(difference), margin: number(margin) };
    const missing = more === null ? t("tournament.gap_beyond", { count: number(BEYOND) }) : plural("tournament.gap", more);
    return `${t("tournament.gap_apart", apart)} ${missing}`;
  });
  fill(box.querySelector("ul"), ...(lines.length ? lines : [t("tournament.gap_none")]).map((text) => make("li", {}, text)));
}

/**
 * Which entrants forfeited games by failing, how often in which way, and where.
 * @param {HTMLElement} box
 * @param {{entrant: number, kind: string, fixture: number, game: string, ply: number}[]} failed
 * @param {{tournament: string, entrants: {name: string}[]}} tournament
 */
export function failures(box, failed, { tournament, entrants }) {
  const groups = new Map();
  for (const one of failed) {
    const failure = `${entrants[one.entrant].name}: ${t(`tournament.failed_${one.kind}`)}`;
    groups.set(failure, [...(groups.get(failure) ?? []), one]);
  }
  box.hidden = groups.size === 0;
  const lines = [...groups].map(([failure, some]) => make("li", {}, `${failure} × ${number(some.length)}`, ...some.slice(0, PLACES).flatMap((one) => [" · ", place(one)]), some.length > PLACES ? " …" : null));
  fill(box.querySelector("ul"), ...lines);
  box.querySelector("code").textContent = `GET /v1/tournaments/${tournament}/failures/details`;
}

const PLACES = 6;

/** The way to what was asked there. */
const place = ({ fixture, game, ply }) => make("a", { href: link(`/replay/${game}?at=${ply}`) }, t("tournament.failure_at", { number: number(fixture), ply: number(ply) }));

function tested({ llr, lower, upper, units, decision }) {
  const values = { llr: number(llr, 2), lower: number(lower, 2), upper: number(upper, 2), units: number(units) };
  const now = t("tournament.sprt", values);
  return decision ? `${now} ${t(`tournament.sprt_${decision}`)}` : now;
}

/** Chips in a hundred hands, by which entrants with stacks rank. */
function chips({ mean, margin }) {
  const won = number(Math.round(100 * mean)).replace("-", "\u2212");
  return margin === null ? won : `${won} ± ${number(Math.round(100 * margin))}`;
}

function line(row, { entrants }) {
  const { out, player } = entrants[row.entrant];
  const name = linked(player, row.name);
  const rating = row.rating === null || row.rating === undefined ? "" : `${number(row.rating).replace("-", "\u2212")} ± ${number(row.margin ?? 0)}`;
  const cells = [row.per_hand ? chips(row.per_hand) : points(row.points), number(row.games), number(row.wins), number(row.draws), number(row.losses), row.forfeits ? number(row.forfeits) : "", rating];
  return make("tr", {}, make("td.number", {}, String(row.rank)), make("th", { scope: "row" }, out ? make("span.out", { title: out }, name) : name), ...cells.map((one) => make("td.number", {}, one)));
}
