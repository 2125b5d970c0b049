// What an organiser does before a tournament begins: remove a player, let bots fill up, and start it.

import { call } from "./api.js";
import { botsOf, USUAL_BOT } from "./bots.js";
import { fill, make } from "./shell.js";
import { t } from "./words.js";

const BOTS_MAX = 256;

/**
 * The forms of an organiser before the start.
 * @param {(method: string, rest: string, body: any, done: string) => Promise<boolean>} act  sends a command
 */
export function starting(act) {
  const bots = make("input", { type: "number", name: "bots", min: 0, max: BOTS_MAX, step: 1, value: 0, required: true });
  const bot = make("select", { name: "bot" });
  const player = make("select", { name: "player" });
  const begin = (event) => {
    event.preventDefault();
    const count = Number(bots.value);
    act("POST", "start", count ? { bots: count, bot: bot.value } : { bots: 0 }, t("registration.done_start"));
  };
  const remove = (event) => {
    event.preventDefault();
    act("DELETE", `registrations/${player.value}`, undefined, t("registration.done_remove"));
  };
  const start = make("form", { on: { submit: begin } },
    make("fieldset", {}, make("legend", {}, t("registration.start")), make("p.muted", {}, t("registration.start_sentence")),
      make("div.two", {}, make("label.stacked", {}, t("registration.bots"), bots), make("label.stacked", {}, t("registration.bot"), bot)),
      make("button.primary", { type: "submit" }, t("registration.begin"))));
  const removal = make("form", { on: { submit: remove } },
    make("fieldset", {}, make("legend", {}, t("registration.remove")), make("label.stacked", {}, t("tournament.entrant"), player),
      make("button", { type: "submit" }, t("registration.removes"))));
  return {
    forms: [start, removal],
    /** @param {any} one  the tournament */
    async show(one) {
      const registered = one.entrants.filter((entrant) => entrant.player !== null);
      start.hidden = one.state !== "registering";
      removal.hidden = start.hidden || registered.length === 0;
      if (start.hidden) return;
      const before = player.value;
      fill(player, ...registered.map((entrant) => make("option", { value: entrant.player }, entrant.name)));
      if (registered.some((entrant) => entrant.player === before)) player.value = before;
      if (bot.options.length) return;
      const { body: { play } } = await call("GET", `/v1/variants/${one.variant}`);
      fill(bot, ...(await botsOf(play)).map((each) => make("option", { value: each.bot, selected: each.bot === USUAL_BOT }, `${each.bot} (${t(`common.level_${each.difficulty}`)})`)));
    },
  };
}
