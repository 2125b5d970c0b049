// Commands on their way to the service: each is sent until an answer comes, and counts once.

import { call, pause, Problem, uuid } from "./api.js";
import { agree } from "./clock.js";
import { t } from "./words.js";

/** Until a request that did not reach the service is sent again. */
export const AGAIN_MS = 1_000;

/**
 * Posts to the game of a table, again while the service is not reached, and returns the body of the answer.
 * @param {import("./table.js").Table} table
 * @param {string} path  below that of the game
 * @param {{body?: object, ifMatch?: number, token?: string | null}} [request]  by the token of the seat if none is named
 * @throws {Problem} where the command is refused
 */
export async function delivered({ game, notice, token: own }, path, { body, ifMatch, token = own } = {}) {
  const key = uuid();
  for (;;) {
    try {
      const { body: answer, headers } = await call("POST", `/v1/games/${game}${path}`, { body, token, ifMatch, key });
      agree(headers);
      notice.mended("move");
      return answer;
    } catch (error) {
      if (!(error instanceof Problem) || !error.isUnreached) {
        notice.mended("move");
        throw error;
      }
      notice.cut("move", t("table.reconnecting"), t("table.move_kept"));
      await pause(AGAIN_MS);
    }
  }
}
