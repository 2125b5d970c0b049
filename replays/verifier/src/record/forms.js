/** The form of each line of a record. */

import { BadForm, hasMembers, isHash, isObject, isText, isWhole, need } from "../values.js";
import { NOBODY } from "./sealing.js";
import { message } from "../words/message.js";

const A_HEADER = message("a header"), A_RECEIPT = message("a receipt"), A_REFUSAL = message("a refusal");
export const THE_PUBLIC_PART = message("the public part");

export const ENTRY_LIMIT = 51000;
export const GAME_FORM = /^g-[0-3][0-9a-f][0-9a-z]{22}$/;
const LOG_FORM = /^[gdpwt]-[0-3][0-9a-f][0-9a-z]{22}$/;
const HEADER_MEMBERS = ["record", "v", "game", "variant", "rules_hash", "rules_version", "plies", "players"];

export function damageForm(value) {
  need(hasMembers(value, ["damaged_at", "game", "plies", "record", "v"]), message("the header of a damaged log has damaged_at, game, plies, record and v"));
  need(value.v === 1, message("v is 1"));
  need(isText(value.game) && GAME_FORM.test(value.game), message("game is a game id"));
  need(isWhole(value.plies) && value.plies <= ENTRY_LIMIT, message("plies is a number of entries"));
  need(isWhole(value.damaged_at) && value.damaged_at >= 1 && value.damaged_at <= value.plies, message("damaged_at is an entry of the log"));
}

export function headerForm(value) {
  need(hasMembers(value, HEADER_MEMBERS), message("{what} has the members {names}", { what: A_HEADER, names: HEADER_MEMBERS }));
  need(value.record === "conquian", message("record is \"conquian\""));
  need(value.v === 1 || value.v === 2, message("v is 1 or 2"));
  need(isText(value.game) && GAME_FORM.test(value.game), message("game is a game id"));
  need(isText(value.variant), message("variant is a name"));
  need(isHash(value.rules_hash), message("{name} is 64 hex digits", { name: "rules_hash" }));
  need(isWhole(value.rules_version) && isWhole(value.plies), message("numbers are whole"));
  need(Array.isArray(value.players), message("{name} is a list", { name: "players" }));
  for (const player of value.players) {
    need(hasMembers(player, ["kind", "player", "bot"]), message("a player has a kind, a player and a bot"));
    need(isText(player.kind), message("kind is a word"));
    need([player.player, player.bot].every((word) => word === null || isText(word)), message("player and bot are names or null"));
  }
}

export function rulebookForm(value) {
  need(hasMembers(value, ["rulebook"]), message("the line of the rulebook has nothing else"));
  need(hasMembers(value.rulebook, ["edition", "hash", "paragraphs"]), message("a rulebook has an edition, a hash and paragraphs"));
  const { edition, hash, paragraphs } = value.rulebook;
  need(isWhole(edition) && edition > 0, message("edition is a number from 1"));
  need(isHash(hash), message("{name} is 64 hex digits", { name: "hash" }));
  need(isObject(paragraphs) && Object.values(paragraphs).every(isText), message("paragraphs are texts"));
}

export function entryForm(value) {
  need(hasMembers(value, ["digest", "hidden", "public"]), message("an entry has a digest, hidden and public"));
  need(isHash(value.digest), message("{name} is 64 hex digits", { name: "digest" }));
  need(isObject(value.public), message("{name} is an object", { name: "public" }));
  need(Array.isArray(value.hidden), message("{name} is a list", { name: "hidden" }));
  for (const hidden of value.hidden) {
    need(hasMembers(hidden, ["audience", "part", "salt"]), message("a hidden part has an audience, a part and a salt"));
    need(isWhole(hidden.audience) && hidden.audience >= 0 && hidden.audience <= NOBODY, message("audience is 0 to 255"));
    need(isHash(hidden.salt), message("{name} is 64 hex digits", { name: "salt" }));
    need(isObject(hidden.part), message("{name} is an object", { name: "part" }));
  }
}

export function revealForm(value) {
  need(hasMembers(value, ["reveal"]), message("the line that opens the keys has nothing else"));
  need(hasMembers(value.reveal, ["deal_keys", "game_key"]), message("a reveal has deal_keys and game_key"));
  need(isHash(value.reveal.game_key), message("{name} is 64 hex digits", { name: "game_key" }));
  need(Array.isArray(value.reveal.deal_keys) && value.reveal.deal_keys.every(isHash), message("deal_keys are 64 hex digits each"));
}

export function proofForm(value) {
  need(hasMembers(value, ["proof"]), message("the line of the proof has nothing else"));
  need(hasMembers(value.proof, ["checkpoint", "receipts"]), message("a proof has receipts and a checkpoint"));
  const { receipts, checkpoint } = value.proof;
  need(Array.isArray(receipts), message("{name} is a list", { name: "receipts" }));
  receipts.forEach(receiptShape);
  if (checkpoint === null) return;
  need(hasMembers(checkpoint, ["note", "index", "size", "path"]), message("a checkpoint has a note, an index, a size and a path"));
  need(isText(checkpoint.note), message("note is a text"));
  need([checkpoint.index, checkpoint.size].every((number) => isWhole(number) && number >= 0), message("index and size are numbers"));
  need(Array.isArray(checkpoint.path) && checkpoint.path.every(isHash), message("path is a list of hashes"));
}

const RECEIPT_MEMBERS = ["v", "key", "game", "ply", "digest", "time", "signature"];

/** Check the members that a receipt needs to be read; the rest is for the check of the receipt. */
function receiptShape(value) {
  need(hasMembers(value, RECEIPT_MEMBERS), message("{what} has the members {names}", { what: A_RECEIPT, names: RECEIPT_MEMBERS }));
  need([value.v, value.ply, value.time].every((number) => isWhole(number) && number >= 0), message("a receipt names ply and time"));
  need([value.key, value.game, value.digest, value.signature].every(isText), message("a receipt has texts"));
}

export function receiptForm(value) {
  receiptShape(value);
  need(value.v === 1 && isText(value.key) && /^[0-9a-f]{16}$/.test(value.key), message("a receipt names its key"));
  need(isText(value.game) && LOG_FORM.test(value.game), message("a receipt names the log"));
  need(isWhole(value.ply) && value.ply >= 1 && isWhole(value.time) && value.time >= 0, message("a receipt names ply and time"));
  need(isHash(value.digest), message("{name} is 64 hex digits", { name: "digest" }));
  need(isText(value.signature) && /^[0-9a-f]{128}$/.test(value.signature), message("signature is 128 hex digits"));
}

const REFUSAL_MEMBERS = ["v", "key", "game", "ply", "seat", "command", "code", "rule", "time", "signature"];

export function refusalForm(value) {
  need(hasMembers(value, REFUSAL_MEMBERS), message("{what} has the members {names}", { what: A_REFUSAL, names: REFUSAL_MEMBERS }));
  need(value.v === 1 && isText(value.key) && /^[0-9a-f]{16}$/.test(value.key), message("a refusal names its key"));
  need(isText(value.game) && LOG_FORM.test(value.game), message("a refusal names the log"));
  need(isWhole(value.ply) && value.ply >= 1 && isWhole(value.time) && value.time >= 0, message("a refusal names ply and time"));
  need(value.seat === null || (isWhole(value.seat) && value.seat >= 0 && value.seat < 255), message("a refusal names a seat or none"));
  need(isHash(value.command), message("{name} is 64 hex digits", { name: "command" }));
  need(isText(value.code) && /^[a-z][a-z0-9_]{0,63}$/.test(value.code), message("a refusal names its code"));
  need(isText(value.rule) && /^[0-9]{1,2}\.[0-9]{1,2}$/.test(value.rule), message("a refusal cites a paragraph"));
  need(isText(value.signature) && /^[0-9a-f]{128}$/.test(value.signature), message("signature is 128 hex digits"));
}

export const PUBLIC_MEMBERS = ["v", "game", "ply", "time", "actor", "command", "events", "seals"];
const FIRST_MEMBERS = ["rules_hash", "rules_version"];
const FIRST_OPTIONAL = ["receipt_key", "rulebook"];

/** Return the fault in the form of a public part, null if there is none. */
export function publicFault(publicPart, first) {
  const optional = first ? FIRST_OPTIONAL.filter((name) => name in publicPart) : [];
  const wanted = [...PUBLIC_MEMBERS, ...(first ? FIRST_MEMBERS : []), ...optional];
  try {
    need(hasMembers(publicPart, wanted), message("{what} has the members {names}", { what: THE_PUBLIC_PART, names: wanted.sort() }));
    need(publicPart.v === 1, message("v is 1"));
    need(isWhole(publicPart.ply) && isWhole(publicPart.time) && publicPart.time >= 0, message("ply and time are numbers"));
    need(isText(publicPart.game) && isText(publicPart.actor), message("game and actor are texts"));
    need(isObject(publicPart.command), message("{name} is an object", { name: "command" }));
    need(Array.isArray(publicPart.events) && publicPart.events.length > 0 && publicPart.events.every((event) => isObject(event) && isText(event.type)), message("events are objects with a type"));
    const seal = (pair) => Array.isArray(pair) && pair.length === 2 && isWhole(pair[0]) && isHash(pair[1]);
    need(Array.isArray(publicPart.seals) && publicPart.seals.every(seal), message("seals are pairs of audience and hash"));
    if ("receipt_key" in publicPart) need(isText(publicPart.receipt_key) && /^[0-9a-f]{16}$/.test(publicPart.receipt_key), message("receipt_key is the id of a key"));
    if ("rulebook" in publicPart) {
      need(hasMembers(publicPart.rulebook, ["edition", "hash"]) && isWhole(publicPart.rulebook.edition) && publicPart.rulebook.edition > 0 && isHash(publicPart.rulebook.hash), message("rulebook has an edition and a hash"));
    }
  } catch (wrong) {
    if (!(wrong instanceof BadForm)) throw wrong;
    return wrong.text;
  }
  return null;
}
