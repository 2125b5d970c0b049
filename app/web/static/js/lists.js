// The lists of the home page: the games of this browser, open tables, games to watch and to replay.

import { absent } from "./absent.js";
import { call, forgetSeat, keptSeats, Problem, seatOf, unlessRefused } from "./api.js";
import { finding } from "./finding.js";
import { offered } from "./games/offered.js";
import { dotted, keptPlayer, learnNames, linked, playerName } from "./people.js";
import { at, fill, make } from "./shell.js";
import { badge, count, formatName } from "./telling.js";
import { link, moment, plural, t } from "./words.js";

const AGAIN_MS = 5_000;
const SHOWN = 12;
const listOf = (id) => at(id).querySelector(".games");
const OVER = new Set(["finished", "void"]);

/** What a game is called: the name of its variant. Known once the variants are. */
const names = new Map();
/** The game of each variant. */
const plays = new Map();

/**
 * Fills the lists, and goes on doing so while somebody looks.
 * @param {object[]} variants
 * @param {string} lang
 */
export function lists(variants, lang) {
  for (const one of variants) {
    names.set(one.variant, one.name[lang]);
    plays.set(one.variant, one.play);
  }
  finding(variants, lang, itemsOf);
  const parts = [showLive, showMine, showTournaments].map(oneAtATime);
  const refresh = () => {
    if (document.hidden) return;
    for (const show of parts) show();
  };
  refresh();
  setInterval(refresh, AGAIN_MS);
  document.addEventListener("visibilitychange", refresh);
}

/**
 * What calls `show` unless the last call still waits for its answers: so no older answer comes after a newer one. What
 * cannot be had now is asked for again soon.
 */
function oneAtATime(show) {
  let running = null;
  return () => (running ??= show().catch(unlessRefused).finally(() => (running = null)));
}

const nameOf = (variant) => names.get(variant) ?? variant;

function seatName(seat) {
  if (seat.kind === "bot") return seat.bot;
  return playerName(seat.player) ?? (seat.kind === "open" ? t("home.free") : t("home.person"));
}

/** Who has the seats of a game, with the way to each player. */
const whoPlays = ({ seats }) => dotted(seats.map((seat) => linked(seat.player, seatName(seat))));

/** Asks for the names of those who have a seat in one of the games. */
const learnPeople = (games) => learnNames(games.flatMap((one) => one?.seats ?? []));

/** A game as an item of a list: what it is, who plays, and what can be done. */
function item(game, ...actions) {
  const players = make("span.players", {}, ...whoPlays(game));
  return make("li", { "data-game": game.game }, make("div", {}, make("b", {}, nameOf(game.variant)), players, ...said(game)), make("div.row", {}, ...actions));
}

function said(game) {
  if (game.status !== "finished") {
    const live = game.status === "playing" ? "span.badge.live" : "span.badge";
    const plies = game.status !== "waiting" && plural("home.plies", game.plies);
    return [make("small", {}, make(live, {}, t(`home.status_${game.status}`)), " ", plies)];
  }
  const outcome = offered(plays.get(game.variant)).outcome(game, seatName);
  const when = game.ended ? ` · ${moment(game.ended)}` : "";
  return [make("small", {}, `${outcome} · ${plural("home.plies", game.plies)}${when}`)];
}

/** Puts items into a list, unless they are those that it has: a reader's focus stays where it is. */
function put(list, items, none) {
  const next = items.length ? items : [make("li.none.muted", {}, none)];
  const now = make("ul", {}, ...next);
  if (list.innerHTML !== now.innerHTML) fill(list, ...next);
}

async function showLive() {
  const { body } = await call("GET", "/v1/games?status=live&limit=50", { tries: 1 });
  const own = new Set(keptSeats().map((one) => one.game));
  const open = body.games.filter((one) => one.status === "waiting" && one.seats.some((seat) => seat.kind === "open") && !own.has(one.game));
  const live = body.games.filter((one) => one.status !== "waiting").slice(0, SHOWN);
  await learnPeople([...open.slice(0, SHOWN), ...live]);
  // Nobody sits down from a list: the table says first who is there, what is played for, and when the clock begins.
  const sit = ({ game }) => make("a.button.small", { href: link(`/play/${game}`) }, t("home.sit"));
  put(listOf("open"), open.slice(0, SHOWN).map((one) => item(one, sit(one))), t("home.open_none"));
  put(listOf("live"), live.map((one) => item(one, make("a.button.small", { href: link(`/watch/${one.game}`) }, t("home.watch")))), t("home.live_none"));
}

/** The games that were found; one that is not over yet can be watched. */
async function itemsOf(games) {
  await learnPeople(games);
  return games.map((one) => {
    const [path, word] = OVER.has(one.status) ? ["replay", t("home.replay")] : ["watch", t("home.watch")];
    return item(one, make("a.button.small", { href: link(`/${path}/${one.game}`) }, word));
  });
}

async function showTournaments() {
  const { body } = await call("GET", "/v1/tournaments?limit=5", { tries: 1 });
  put(listOf("tournaments"), body.tournaments.map(tournament), "");
  fill(at("tournaments-absent"), ...absent(body));
  at("tournaments").hidden = body.tournaments.length === 0 && !body.missing;
}

function tournament(row) {
  const name = make("a", { href: link(`/tournaments/${row.tournament}`) }, row.name);
  const about = ` ${formatName(row.format)} · ${plural("tournament.entrants", row.entrants)} · ${count(row)}`;
  return make("li", {}, make("div", {}, make("b", {}, name), make("small", {}, badge(row.state), about)));
}

/** What is known of a game of this browser, or null where there is no such game any more. */
async function look(seat) {
  try {
    const { body } = await call("GET", `/v1/games/${seat.game}`, { token: seat.token, tries: 1 });
    return { ...seat, view: body };
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return { ...seat, view: null };
    throw error;
  }
}

/** The seats that are kept for the player of this browser, at tables where it has not sat down yet. */
async function expected() {
  const token = keptPlayer()?.key;
  if (!token) return [];
  const { body } = await call("GET", "/v1/players/me/events", { token, tries: 1 }).catch(() => ({ body: { kept: [] } }));
  return body.kept.map(({ game }) => ({ game, token }));
}

async function showMine() {
  const own = keptSeats();
  const kept = (await expected()).filter(({ game }) => !own.some((one) => one.game === game));
  const seats = [...kept, ...own].slice(0, SHOWN);
  at("mine").hidden = seats.length === 0;
  const looked = await Promise.all(seats.map(look));
  const games = looked.filter((one) => !one.since || seatOf(one.game)); // a seat may have been forgotten meanwhile
  at("mine").hidden = games.length === 0;
  at("mine").classList.toggle("live", games.some(({ view }) => view && !OVER.has(view.status)));
  await learnPeople(games.map((one) => one.view));
  put(listOf("mine"), games.map(mine), "");
}

function mine(seat) {
  const { view, game } = seat;
  const over = view === null || OVER.has(view.status);
  const turn = view?.awaited.includes(view.you) && !over && view.status !== "waiting";
  const badge = view && make(turn ? "span.badge.live" : "span.badge", {}, turn ? t("home.your_turn") : t(`home.status_${view.status}`));
  const players = view && make("span.players", {}, ...whoPlays(view));
  const where = over ? `/replay/${game}` : `/play/${game}`;
  const go = make("a.button.small", { href: link(where) }, over ? t("home.replay") : t("home.to_table"));
  return make(
    "li",
    { "data-game": game },
    make("div", {}, make("b", {}, nameOf(view?.variant ?? seat.variant ?? "")), players, make("small", {}, badge, " ", seat.since ? moment(seat.since) : t("home.expected"))),
    make(
      "div.row",
      {},
      view && go,
      seat.since && make("button.small.quiet", { type: "button", "data-forget": game, "aria-label": t("home.forget_name", { game }) }, t("home.forget")),
    ),
  );
}

listOf("mine").addEventListener("click", (event) => {
  const game = event.target.closest("[data-forget]")?.dataset.forget;
  if (!game) return;
  forgetSeat(game);
  event.target.closest("li").remove();
  at("mine").hidden = keptSeats().length === 0;
});
