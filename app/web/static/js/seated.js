// The way of a player of this browser to its tables of a tournament.

import { call, unlessRefused } from "./api.js";
import { myself } from "./registration.js";
import { fill, make } from "./shell.js";
import { clock, link, number, t } from "./words.js";

const LIVES = new Set(["running", "paused"]);

/**
 * What shows the tables of this player in `place`; it returns the title that the page should have, null for its
 * own, and undefined, without showing anything, if it was called again in the meantime.
 * @param {HTMLElement} place
 * @param {string} path  of the tournament in the API
 * @returns {(one: any) => Promise<string | null | undefined>}
 */
export function seating(place, path) {
  let shown = "", newest = 0;
  return async (one) => {
    const turn = ++newest;
    const me = LIVES.has(one.state) ? myself(one) : undefined;
    const tables = me ? await tablesOf(path, me.entrant) : [];
    if (turn !== newest) return undefined;
    const key = JSON.stringify([me?.out, me?.entrant, tables]);
    place.hidden = me === undefined;
    if (key !== shown) {
      shown = key;
      fill(place, ...(me ? parts(me, tables) : []));
    }
    return tables.length ? t("registration.ready_title", { name: one.name }) : null;
  };
}

async function tablesOf(path, entrant) {
  try {
    return (await call("GET", `${path}/tables?entrant=${entrant}`)).body.tables;
  } catch (error) {
    unlessRefused(error);
    return []; // What cannot be had now is asked for again soon.
  }
}

function parts(me, tables) {
  if (me.out !== null) return [make("p", {}, t("registration.out"))];
  if (tables.length === 0) return [make("p", {}, t("registration.wait"))];
  return [make("h2", {}, t("registration.ready")), ...tables.map((table) => way(table, me.entrant))];
}

/** The link to a table, which says whether the player still has to come. */
function way({ game, fixture, round, names, seats, free, until }, entrant) {
  const comes = free.some((seat) => seats[seat] === entrant);
  const values = { number: number(fixture), round: number(round) };
  const text = comes ? t("registration.sit", values) : t("registration.go_on", values);
  return make("p.row", {}, make("a.button.primary.large", { href: link(`/play/${game}`), "data-game": game }, text), make("span", {}, names.join(" – ")), comes && until !== null && make("strong", {}, t("registration.until", { time: clock(until) })));
}
