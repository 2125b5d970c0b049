// Which paragraphs of the rulebook an entry of the log stands on, and how one is cited.

import { read } from "./games/read.js";
import { paragraphNodes, rulebook } from "./rulebook.js";
import { fill, make } from "./shell.js";
import { t } from "./words.js";

/** Those of the events of any table, which have the same numbers in every rulebook. */
const OF_TABLE = {
  seated: ["11.2"],
  rotated: ["11.15"],
  left: ["11.11"],
  "seats-asked": ["12.2"],
  readied: ["11.4"],
  "entropy-revealed": ["12.2"],
  "timed-out": ["11.8"],
  returned: ["11.9"],
  "key-revealed": ["12.4"],
  frozen: ["12.8"],
  "keys-withheld": ["12.4"],
  "game-ended": ["11.4"],
  "game-voided": ["11.10"],
};

/** The numbers of the paragraphs for what happened at a table of the game `play`, in the order in which it did. */
export function paragraphsOf(events, play) {
  const { PARAGRAPHS, PARTS } = read(play);
  const numbers = events.flatMap((event) => [...(OF_TABLE[event.type] ?? PARAGRAPHS[event.type] ?? []), ...(PARTS[event.type]?.(event) ?? [])]);
  return [...new Set(numbers)];
}

/** The English text of a paragraph in the edition by which a game is played, and that edition. */
export async function paragraphIn(source, number) {
  const edition = source.entry(0, null).public.rulebook?.edition;
  source.paragraphs ??= (await rulebook(source.play, edition).catch(() => null))?.paragraphs ?? null;
  return { text: source.paragraphs?.[number], edition };
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
    fill(place, ...(typeof text === "string" ? await paragraphNodes(number, text, edition) : [make("p", {}, t("replay.no_rule"))]));
  };
  const details = make("details.rule", { "data-rule": number, open, on: { toggle: () => details.open && show() } },
    make("summary", {}, t("replay.rule", { number })), place);
  if (open) show();
  return details;
}
