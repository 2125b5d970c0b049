// What a sitting has paid, hand by hand, and what the hands came to: read from the log.

import { call } from "../api.js";
import { shown } from "../games/shown.js";
import { signed } from "../pieces.js";
import { fill, make } from "../shell.js";
import { number, t } from "../words.js";

const PAGE = 200;

/**
 * Every hand that has been paid: its number, stake, amounts and balances by seat, and who won, if anybody.
 * @param {string} game
 * @param {string | null} token
 * @param {string | undefined} play  the name of the game
 */
async function hands(game, token, play) {
  const { winnersIn } = shown(play);
  const paid = [];
  let hand = {};
  for await (const entry of entries(game, token)) {
    for (const event of entry.public.events) {
      if (event.type === "hand-begun") hand = { number: event.hand_number, stake: event.stake, dealer: event.dealer };
      hand.winners = winnersIn(event) ?? hand.winners;
      if (event.type === "hand-settled") paid.push({ ...hand, amounts: event.amounts, balances: event.balances });
    }
  }
  return paid;
}

async function* entries(game, token) {
  for (let after = 0; ; ) {
    const { body } = await call("GET", `/v1/games/${game}/events?after=${after}&limit=${PAGE}`, { token });
    yield* body.events;
    if (!body.events.length || body.next >= body.ply) return;
    after = body.next;
  }
}

/**
 * The ledger as a table.
 * @param {import("../table.js").Table} table
 */
export async function ledger({ game, token, play, view, names }) {
  const paid = await hands(game, token, play);
  const head = make("tr", {}, make("th", { scope: "col" }, t("table.ledger_hand")), ...names.map((name) => make("th.number", { scope: "col" }, name)));
  const rows = paid.map((hand) =>
    make("tr", {}, make("th", { scope: "row" }, hand.stake ? t("table.ledger_row", { number: number(hand.number), stake: number(hand.stake) }) : number(hand.number)),
      ...hand.amounts.map((amount, seat) => make(hand.winners?.includes(seat) ? "td.number.won" : "td.number", {}, signed(amount)))));
  const sums = view.corrected ?? view.seats.map((one) => one.balance);
  const foot = make("tr", {}, make("th", { scope: "row" }, t("table.ledger_sum")), ...sums.map((sum) => make("td.number", {}, make("strong", {}, signed(sum)))));
  const table = make("table", {}, view.stake > 0 && make("caption", {}, t(`table.ledger_${view.money}`, { stake: number(view.stake) })), make("thead", {}, head), make("tbody", {}, ...rows), make("tfoot", {}, foot));
  return fill(make("div.wide", { tabindex: "0", role: "group", "aria-label": t("table.ledger") }), table, ...notes(view));
}

function notes(view) {
  const house = view.house ? make("p", {}, t("table.ledger_house", { amount: number(view.house) })) : null;
  const disputed = view.provisional?.length ? make("p.notice", {}, t("table.ledger_provisional", { hands: view.provisional.map((one) => one.hand_number).join(", ") })) : null;
  const banks = (view.banks ?? []).map((bank) => make("p", {}, t("table.ledger_bank", { team: bank.team + 1, amount: signed(bank.balance) })));
  return [house, ...banks, disputed];
}
