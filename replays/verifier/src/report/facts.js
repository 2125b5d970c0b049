/** The facts that the words of a report need besides the report itself. */

import { creationEvent, endEvent } from "../audit/chain.js";
import { keyList } from "../audit/signatures.js";
import { gameNamed } from "../games/games.js";
import { isObject, isText, within } from "../values.js";

/** Return the facts that the words of a report need. */
export function factsOf(record, builder, { keys, parent }) {
  const { entries } = record;
  const created = creationEvent(entries), { END_OF_HAND } = gameNamed(created === null ? null : created.play);
  const times = entries.filter((entry) => entry !== null).map(({ public: publicPart }) => publicPart.time).filter((time) => within(1, 8.64e15)(time));
  const clock = (time) => new Date(time).toISOString();
  const covered = record.proof !== null && record.proof.checkpoint !== null;
  const ended = entries.flatMap((entry) => (entry && entry.sound ? entry.public.events : [])).filter(({ type }) => type === END_OF_HAND);
  const plain = plainSeats(created, entries);
  const frozen = frozenAt(entries);
  const open = [
    ["nokeys", keys === null], ["noreceipts", builder.compared === 0], ["remade", builder.signers.size > 0],
    ["unsignedreceipts", keys === null && builder.compared > 0],
    ["damaged", Boolean(record.damage)], ["cut", !record.damage && !entries.some(endEvent)],
    ["nocheckpoint", !covered && !record.damage], ["unsignedcheckpoint", covered && keys === null],
    ["rolledback", frozen !== null, { signed: frozen && frozen.signed }],
    ["noentropy", plain.length > 0, { seats: plain }], ["noparent", created !== null && isObject(created.parent) && parent === null],
    ["people", true], ["clocks", times.length > 0],
  ];
  return {
    variant: created === null || !isText(created.rules.variant) ? null : created.rules.variant,
    seats: record.header === null ? null : record.header.players.map(({ kind, player, bot }) => ({ name: player || bot || null, kind })),
    hands: ended.length,
    times: times.length === 0 ? null : `${clock(Math.min(...times))} – ${clock(Math.max(...times))}`,
    edition: record.rulebook === null ? null : record.rulebook.edition,
    paragraphs: record.rulebook === null ? {} : record.rulebook.paragraphs,
    open: open.filter(([, is]) => is).map(([name, , values]) => [name, values]),
    trusted: keys === null ? null : keyList(keys),
    signers: [...builder.signers],
    chance: chanceIn(entries),
    frozen,
    // The receipt that froze a game says something else than its log.
    unsigned: [...(keys === null ? ["receipts", "inclusion"] : []), ...(builder.compared === 0 || frozen !== null ? ["receipts"] : [])],
  };
}

/** The seats that have not committed to chance of their own, as far as the log can be read. */
function plainSeats(created, entries) {
  if (created === null || !Array.isArray(created.seats)) return [];
  const readied = entries.flatMap((entry) => (entry && entry.sound ? entry.public.events : [])).filter(({ type }) => type === "readied");
  const committed = new Set(readied.filter((event) => isText(event.entropy_commitment)).map(({ seat }) => seat));
  return created.seats.map((_, seat) => seat).filter((seat) => !committed.has(seat));
}

/** Return the entropy of seats at the first deal: pairs of seat and bytes in hex. */
function chanceIn(entries) {
  const events = entries.flatMap((entry) => (entry && entry.sound ? entry.public.events : []));
  const begun = events.find(({ type }) => type === "hand-begun");
  if (begun === undefined || !Array.isArray(begun.entropy)) return [];
  return begun.entropy.map((added, seat) => [seat, added]).filter(([, added]) => isText(added) && /^[0-9a-f]+$/.test(added));
}

/** Return the entry at which a game was frozen and the ply of the receipt that its log contradicts; null if it was not. */
function frozenAt(entries) {
  for (const entry of entries) {
    const event = entry && entry.sound ? entry.public.events.find(({ type }) => type === "frozen") : undefined;
    if (event !== undefined && isObject(event.receipt)) return { at: entry.ply, signed: event.receipt.ply };
  }
  return null;
}

/** Return the facts of the record of a dispute. */
export function factsOfDispute(entries, proof, builder, { keys, game, paragraphs }) {
  const covered = proof !== null && proof.checkpoint !== null;
  const times = entries.map(({ public: publicPart }) => publicPart.time).filter((time) => within(1, 8.64e15)(time));
  const clock = (time) => new Date(time).toISOString();
  const open = [
    ["nokeys", keys === null], ["noreceipts", builder.compared === 0], ["remade", builder.signers.size > 0],
    ["unsignedreceipts", keys === null && builder.compared > 0],
    ["nocheckpoint", !covered], ["unsignedcheckpoint", covered && keys === null],
    ["clocks", times.length > 0],
  ];
  return {
    title: "dispute", game, variant: null, seats: null, hands: null, edition: null, paragraphs,
    times: times.length === 0 ? null : `${clock(Math.min(...times))} – ${clock(Math.max(...times))}`,
    open: open.filter(([, is]) => is).map(([name, , values]) => [name, values]), trusted: keys, signers: [...builder.signers],
    unsigned: [...(keys === null ? ["receipts", "inclusion"] : []), ...(builder.compared === 0 ? ["receipts"] : [])],
  };
}

/** Return the facts of receipts without a log. */
export function factsOfReceipts(builder, trusted) {
  const open = [["nokeys", trusted === null], ["alone", true]];
  return {
    title: "receipts", variant: null, seats: null, hands: null, edition: null, paragraphs: {}, times: null,
    open: open.filter(([, is]) => is).map(([name]) => [name]), trusted, signers: [...builder.signers],
    unsigned: ["receipts"],
  };
}
