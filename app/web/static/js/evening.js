// The page of an evening: its hands with one ledger, the table that is being played, and the ways to share it.

import { absent } from "./absent.js";
import { call, keptSeats, pause, seatOf, unlessRefused } from "./api.js";
import { copyFrom } from "./copying.js";
import { keptPlayer, learnNames, linked, playerName } from "./people.js";
import { signed } from "./pieces.js";
import { showQr } from "./qr.js";
import { download } from "./saving.js";
import { at, fill, make } from "./shell.js";
import { variantName } from "./variants.js";
import { link, number, t } from "./words.js";

const { game } = document.getElementById("main").dataset;
const PATH = `/v1/evenings/${game}`;
const AGAIN_MS = 5_000;
const OVER = new Set(["finished", "void"]);
const CLOSED = new Set([401, 404]);
const SEATS_TRIED = 12; // the most seats of this browser that are tried where nothing else opens the evening

/** A table of the evening that this browser came from. */
const from = new URLSearchParams(location.search).get("game") ?? game;
/** What opens the evening with its private tables: the token of a seat, or the key of the player. @type {string | null | undefined} */
let token;
let known = "";

/** Shows the evening as it is, again and again until it cannot be seen. */
async function start() {
  for (;;) {
    try {
      const body = token === undefined ? await opened() : await ask(token);
      await learnNames(body.persons);
      await show(body);
      at("notice").hidden = true;
    } catch (fault) {
      complain(fault);
      if (!fault.isUnreached) return;
    }
    await pause(AGAIN_MS);
  }
}

const ask = async (way) => (await call("GET", PATH, { token: way })).body;

/** The evening by the first of all that this browser has which opens it, all tables that it may see included. */
async function opened() {
  const named = seatOf(from) ?? seatOf(game);
  const key = keptPlayer()?.key;
  const ways = [named?.token, null, key, ...keptSeats().slice(0, SEATS_TRIED).map((seat) => seat.token)];
  let refusal = null;
  for (const way of new Set(ways.filter((one) => one !== undefined))) {
    try {
      const body = await ask(way);
      token = way ?? seatAt(body)?.token ?? key ?? null;
      return token === way ? body : await ask(token);
    } catch (fault) {
      if (!CLOSED.has(fault.status)) throw fault;
      refusal ??= fault;
    }
  }
  throw refusal;
}

/** A seat of this browser at a table of the evening. */
const seatAt = ({ tables }) => tables.map((table) => seatOf(table.game)).find((seat) => seat !== null) ?? null;

function complain(fault) {
  unlessRefused(fault);
  at("notice").hidden = false;
  at("notice").className = "notice bad";
  fill(at("notice"), make("strong", {}, fault.title), ". ", fault.detail);
}

/** Shows the evening; nothing where it is as it was, so that a selection and the focus stay. */
async function show(evening) {
  const text = JSON.stringify(evening);
  if (text === known) return;
  known = text;
  const names = personNames(evening.persons);
  fill(at("ledger"), ...ledger(evening, names), ...absent(evening));
  const dealer = evening.next_dealer;
  fill(at("now"), await playing(evening), dealer !== null && make("p", { "data-deals": dealer }, t("evening.deal_passes", { name: names[dealer] })));
  at("take").hidden = false;
  at("results").setAttribute("aria-busy", "false");
  const seat = seatAt(evening), player = keptPlayer()?.player;
  at("another").hidden = !seat && !(player && evening.persons.some((person) => person.player === player));
  at("another").href = link(`/?evening=${game}${seat ? `&game=${seat.game}` : ""}`);
}

/** What persons are called; a number tells equal names apart, as in the CSV file. */
function personNames(persons) {
  let guests = 0;
  const names = persons.map((person) => {
    if (person.bot) return t("common.bot", { bot: person.bot[0].toUpperCase() + person.bot.slice(1) });
    return playerName(person.player) ?? person.name ?? t("evening.guest", { number: ++guests });
  });
  return names.map((name, number) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${names.slice(0, number + 1).filter((one) => one === name).length}`));
}

function ledger({ tables, persons, hands, house }, names) {
  if (!hands.length) return [make("p.muted", {}, t("evening.none"))];
  const head = make("tr", {}, make("td"), ...names.map((name, person) => make("th.number", { scope: "col" }, linked(persons[person].player, name))));
  const row = (hand) => make("tr", {},
    make("th", { scope: "row" }, make("a", { href: link(where(tables[hand.table])) }, t("evening.hand", { table: hand.table + 1, hand: hand.hand }))),
    ...hand.changes.map((change, person) => make(person === hand.winner ? "td.number.won" : "td.number", {}, change === null ? "" : signed(change))));
  const foot = (title, of) => make("tr", {}, make("th", { scope: "row" }, title), ...persons.map((person) => make("td.number", {}, of(person))));
  const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...hands.map(row)),
    make("tfoot", {}, foot(t("evening.sum"), (person) => make("strong", {}, signed(person.balance))), foot(t("evening.won"), (person) => number(person.won))));
  return [make("div.wide", { tabindex: "0", role: "group", "aria-label": t("evening.results") }, table), house ? make("p", {}, t("evening.house", { amount: number(house) })) : null];
}

/** Where a table is seen: played by its seats, watched by others while it lasts, replayed after its end. */
function where({ game: one, status }) {
  if (OVER.has(status)) return `/replay/${one}`;
  return seatOf(one) ? `/play/${one}` : `/watch/${one}`;
}

/** The way to the newest table that is not over. */
async function playing({ tables }) {
  const last = tables.findLastIndex((table) => !OVER.has(table.status));
  if (last < 0) return null;
  const variant = await variantName(tables[last].variant);
  return make("p.notice", {}, t("evening.playing", { table: last + 1, variant }), " ", make("a", { href: link(where(tables[last])) }, t("evening.to_table")));
}

const address = new URL(link(`/evenings/${game}`), location.origin).href;
at("address").value = address;
at("address").addEventListener("focus", () => at("address").select());
at("copy").addEventListener("click", () => copyFrom(at("address"), at("copied")));
at("csv").addEventListener("click", () => download(`${PATH}/export.csv`, `${game}.csv`, "text/csv", token).catch(complain));
showQr(at("qr"), link(`/evenings/${game}`));
await start();
