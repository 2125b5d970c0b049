// What a service knows of a game beside its log: the receipts that the log contradicts, and the disputes about it.

import { call } from "./api.js";
import { make } from "./shell.js";
import { disputeLines } from "./verdict.js";
import { t } from "./words.js";

/**
 * The marks of a game: `receipts`, null where the service did not say, and `body`, its answer with the disputes.
 * @param {string} game
 * @param {string | null} token
 */
export async function marksAt(game, token) {
  const asked = (what, none) => call("GET", `/v1/games/${game}/${what}`, { token }).then(({ body }) => body, () => none);
  const [receipts, body] = await Promise.all([asked("receipts", null), asked("disputes", {})]);
  return { receipts, body };
}

/** The disputes in an answer, each with claim, verdict and state, as an element; null where there are none. */
export function disputesNode(tool, { disputes = [] }) {
  const lists = disputes.map((one) => make("li", {}, disputeLines(tool, one).join(" ")));
  return lists.length > 0 ? make("section", {}, make("h3", {}, t("replay.disputes")), make("ul", {}, ...lists)) : null;
}
