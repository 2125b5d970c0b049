// The page of a player: name, games with results, tournaments and disputes, as far as they are public.

import { call, unlessRefused } from "./api.js";
import { learnNames, linked, playerName } from "./people.js";
import { showLists } from "./playerlists.js";
import { at, fill, make } from "./shell.js";
import { moment, plural, t } from "./words.js";

const { player } = document.getElementById("main").dataset;

function complain(error) {
  unlessRefused(error);
  const text = error.status === 404 ? t("player.none") : error.detail;
  fill(at("refused"), make("p.notice.bad", {}, make("strong", {}, error.title), " ", text));
}

async function show() {
  fill(at("id"), t("player.id", { id: player }));
  const { body } = await call("GET", `/v1/players/${player}`);
  const isClosed = body.name === player;
  await learnNames([{ player: body.owner }]);
  fill(at("name"), isClosed ? t("player.closed") : body.name);
  document.title = `${at("name").textContent} · Conquián`;
  const facts = [body.bot && t("player.bot"), t("player.since", { time: moment(body.since) }), plural("player.archived", body.games)];
  fill(at("facts"), isClosed && make("span", {}, t("player.closed_why"), " "), facts.filter(Boolean).join(" · "),
    body.owner && make("span", {}, ` · ${t("player.owner")}: `, linked(body.owner, playerName(body.owner) ?? body.owner)),
    body.unrevealed > 0 && make("span", {}, ` · ${plural("player.unrevealed", body.unrevealed)}`));
  await showLists(player, { complain, none: { games: t("player.no_games") } });
}

await show().catch(complain);
at("lists").setAttribute("aria-busy", "false");
