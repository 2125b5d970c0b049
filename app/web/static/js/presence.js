// Who comes and goes, for those who do not see the marks at the seats.

import { announce } from "./signals.js";
import { t } from "./words.js";

/**
 * Has it read out whose connection has changed; what there is at the beginning is no change.
 * @param {import("./table.js").Table} table
 * @param {number[]} now  the connected seats
 */
export function tellPresence({ view, names, connected }, now) {
  if (connected === null) return;
  const changed = view.seats.filter((one) => one.kind === "person" && one.seat !== view.you && connected.includes(one.seat) !== now.includes(one.seat));
  const texts = changed.map(({ seat }) => (now.includes(seat) ? t("board.comes", { name: names[seat] }) : t("board.goes", { name: names[seat] })));
  if (texts.length > 0) announce(`${texts.join(". ")}.`);
}
