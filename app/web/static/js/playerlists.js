// The games with their results, the tournaments and the disputes of a player.

import { absent } from "./absent.js";
import { disputeItem } from "./disputelist.js";
import { page } from "./paging.js";
import { dotted, learnNames, linked, playerName } from "./people.js";
import { at, fill, make } from "./shell.js";
import { badge, count, formatName } from "./telling.js";
import { variantName } from "./variants.js";
import { link, moment, number, plural, signed, t } from "./words.js";

const SHOWN = 12;
const OVER = new Set(["finished", "void"]);

/**
 * Shows the lists of a player; with the key of the player itself all of them, else what is public.
 * @param {string} player
 * @param {{key?: string | null, complain: (error: unknown) => void, none: {games: string}}} options
 */
export async function showLists(player, { key = null, complain, none }) {
  const who = key ? "me" : player;
  const list = (id, path, query, items, empty, notice) => showPage({ id, path, query: { player: who, ...query }, items, empty, notice, key, complain });
  await Promise.all([
    list("games", "/v1/games", {}, (body) => gameItems(body.games, player), none.games, "absent"),
    list("tournaments", "/v1/tournaments", {}, (body) => body.tournaments.map(tournamentItem), t("player.no_tournaments"), "tournaments-absent"),
    list("disputes", "/v1/disputes", {}, (body) => body.disputes.map(disputeItem), t("player.no_disputes"), "disputes-absent"),
    list("decided", "/v1/disputes", { over: "1" }, (body) => body.disputes.map(disputeItem), t("player.none_decided"), "disputes-absent"),
  ]);
}

/**
 * Shows the disputes that wait for an arbiter.
 * @param {string} key
 * @param {(error: unknown) => void} complain
 */
export const showRulings = (key, complain) =>
  showPage({ id: "rulings", path: "/v1/disputes", query: { for_arbiter: "1" }, items: (body) => body.disputes.map(disputeItem), empty: t("player.no_disputes"), notice: "disputes-absent", key, complain });

/** How often each list was asked for. @type {Map<string, number>} */
const turns = new Map();

/** Adds the next page of a list that has something, after `cursor`; without one, the list begins anew. */
async function showPage(list, cursor = null) {
  const turn = (turns.get(list.id) ?? 0) + 1;
  turns.set(list.id, turn);
  const isNewest = () => turns.get(list.id) === turn;
  const { id, path, query, items, empty, notice, key, complain } = list;
  const { rows, body } = await page(path, { ...query, limit: String(SHOWN) }, { cursor, token: key, items, isWanted: isNewest });
  if (!isNewest()) return; // the list has begun anew, or its page was asked for twice
  if (cursor) at(id).append(...rows);
  else fill(at(id), ...rows);
  if (!at(id).hasChildNodes() && !body.next) fill(at(id), make("li.muted", {}, empty));
  if (body.missing) fill(at(notice), ...absent(body));
  const more = at(id === "games" ? "more" : `${id}-more`);
  more.hidden = !body.next;
  more.onclick = () => showPage(list, body.next).catch(complain);
}

async function gameItems(games, player) {
  await learnNames(games.flatMap((one) => one.seats));
  return Promise.all(games.map((one) => gameItem(one, player)));
}

async function gameItem(game, player) {
  const isOver = OVER.has(game.status);
  const others = game.seats.filter((one) => one.player !== player);
  return make("li", { "data-game": game.game },
    make("a", { href: link(isOver ? `/replay/${game.game}` : `/play/${game.game}`) }, await variantName(game.variant)), " ",
    make(isOver ? "span.badge" : "span.badge.live", {}, t(`home.status_${game.status}`)),
    game.ended && make("span.muted", {}, ` ${moment(game.ended)}`),
    make("span.players", {}, ...dotted(others.map((one) => linked(one.player, seatName(one))))),
    game.status === "finished" && result(game, player),
    ...(game.disputes ?? []).map((one) => make("span.muted", {}, make("a", { href: link(`/disputes/${one.dispute}?game=${game.game}`) }, t(`dispute.claim_${one.claim}`)), " ")));
}

/** How a game ended for the player: what it won or lost, after the corrections of disputes. */
function result(game, player) {
  const own = game.seats.find((one) => one.player === player);
  if (!own) return null;
  const balance = game.corrected?.[own.seat] ?? own.balance;
  const how = balance > 0 ? "won" : balance < 0 ? "lost" : "even";
  const hands = t("player.hands", { won: number(own.won), hands: number(game.hands) });
  return make("span.result", {}, make(`span.${how}`, {}, `${t(`player.${how}`)} ${signed(balance)}`), make("span.muted", {}, ` · ${hands}`));
}

function seatName(seat) {
  if (seat.kind === "bot") return t("common.bot", { bot: seat.bot });
  return seat.kind === "open" ? t("home.free") : (playerName(seat.player) ?? t("home.person"));
}

function tournamentItem(tournament) {
  const about = ` ${formatName(tournament.format)} · ${plural("tournament.entrants", tournament.entrants)} · ${count(tournament)} · ${moment(tournament.started)}`;
  return make("li", { "data-tournament": tournament.tournament }, make("a", { href: link(`/tournaments/${tournament.tournament}`) }, tournament.name), " ", badge(tournament.state), make("span.muted", {}, about));
}
