/** The audit of a record. */

import { gameAt } from "../games/games.js";
import { readRecord } from "../record/scan.js";
import { replayRecord } from "../replay.js";
import { factsOf, factsOfReceipts } from "../report/facts.js";
import { isObject, isText, isWhole, same } from "../values.js";
import {
  checkActors, checkChain, checkEnd, checkHeader, checkRulebook, checkRules, creationEvent, endEvent,
} from "./chain.js";
import { checkInclusion } from "./checkpoints.js";
import { checkCommitments, checkReveal, checkSeals, openedKey } from "./commitments.js";
import { LogReplay } from "./decisions.js";
import { ReportBuilder, isSound, withoutTrust } from "./findings.js";
import {
  atNamed, checkFrozen, checkHistories, checkKept, checkNamedKey, checkReceipts, checkTwice, checkUncompared,
  frozenOn,
} from "./receipts.js";
import { isMeantAsRefusal, isReceipt, keyList, receiptFault } from "./signatures.js";
import { message } from "../words/message.js";

/**
 * Everything that is wrong with the record in `bytes`, with the facts that a report in words needs. `keys` is the
 * key list document that is trusted or null, `receipts` were kept elsewhere, `parent` is the record of the game
 * that a fork comes from or null; `own` says that the keys came with the record, so that nothing tells whose they are.
 */
export function examine(bytes, { keys = null, receipts = [], parent = null, own = false } = {}) {
  const builder = new ReportBuilder();
  const record = readRecord(bytes);
  for (const { line, ply, detail } of record.faults) builder.find("format", ply, message("line {line}: {detail}", { line, detail }), null, { line });
  if (record.damage) return withoutTrust(examinePart(builder, record, keys, receipts), own);
  const { entries } = record;
  const plies = entries.length;
  const created = creationEvent(entries);
  const timeless = created !== null && created.seats.length > 0 && created.seats.every((seat) => seat.kind === "bot");
  checkChain(builder, entries, created === null ? null : created.game, timeless);
  checkEnd(builder, entries);
  checkRules(builder, record, entries);
  checkActors(builder, entries, created ? created.seats.length : 255);
  checkHidden(builder, record, entries, created, plies);
  if (record.header !== null) checkHeader(builder, record.header, entries);
  else builder.leftOut("header");
  if (created === null) builder.leftOut("actors");
  leaveOutMissing(builder, record.header, entries);
  checkRulebook(builder, record, entries);
  checkParent(builder, entries, parent);
  checkSigned(builder, record, entries, keys, receipts, plies);
  const last = entries[plies - 1];
  const report = builder.report(record.header ? record.header.game : null, plies, last ? last.digest : null);
  return withoutTrust({ report, facts: { ...factsOf(record, builder, { keys, parent }), refusals: builder.refusals } }, own);
}

/** Audit what is left of a damaged log: the public parts before the damage. */
function examinePart(builder, record, keys, receipts) {
  const { damage: { game, damaged_at: at }, proof } = record, trusted = keys === null ? null : keyList(keys);
  const entries = record.entries.slice(0, at - 1), created = creationEvent(entries), plies = entries.length;
  builder.looked("header");
  if (entries[0] && entries[0].public.game !== game) builder.find("header", 0, message("{name} is not that of the log", { name: "game" }), null, { header: game });
  const timeless = created !== null && created.seats.length > 0 && created.seats.every((seat) => seat.kind === "bot");
  checkChain(builder, entries, created === null ? null : created.game, timeless);
  if (plies > 0) checkRules(builder, record, entries);
  checkActors(builder, entries, created ? created.seats.length : 255);
  builder.find("gaps", at, message("what is stored is not what was written"), null, {}, "damage");
  for (const check of ["gaps", "commitments", "money", "end"]) builder.leftOut(check);
  builder.absent.add("hidden");
  if (trusted === null) builder.absent.add("keys");
  const isBeyond = (one) => isObject(one) && isWhole(one.ply) && one.ply >= at && (isReceipt(one) || isMeantAsRefusal(one));
  const held = receipts.filter((one) => !isBeyond(one)), own = proof === null ? [] : proof.receipts;
  checkNamedKey(builder, entries[0], trusted);
  checkKept(builder, held, game, entries, trusted);
  checkReceipts(builder, own, game, entries, trusted, () => plies);
  checkUncompared(builder, receipts.filter(isBeyond), trusted, plies);
  checkTwice(builder, [...receipts, ...own], trusted, plies);
  checkHistories(builder, held, own, game, entries, trusted);
  const last = entries.filter((entry) => entry !== null).pop();
  const report = builder.report(game, plies, last ? last.digest : null, "public");
  return { report, facts: { ...factsOf({ ...record, entries }, builder, { keys, parent: null }), refusals: builder.refusals } };
}

/** Counts the entries that the header has beyond those that are there, at least one where the log has no end. */
function leaveOutMissing(builder, header, entries) {
  const counted = header === null ? 0 : header.plies - entries.length;
  builder.leftOut("gaps", Math.max(counted, entries.some(endEvent) ? 0 : 1));
}

/** The report alone. */
export const audit = (bytes, options) => examine(bytes, options).report;

function checkHidden(builder, record, entries, created, plies) {
  const key = created === null ? null : openedKey(record, entries, created);
  if (key === null) {
    builder.find("reveal", 1, message("no key was opened that was committed to"), "12.4");
    for (const check of ["seals", "commitments", "reveal", "deal", "decisions", "cards", "money"]) builder.leftOut(check, plies);
    return;
  }
  checkReveal(builder, record, key, entries, created, plies);
  checkCommitments(builder, key, entries, created);
  checkSeals(builder, key, entries, created);
  new LogReplay(builder).run(entries);
}

function checkSigned(builder, record, entries, keys, receipts, plies) {
  const trusted = keys === null ? null : keyList(keys);
  const own = record.proof === null ? [] : record.proof.receipts;
  const first = entries.find((entry) => entry !== null);
  const game = first && isText(first.public.game) ? first.public.game : null;
  checkNamedKey(builder, entries[0], trusted);
  checkKept(builder, receipts, game, entries, trusted);
  checkReceipts(builder, own, game, entries, trusted, () => plies);
  checkFrozen(builder, game, entries, trusted);
  checkTwice(builder, [...receipts, ...own, ...frozenOn(entries)], trusted, plies);
  checkHistories(builder, receipts, own, game, entries, trusted);
  if (trusted === null) builder.absent.add("keys");
  if (record.proof !== null && record.proof.checkpoint !== null) checkInclusion(builder, record.proof.checkpoint, entries, trusted, plies);
  else builder.absent.add("checkpoint");
}

/**
 * Audit receipts without a log, with the result of `examine`: the keys that signed them, and that no ply was
 * signed twice.
 */
export function examineReceipts(receipts, { keys = null } = {}) {
  const builder = new ReportBuilder(), trusted = keys === null ? null : keyList(keys), shaped = receipts.filter(isReceipt);
  builder.absent.add("log");
  if (trusted === null) builder.absent.add("keys");
  const plies = Math.max(0, ...shaped.map(({ ply }) => ply)), games = new Set(shaped.map(({ game }) => game));
  for (const receipt of receipts) {
    builder.looked("receipts");
    builder.compared += 1;
    const fault = receiptFault(receipt, trusted);
    if (fault) builder.find("receipts", atNamed(plies)(receipt), message("a receipt proves nothing: {reason}", { reason: fault }), "12.7", { receipt });
    else if (trusted !== null) builder.signers.add(receipt.key);
  }
  checkTwice(builder, receipts, trusted, plies);
  const report = builder.report(games.size === 1 ? [...games][0] : null, plies, null, "receipts");
  return { report, facts: factsOfReceipts(builder, trusted) };
}

/** A fork begins where its parent was: the ply, the digest there, the rules, the position (RULES 11.14). */
function checkParent(builder, entries, bytes) {
  const created = creationEvent(entries);
  if (created === null || !isObject(created.parent)) return;
  if (bytes === null) return void builder.absent.add("parent_record");
  builder.looked("parent");
  const { parent, position, rules, stock } = created;
  const find = (detail) => builder.find("parent", 1, detail, "11.14", { parent });
  if (!isSound(examine(bytes).report)) return find(message("the record of the parent is not clean itself"));
  const step = isWhole(parent.ply) ? replayRecord(bytes).steps[parent.ply - 1] : undefined;
  if (step === undefined || step.table.status !== "playing") {
    return find(message("the record of the parent has no such entry at which a hand is played"));
  }
  const { table } = step, game = gameAt(table), whole = game.position(table.hand);
  const there = stock === "fresh" ? { ...whole, stock: game.inPackOrder(table.sheet, whole.stock) } : whole;
  const claims = [
    [message("the game is not that of the parent"), parent.game, table.game], [message("the digest is not that of the parent"), parent.digest, step.digest],
    [message("the rules sheet is not that of the parent"), game.completed(rules), table.sheet], [message("the position is not that of the parent"), position, there],
  ];
  for (const [wrong, ...both] of claims) {
    if (!same(...both.map((one) => (one === undefined ? null : one)))) find(wrong);
  }
}
