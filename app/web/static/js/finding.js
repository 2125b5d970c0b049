// The search for finished games on the home page. What is asked for stands in the address of the page.

import { absent } from "./absent.js";
import { call } from "./api.js";
import { botsOf } from "./bots.js";
import { tell } from "./newgame.js";
import { page } from "./paging.js";
import { learnNames, linked, NAME_LENGTH, playerName, shortId } from "./people.js";
import { fill, make } from "./shell.js";
import { moment, t } from "./words.js";

const SHOWN = "12";
const form = document.getElementById("finding");
const more = document.getElementById("more");
const which = document.getElementById("which");
const notice = document.getElementById("finished-absent");
const list = document.querySelector("#finished .games");
const names = [...new FormData(form).keys()];

/** The fields of the API that stand for moments, with the part of the day that each begins or ends. */
const DAYS = { since: "00:00:00", until: "23:59:59.999" };

/**
 * Fills the form, shows what the address asks for, and follows the form and the history of the browser.
 * @param {object[]} variants  as GET /v1/variants gives them
 * @param {string} lang
 * @param {(games: object[]) => Promise<HTMLElement[]>} itemsOf  makes the items of games
 */
export async function finding(variants, lang, itemsOf) {
  const options = (of) => of.map(([value, text]) => make("option", { value }, text));
  form.elements.variant.append(...options(variants.map((one) => [one.variant, one.name[lang]])));
  const plays = [...new Set(variants.map((one) => one.play))];
  const bots = await Promise.all(plays.map((play) => botsOf(play).catch(() => [])));
  form.elements.bot.append(...options([...new Set(bots.flat().map((one) => one.bot))].map((name) => [name, name])));

  const search = (cursor) => show(itemsOf, cursor);
  const choose = async () => {
    if (!(await whoIsMeant(choose))) return;
    const address = new URL(location.href);
    for (const name of names) address.searchParams.delete(name);
    for (const [name, value] of chosen()) address.searchParams.set(name, value);
    if (address.href !== location.href) history.pushState(null, "", address);
    search();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    choose();
  });
  form.addEventListener("change", (event) => event.target.matches("select, [type=date]") && form.requestSubmit());
  // The fields are empty only after this event.
  form.addEventListener("reset", () => setTimeout(choose));
  more.addEventListener("click", () => search(more.dataset.cursor));
  const begin = async () => {
    restore();
    if (await whoIsMeant(choose)) search();
  };
  addEventListener("popstate", begin);
  begin();
}

/* The player, by name or id */

/**
 * Puts the id of the player whose name was entered into the field; several players of a name are offered.
 * @param {() => void} choose  called when one of several was chosen
 * @returns {Promise<boolean>} whether the field has an id, or nothing
 */
async function whoIsMeant(choose) {
  const field = form.elements.player;
  const name = field.value.trim();
  fill(which);
  if (!name || name.startsWith("p-") || name.length > NAME_LENGTH) {
    await learnNames([{ player: name }]);
    if (isOther(name)) return false;
    const text = playerName(name);
    fill(which, text && linked(name, text));
    return true;
  }
  try {
    return await offer(name, field, choose);
  } catch (error) {
    if (!isOther(name)) tell(error, notice);
    return false;
  }
}

/** Whether the field no longer has this name, which was asked for: its answer comes too late. */
const isOther = (name) => form.elements.player.value.trim() !== name;

async function offer(name, field, choose, cursor = null, before = []) {
  const asked = new URLSearchParams({ name, limit: SHOWN, ...(cursor && { cursor }) });
  const { body } = await call("GET", `/v1/players?${asked}`);
  if (isOther(name)) return false;
  const players = [...before, ...body.players];
  if (players.length === 1 && !body.next) {
    field.value = players[0].player;
    fill(which, linked(players[0].player, players[0].name));
    return true;
  }
  const take = (one) => {
    field.value = one.player;
    choose();
  };
  const called = (one) => t("home.player_one", { name: one.name, id: shortId(one.player), time: moment(one.since) });
  fill(which, make("p", {}, players.length ? t("home.player_which") : t("home.player_none")),
    ...players.map((one) => make("button.small", { type: "button", "data-player": one.player, on: { click: () => take(one) } }, called(one))),
    body.next && make("button.small.quiet", { type: "button", on: { click: () => offer(name, field, choose, body.next, players) } }, t("home.player_more")));
  return false;
}

/** The fields that have a value, in the order of the form. */
const chosen = () => [...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value);

/** Puts into the form what the address asks for; a field does not take a value that it cannot have. */
function restore() {
  const asked = new URLSearchParams(location.search);
  for (const name of names) {
    const field = form.elements[name];
    field.value = asked.get(name) ?? "";
    if (field.selectedIndex === -1) field.selectedIndex = 0;
  }
  const details = form.querySelector("details");
  details.open ||= inside(details) > 0;
}

/** How many of the fields in an element have a value. */
const inside = (element) => chosen().filter(([name]) => element.contains(form.elements[name])).length;

/** What the API is asked for: a game by its id, or with an outcome, need not have been played to its end. */
function query() {
  const fields = new Map(chosen());
  const asked = new URLSearchParams(fields.has("game") || fields.has("outcome") ? {} : { status: "finished" });
  asked.set("limit", SHOWN);
  for (const [name, value] of fields) asked.set(name, name in DAYS ? Date.parse(`${value}T${DAYS[name]}`) : value);
  return asked;
}

let last = 0;

async function show(itemsOf, cursor) {
  last += 1;
  const own = last;
  const count = inside(form.querySelector("details"));
  const badge = form.querySelector(".badge");
  badge.hidden = count === 0;
  badge.textContent = String(count);
  list.setAttribute("aria-busy", "true");
  try {
    const { rows, body } = await page("/v1/games", query(), { cursor, items: ({ games }) => itemsOf(games), isWanted: () => own === last });
    if (own !== last) return; // another search was begun meanwhile
    const isEmpty = rows.length === 0 && !body.next && !(cursor && list.hasChildNodes());
    const none = chosen().length > 0 ? t("home.found_none") : t("home.finished_none");
    if (cursor) list.append(...rows);
    else fill(list, ...rows);
    fill(notice, isEmpty && !body.missing && make("p.muted", {}, none), ...absent(body));
    more.hidden = !body.next;
    more.dataset.cursor = body.next ?? "";
  } catch (error) {
    if (own === last) tell(error, notice);
  } finally {
    if (own === last) list.setAttribute("aria-busy", "false");
  }
}
