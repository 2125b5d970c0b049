// The rules in dialogs: the sheet of a table, explained by the service, and paragraphs of the rulebook.

import { call } from "../api.js";
import { paragraphNodes, rulebook } from "../rulebook.js";
import { make } from "../shell.js";
import { rule } from "../tools.js";
import { lang, link, t } from "../words.js";

/**
 * The sheet that is played by, explained by the service in the language of the page.
 * @param {{game: string, rules: any, created: any, names: string[]}} table
 */
export async function rules(table) {
  const { body } = await call("POST", `/v1/rules?lang=${lang}`, { body: { rules: table.rules } });
  const known = body.equals ? (await call("GET", `/v1/variants/${body.equals.variant}?lang=${lang}`)).body : body;
  const text = (words) => words[lang];
  const value = (one) => (one.values?.[one.value] ? text(one.values[one.value]) : [one.value].flat().join(", "));
  const rows = body.parameters.filter((one) => one.name !== "variant").map((one) =>
    make("tr", {}, make("td", {}, text(one.sentence)), make("td", {}, value(one)), make("td", {}, make("button.quiet.small", { type: "button", on: { click: () => rule(table, one.rule) } }, one.rule))));
  return [make("p", {}, make("strong", {}, text(known.name)), ". ", text(known.sentence)), firstDealer(table), make("div.wide", { tabindex: "0", role: "group", "aria-label": t("table.rules") }, make("table.sheet", {}, make("tbody", {}, ...rows))),
    make("p.row", {}, body.equals && make("a", { href: link(`/learn/${body.equals.variant}`), target: "_blank" }, t("common.learn")),
      make("a", { href: link(`/watch/${table.game}`) }, t("table.watch_link")))];
}

/** Why the seat dealt first that did, where the lot has not decided. */
function firstDealer({ created, names }) {
  const seat = created.events[0].first_dealer;
  return seat === undefined ? null : make("p", {}, t("table.first_dealer", { name: names[seat] }));
}

/** A paragraph of the rulebook that this game is played by. */
export async function paragraph(table, number) {
  const edition = table.created.rulebook?.edition ?? 1;
  const text = (await rulebook(table.play, edition)).paragraphs[number];
  return text === undefined ? [] : paragraphNodes(number, text, edition);
}
