// What the forms of an organiser share: the API key, which this browser keeps, numbers, choices, and refusals.

import { unlessRefused } from "./api.js";
import { offerOwnKey } from "./ownkey.js";
import { fill, make } from "./shell.js";
import { labelled, t } from "./words.js";

const KEPT = "conquian.organiser";

/** The key that this browser keeps, or an empty text. */
function kept() {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** A field for the key with its label. `value` is the key, `keep` keeps it for the next time, `offer` shows how to get one. */
export function keyField() {
  const input = make("input.mono", { name: "key", autocomplete: "off", spellcheck: "false", required: true, value: kept() });
  const place = make("p.own-key.muted", { role: "status" });
  return {
    label: make("div", {}, make("label.stacked", {}, t("organise.key"), input, make("small.muted", {}, t("organise.key_kept"))), place),
    offer: () => offerOwnKey(place, input, "organise"),
    get value() { return input.value.trim(); },
    keep() {
      try {
        localStorage.setItem(KEPT, input.value.trim());
      } catch {
        // No storage: the key holds for this page.
      }
    },
  };
}

/** A field for a whole number from 1 on. @param {string} name @param {number} value @param {number} max */
export const numberField = (name, value, max) => make("input", { type: "number", name, min: 1, max, step: 1, value, required: true });

/** Shows a refusal of the service in `place`, with all that is wrong. @param {unknown} error @param {Element} place */
export function refused(error, place) {
  unlessRefused(error);
  const details = error.errors.length > 0 ? error.errors.map((one) => one.detail) : [error.detail];
  fill(place, make("p.notice.bad", {}, make("strong", {}, `${labelled(t("tournament.refused"))}${error.title} `), details.filter(Boolean).join(" ")));
}

/**
 * The options of a choice, if they have changed; what was chosen stays.
 * @param {HTMLSelectElement} select
 * @param {{value: string | number, name: string}[]} rows
 */
export function offer(select, rows) {
  const same = rows.length === select.options.length && rows.every(({ value, name }, at) => select.options[at].value === String(value) && select.options[at].text === name);
  if (same) return;
  const before = select.value;
  fill(select, ...rows.map(({ value, name }) => make("option", { value }, name)));
  if (rows.some(({ value }) => String(value) === before)) select.value = before;
}
