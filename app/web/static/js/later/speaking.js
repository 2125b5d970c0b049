// What a seat may say to the table, as buttons.

import { call, unlessRefused } from "../api.js";
import { CODES, muting } from "../phrases.js";
import { button } from "../pieces.js";
import { make } from "../shell.js";
import { t } from "../words.js";

/**
 * The phrases that a seat may say, as buttons.
 * @param {import("../table.js").Table} table
 */
export function speaking(table) {
  const refused = make("p", { role: "status" });
  const say = async (phrase) => {
    refused.textContent = "";
    try {
      const { body } = await call("POST", `/v1/games/${table.game}/phrases`, { token: table.token, body: { phrase }, tries: 1 });
      table.phrases.hear(body);
    } catch (error) {
      unlessRefused(error);
      refused.textContent = error.message;
    }
  };
  const buttons = CODES.map((code) => button("small", `say-${code}`, t(`phrase.${code}`), () => say(code)));
  return [make("div.row", { role: "group", "aria-label": t("phrase.title") }, ...buttons), refused, muting()];
}
