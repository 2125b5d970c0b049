/** The part of a dispute that a bundle proves although the record of its game is not clean. */

import { follows } from "../audit/chain.js";
import { isMeantAsRefusal, keyList, receiptFault, refusalFault } from "../audit/signatures.js";
import { hex } from "../bytes.js";
import { sha256 } from "../hashes.js";
import { readRecord } from "../record/scan.js";
import { Refusal } from "../refusal.js";
import { replayRecord } from "../replay.js";
import { decide } from "../table/decide.js";
import { canonicalBytes, range } from "../values.js";

export const AGAINST = ["contradicts", "missing"];

/**
 * Decide what a bundle proves although the record of its game is not clean, so that the verdict is not judged:
 * `{first, sound, plies, entry, head, hand, receipts, refusals, inclusion, claim}`; null where it was judged. `first` is the ply of
 * the first finding in the game and `sound` the number of entries before it; `entry` and `head` compare the entry in
 * dispute, and the one that the machine judged up to, with what the log of the dispute says. Of each receipt it is told
 * how it stands to the record, of each signed refusal whether the rules refuse the command in dispute there. `claim` is `contradicted` where the record is not what the service signed, `twice` where
 * the service has signed both that and what the log of the dispute names, `proved` where that is the claim, or a signed
 * refusal was wrong on entries that the service has signed, else `open`.
 */
export function partialOf(record, game, { report, facts, document }, keys, kept, brought) {
  if (document === null || !report.checks.some(({ check, left_out: left }) => check === "parent" && left > 0)) return null;
  const { entries, proof } = readRecord(record), trusted = keyList(keys);
  const { claim, verdict, about } = document;
  const evidence = [document, ...(document.evidence || [])];
  const plies = game.report.findings.map(({ ply }) => ply);
  const first = plies.length === 0 ? null : Math.min(...plies);
  const sound = first === null ? entries.length : Math.max(0, first - 1);
  const sources = [["record", proof === null ? [] : proof.receipts], ["dispute", evidence.map(({ receipt }) => receipt).filter((one) => one)], ["kept", kept.filter((one) => !isMeantAsRefusal(one))], ["bundle", brought]];
  const receipts = sources.flatMap(([source, all]) => all.map((one) => {
    const isProved = receiptFault(one, trusted) === null;
    return { ply: isProved ? one.ply : null, source, result: isProved ? receiptResult(one, entries) : "unproved" };
  }));
  const head = verdict === null || verdict.head === null ? null : compared(entries, verdict.head);
  const isSigned = facts.signers.length > 0 && report.findings.length === 0;
  const answered = isSigned ? vouchedPlies(document, entries) : [];
  const against = receipts.filter(({ result }) => AGAINST.includes(result));
  const steps = replayRecord(record).steps.slice(0, sound);
  const refused = [["dispute", evidence.map(({ refusal }) => refusal).filter((one) => one)], ["kept", kept.filter(isMeantAsRefusal)]];
  const refusals = refused.flatMap(([source, all]) => all.map((one) => {
    const isProved = refusalFault(one, trusted) === null;
    return { ply: isProved ? one.ply : null, source, result: isProved ? refusalResult(one, document, steps) : "unproved" };
  }));
  const agreed = receipts.filter(({ result }) => result === "agrees").flatMap(({ ply }) => chainedTo(entries, ply));
  const isWrong = claim === "wrong_refusal" && refusals.some(({ result, ply }) => result === "lawful" && (answered.includes(ply) || agreed.includes(ply)));
  const isTwice = against.some(({ result, ply }) => result === "contradicts" && answered.includes(ply));
  return {
    first, sound, plies: entries.length, entry: compared(entries, about), head,
    hand: about.last === 0 ? null : { first: about.first, last: about.last, sound: about.last <= sound },
    receipts, refusals, inclusion: inclusionResult(game.report),
    claim: isWrong ? "proved" : isTwice ? (claim === "history_altered" ? "proved" : "twice") : against.length > 0 ? "contradicted" : "open",
  };
}

function compared(entries, { ply, digest }) {
  const entry = entries[ply - 1] || null;
  return { ply, result: entry === null ? "missing" : entry.digest === digest ? "same" : "other" };
}

/** The plies whose digests the log of a dispute stands for: what it names, and what that is chained to. */
function vouchedPlies({ about, verdict }, entries) {
  const named = [about, ...(verdict === null || verdict.head === null ? [] : [verdict.head])];
  return chainedTo(entries, Math.max(0, ...named.filter((one) => compared(entries, one).result === "same").map(({ ply }) => ply)));
}

/** The plies up to `last` that it is chained to, itself included. */
function chainedTo(entries, last) {
  let first = last;
  while (first > 1 && follows(entries[first - 2], entries[first - 1])) first -= 1;
  return last === 0 ? [] : range(last - first + 1).map((at) => first + at);
}

/** Compare a signed receipt with the record. */
export function receiptResult(receipt, entries) {
  const some = entries.find((entry) => entry !== null);
  if (some !== undefined && some.public.game !== receipt.game) return "other_game";
  if (receipt.ply > entries.length) return "missing";
  const entry = entries[receipt.ply - 1];
  if (!entry) return "unreadable";
  if (entry.digest !== receipt.digest) return "contradicts";
  return entry.public.time === 0 || entry.public.time === receipt.time ? "agrees" : "other_time";
}

/** Return whether the rules refuse the command in dispute after the entry of a signed refusal of it, as far as `steps` tell. */
function refusalResult(refusal, { about, seat, command }, steps) {
  if (refusal.game !== about.game) return "other_game";
  if (command === null || refusal.seat !== seat || refusal.command !== hex(sha256(canonicalBytes(command)))) return "unknown";
  const step = steps[refusal.ply - 1];
  if (step === undefined || step.table === null) return "beyond";
  try {
    decide(step.table, seat, command);
    return "lawful";
  } catch (fault) {
    return fault instanceof Refusal ? "forbidden" : "beyond";
  }
}

/** Return whether the checkpoint that a record itself carries covers it. */
function inclusionResult({ findings, checks }) {
  if (findings.some(({ cause }) => cause === "checkpoint")) return "fails";
  return checks.some(({ check, looked }) => check === "inclusion" && looked > 0) ? "holds" : "none";
}
