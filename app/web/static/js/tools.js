// What stands beside the table: ledger, rules, keys, answers that stand, leaving.

import { fetched, Problem } from "./api.js";
import { choose, chosen } from "./choices.js";
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

/**
 * Fills `place` with what is fetched for it; where that fails it says so.
 * @param {HTMLElement} place
 * @param {() => Promise<(Node | string | null)[]>} content
 */
async function fillWith(place, content) {
  fill(place, t("common.loading"));
  try {
    fill(place, ...(await content()));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    fill(place, make("p", { role: "alert" }, make("strong", {}, error.title), " ", error.detail));
  }
}

/** A dialog whose content is fetched when it is opened, and asked for again by the next one where that fails. */
function opened(title, content) {
  const place = make("div");
  dialog(title, place);
  return fillWith(place, content);
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
