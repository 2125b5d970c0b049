// The bots that play a game.

import { call, pause, unlessRefused } from "./api.js";
import { VARIANT_OF } from "./games/names.js";
import { make } from "./shell.js";
import { lang, t } from "./words.js";

/** The bot that is offered first where one takes a seat: no other plays like most persons. */
export const USUAL_BOT = "greedy";

const AGAIN_MS = 1_000;
const asked = new Map();

/**
 * As GET /v1/bots gives them, in the language of the page; they are asked for once for each game.
 * @param {string} play  the name of the game
 * @returns {Promise<any[]>}
 */
export function botsOf(play) {
  if (!asked.has(play)) {
    const other = Object.hasOwn(VARIANT_OF, play) ? `&variant=${VARIANT_OF[play]}` : "";
    const answer = call("GET", `/v1/bots?lang=${lang}${other}`).then(({ body }) => body.bots);
    answer.catch(() => asked.delete(play));
    asked.set(play, answer);
  }
  return asked.get(play);
}

/** Learns which bots may take seats at a table, and shows them. @param {import("./table.js").Table} table */
export async function learnBots(table) {
  if (table.bots.length > 0) return;
  table.bots = await botsOf(table.play);
  if (!table.bots.some(({ bot }) => bot === table.bot)) table.bot = table.bots[0]?.bot;
  table.show();
}

/**
 * Learns them for the host, however long the service is not reached; the table is there without them.
 * @param {import("./table.js").Table} table
 */
export async function offerBots(table) {
  for (let unreached = true; unreached; ) {
    unreached = await learnBots(table).then(() => false, (error) => unlessRefused(error, error.isUnreached));
    if (unreached) await pause(AGAIN_MS);
  }
}

/**
 * The choice of the bot that takes a seat at a table.
 * @param {import("./table.js").Table} table
 * @param {string} id
 * @returns {HTMLSelectElement}
 */
export function choiceOf(table, id) {
  const choose = make("select", { id, "data-action": id, disabled: table.sending, on: { change: () => (table.bot = choose.value) } },
    ...table.bots.map((one) => make("option", { value: one.bot, selected: one.bot === table.bot }, `${one.bot} (${t(`common.level_${one.difficulty}`)})`)));
  return choose;
}
