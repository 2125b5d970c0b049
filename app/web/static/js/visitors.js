// Whoever comes to a table without a seat: by an invitation, to a free seat, after the end, or because the host has
// opened the seat.

import { call, forgetSeat, unlessRefused } from "./api.js";
import { seatNames } from "./pieces.js";
import { variantName } from "./variants.js";
import { link } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** The code of an invitation and the seat that it names, unless seats share it. */
const CODE = /^cq_inv_g-[0-9a-z]+(?:\.(\d+))?_/;

/**
 * The invitation in the address of the page: its code and the seat that it names, null where seats share it.
 * @returns {{code: string, seat: number | null} | null}
 */
export function invitationHere() {
  const code = new URLSearchParams(location.hash.slice(1)).get("invitation");
  const [known, seat = null] = CODE.exec(code) ?? [];
  return known ? { code, seat: seat && Number(seat) } : null;
}

/** Shows the way in, how the game ended, or goes where one watches. @param {Table} table @param {any} view */
export async function enter(table, view) {
  const { invited, notice, parts: { lobby: place } } = table;
  const over = ["finished", "void"].includes(view.status);
  const free = view.seats.some((one) => one.kind === "open" || one.left);
  if (!free && !invited && !over) {
    location.replace(link(`/watch/${table.game}`));
    return;
  }
  table.view = view;
  table.names = seatNames(view, null);
  await table.learnLobby();
  table.called = await variantName(view.variant);
  notice.hide();
  if (over) table.lobby.ending(place, table);
  else if (invited && !table.lobby.hasWayIn(view, invited)) table.lobby.usedUp(place, table);
  else table.lobby.door(place, table);
}

/** Shows the way in to a table that only its seats may see. @param {Table} table  with an invitation */
export async function enterUnseen(table) {
  await table.learnLobby();
  table.notice.hide();
  table.lobby.closedDoor(table.parts.lobby, table);
}

/**
 * Shows that the host has taken the seat from the person here, and what can be done now, if that is why a token is refused;
 * returns whether it is.
 * @param {Table} table
 * @param {import("./api.js").Problem} problem
 */
export async function wasRemoved(table, { status }) {
  if (status !== 401 || table.seat === null) return false;
  try {
    const { body } = await call("GET", `/v1/games/${table.game}/events?limit=200`);
    const events = body.events.flatMap((entry) => entry.public.events);
    if (!events.some((event) => event.type === "removed" && event.seat === table.seat)) return false;
    await table.learnLobby();
  } catch (error) {
    return unlessRefused(error, false);
  }
  forgetSeat(table.game);
  for (const part of Object.values(table.parts)) part.hidden = true;
  table.lobby.removed(table.parts.lobby, table);
  return true;
}
