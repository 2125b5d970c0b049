// Around the hands: what the table asks before them and between them, and how it ended.

import { commit, rematch } from "../commands.js";
import { played } from "../games/played.js";
import { button, signed } from "../pieces.js";
import { dealPasses, used, waiting } from "./seating.js";
import { fill, make } from "../shell.js";
import { link, t } from "../words.js";

export { closedDoor, door, hasWayIn, removed, usedUp } from "./seating.js";

/**
 * The panel for what the table itself asks; empty while a hand is played.
 * @param {HTMLElement} element
 * @param {import("../table.js").Table} table
 */
export function lobby(element, table) {
  const { view } = table;
  const parts = PANELS[view.status]?.(table) ?? [];
  element.hidden = parts.length === 0;
  const key = JSON.stringify([view.status, view.seats, view.awaited, view.host, table.bots, view.result, view.chosen_dealer, view.next_dealer, view.void, view.hand_number, table.moves, table.sending, table.amounts, table.evening, table.connected]);
  if (key === element.lobbyKey) return;
  element.lobbyKey = key;
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.action : null;
  fill(element, ...parts);
  if (focused) element.querySelector(`[data-action="${focused}"]`)?.focus();
}

const PANELS = {
  waiting,
  committing,
  revealing: () => [make("h2", {}, t("table.revealing")), make("p", {}, t("table.revealing_why"))],
  between_hands: between,
  finished,
  void: (table) => [make("h2", {}, t("board.status_void")), make("p", {}, voided(table.view)), ...after(table)],
  frozen: () => [make("h2", {}, t("board.status_frozen")), make("p", {}, t("table.frozen"))],
};

/* Chance of the seats */

function committing(table) {
  const asked = table.moves.length > 0;
  const act = asked ? button("primary", "commit", t("table.commit"), () => commit(table), { disabled: table.sending }) : make("p", {}, t("table.commit_wait"));
  return [make("h2", {}, t("table.committing")), make("p", {}, t("table.committing_why")), act];
}

/* Between hands and after them */

function between(table) {
  const { view } = table;
  const ready = table.moves.some((one) => one.type === "ready");
  const act = ready
    ? button("primary.large", "ready", t("table.ready"), () => table.send({ type: "ready" }), { disabled: table.sending })
    : make("p", {}, t("table.ready_wait"));
  const clock = view.deadline && make("span.clock", { "data-deadline": view.deadline, role: "timer", "aria-hidden": "true" });
  return outcome(table, make("div.row", {}, act, clock, dealer(table)), dealPasses(table), played(table.play).between(table));
}

function dealer(table) {
  if (table.rules?.next_dealer !== "chosen") return null;
  const { view, names } = table;
  const choose = make("select", { id: "dealer", disabled: table.sending, on: { change: () => choose.value && table.send({ type: "choose_dealer", seat: Number(choose.value) }) } },
    make("option", { value: "" }, t("table.dealer_as_usual")),
    ...view.seats.map((one) => make("option", { value: one.seat, selected: view.chosen_dealer === one.seat }, names[one.seat])));
  return make("label", { for: "dealer" }, t("table.next_dealer"), choose);
}

function finished(table) {
  return outcome(table, ...after(table));
}

/** How the hand ended and what can be done now, both above the amounts, which may be many. */
function outcome({ game, view, play, names, amounts, evening }, ...acts) {
  const { howEnded, winners } = played(play);
  const won = winners(view);
  const persons = evening?.tables.find((one) => one.game === game)?.seats;
  const rows = view.seats.map((one) => {
    const amount = amounts?.[one.seat];
    const person = evening?.persons[persons?.[one.seat]];
    return make(won.includes(one.seat) ? "li.won" : "li", {}, make("span", {}, names[one.seat]),
      amount !== undefined && make("strong.number", {}, signed(amount)), one.balance !== amount && make("span.number.muted", {}, t("board.balance", { amount: signed(one.balance) })),
      person && make("span.number", {}, t("table.evening_balance", { amount: signed(person.balance) })));
  });
  return [make("div.row", {}, make("h2.outcome", { tabindex: "-1" }, ...[howEnded(view, names)].flat()), ...acts), make("ul.scores", {}, ...rows)];
}

/**
 * What somebody without a seat finds where the game is over: how it ended, and the way to its replay.
 * @param {HTMLElement} element
 * @param {import("../table.js").Table} table
 */
export function ending(element, table) {
  element.hidden = false;
  fill(element, table.invited && make("p.muted", {}, used(table.invited)), ...PANELS[table.view.status](table));
}

const REASONS = {
  not_filled: () => t("table.void_not_filled"),
  not_revealed: () => t("table.void_not_revealed"),
  abandoned: () => t("table.void_abandoned"),
  operator: () => t("table.void_operator"),
};

const voided = ({ void: why }) => REASONS[why?.reason]?.() ?? t("table.void_other");

/** The way to the ledger of the evening; the seat of this table opens it there. */
const toEvening = ({ game, view }) => view.evening && make("a.button", { href: link(`/evenings/${view.evening}?game=${game}`) }, t("table.evening"));

function after(table) {
  const replay = make("a.button", { href: link(`/replay/${table.game}`) }, t("table.replay"));
  const disputed = make("a.button", { href: link(`/replay/${table.game}#dispute`) }, t("table.dispute"));
  const { evening } = table.view;
  const again = button("primary.large", "rematch", evening ? t("table.ready") : t("table.rematch"), () => rematch(table), { disabled: table.sending });
  const next = table.seat === null ? null : again;
  const acts = make("div.row", {}, toTournament(table) ?? next, replay, toEvening(table), table.seat === null ? null : disputed, make("a.button", { href: link("/") }, t("table.home")));
  return [acts, toTournament(table) ? null : dealPasses(table)];
}

/** The way back to the tournament that the game belongs to; null without one. */
function toTournament({ created }) {
  const of = created.events[0].tournament?.tournament;
  return of ? make("a.button.primary.large", { href: link(`/tournaments/${of}`), "data-action": "tournament" }, t("table.tournament")) : null;
}
