// What a person does at a table besides playing a hand: taking a seat and leaving it, being ready, adding chance to the
// deck, having bots play, a rematch.

import { keepSeat, unlessRefused } from "./api.js";
import { learnBots } from "./bots.js";
import { seal, sealed } from "./chance.js";
import { delivered } from "./delivery.js";
import { confirm } from "./dialogs.js";
import { played } from "./games/played.js";
import { link, t } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * Takes a free seat, by its number, the code of an invitation or both; a refusal shows what there is now.
 * @param {Table} table
 * @param {object} seat
 * @param {ReturnType<typeof import("./people.js").naming>} name  who sits down
 */
export async function sit(table, seat, name) {
  await attempt(table, async () => {
    const taken = await name.as((key) => delivered(table, "/seats", { body: seat, token: key }));
    keepSeat(table.game, taken.seat, taken.token, { variant: taken.view.variant });
    history.replaceState(null, "", location.pathname + location.search);
    location.reload();
  }, () => table.begin());
}

/** Leaves for good, after asking once more. @param {Table} table */
export function leave(table) {
  confirm(played(table.play).leaving(), t("table.leave"), () => table.send({ type: "leave" }));
}

/** Takes the seat from another person or a bot, after asking once more. @param {Table} table @param {number} seat */
export function remove(table, seat) {
  confirm(t("table.remove_sure", { name: table.names[seat] }), t("table.remove"), () => table.send({ type: "remove", seat }));
}

/** Lets a bot play for the person of a seat, or asks for it. @param {Table} table @param {number} seat */
export async function replace(table, seat) {
  await attempt(table, async () => {
    await learnBots(table);
    await table.send({ type: "replace", seat, bot: table.bot });
  });
}

/** Is ready for the first hand, committed to chance of this browser's own where the seats add any. @param {Table} table */
export async function ready(table) {
  if (table.created.events[0].entropy === "seats") await commit(table);
  else await table.send({ type: "ready" });
}

/** Commits to chance of this browser's own, where it can; else leaves it to the service (RULES 12.2). @param {Table} table */
export async function commit(table) {
  const commitment = await sealed(table.game, table.seat);
  await table.send(commitment ? { type: "ready", entropy_commitment: commitment } : { type: "ready" });
}

/** Opens what this browser has committed to. @param {Table} table */
export async function revealChance(table) {
  const entropy = seal(table.game);
  if (entropy && !table.sending) await table.send({ type: "reveal", entropy });
}

/** Goes on to another game of the same persons. @param {Table} table */
export async function rematch(table) {
  await attempt(table, async () => {
    const made = await delivered(table, "/rematch");
    keepSeat(made.game, made.seat, made.token, { variant: table.view.variant });
    location.assign(link(`/play/${made.game}`));
  });
}

/** Runs a step; a refusal is shown above the table, after `otherwise`. */
async function attempt(table, step, otherwise = () => {}) {
  try {
    await step();
  } catch (error) {
    unlessRefused(error);
    await otherwise();
    table.notice.say(error.title, error.detail);
  }
}
