// Before the first hand: who sits where and who is ready, how others come, and what somebody without a seat finds.

import { played } from "./games/played.js";
import { naming, playerName } from "./people.js";
import { fill, make } from "./shell.js";
import { rulesSheet } from "./tools.js";
import { link, plural, t } from "./words.js";

/** A button of the panel. @param {string} what  its classes */
export const button = (what, action, text, run, more = {}) =>
  make(`button.${what}`, { type: "button", "data-action": action, ...more, on: { click: run } }, text);

const isOpen = (one) => one.kind === "open";
/** Whether anybody may take the seat. */
const isFree = (one) => (isOpen(one) ? !one.invited && !one.player : one.left);
const listed = (names, seats) => seats.map((seat) => names[seat]).join(", ");

/* For those who have a seat */

/** The panel of a table whose first hand has not begun. @param {import("./table.js").Table} table */
export function waiting(table) {
  const { view } = table;
  const asks = view.start === "ready";
  const open = view.seats.some(isOpen);
  const shown = asks ? view.seats : view.seats.filter(isOpen);
  return [
    make("h2", {}, open ? t("table.waiting") : t("table.waiting_ready")),
    make("p", {}, !asks ? t("table.waiting_how") : open && view.host === view.you ? t("table.waiting_how_ready") : t("table.start_ready")),
    make("ul.invitations", {}, ...shown.map((one) => make("li", {}, ...(isOpen(one) ? invitation(table, one) : seated(table, one))))),
    asks && make("div.row", {}, readying(table), beginning(table)),
  ];
}

/** Who has a seat, and whether this person is ready. */
function seated({ view, names }, one) {
  const host = one.seat === view.host && make("span.badge", {}, t("table.host"));
  const ready = view.answered.includes(one.seat);
  const state = one.kind === "person" && view.start === "ready" && make(ready ? "span.badge.live" : "span.badge", {}, ready ? t("table.is_ready") : t("table.is_not_ready"));
  return [make("span", {}, names[one.seat]), host, state].filter(Boolean);
}

/** How somebody comes to a free seat: by the code kept for it, by the address of the table, or as its player. */
function invitation(table, one) {
  const seat = t("board.player", { seat: one.seat + 1 });
  const code = table.invitations[one.seat];
  if (one.player) return [seat, make("span.badge", {}, t("table.kept_for", { player: playerName(one.player) ?? one.player }))];
  if (one.invited && !code) return [seat, make("span.badge", {}, t("table.invited"))];
  const page = new URL(link(`/play/${table.game}`), location.origin);
  if (code) page.hash = `invitation=${code}`;
  const field = make("input", { readonly: true, value: page.href, "aria-label": t("table.link_for", { seat }) });
  field.addEventListener("focus", () => field.select());
  const copied = make("span", { role: "status" });
  const copy = async () => {
    field.select();
    await navigator.clipboard?.writeText(page.href).catch(() => {}); // refused: the text stands selected
    copied.textContent = t("table.copied");
  };
  return [seat, field, button("small", `copy-${one.seat}`, t("table.copy"), copy), copied];
}

function readying(table) {
  const { view, names } = table;
  if (view.awaited.includes(view.you)) return button("primary.large", "ready", t("table.ready_first"), () => table.ready(), { disabled: table.sending });
  const missing = view.awaited.length ? t("table.ready_waits", { names: listed(names, view.awaited) }) : t("table.ready_seats");
  return make("p", { role: "status" }, missing);
}

/** The host need not wait for those who do not come. */
function beginning(table) {
  const { view, bots } = table;
  if (view.host !== view.you || !bots.length || !view.seats.some(isOpen)) return null;
  const choose = make("select", { id: "begin-bot", on: { change: () => (table.bot = choose.value) } },
    ...bots.map((one) => make("option", { value: one.bot, selected: one.bot === table.bot }, `${one.bot} (${t(`common.level_${one.difficulty}`)})`)));
  const begin = button("begin", "begin", t("table.begin"), () => table.send({ type: "begin", bot: choose.value }), { disabled: table.sending });
  return make("span.row", {}, begin, make("label", { for: choose.id }, t("table.begin_bot"), choose));
}

/* For those who have none */

/**
 * The door of a table with a free seat: who invites to what, who is there, and the way in.
 * @param {HTMLElement} element
 * @param {import("./table.js").Table} table
 */
export function door(element, table) {
  const { view, invited } = table;
  const mine = isOffered(view, invited);
  const { parts, terms: asked } = played(table.play).joining(table.rules);
  const sit = (seat) => {
    const also = asked();
    if (also) table.sit({ ...seat, ...also }, name);
  };
  const who = make("div.who");
  const name = naming(who);
  const join = mine && button("primary.large", "join", t("table.join"), () => sit({ invitation: invited.code }));
  const title = !mine ? t("table.door") : view.host === null ? t("table.you_are_invited") : t("table.host_invites");
  element.hidden = false;
  fill(element,
    invited && !mine && make("p.muted", {}, t("table.used")),
    make("h2", {}, title),
    make("p", {}, make("strong", {}, table.called), ` · ${terms(table).join(" · ")}`),
    make("p", {}, view.start === "ready" ? t("table.start_ready") : t("table.start_full")),
    ...parts,
    make("ol.scores", {}, ...view.seats.map((one) => place(table, one, mine, sit))),
    who,
    make("div.row", {}, join, button("rules", "rules", t("table.rules"), () => rulesSheet(table)), make("a.button", { href: link(`/watch/${table.game}`) }, t("table.watch_link"))));
}

/** Whether a seat can be taken by whoever has come, with an invitation or without. */
export const hasWayIn = (view, invited) => isOffered(view, invited) || view.seats.some(isFree);

/** Whether the seat of an invitation is still kept for it. */
const isOffered = (view, invited) => Boolean(invited && view.seats[invited.seat]?.invited);

/** A seat as somebody finds it who has none. */
function place(table, one, mine, sit) {
  const { view, names, invited } = table;
  const own = mine && one.seat === invited.seat;
  const name = one.left ? t("table.left_by", { name: names[one.seat] }) : own ? t("table.your_seat") : names[one.seat];
  const take = isFree(one) && !mine && button("primary", `sit-${one.seat}`, t("table.sit"), () => sit({ seat: one.seat }));
  const kept = isOpen(one) && !isFree(one) && !own && make("span.badge", {}, t("table.invited"));
  const [, ...badges] = isOpen(one) || one.left ? [] : seated(table, one);
  return make(own ? "li.won" : "li", {}, make("span", {}, `${one.seat + 1}. ${name}`), take, kept, ...badges);
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
 * @param {import("./table.js").Table} table
 */
export function closedDoor(element, table) {
  const who = make("div.who");
  const name = naming(who);
  element.hidden = false;
  fill(element, make("h2", {}, t("table.you_are_invited")), make("p", {}, t("table.closed_door")), who,
    button("primary.large", "join", t("table.join"), () => table.sit({ invitation: table.invited.code }, name)));
}

/**
 * What an invitation leads to whose seat is taken, while the game goes on.
 * @param {HTMLElement} element
 * @param {import("./table.js").Table} table
 */
export function usedUp(element, table) {
  element.hidden = false;
  fill(element, make("h2", {}, t("table.used")), make("p", {}, t("table.used_live")),
    make("div.row", {}, make("a.button.primary", { href: link(`/watch/${table.game}`) }, t("table.watch_link")), make("a.button", { href: link("/") }, t("table.home"))));
}
