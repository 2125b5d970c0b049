/** The bundle of a dispute: its records, its keys and what follows from them, in one zip file. */

import { examine } from "../audit/audit.js";
import { ReportBuilder, absentIn, combined, concluded, withoutTrust } from "../audit/findings.js";
import { checkHistories, checkKept, checkTwice } from "../audit/receipts.js";
import { isReceipt, keyList, receiptFault } from "../audit/signatures.js";
import { sameBytes, textOf } from "../bytes.js";
import { Unreadable, keysIn, wholeJson } from "../files.js";
import { readRecord } from "../record/scan.js";
import { canonical, isObject, isText, same, within } from "../values.js";
import { evidentInclusionFault } from "./evidence.js";
import { AGAINST, partialOf, receiptResult } from "./partial.js";
import { DISPUTE_LINES, examineDispute, readDisputeRecord } from "./record.js";
import { unzipped, zipped } from "./zip.js";
import { message } from "../words/message.js";

const BUNDLED = { game: "game.record", dispute: "dispute.record" };
const KEY_LISTS = ["keys-as-served.json", "keys.json"];
const DERIVED_FILES = ["dispute.json", "receipts.json", "proofs.json"];
const CONTRADICTED = "contradicted.json";
const OTHER_FILES = ["README.txt", "verifier.js", "verifier.html"];

/**
 * Audit a bundle: `{game, dispute, partial, clean, result, own}`, the game as `examine` has it and the dispute as
 * `examineDispute` does, with what is wrong of the files that tell the same in other forms. The contradicted receipts
 * in the bundle are held against the game. `own` says that no `keys` were given, so that those of the bundle itself are trusted. Unreadable for what is no bundle.
 */
export function examineBundle(bytes, { keys = null } = {}) {
  const found = unzipped(bytes);
  const named = [...Object.values(BUNDLED), keysName(found)];
  const whole = named.every((name) => found.has(name)) && sameBytes(zipped(found), bytes);
  if (!whole) throw new Unreadable(message("this is not the bundle of a dispute"));
  const [record, log, list] = named.map((name) => found.get(name));
  const trusted = keys === null ? keysIn(list) : keys;
  const brought = contradictedIn(found);
  const own = keys === null, heard = withoutTrust(examineDispute(log, record, { keys: trusted }), own);
  const receipts = [...(brought || []), ...evidenceAgainst(heard.document, record, trusted, brought || [])];
  const game = withoutTrust(withEnds(examine(record, { keys: trusted, receipts }), heard.document, record, trusted), own);
  const again = derivedFileFaults(found, record, log, heard.shown), end = endOfDispute(log);
  const strays = [...(again || []), ...unknownFiles([...found.keys()], named), ...otherReceipts(brought), ...otherKeys(keysName(found), list, trusted)];
  const ofFiles = strays.map(([file, detail]) => ({ ply: end, check: "format", rule: null, detail, evidence: { file }, cause: "file" }));
  const findings = [...heard.report.findings, ...ofFiles].sort((one, other) => one.ply - other.ply);
  const checks = [...(again === null ? [{ check: "format", looked: 0, left_out: 1 }] : []), ...heard.report.checks];
  const report = concluded({ ...heard.report, findings, checks, absent: absentIn(heard.report) });
  const partial = partialOf(record, game, { ...heard, report }, trusted, [], brought || []);
  return { game, dispute: { ...heard, report }, partial, ...combined(game.report, report), own };
}

/** The contradicted receipts in a bundle, none where it has no file of them; null if that holds anything else. */
function contradictedIn(found) {
  if (!found.has(CONTRADICTED)) return [];
  const receipts = wholeJson(found.get(CONTRADICTED));
  return Array.isArray(receipts) && receipts.every(isReceipt) ? receipts : null;
}

/** The genuine receipts in the evidence of a dispute that say something else than the record, but for those in `others`. */
function evidenceAgainst(document, record, keys, others) {
  if (document === null) return [];
  const { entries } = readRecord(record), trusted = keyList(keys);
  const receipts = [document, ...(document.evidence || [])].map(({ receipt }) => receipt).filter((one) => one);
  const isNew = (one) => !others.some((other) => same(one, other));
  return receipts.filter((one) => receiptFault(one, trusted) === null && AGAINST.includes(receiptResult(one, entries)) && isNew(one));
}

/**
 * The examination of a game with a finding for each genuine checkpoint in the evidence of a dispute under which it ended
 * otherwise than in its record; none where the record does not show how it ended, such as beyond damage.
 */
function withEnds(game, document, record, keys) {
  if (document === null) return game;
  const found = readRecord(record), trusted = keyList(keys), builder = new ReportBuilder(), kept = [];
  const given = [document, ...(document.evidence || [])].map(({ checkpoint }) => checkpoint).filter((one) => one);
  for (const one of given) {
    if (kept.some((other) => same(one, other)) || evidentInclusionFault(one, trusted) !== null || !endsOtherwise(found, one.leaf)) continue;
    kept.push(one);
    const detail = message("by a signed checkpoint the game ended at entry {ply}, with a digest that is not the last one of this record", { ply: one.leaf.plies });
    builder.find("inclusion", Math.min(one.leaf.plies, found.entries.length), detail, "12.9", { checkpoint: one }, "contradiction");
  }
  const findings = [...game.report.findings, ...builder.findings].sort((one, other) => one.ply - other.ply);
  return { ...game, report: concluded({ ...game.report, findings, absent: absentIn(game.report) }) };
}

/** Return whether a record shows another end of this game than the leaf of a checkpoint. */
function endsOtherwise({ entries, header, faults }, { game, plies, digest }) {
  const first = entries.find((entry) => entry !== null);
  if (first === undefined || first.public.game !== game) return false;
  if (plies > entries.length) return faults.length === 0 && header !== null && header.plies === entries.length;
  const last = entries[plies - 1];
  return entries.slice(plies).some((entry) => entry !== null) || (last !== null && last.digest !== digest);
}

/** The name of the list of keys in a bundle; those of old have the second one. */
const keysName = (found) => KEY_LISTS.find((name) => found.has(name));

/** The ply of findings about other files: the number of entries in the header, never before any damage. */
function endOfDispute(log) {
  const builder = new ReportBuilder(), { header, entries } = readDisputeRecord(builder, log);
  const counted = header !== null && within(0, DISPUTE_LINES - 1)(header.plies) ? header.plies : 0;
  return Math.max(counted, entries.length, ...builder.findings.map(({ ply }) => ply));
}

/**
 * The files beside the records that are not what follows from them, and what is wrong with each; null where a line of
 * a record cannot be read: beside that they are not judged.
 */
function derivedFileFaults(found, record, log, shown) {
  const builder = new ReportBuilder(), game = readRecord(record), dispute = readDisputeRecord(builder, log);
  if (game.faults.length > 0 || builder.findings.length > 0 || dispute.proof === null || dispute.entries.length === 0) return null;
  if (shown === null) return [["dispute.json", message("the records do not tell what must stand beside them")]];
  const proofs = [game.proof, dispute.proof].map((one) => one || { receipts: [], checkpoint: null });
  const given = [shown, ...(shown.evidence || [])].flatMap(({ receipt, refusal }) => [receipt, refusal]).filter((statement) => statement);
  const right = {
    "dispute.json": shown, "receipts.json": [...proofs.flatMap(({ receipts }) => receipts), ...given],
    "proofs.json": { game: proofs[0].checkpoint, dispute: proofs[1].checkpoint },
  };
  return DERIVED_FILES.flatMap((name) => {
    if (!found.has(name)) return [[name, message("{name} is missing", { name })]];
    return textOf(found.get(name)) === `${canonical(right[name])}\n` ? [] : [[name, message("{name} is not what the records tell", { name })]];
  });
}

function unknownFiles(names, named) {
  const known = [...named, ...DERIVED_FILES, ...OTHER_FILES, CONTRADICTED];
  return names.filter((name) => !known.includes(name)).map((name) => [name, message("{name} does not belong in a bundle", { name })]);
}

/** A file of contradicted receipts that is none. */
const otherReceipts = (brought) => (brought === null ? [[CONTRADICTED, message("{name} is not a list of receipts", { name: CONTRADICTED })]] : []);

/** Return whether the list of keys in a bundle is not the trusted one of that time; of the two either may be the later one. */
function otherKeys(name, bytes, trusted) {
  const wrong = [[name, message("{name} is not the list of keys that is trusted", { name })]];
  let own;
  try {
    own = keyList(keysIn(bytes));
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    return wrong;
  }
  const other = keyList(trusted);
  const both = [...own.keys.keys()].filter((id) => other.keys.has(id));
  const onlyLater = both.length === own.keys.size || both.length === other.keys.size;
  const alike = both.every((id) => own.keys.get(id).from === other.keys.get(id).from);
  return own.origin === other.origin && onlyLater && alike ? [] : wrong;
}

/**
 * The bundle as `examineBundle` has it, with what a reader has beside it: receipts of the dispute are held against its
 * log, all others against that of the game, whose `parent` is the record that it names if it is a fork.
 */
export function examineKept(bytes, { keys, receipts, parent }) {
  const found = examineBundle(bytes, { keys });
  if (receipts.length === 0 && parent === null) return found;
  const files = unzipped(bytes), trusted = keys === null ? keysIn(files.get(keysName(files))) : keys;
  const id = found.dispute.report.game;
  const isHeard = (receipt) => isObject(receipt) && isText(id) && receipt.game === id;
  const played = receipts.filter((one) => !isHeard(one));
  const brought = (contradictedIn(files) || []).filter((one) => !played.some((other) => same(one, other)));
  const proving = evidenceAgainst(found.dispute.document, files.get(BUNDLED.game), trusted, [...played, ...brought]);
  const record = files.get(BUNDLED.game), examined = examine(record, { keys: trusted, receipts: [...played, ...brought, ...proving], parent });
  const game = withoutTrust(withEnds(examined, found.dispute.document, record, trusted), found.own);
  const builder = new ReportBuilder(), { entries, proof } = readDisputeRecord(new ReportBuilder(), files.get(BUNDLED.dispute)), heard = receipts.filter(isHeard);
  checkKept(builder, heard, id, entries, keyList(trusted));
  checkTwice(builder, [...heard, ...(heard.length > 0 && proof !== null ? proof.receipts : [])], keyList(trusted), entries.length);
  checkHistories(builder, heard, proof === null ? [] : proof.receipts, id, entries, keyList(trusted));
  const before = found.dispute.report, findings = [...before.findings, ...builder.findings].sort((one, other) => one.ply - other.ply);
  const report = concluded({ ...before, findings, absent: absentIn(before) }), dispute = { ...found.dispute, report, facts: { ...found.dispute.facts, refusals: builder.refusals } };
  const partial = partialOf(files.get(BUNDLED.game), game, dispute, trusted, played, brought);
  return { ...found, game, dispute, partial, ...combined(game.report, report) };
}
