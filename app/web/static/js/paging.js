// Pages of a list. A filter may leave a page short or empty before the end of the list.

import { call } from "./api.js";

const EMPTY_PAGES = 20; // passed over at once in search of something to show

/**
 * The page of a list after `cursor`, the first one without; empty pages before the end are passed over.
 * @param {string} path
 * @param {Record<string, string> | URLSearchParams} query  without the cursor
 * @param {{cursor?: string | null, token?: string | null, items: (body: any) => Promise<Node[]> | Node[], isWanted?: () => boolean}} options
 *   `items` makes the elements of a page; once `isWanted` is false, no further page is asked for
 * @returns {Promise<{rows: Node[], body: any}>}  the elements, and the last page that was asked for
 */
export async function page(path, query, { cursor = null, token = null, items, isWanted = () => true }) {
  let body = { next: cursor };
  let rows = [];
  for (let asked = 0; asked < EMPTY_PAGES && rows.length === 0 && (asked === 0 || (body.next && isWanted())); asked += 1) {
    const parameters = new URLSearchParams(query);
    if (body.next) parameters.set("cursor", body.next);
    ({ body } = await call("GET", `${path}?${parameters}`, { token }));
    rows = await items(body);
  }
  return { rows, body };
}
