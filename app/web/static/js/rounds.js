// The rounds of a tournament: who meets whom, what came of it, and why they meet.

import { linked } from "./people.js";
import { at, fill, make } from "./shell.js";
import { points } from "./telling.js";
import { labelled, lang, t } from "./words.js";

const chosen = { round: 0, last: 0, ask: null, entrants: [], open: null };

/**
 * Shows the round that is looked at: the last one, until another is chosen.
 * @param {(rest: string) => Promise<any>} ask
 * @param {{round: number, entrants: {name: string, player: string | null}[]}} tournament
 * @param {(round: number, table: number) => void} open  hears whose games are asked for
 */
export async function rounds(ask, { round, entrants }, open) {
  const followed = chosen.round === chosen.last;
  Object.assign(chosen, { ask, entrants, open, last: round ?? 0 });
  if (!chosen.last) {
    fill(at("pairings"), make("p.muted", {}, t("tournament.rounds_none")));
    return;
  }
  const select = at("round");
  while (select.length < chosen.last) select.append(make("option", { value: select.length + 1 }, String(select.length + 1)));
  await show(followed ? chosen.last : chosen.round);
}

async function show(round) {
  chosen.round = round;
  at("round").value = String(round);
  at("before").disabled = round <= 1;
  at("after").disabled = round >= chosen.last;
  const body = await chosen.ask(`/pairings/${round}`);
  if (chosen.round !== round) return;
  fill(at("pairings"), make("ul.pairings", {}, ...body.pairings.map(pairing)));
  if (at("why").open) await explain();
}

function nameOf(entrant) {
  const { name, player } = chosen.entrants[entrant];
  return linked(player, name);
}

function pairing(pair) {
  const names = pair.entrants.flatMap((entrant, index) => (index ? [" – ", nameOf(entrant)] : [nameOf(entrant)]));
  const who = make("span.names", {}, `${pair.table}. `, ...names);
  if (pair.bye) return make("li.pairing", {}, who, make("span.muted", {}, t("tournament.bye")));
  const made = pair.played ? pair.points.map(points).join(" – ") : "";
  const where = labelled(t("tournament.games")) + t("tournament.games_at", { round: chosen.round, table: pair.table });
  const look = { type: "button", "aria-label": where, on: { click: () => chosen.open(chosen.round, pair.table) } };
  return make("li.pairing", {}, who, make("span.number", {}, made), make("button.small", look, t("tournament.games")));
}

async function explain() {
  const round = chosen.round;
  const body = await chosen.ask(`/pairings/${round}/explain?lang=${lang}`);
  if (chosen.round !== round) return;
  fill(at("why").querySelector("ul"), ...body.reasons.map((one) => make("li", {}, one.text[lang] ?? one.text)));
}

at("why").addEventListener("toggle", () => {
  if (at("why").open && chosen.round) explain();
});
at("round").addEventListener("change", (event) => show(Number(event.target.value)));
at("before").addEventListener("click", () => show(chosen.round - 1));
at("after").addEventListener("click", () => show(chosen.round + 1));
