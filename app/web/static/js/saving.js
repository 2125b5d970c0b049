// Files for the reader's own disk, made here: nothing is sent anywhere.

import { call } from "./api.js";
import { make } from "./shell.js";

/**
 * Offers bytes or text as a file.
 * @param {string} name
 * @param {string | Uint8Array} content
 * @param {string} type
 */
export function save(name, content, type = "application/octet-stream") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const anchor = make("a", { href: url, download: name, hidden: true });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Fetches a file of the service and offers it.
 * @param {string} path
 * @param {string} name
 * @param {string} type
 * @param {string | null} token
 * @throws {import("./api.js").Problem}
 */
export async function download(path, name, type, token) {
  const { body } = await call("GET", path, { token, accept: type, asBytes: true });
  save(name, body, type);
}
