// The table of a tournament: who stands where.

import { fill, make } from "./shell.js";
import { points } from "./telling.js";
import { number, t } from "./words.js";

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
  const words = [t("tournament.rank"), t("tournament.entrant"), t("tournament.points"), t("tournament.played"), t("tournament.wins"), t("tournament.draws"), t("tournament.losses"), t("tournament.forfeits"), body.rating_system === "elo" ? t("tournament.elo") : t("tournament.rating")];
  const head = make("tr", {}, ...words.map((said, at) => make(at === 1 ? "th" : "th.number", { scope: "col" }, said)));
  test.hidden = !body.sprt;
  if (body.sprt) test.textContent = tested(body.sprt);
  fill(table, make("thead", {}, head), make("tbody", {}, ...body.rows.map((row) => line(row, tournament))));
}

/**
 * Which entrants forfeited games by failing, and how often in which way.
 * @param {HTMLElement} box
 * @param {{entrant: number, kind: string}[]} failures
 * @param {{tournament: string, entrants: {name: string}[]}} tournament
 */
export function failures(box, failed, { tournament, entrants }) {
  const counts = new Map();
  for (const { entrant, kind } of failed) counts.set(`${entrant} ${kind}`, (counts.get(`${entrant} ${kind}`) ?? 0) + 1);
  box.hidden = counts.size === 0;
  const lines = [...counts].map(([key, count]) => {
    const [entrant, kind] = key.split(" ");
    return make("li", {}, `${entrants[Number(entrant)].name}: ${t(`tournament.failed_${kind}`)} × ${number(count)}`);
  });
  fill(box.querySelector("ul"), ...lines);
  box.querySelector("code").textContent = `GET /v1/tournaments/${tournament}/failures/details`;
}

function tested({ llr, lower, upper, units, decision }) {
  const values = { llr: number(llr, 2), lower: number(lower, 2), upper: number(upper, 2), units: number(units) };
  const now = t("tournament.sprt", values);
  return decision ? `${now} ${t(`tournament.sprt_${decision}`)}` : now;
}

function line(row, { entrants }) {
  const { out } = entrants[row.entrant];
  const rating = row.rating === null || row.rating === undefined ? "" : `${number(row.rating).replace("-", "\u2212")} ± ${number(row.margin ?? 0)}`;
  const cells = [points(row.points), number(row.games), number(row.wins), number(row.draws), number(row.losses), row.forfeits ? number(row.forfeits) : "", rating];
  return make("tr", { "data-entrant": row.entrant }, make("td.number", {}, String(row.rank)), make("th", { scope: "row" }, out ? make("span.out", { title: out }, row.name) : row.name), ...cells.map((one) => make("td.number", {}, one)));
}
