/** A record replayed position by position, for pages that show it; this is no audit. */

import { creationEvent, numbered } from "./audit/chain.js";
import { gameNamed } from "./games/games.js";
import { publicFault } from "./record/forms.js";
import { readRecord } from "./record/scan.js";
import { mergeEntry } from "./record/sealing.js";
import { evolved } from "./table/state.js";

/**
 * A record as one looks at it, which is no audit: `{game, rulebook, created, steps}`. A step is an entry that
 * could be read, `{ply, public, hidden, command, events, table}`: `command` and `events` with the hidden parts put
 * in as far as they fit, `table` what they lead to, null from the first entry on that fits no position.
 */
export function replayRecord(bytes) {
  const { header, rulebook, entries } = readRecord(bytes);
  const places = numbered(entries.map((entry) => (entry ? entry.public.ply : null)));
  const steps = [], created = creationEvent(entries), game = gameNamed(created === null ? null : created.play);
  let table = null, follows = true;
  entries.forEach((entry, at) => {
    follows = follows && entry !== null && publicFault(entry.public, at === 0) === null;
    if (entry === null || publicFault(entry.public, at === 0) !== null) return;
    const { command, events, whole } = withHiddenParts(game, entry);
    try {
      if (follows && whole) table = events.reduce(evolved, table);
      else follows = false;
    } catch (fault) {
      follows = false;
    }
    steps.push({ ply: places[at].ply, digest: entry.digest, public: entry.public, hidden: entry.hidden, command, events, table: follows ? table : null });
  });
  return { game: header === null ? null : header.game, rulebook, created, steps };
}

/** An entry's command and events with what was hidden of them, and whether the hidden parts fit. */
function withHiddenParts(game, entry) {
  try {
    return { ...mergeEntry(game, entry), whole: true };
  } catch (fault) {
    return { command: entry.public.command, events: entry.public.events, whole: false };
  }
}
