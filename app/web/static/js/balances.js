// The ledger of a sitting: what each hand has paid, and what each seat has.

import { seatNames, signed } from "./pieces.js";
import { occupants } from "./replayed.js";
import { make } from "./shell.js";
import { t } from "./words.js";

export class Ledger {
  constructor(source, hands) {
    const names = seatNames({ seats: occupants(source) }, null);
    const settled = hands.filter(({ amounts }) => amounts !== null);
    this.element = make("div.ledger", {}, settled.length === 0 ? make("p.muted", {}, t("replay.no_ledger")) : table(names, settled));
  }
}

function table(names, hands) {
  const heads = [t("replay.hand_label"), t("replay.winner"), ...names];
  const row = ({ number: hand, ended, amounts }) =>
    make("tr", {}, make("th", { scope: "row" }, hand), make("td", {}, ended?.length ? ended.map((seat) => names[seat]).join(", ") : t("replay.tablas")),
      ...amounts.map((one) => make("td.number", {}, signed(one))));
  const last = hands.at(-1).balances;
  return make("div.wide", {}, make("table", {},
    make("caption", {}, t("replay.ledger_caption")),
    make("thead", {}, make("tr", {}, ...heads.map((one) => make("th", { scope: "col" }, one)))),
    make("tbody", {}, ...hands.map(row)),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row", colspan: 2 }, t("replay.balance")), ...last.map((one) => make("td.number", {}, signed(one)))))));
}
