// The games of a tournament, each with the way to its replay.

import { absent } from "./absent.js";
import { linked } from "./people.js";
import { at, fill, make } from "./shell.js";
import { link, number, signed, t } from "./words.js";

const PAGE = 20;
const SEARCHED = 1_000;
const EVERY = { heading: "", fits: () => true, query: "" };
const chosen = { of: at("of"), result: at("result") };
const asked = { ask: null, entrants: [], only: EVERY, next: 0, waiting: true, turn: 0 };

/**
 * Shows the games in the order of the schedule, or only those that fit, of those that the service chooses by `query`.
 * @param {(rest: string) => Promise<any>} ask
 * @param {{heading: string, fits: (game: any) => boolean, query: string}} [only]
 */
export async function games(ask, only = EVERY) {
  Object.assign(asked, { ask, only, next: 0 });
  if (!only.chosen) chosen.of.value = chosen.result.value = "";
  chosen.result.disabled = chosen.of.value === "";
  at("all").hidden = only === EVERY;
  at("all").textContent = `${t("tournament.games_all")} ✕`;
  at("between").textContent = only.heading;
  fill(at("games"));
  fill(at("games-absent"));
  await more();
  if (only !== EVERY) at("games").closest("section").scrollIntoView({ block: "nearest" });
}

/**
 * Lets the reader choose an entrant, and games that it won, drew or lost.
 * @param {(rest: string) => Promise<any>} ask
 * @param {{name: string, player: string | null}[]} entrants
 */
export function choices(ask, entrants) {
  asked.entrants = entrants;
  if (chosen.of.options.length > 1) return;
  chosen.of.append(...entrants.map(({ name }, entrant) => make("option", { value: entrant }, name)));
  const choose = () => {
    const [of, result] = [chosen.of.value, chosen.of.value && chosen.result.value];
    if (!of) return games(ask);
    const query = `&entrant=${of}${result && `&result=${result}`}`;
    return games(ask, { ...EVERY, query, chosen: true, heading: "" });
  };
  for (const select of Object.values(chosen)) select.addEventListener("change", choose);
}

/** Whether only the first page is shown, and a game on it had no result yet. */
export const unsettled = () => asked.only === EVERY && asked.waiting && at("games").children.length <= PAGE;

/** The next games that fit, at least a page of them where there are so many; an answer that comes too late is left. */
async function more() {
  const { only } = asked;
  const turn = ++asked.turn;
  const limit = only.fits === EVERY.fits ? PAGE : SEARCHED;
  for (let added = 0; added < PAGE && asked.next !== null; ) {
    const body = await asked.ask(`/games?cursor=${asked.next}&limit=${limit}${only.query}`);
    if (asked.turn !== turn) return;
    asked.waiting = body.games.length < limit || body.games.some((one) => one.ending === null);
    const fitting = body.games.filter(only.fits);
    at("games").append(...fitting.map(item));
    if (body.missing) fill(at("games-absent"), ...absent(body));
    added += fitting.length;
    asked.next = body.next;
  }
  if (!at("games").children.length) at("games").append(make("li.muted", {}, t("tournament.games_none")));
  at("more").hidden = asked.next === null;
}

function item(fixture) {
  const result = fixture.names.flatMap((name, seat) => {
    const who = linked(asked.entrants[fixture.seats[seat]].player, name);
    return [seat ? " – " : "", who, fixture.balances ? ` ${signed(fixture.balances[seat])}` : ""];
  });
  const ending = fixture.ending && fixture.ending !== "finished" ? make("span.badge", { title: fixture.text }, ended(fixture)) : null;
  const where = t("tournament.fixture", { number: number(fixture.fixture), round: fixture.round, deck: number(fixture.deck) });
  const name = t("tournament.replay_of", { number: fixture.fixture });
  const replay = fixture.game && make("a.button.small", { href: link(`/replay/${fixture.game}`), "aria-label": name }, t("tournament.replay"));
  return make("li", { "data-fixture": fixture.fixture, "data-game": fixture.game }, make("div", {}, ...result, " ", ending, make("small", {}, where)), replay);
}

/** How a game ended that was not played out, and how its entrant failed. */
function ended({ ending, failure }) {
  const text = t(`tournament.ending_${ending}`);
  return failure ? `${text}: ${t(`tournament.failed_${failure}`)}` : text;
}

at("more").addEventListener("click", more);
at("all").addEventListener("click", () => games(asked.ask));
