// Seats whose persons are away: a bot plays for them, or is asked for, until they are back.

import { unlessRefused } from "./api.js";
import { choiceOf, learnBots } from "./bots.js";
import { replace } from "./commands.js";
import { botName, button } from "./pieces.js";
import { fill, make } from "./shell.js";
import { t } from "./words.js";

/**
 * A line for each seat at which a bot plays for a person, or may; hidden without any.
 * @param {HTMLElement} element
 * @param {import("./table.js").Table} table
 */
export function standIns(element, table) {
  const { view } = table;
  const shown = view.seats.filter((one) => one.replacement);
  element.hidden = shown.length === 0;
  const key = JSON.stringify([shown.map((one) => [one.seat, one.replacement]), table.names, view.host, table.sending, table.bots]);
  if (key === element.shownKey) return;
  element.shownKey = key;
  // Without the list there is no choice: the usual bot is asked for.
  if (shown.some((one) => one.seat !== view.you && !one.replacement.bot)) learnBots(table).catch(unlessRefused);
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.action : null;
  fill(element, ...shown.map((one) => make("div.row", {}, ...(one.seat === view.you ? own(table, one) : other(table, one)))));
  if (focused) element.querySelector(`[data-action="${focused}"]`)?.focus();
}

/** The person has come back, or is about to be replaced. */
function own(table, { replacement: { bot } }) {
  const back = button("primary", "return", bot ? t("table.return") : t("table.still_here"), () => table.send({ type: "return" }), { disabled: table.sending });
  return [make("strong", { role: "status" }, bot ? t("table.bot_for_you") : t("table.away_you")), back];
}

function other(table, { seat, replacement: { bot, asked_by: asked, needed } }) {
  const { view, names } = table;
  const name = names[seat];
  if (bot) return [make("span", { role: "status" }, t("table.bot_for", { name, bot: botName(bot) }))];
  const has = asked.includes(view.you) && asked.length < needed;
  const ask = button("small", `replace-${seat}`, t("table.let_bot"), () => replace(table, seat), { disabled: table.sending || has, "aria-label": t("table.let_bot_for", { name }) });
  const choice = table.bots.length > 1 && choiceOf(table, `bot-for-${seat}`);
  if (choice) choice.setAttribute("aria-label", t("table.let_which", { name }));
  const votes = (asked.length > 0 || view.host !== view.you) && make("span.badge", {}, t("table.bot_votes", { count: asked.length, needed }));
  return [make("span", { role: "status" }, t("table.away_other", { name })), choice, ask, votes].filter(Boolean);
}
