// What everybody made against everybody; a cell leads to the games of its two.

import { linked } from "./people.js";
import { fill, make } from "./shell.js";
import { points } from "./telling.js";
import { number, t } from "./words.js";

/**
 * @param {HTMLTableElement} table
 * @param {any} body  the answer of /cross-table
 * @param {{name: string, player: string | null}[]} entrants
 * @param {(pair: [number, number]) => void} chosen  hears the two whose games are asked for
 */
export function crossTable(table, body, entrants, chosen) {
  const caption = table.querySelector("caption");
  const head = make("tr", {}, make("td"), ...entrants.map((one, at) => make("th", { scope: "col", title: one.name }, make("abbr", { title: one.name }, String(at + 1)))));
  const rows = body.rows.map((cells, row) => {
    const { name, player } = entrants[row];
    return make("tr", {}, make("th", { scope: "row", title: name }, `${row + 1}. `, linked(player, name)), ...cells.map((cell, column) => make("td", {}, ...content(cell, row, column, entrants, chosen))));
  });
  fill(table, caption, make("thead", {}, head), make("tbody", {}, ...rows));
}

function content(cell, row, column, entrants, chosen) {
  if (!cell?.games || row === column) return [];
  const values = { name: entrants[row].name, other: entrants[column].name, points: points(cell.points), games: number(cell.games) };
  const button = make(
    "button",
    { type: "button", on: { click: () => chosen([row, column]) } },
    make("span", { "aria-hidden": "true" }, points(cell.points)),
    make("small", { "aria-hidden": "true" }, `/ ${number(cell.games)}`),
    ...(cell.margin == null ? [] : [make("small", { "aria-hidden": "true" }, `± ${number(Math.round(100 * cell.margin))} %`)]),
    make("span.sr", {}, t("tournament.cell", values)),
  );
  button.style.setProperty("--share", String((100 * cell.points) / cell.games));
  return [button];
}
