// What an organiser adds to a running tournament: more rounds or games, and more time to come to a table.

import { call } from "./api.js";
import { numberField, offer } from "./organiser.js";
import { make } from "./shell.js";
import { clock, t } from "./words.js";

const BY_MAX = 1_000;
const MINUTES_MAX = 1_440;

const stacked = (text, control) => make("label.stacked", {}, text, control);
const send = (run) => (event) => {
  event.preventDefault();
  return run();
};

/** The form that extends the tournament. @param {(body: any) => Promise<boolean>} act */
export function extension(act) {
  const [parameter, by] = [make("select", { name: "parameter" }), numberField("by", 1, BY_MAX)];
  const form = make("form", { hidden: true, on: { submit: send(() => act({ parameter: parameter.value, by: Number(by.value) })) } },
    make("fieldset", {}, make("legend", {}, t("organise.extend")), make("p.muted", {}, t("organise.extend_sentence")),
      make("div.two", {}, stacked(t("organise.extend_what"), parameter), stacked(t("organise.extend_by"), by)),
      make("button", { type: "submit" }, t("organise.extensions"))));
  return {
    form,
    /** @param {{state: string, extendable: string[]}} one  the tournament */
    show({ state, extendable }) {
      form.hidden = state === "registering" || extendable.length === 0;
      offer(parameter, extendable.map((value) => ({ value, name: t(`organise.extend_${value}`) })));
    },
  };
}

/**
 * The form that gives the players of a table more time to come.
 * @param {string} path  of the tournament in the API
 * @param {(body: any) => Promise<boolean>} act
 * @param {(error: unknown) => void} failed
 */
export function moreTime(path, act, failed) {
  const [table, minutes] = [make("select", { name: "table" }), numberField("more", 10, MINUTES_MAX)];
  let newest = 0;
  const form = make("form", { hidden: true, on: { submit: send(() => act({ fixture: Number(table.value), minutes: Number(minutes.value) })) } },
    make("fieldset", {}, make("legend", {}, t("organise.give_time")), make("p.muted", {}, t("organise.give_time_sentence")),
      make("div.two", {}, stacked(t("organise.give_time_table"), table), stacked(t("organise.give_time_minutes"), minutes)),
      make("button", { type: "submit" }, t("organise.times"))));
  return {
    form,
    /** Asks which tables still wait for a player, until when; an answer that comes after a newer question is left out. */
    async look() {
      const turn = ++newest;
      try {
        const { body } = await call("GET", `${path}/tables`);
        if (turn !== newest) return;
        const open = body.tables.filter(({ until }) => until !== null);
        offer(table, open.map(({ fixture, until, names, ...where }) => ({ value: fixture, name: t("organise.give_time_at", { round: where.round, table: where.table, time: clock(until), names: names.join(" – ") }) })));
        form.hidden = open.length === 0;
      } catch (error) {
        failed(error);
      }
    },
  };
}
