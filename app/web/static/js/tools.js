// What stands beside the table: ledger, rules, keys, answers that stand, leaving.

import { call } from "./api.js";
import { choose, chosen } from "./choices.js";
import { played } from "./games/played.js";
import { hands, ledger } from "./ledger.js";
import { rulebook, told } from "./rulebook.js";
import { fill, make } from "./shell.js";
import { sounds, turnSounds } from "./sound.js";
import { lang, link, t } from "./words.js";

/**
 * The buttons inside `element`.
 * @param {HTMLElement} element
 * @param {import("./table.js").Table} table
 */
export function tools(element, table) {
  const button = (action, text, run) => make("button.small", { type: "button", "data-action": action, on: { click: run } }, text);
  table.rule = (paragraph) => rule(table, paragraph);
  table.help = () => help(table);
  table.confirm = confirm;
  fill(
    element,
    button("ledger", t("table.ledger"), () => showLedger(table)),
    button("rules", t("table.rules"), () => rulesSheet(table)),
    button("keys", t("table.keys"), table.help),
    button("leave", t("table.leave"), () => table.leave()),
    auto(table),
    explain(table),
    names(),
    audible(),
    make("span.windows"),
  );
}

function auto(table) {
  const box = make("input", { type: "checkbox", id: "auto", on: { change: () => table.passAlways(box.checked) } });
  return make("label", { for: "auto" }, box, t("table.auto"));
}

function explain(table) {
  if (!played(table.play).EXPLAINS) return null;
  const box = make("input", { type: "checkbox", id: "explain", checked: table.explains, on: { change: () => table.explain(box.checked) } });
  return make("label", { for: "explain" }, box, t("table.explain"));
}

/** The names of the cards on their faces, for this player at every table. */
function names() {
  const show = () => document.body.classList.toggle("names", box.checked);
  const box = make("input", { type: "checkbox", id: "names", checked: chosen("names"), on: { change: () => (choose("names", box.checked), show()) } });
  show();
  return make("label", { for: "names" }, box, t("table.names"));
}

/** The sounds of the table, for this player at every table. */
function audible() {
  const box = make("input", { type: "checkbox", id: "sound", checked: sounds(), on: { change: () => turnSounds(box.checked) } });
  return make("label", { for: "sound" }, box, t("table.sound"));
}

/**
 * The windows in which the seat stands by a pass, where the rules have such windows (RULES 8.6); before the first hand
 * and after the last there is nothing to pass or to leave.
 * @param {any} table
 * @param {boolean} idle
 */
export function windows(table, idle) {
  const { standing, status } = table.view;
  const { tools } = table.parts;
  for (const one of tools.querySelectorAll("[data-action=leave], [for=auto]")) one.hidden = idle;
  if (!played(table.play).PASSES) tools.querySelector("[for=auto]").hidden = true;
  const place = tools.querySelector(".windows");
  const kinds = standing && status === "playing" ? [table.rules.claims && "claim", table.rules.force_by_opponents && "force"].filter(Boolean) : [];
  const key = JSON.stringify([kinds, standing, table.sending]);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  fill(place, ...kinds.map((kind) => {
    const box = make("input", { type: "checkbox", id: `standing-${kind}`, disabled: table.sending, on: { change: () => table.send({ type: "standing", [kind]: box.checked }) } });
    box.checked = standing[kind];
    return make("label", { for: box.id }, box, t(`table.standing_${kind}`));
  }));
}

/* Dialogs */

/** A dialog with a title; closed by a button, Escape, or what is in it. */
function dialog(title, ...parts) {
  const close = make("button", { type: "button", on: { click: () => shown.close() } }, t("board.close"));
  const shown = make("dialog", { "aria-label": title, on: { close: () => shown.remove() } },
    make("h2", {}, title), ...parts, make("div.row.ends", {}, close));
  document.body.append(shown);
  shown.showModal();
  return shown;
}

/**
 * Asks once more before something that cannot be taken back.
 * @param {string} question
 * @param {string} yes
 * @param {() => void} run
 */
export function confirm(question, yes, run) {
  const sure = make("button.warm", { type: "button", "data-action": "sure", on: { click: () => (shown.close(), run()) } }, yes);
  const shown = dialog(question);
  shown.querySelector(".ends").prepend(sure);
}

function help({ play }) {
  const rows = played(play).KEYS.map((name) => {
    const [keys, what] = t(`table.key_${name}`).split(" — ");
    return [make("dt", {}, make("kbd", {}, keys)), make("dd", {}, what)];
  });
  dialog(t("table.keys"), make("dl.keys", {}, ...rows.flat()));
}

async function showLedger(table) {
  const place = make("div", {}, t("common.loading"));
  dialog(t("table.ledger"), place);
  const paid = await hands(table.game, table.token, table.play);
  fill(place, ledger(table.view, table.names, paid));
}

/**
 * The sheet that is played by, explained by the service in the language of the page.
 * @param {{game: string, rules: any, created: any, names: string[]}} table
 */
export async function rulesSheet(table) {
  const place = make("div", {}, t("common.loading"));
  dialog(t("table.rules"), place);
  const { body } = await call("POST", `/v1/rules?lang=${lang}`, { body: { rules: table.rules } });
  const known = body.equals ? (await call("GET", `/v1/variants/${body.equals.variant}?lang=${lang}`)).body : body;
  const text = (words) => words[lang];
  const value = (one) => (one.values?.[one.value] ? text(one.values[one.value]) : [one.value].flat().join(", "));
  const rows = body.parameters.filter((one) => one.name !== "variant").map((one) =>
    make("tr", {}, make("td", {}, text(one.sentence)), make("td", {}, value(one)), make("td", {}, make("button.quiet.small", { type: "button", on: { click: () => rule(table, one.rule) } }, one.rule))));
  fill(place, make("p", {}, make("strong", {}, text(known.name)), ". ", text(known.sentence)), firstDealer(table), make("div.wide", { tabindex: "0", role: "group", "aria-label": t("table.rules") }, make("table.sheet", {}, make("tbody", {}, ...rows))),
    make("p.row", {}, body.equals && make("a", { href: link(`/learn/${body.equals.variant}`), target: "_blank" }, t("common.learn")),
      make("a", { href: link(`/watch/${table.game}`) }, t("table.watch_link"))));
}

/** Why the seat dealt first that did, where the lot has not decided. */
function firstDealer({ created, names }) {
  const seat = created.events[0].first_dealer;
  return seat === undefined ? null : make("p", {}, t("table.first_dealer", { name: names[seat] }));
}

/** A paragraph of the rulebook that this game is played by. */
async function rule(table, paragraph) {
  const place = make("div", {}, t("common.loading"));
  dialog(t("table.rule", { rule: paragraph }), place);
  const edition = table.created.rulebook?.edition ?? 1;
  const text = (await rulebook(table.play, edition)).paragraphs[paragraph];
  fill(place, ...(text === undefined ? [] : await told(paragraph, text, edition)));
}
