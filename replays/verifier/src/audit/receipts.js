/** Checks of receipts and refusals, those of the record and those that a reader has kept. */

import { canonical, isObject, isWhole } from "../values.js";
import { follows } from "./chain.js";
import { NO_KEY, TOO_EARLY, isMeantAsRefusal, isReceipt, receiptFault, refusalFault, signsAt } from "./signatures.js";
import { message } from "../words/message.js";

/** Return why a refusal of the right form is none of this game, as far as its log tells; null if nothing speaks against it. */
function refusedElsewhere(refusal, game, entries) {
  if (game !== null && refusal.game !== game) return message("it is of another game");
  if (refusal.ply > entries.length) return message("the log has no such entry");
  const [first] = entries;
  const begins = (event) => isObject(event) && ["created", "dispute-opened"].includes(event.type);
  const begun = first && Array.isArray(first.public.events) ? first.public.events.find(begins) : undefined, named = begun && begun.seats;
  const seats = Array.isArray(named) ? named.length : isWhole(named) ? named : Infinity; // a dispute counts them
  return refusal.seat !== null && refusal.seat >= seats ? message("the table has no such seat") : null;
}

/** Every refusal that was kept is one of the service, of a ply that the log has and a seat that the table has. */
function checkRefusals(builder, refusals, game, entries, trusted, place) {
  for (const refusal of refusals) {
    builder.looked("receipts");
    const fault = refusalFault(refusal, trusted);
    const against = fault ? null : refusedElsewhere(refusal, game, entries);
    if (fault) builder.find("receipts", place(refusal), message("a refusal proves nothing: {reason}", { reason: fault }), "12.10", { refusal });
    else if (against) builder.find("receipts", place(refusal), message("a refusal does not fit the log: {reason}", { reason: against }), "12.10", { refusal });
    else builder.refusals.push(refusal);
  }
}

/** All that a reader has kept: receipts and refusals, each held against the log. */
export function checkKept(builder, kept, game, entries, trusted) {
  const place = atNamed(entries.length);
  checkReceipts(builder, kept.filter((one) => !isMeantAsRefusal(one)), game, entries, trusted, place);
  checkRefusals(builder, kept.filter(isMeantAsRefusal), game, entries, trusted, place);
}

/** What the log says otherwise than a receipt of the right form, null if nothing (RULES 12.7). */
function saidOtherwise(receipt, game, entries) {
  if (game !== null && receipt.game !== game) return message("it is of another game");
  if (receipt.ply > entries.length) return message("the log has no such entry");
  const entry = entries[receipt.ply - 1];
  if (!entry) return null;
  if (entry.digest !== receipt.digest) return message("the log has another digest there");
  return entry.public.time === 0 || entry.public.time === receipt.time ? null : message("the entry has another time");
}

/** The ply of a finding about a kept receipt: the one that it names, if there is such an entry, else the last. */
export const atNamed = (plies) => (receipt) => (isObject(receipt) && isWhole(receipt.ply) && receipt.ply >= 1 && receipt.ply <= plies ? receipt.ply : plies);

/** Every receipt is one of the service and says what the log says; `place` gives the ply of a finding. */
export function checkReceipts(builder, receipts, game, entries, trusted, place) {
  for (const receipt of receipts) {
    builder.looked("receipts");
    builder.compared += 1;
    const fault = receiptFault(receipt, trusted);
    const against = fault ? null : saidOtherwise(receipt, game, entries);
    if (fault) builder.find("receipts", place(receipt), message("a receipt proves nothing: {reason}", { reason: fault }), "12.7", { receipt });
    else if (against) builder.find("receipts", place(receipt), message("a receipt tells against the log: {reason}", { reason: against }), "12.7", { receipt }, trusted === null ? "unsigned" : "contradiction");
    else if (trusted !== null) builder.signers.add(receipt.key);
  }
}

/** No two of the receipts that the service has signed are for different entries of one ply; without keys nobody knows. */
export function checkTwice(builder, receipts, trusted, plies) {
  const groups = new Map();
  for (const receipt of trusted === null || receipts.length < 2 ? [] : receipts) {
    if (receiptFault(receipt, trusted)) continue;
    const key = canonical([receipt.game, receipt.ply]);
    groups.set(key, [...(groups.get(key) || []), receipt]);
  }
  for (const [first, ...others] of groups.values()) {
    const other = others.find(({ digest }) => digest !== first.digest);
    if (other === undefined) continue;
    const detail = message("the service has signed two different entries for ply {ply}", { ply: first.ply });
    builder.find("receipts", Math.min(first.ply, plies), detail, "12.7", { receipts: [first, other] }, "two_signatures");
  }
}

/**
 * No kept receipt is for another entry than the one to which the entry of a later receipt is chained: such a pair, with the
 * public parts of the entries from the one to the other, proves that the service has signed two histories. Where a receipt is
 * for the log's entry of that very ply, the two prove more: see `checkTwice`.
 */
export function checkHistories(builder, kept, own, game, entries, trusted) {
  if (trusted === null) return;
  const isOf = (one) => isReceipt(one) && one.game === game && Boolean(entries[one.ply - 1]) && receiptFault(one, trusted) === null;
  const isHeld = ({ ply, digest }) => entries[ply - 1].digest === digest;
  const named = new Map(), held = new Map(), first = (map, one) => map.has(one.ply) || map.set(one.ply, one);
  for (const one of kept.filter(isOf)) if (!isHeld(one)) first(named, one);
  if (named.size === 0) return;
  for (const one of [...kept, ...own].filter(isOf)) if (isHeld(one)) first(held, one);
  for (const [ply, receipt] of [...named].sort(([one], [other]) => one - other)) {
    let later = ply;
    while (!held.has(later) && later < entries.length && follows(entries[later - 1], entries[later])) later += 1;
    if (later === ply || !held.has(later)) continue;
    const detail = message("the service has signed two histories: another entry {ply}, and entry {later}, which is chained to the entry {ply} of this log", { ply, later });
    builder.find("receipts", ply, detail, "12.7", { receipts: [receipt, held.get(later)] }, "two_histories");
  }
}

/** The key that the first entry names was in force when the table was made (RULES 12.7). */
export function checkNamedKey(builder, first, trusted) {
  if (!first || trusted === null || first.public.receipt_key === undefined) return;
  builder.looked("receipts");
  const key = trusted.keys.get(first.public.receipt_key);
  if (key === undefined) builder.find("receipts", 1, message("the log names a key that the list does not have"), "12.7", {}, "key");
  else if (first.public.time && !signsAt(key, first.public.time)) builder.find("receipts", 1, message("the log names a key that was not in force then"), "12.7", {}, "key");
}

/** A game is frozen only on a receipt of the service that its log contradicts (RULES 12.8); what it lacks is a finding. */
export function checkFrozen(builder, game, entries, trusted) {
  for (const entry of entries.slice(-2)) {
    const events = entry && Array.isArray(entry.public.events) ? entry.public.events : [];
    for (const { receipt } of events.filter((event) => isObject(event) && event.type === "frozen")) {
      builder.looked("receipts");
      const fault = receiptFault(receipt, trusted);
      // A store that was set back forgets rotations, and the list with it.
      const forgotten = fault === NO_KEY || fault === TOO_EARLY;
      const before = entries.slice(0, entries.indexOf(entry));
      const foreign = (!fault || forgotten) && receipt.game !== game ? message("it is of another game") : null;
      const why = fault && !forgotten ? fault : foreign || (saidOtherwise(receipt, game, before) ? null : message("the log does not contradict the receipt"));
      if (why) builder.find("receipts", entry.ply, message("frozen without a reason: {reason}", { reason: why }), "12.8", { receipt });
      else builder.find("receipts", entry.ply, message("frozen: the log does not have the entry {ply} for which there is a receipt", { ply: receipt.ply }), "12.8", { receipt }, "frozen");
    }
  }
}

/** The receipts on which a log says that its game was frozen. */
export const frozenOn = (entries) => entries.slice(-2).flatMap((entry) => (entry && Array.isArray(entry.public.events) ? entry.public.events : []))
  .filter((event) => isObject(event) && event.type === "frozen").map(({ receipt }) => receipt);

/** Receipts and refusals for entries that nobody can read: nothing is said of them but who has signed them. */
export function checkUncompared(builder, kept, trusted, plies) {
  for (const one of kept) {
    const refused = isMeantAsRefusal(one), fault = refused ? refusalFault(one, trusted) : receiptFault(one, trusted);
    if (fault === null) builder.leftOut("receipts");
    else if (refused) builder.find("receipts", plies, message("a refusal proves nothing: {reason}", { reason: fault }), "12.10", { refusal: one });
    else builder.find("receipts", plies, message("a receipt proves nothing: {reason}", { reason: fault }), "12.7", { receipt: one });
  }
}
