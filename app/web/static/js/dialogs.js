// Dialogs: a question before something that cannot be taken back, and texts that are fetched when they are opened.

import { unlessRefused } from "./api.js";
import { fill, make } from "./shell.js";
import { t } from "./words.js";

/** A dialog with a title; closed by a button, Escape, or what is in it. */
export function dialog(title, ...parts) {
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

/**
 * Fills `place` with what is fetched for it; where that fails it says so.
 * @param {HTMLElement} place
 * @param {() => Promise<(Node | string | null)[]>} content
 */
export async function fillWith(place, content) {
  fill(place, t("common.loading"));
  try {
    fill(place, ...(await content()));
  } catch (error) {
    unlessRefused(error);
    fill(place, make("p", { role: "alert" }, make("strong", {}, error.title), " ", error.detail));
  }
}

/** A dialog whose content is fetched when it is opened, and asked for again by the next one where that fails. */
export function opened(title, content) {
  const place = make("div");
  dialog(title, place);
  return fillWith(place, content);
}
