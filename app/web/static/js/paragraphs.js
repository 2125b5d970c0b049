// Which paragraphs of the rulebook an entry of the log stands on, and how one is cited.

import { told } from "./rulebook.js";
import { fill, make } from "./shell.js";
import { t } from "./words.js";

const OF_EVENT = {
  created: ["1.5", "1.8", "1.9", "1.10", "11.2", "12.1"],
  seated: ["11.2"],
  rotated: ["11.15"],
  left: ["11.11"],
  "seats-asked": ["12.2"],
  readied: ["11.4"],
  "entropy-revealed": ["12.2"],
  "dealer-chosen": ["3.5"],
  "house-charged": ["9.7"],
  "hand-begun": ["3.1", "3.2"],
  restocked: ["11.14"],
  exchanged: ["3.3"],
  "card-turned": ["4.1"],
  passed: ["4.4"],
  declined: ["4.4"],
  melded: ["6.1", "6.2", "6.3"],
  kept: ["8.3"],
  folded: ["8.5"],
  "standing-changed": ["8.6"],
  "claims-closed": ["8.2"],
  "hand-settled": ["9.3"],
  "timed-out": ["11.8"],
  returned: ["11.9"],
  "key-revealed": ["12.4"],
  frozen: ["12.8"],
  "keys-withheld": ["12.4"],
  "game-ended": ["11.4"],
  "game-voided": ["11.10"],
};

const OF_PHASE = {
  exchange: ["3.3"],
  offer: ["5.1"],
  left: ["4.2"],
  new: ["4.3"],
  force_window: ["7.2"],
  claim_window: ["8.1"],
  forced: ["7.4"],
};

const OF_PART = {
  forced: ({ by, turn }) => [by === turn ? "7.1" : "7.2", "7.3"],
  melded: ({ discard }) => [discard === undefined ? "9.1" : "6.4"],
  "hand-ended": ({ termination }) => [termination === "tablas" ? "9.2" : "9.1"],
  asked: ({ phase }) => OF_PHASE[phase] ?? [],
};

/** The numbers of the paragraphs for what happened, in the order in which it did. */
export function paragraphsOf(events) {
  const found = events.flatMap((event) => [...(OF_EVENT[event.type] ?? []), ...(OF_PART[event.type]?.(event) ?? [])]);
  return [...new Set(found)];
}

/**
 * A paragraph as an element, read when it is opened.
 * @param {string} number
 * @param {() => Promise<{text: string | undefined, edition: number | undefined}>} read  its English text
 * @param {boolean} [open]
 */
export function cited(number, read, open = false) {
  const place = make("div");
  const show = async () => {
    const { text, edition } = await read();
    fill(place, ...(typeof text === "string" ? await told(number, text, edition) : [make("p", {}, t("replay.no_rule"))]));
  };
  const details = make("details.rule", { "data-rule": number, open, on: { toggle: () => details.open && show() } },
    make("summary", {}, t("replay.rule", { number })), place);
  if (open) show();
  return details;
}
