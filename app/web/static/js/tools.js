// What stands beside the table: ledger, rules, keys, answers that stand, leaving.

import { fetched } from "./api.js";
import { choose, chosen } from "./choices.js";
import { leave } from "./commands.js";
import { dialog, fillWith, opened } from "./dialogs.js";
import { played } from "./games/played.js";
import { fill, make } from "./shell.js";
import { sounds, turnSounds } from "./sound.js";
import { t } from "./words.js";

/**
 * The buttons inside `element`.
 * @param {HTMLElement} element
 * @param {import("./table.js").Table} table
 */
export function tools(element, table) {
  const button = (action, text, run) => make("button.small", { type: "button", "data-action": action, on: { click: run } }, text);
  fill(
    element,
    button("ledger", t("table.ledger"), () => showLedger(table)),
    button("rules", t("table.rules"), () => rulesSheet(table)),
    button("keys", t("table.keys"), () => help(table)),
    button("leave", t("table.leave"), () => leave(table)),
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

/** The keys of the table. @param {import("./table.js").Table} table */
export function help({ play }) {
  const rows = played(play).KEYS.map((name) => {
    const [keys, what] = t(`table.key_${name}`).split(" — ");
    return [make("dt", {}, make("kbd", {}, keys)), make("dd", {}, what)];
  });
  dialog(t("table.keys"), make("dl.keys", {}, ...rows.flat()));
}

/**
 * The phrases that the seat may say, inside a `details` element that has its summary and a place for them.
 * @param {HTMLDetailsElement} element
 * @param {import("./table.js").Table} table
 */
export function phrases(element, table) {
  const place = element.querySelector("div");
  element.addEventListener("toggle", () => {
    if (!element.open || place.querySelector("button")) return;
    fillWith(place, async () => (await fetched(() => import("./later/speaking.js"))).speaking(table));
  });
}

/** What the table has paid so far. @param {import("./table.js").Table} table */
const showLedger = (table) => opened(t("table.ledger"), async () => [await (await fetched(() => import("./later/ledger.js"))).ledger(table)]);

const sheet = () => fetched(() => import("./later/sheet.js"));

/** The sheet that is played by. @param {{game: string, play: string, rules: any, created: any, names: string[]}} table */
export const rulesSheet = (table) => opened(t("table.rules"), async () => (await sheet()).rules(table));

/** A paragraph of the rulebook that this game is played by. @param {{play: string, created: any}} table @param {string} number */
export const rule = (table, number) => opened(t("table.rule", { rule: number }), async () => (await sheet()).paragraph(table, number));
