// How a page says that it is somebody's turn, also to those who look elsewhere: title, icon, badge, voice, sound.

import { sound } from "./sound.js";
import { t } from "./words.js";

const title = document.title;
const icon = document.querySelector('link[rel="icon"]');
const usual = icon?.href;
const ALERT =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#c0392b"/>' +
      '<path d="M14 6h4l-.6 13h-2.8zM14 22h4v4h-4z" fill="#fff"/></svg>',
  );

let called = null;

/**
 * Shows in title, icon and badge what is asked, and lets it be heard once; null: nothing is.
 * @param {string | null} what
 */
export function call(what) {
  if (what && !called) sound("turn");
  called = what;
  document.title = what ? t("table.called", { what, title }) : title;
  if (icon) icon.href = what ? ALERT : usual;
  const badge = what ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
  badge?.catch(() => {}); // a browser that has no place for it
}

/**
 * Has a text read out: at once where it is urgent, else when there is a pause.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function announce(text, urgent = false) {
  const region = document.getElementById(urgent ? "urgent" : "polite");
  if (region && region.textContent !== text) region.textContent = text;
}
