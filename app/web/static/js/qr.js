// A QR code of a path of this service, for the camera of another device.

import { fill, make } from "./shell.js";
import { lang, t } from "./words.js";

/**
 * Puts the QR code of a path, with its fragment if it has one, into an element. Where the service cannot draw it,
 * the element is hidden: the link itself stands beside it.
 * @param {HTMLElement} element
 * @param {string} path  such as "/play/g-...#invitation=..."
 * @param {string} [told]  the text alternative
 */
export async function showQr(element, path, told = t("common.qr")) {
  const picture = await drawn(path);
  element.hidden = picture === null;
  fill(element, picture && make("img.qr", { src: picture, alt: told, width: 200, height: 200 }));
}

/** The picture as an address, which the policy of the pages admits; null where there is none. */
async function drawn(path) {
  try {
    const headers = { "Content-Type": "application/json", "Accept-Language": lang };
    const response = await fetch("/qr", { method: "POST", headers, body: JSON.stringify({ path }), cache: "no-store" });
    return response.ok ? `data:image/svg+xml,${encodeURIComponent(await response.text())}` : null;
  } catch {
    return null;
  }
}
