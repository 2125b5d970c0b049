// The text of a field for the clipboard.

import { fill } from "./shell.js";
import { t } from "./words.js";

/**
 * Copies the text of a field; where the browser does not allow it, the text is selected.
 * @param {HTMLInputElement} field
 * @param {HTMLElement} told  where the result is said
 */
export async function copyFrom(field, told) {
  try {
    await navigator.clipboard.writeText(field.value);
    fill(told, t("replay.copied"));
  } catch {
    field.select();
    fill(told, t("replay.copy_by_hand"));
  }
}
