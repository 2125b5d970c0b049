// Before the first hand: who sits where and who is ready, how others come, and what somebody without a seat finds.

import { played } from "../games/played.js";
import { choiceOf } from "../bots.js";
import { ready, remove, sit } from "../commands.js";
import { invitations } from "./inviting.js";
import { keptPlayer, naming, playerName } from "../people.js";
import { button, personMarks, seatLink } from "../pieces.js";
import { fill, make } from "../shell.js";
import { rulesSheet } from "../tools.js";
import { link, listed, plural, t } from "../words.js";

const isOpen = (one) => one.kind === "open";
/** Whether anybody may take the seat. */
const isFree = (one) => (isOpen(one) ? !one.invited && !one.player : one.left);

/** Who deals the next hand, at the end the first one of a rematch; null while it is not known. @param {import("../table.js").Table} table */
export function dealPasses({ view, names }) {
  const seat = view.next_dealer;
  if (seat === undefined) return null;
  return make("p.muted", { "data-deals": seat }, seat === view.you ? t("table.deal_passes_you") : t("table.deal_passes", { name: names[seat] }));
}

/* For those who have a seat */

/** The panel of a table whose first hand has not begun. @param {import("../table.js").Table} table */
export function waiting(table) {
  const { view } = table;
  const asks = view.start === "ready";
  const open = view.seats.some(isOpen);
  const shown = asks ? view.seats : view.seats.filter(isOpen);
  const links = invitations(table);
  const kept = view.seats.some((one) => isOpen(one) && one.player);
  const others = open && (links.length ? t("table.send_link") : kept && t("table.seats_kept"));
  return [
    make("h2", {}, open ? t("table.waiting") : t("table.waiting_ready")),
    make("p", {}, others && `${others} `, asks ? t("table.start_ready") : t("table.start_full")),
    ...links,
    make("ul.invitations", {}, ...shown.map((one) => make("li", {}, ...(isOpen(one) ? expected(table, one) : seated(table, one)), ...changing(table, one)))),
    dealPasses(table),
    asks && make("div.row", {}, readying(table), beginning(table)),
  ];
}

/** Who has a seat, and whether this person is ready. */
function seated({ view, names, connected }, one) {
  const host = one.seat === view.host && make("span.badge", {}, t("table.host"));
  const ready = view.answered.includes(one.seat);
  const state = one.kind === "person" && view.start === "ready" && make(ready ? "span.badge.live" : "span.badge", {}, ready ? t("table.is_ready") : t("table.is_not_ready"));
  const marks = personMarks(one, { own: one.seat === view.you, name: names[one.seat], connected }).map(([name, text]) => make(`span.badge.${name}`, {}, text));
  return [make("span", {}, one.seat === view.you ? names[one.seat] : seatLink(one, names[one.seat])), host, state, ...marks].filter(Boolean);
}

/** Who may take a free seat. */
function expected({ names }, one) {
  const badge = one.player ? t("board.not_here") : one.invited && t("table.invited");
  return [make("span", {}, names[one.seat]), badge && make("span.badge", {}, badge)].filter(Boolean);
}

/** What the host can do with the seat of another. */
function changing(table, one) {
  const { view, names } = table;
  if (view.host !== view.you || one.seat === view.you) return [];
  const seat = t("board.player", { seat: one.seat + 1 });
  const named = (label) => ({ disabled: table.sending, "aria-label": label });
  if (!isOpen(one)) return [button("small", `remove-${one.seat}`, t("table.remove"), () => remove(table, one.seat), named(t("table.remove_name", { name: names[one.seat] })))];
  if (!table.bots.length) return [];
  return [button("small", `bot-${one.seat}`, t("table.seat_bot"), () => table.send({ type: "seat_bot", seat: one.seat, bot: table.bot }), named(t("table.seat_bot_at", { seat })))];
}

function readying(table) {
  const { view, names } = table;
  if (view.awaited.includes(view.you)) return button("primary.large", "ready", t("table.ready_first"), () => ready(table), { disabled: table.sending });
  const missing = view.awaited.length ? t("table.ready_waits", { names: listed(view.awaited.map((seat) => names[seat])) }) : t("table.ready_seats");
  return make("p", { role: "status" }, missing);
}

/** The host need not wait for those who do not come. */
function beginning(table) {
  const { view, bots } = table;
  if (view.host !== view.you || !bots.length || !view.seats.some(isOpen)) return null;
  const choose = choiceOf(table, "begin-bot");
  const begin = button("begin", "begin", t("table.begin"), () => table.send({ type: "begin", bot: choose.value }), { disabled: table.sending });
  return make("span.row", {}, begin, make("label", { for: choose.id }, t("table.begin_bot"), choose));
}

/* For those who have none */

/**
 * The door of a table with a free seat: who invites to what, who is there, and the way in.
 * @param {HTMLElement} element
 * @param {import("../table.js").Table} table
 */
export function door(element, table) {
  const { view, invited } = table;
  const mine = isOffered(view, invited);
  const { parts, terms: asked } = played(table.play).joining(table.rules);
  const take = (seat) => {
    const also = asked();
    if (also) sit(table, { ...seat, ...also }, name);
  };
  const who = make("div.who");
  const name = naming(who, () => join && join.click());
  const join = mine && button("primary.large", "join", t("table.join"), () => take({ invitation: invited.code }));
  const host = playerName(view.seats[view.host]?.player);
  const title = !mine ? t("table.door") : view.host === null ? t("table.you_are_invited") : host ? t("table.name_invites", { name: host }) : t("table.host_invites");
  element.hidden = false;
  fill(element,
    invited && !mine && make("p.muted", {}, used(invited)),
    make("h2", {}, title),
    make("p", {}, make("strong", {}, table.called), ` · ${terms(table).join(" · ")}`),
    make("p", {}, view.start === "ready" ? t("table.start_ready") : t("table.start_full")),
    ...parts,
    mine && who,
    join,
    make("ol.scores", {}, ...view.seats.map((one) => place(table, one, mine, take))),
    mine ? null : who,
    make("div.row", {}, button("rules", "rules", t("table.rules"), () => rulesSheet(table)), make("a.button", { href: link(`/watch/${table.game}`) }, t("table.watch_link"))));
}

/** Whether a seat can be taken by whoever has come, with an invitation or without. */
export const hasWayIn = (view, invited) => isOffered(view, invited) || view.seats.some(isFree);

/** Whether a seat is still kept for an invitation, which names it or is shared by several. */
const isOffered = (view, invited) => Boolean(invited && view.seats.some((one) => isKeptFor(invited, one)));
const isKeptFor = (invited, one) => one.invited && (invited.seat === null || invited.seat === one.seat);

/** That an invitation leads to no seat any more. */
export const used = (invited) => (invited.seat === null ? t("table.used_shared") : t("table.used"));

/** A seat as somebody finds it who has none. */
function place(table, one, mine, take) {
  const { names, invited } = table;
  const kept = mine && isKeptFor(invited, one);
  const own = kept && invited.seat !== null;
  const name = one.left ? t("table.left_by", { name: names[one.seat] }) : own ? t("table.your_seat") : names[one.seat];
  const chosen = kept ? { seat: one.seat, invitation: invited.code } : { seat: one.seat };
  const expected = isOpen(one) && Boolean(one.player) && one.player === keptPlayer()?.player;
  const act = (kept ? !own : (expected || isFree(one)) && !mine) && button(kept ? "small" : "primary", `sit-${one.seat}`, t("table.sit"), () => take(chosen));
  const reserved = isOpen(one) && !isFree(one) && !kept && !expected && make("span.badge", {}, one.player ? t("board.not_here") : t("table.invited"));
  const [, ...badges] = isOpen(one) || one.left ? [] : seated(table, one);
  return make(own ? "li.won" : "li", {}, make("span", {}, `${one.seat + 1}. ${name}`), act, reserved, ...badges);
}

/** What is played for, how long, and how fast. */
function terms({ rules, play, created }) {
  const { decision_seconds: seconds } = created.events[0];
  const hands = rules.deals === null ? t("table.terms_endless") : plural("table.terms_hands", rules.deals);
  return [...played(play).stakes(rules), hands, seconds && t("table.terms_limit", { time: time(seconds) })].filter(Boolean);
}

const UNITS = [["h", 3600], ["min", 60], ["s", 1]];

function time(seconds) {
  const [unit, size] = UNITS.find(([, one]) => seconds % one === 0);
  return `${seconds / size} ${unit}`;
}

/**
 * The door of a table that shows itself to its seats alone: the code opens it all the same.
 * @param {HTMLElement} element
 * @param {import("../table.js").Table} table
 */
export function closedDoor(element, table) {
  const who = make("div.who");
  const name = naming(who, () => join.click());
  const join = button("primary.large", "join", t("table.join"), () => sit(table, { invitation: table.invited.code }, name));
  element.hidden = false;
  fill(element, make("h2", {}, t("table.you_are_invited")), make("p", {}, t("table.closed_door")), who, join);
}

/**
 * What somebody finds whose seat the host has opened.
 * @param {HTMLElement} element
 * @param {import("../table.js").Table} table
 */
export function removed(element, table) {
  element.hidden = false;
  fill(element, make("h2", {}, t("said.removed_you")), make("p", {}, t("table.removed_why")),
    make("div.row", {}, make("a.button.primary", { href: link("/") }, t("table.home")), make("a.button", { href: link(`/play/${table.game}`) }, t("table.to_table"))));
}

/**
 * What an invitation leads to whose seat is taken, while the game goes on.
 * @param {HTMLElement} element
 * @param {import("../table.js").Table} table
 */
export function usedUp(element, table) {
  element.hidden = false;
  fill(element, make("h2", {}, used(table.invited)), make("p", {}, t("table.used_live")),
    make("div.row", {}, make("a.button.primary", { href: link(`/watch/${table.game}`) }, t("table.watch_link")), make("a.button", { href: link("/") }, t("table.home"))));
}
