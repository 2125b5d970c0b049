/** The record of a dispute (RULES 13). */

import { checkDigest } from "../audit/chain.js";
import { checkInclusion } from "../audit/checkpoints.js";
import { ReportBuilder } from "../audit/findings.js";
import { checkReceipts } from "../audit/receipts.js";
import { keyList } from "../audit/signatures.js";
import { objectFrom } from "../json.js";
import { PUBLIC_MEMBERS, THE_PUBLIC_PART, entryForm, proofForm } from "../record/forms.js";
import { linesOf } from "../record/scan.js";
import { factsOfDispute } from "../report/facts.js";
import { BadForm, canonicalBytes, hasMembers, isObject, isOfForger, isText, isWhole, need, same } from "../values.js";
import { checkEvidence } from "./evidence.js";
import { DisputeReplay } from "./hearing.js";
import { DisputedGame } from "./verdict.js";
import { message } from "../words/message.js";

const DISPUTE_MEMBERS = ["dispute", "game", "plies", "record", "v"];
const DISPUTE_FORM = /^d-[0-3][0-9a-f][0-9a-z]{22}$/;
export const DISPUTE_LINES = 2000;

/**
 * Audit the record of a dispute, beside the record of its `game`: `{report, facts, events, again,
 * shown, document}`. `facts` are what a report in words needs, `events` what its log tells; `again` is the outcome of the
 * machine's verdict made anew from the game, null where there is none or nothing to judge by; `shown` is the dispute
 * as the service shows it, up to the first entry that is wrong, null where its log does not tell; `document` is the
 * same by all entries, right or wrong.
 */
export function examineDispute(bytes, game, { keys = null } = {}) {
  const builder = new ReportBuilder();
  const { header, entries, proof, isFormed } = readDisputeRecord(builder, bytes);
  const trusted = keys === null ? null : keyList(keys);
  checkDisputeHeader(builder, header, entries);
  if (proof === null && builder.damage() === 0 && isFormed) {
    builder.find("format", entries.length, message("the line of the proof is missing"));
  }
  checkDisputeChain(builder, header, entries);
  const played = new DisputedGame(game), hearing = new DisputeReplay(builder, played);
  const again = hearing.run(entries);
  checkEvidence(builder, entries, trusted);
  if (proof !== null) {
    checkReceipts(builder, proof.receipts, entries.length > 0 ? entries[0].public.game : null, entries, trusted, () => entries.length);
    if (proof.checkpoint !== null) checkInclusion(builder, proof.checkpoint, entries, trusted, entries.length);
  }
  if (trusted === null) builder.absent.add("keys");
  // No checkpoint covers a dispute that goes on.
  if (isDisputeOver(entries) && (proof === null || proof.checkpoint === null)) builder.absent.add("checkpoint");
  const events = entries.flatMap(({ public: publicPart }) => (Array.isArray(publicPart.events) ? publicPart.events.filter(isObject) : []));
  const name = header !== null && isText(header.dispute) ? header.dispute : null;
  const last = entries[entries.length - 1];
  const report = builder.report(name, entries.length, last ? last.digest : null);
  const facts = factsOfDispute(entries, proof, builder, { keys: trusted, game: played.game, paragraphs: played.paragraphs });
  return { report, facts, events, again, shown: hearing.shown(entries.length, report.digest), document: documentFromEvents(events, played) };
}

/** The dispute as its log says, allowed or not, in the form in which the service shows it; null where it does not tell. */
function documentFromEvents(events, played) {
  const hearing = new DisputeReplay(new ReportBuilder(), played);
  try {
    for (const event of events) hearing.record(event);
    return hearing.shown(0, null);
  } catch (fault) {
    if (!isOfForger(fault)) throw fault;
    return null;
  }
}

/** The lines of a dispute's record by what they are, up to the first that cannot be read, with a finding there. */
export function readDisputeRecord(builder, bytes) {
  const documents = [];
  for (const { bytes: line, ended, limit } of linesOf(bytes)) {
    const at = documents.length;
    const met = limit || (at + 1 >= DISPUTE_LINES ? message("there are more than {count} entries", { count: DISPUTE_LINES }) : null);
    const { value, fault } = met ? { value: null, fault: met } : objectFrom(line);
    const wrong = fault || (ended ? null : message("its end is missing"));
    if (wrong) {
      builder.find("format", at, message("the line cannot be taken as it is: {reason}", { reason: wrong }));
      break;
    }
    documents.push(value);
  }
  const [header = null, ...rest] = documents;
  if (bytes.length === 0) builder.find("format", 0, message("there is nothing"));
  const closing = rest.length > 0 && "proof" in rest[rest.length - 1] ? rest.pop() : null;
  let isFormed = true;
  const has = (form, ply, value) => {
    try {
      form(value);
      return true;
    } catch (wrong) {
      if (!(wrong instanceof BadForm)) throw wrong;
      builder.find("format", ply, message("the form is wrong: {reason}", { reason: wrong.text }));
      isFormed = false;
      return false;
    }
  };
  const entries = [];
  for (const value of rest) {
    const ply = entries.length + 1;
    if (!has(disputeEntryForm, ply, value)) break;
    entries.push({ public: value.public, bytes: canonicalBytes(value.public), digest: value.digest, hidden: value.hidden, ply, sound: true });
  }
  const proof = closing !== null && has(proofForm, rest.length, closing) ? closing.proof : null;
  return { header, entries, proof, isFormed };
}

function disputeEntryForm(value) {
  entryForm(value);
  need(hasMembers(value.public, PUBLIC_MEMBERS), message("{what} has the members {names}", { what: THE_PUBLIC_PART, names: PUBLIC_MEMBERS }));
}

/** Check the header. Damage of the log is not counted as a fault of the header. */
function checkDisputeHeader(builder, header, entries) {
  builder.looked("header");
  const right = hasMembers(header, DISPUTE_MEMBERS) && header.record === "conquian-dispute" && header.v === 1
    && isText(header.dispute) && DISPUTE_FORM.test(header.dispute);
  if (!right) builder.find("header", 0, message("this is not the header of a dispute's record"));
  else if (entries.length === 0) builder.find("header", builder.damage(), message("the record has no entries"));
  else if (!same(header.game, gameOfDispute(entries))) builder.find("header", 0, message("{name} is not that of the log", { name: "game" }), null, { header: header.game });
  else if (header.plies !== entries.length) {
    builder.find("header", builder.damage(), message("{name} is not that of the log", { name: "plies" }), null, { header: header.plies, log: entries.length });
  }
}

/** The game that the first entry of a dispute's log is about, null where it does not tell. */
function gameOfDispute(entries) {
  const events = Array.isArray(entries[0].public.events) ? entries[0].public.events : [];
  return isObject(events[0]) && events[0].game !== undefined ? events[0].game : null;
}

/** The log in its order, chained, with nothing hidden, its clock never going back. */
function checkDisputeChain(builder, header, entries) {
  const name = header === null ? undefined : header.dispute;
  let before = [new Uint8Array(32)], latest = 0;
  for (const entry of entries) {
    for (const check of ["gaps", "digests", "times"]) builder.looked(check);
    const { ply, public: publicPart } = entry;
    if (publicPart.ply !== ply || publicPart.v !== 1) builder.find("gaps", ply, message("the entry here has another number"), null, { ply: publicPart.ply });
    if (publicPart.game !== name) builder.find("format", ply, message("the entry belongs to another game"), null, { game: publicPart.game });
    if (entry.hidden.length > 0 || !same(publicPart.seals, [])) builder.find("format", ply, message("of a dispute nothing is hidden"));
    if (!isWhole(publicPart.time) || publicPart.time < latest) builder.find("times", ply, message("the clock goes back"), null, { before: latest, time: publicPart.time });
    else latest = publicPart.time;
    before = checkDigest(builder, entry, before);
  }
}

/** Return whether the last entry of a dispute closes it. */
function isDisputeOver(entries) {
  const last = entries[entries.length - 1], events = last && Array.isArray(last.public.events) ? last.public.events : [];
  return events.some((event) => isObject(event) && ["dispute-closed", "dispute-ruled"].includes(event.type));
}
