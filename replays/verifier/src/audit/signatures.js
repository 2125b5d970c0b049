/** Key lists, and signatures of receipts and refusals (RULES 12.7, 12.10). */

import { concat, hex, unhex, utf8 } from "../bytes.js";
import { isSignedBy } from "../ed25519.js";
import { sha256 } from "../hashes.js";
import { receiptForm, refusalForm } from "../record/forms.js";
import { BadForm, canonicalBytes, isHash, isObject, isText, isWhole, need } from "../values.js";
import { message } from "../words/message.js";

/** The keys of a key list document by id; BadForm if it is none. */
export function keyList(document) {
  need(isObject(document) && document.v === 1 && Array.isArray(document.keys), message("a key list has v 1 and keys"));
  need(isText(document.origin), message("a key list says whose keys they are"));
  need(document.keys.length > 0, message("it has no keys"));
  const keys = new Map();
  for (const row of document.keys) {
    need(isObject(row) && isHash(row.public) && row.algorithm === "Ed25519", message("a key has an algorithm and a public key"));
    need(isWhole(row.from) && (row.until === null || isWhole(row.until)), message("a key says from when until when it signs"));
    need(row.id === hex(sha256(unhex(row.public))).slice(0, 16), message("the id of a key follows from it"));
    keys.set(row.id, { public: unhex(row.public), from: row.from, until: row.until });
  }
  need(keys.size === document.keys.length, message("a key stands there twice"));
  return { origin: document.origin, keys, fingerprint: hex(sha256(canonicalBytes(document))) };
}

export const signsAt = (key, time) => time >= key.from && (key.until === null || time < key.until);
export const NO_KEY = message("it is signed with a key that the list does not have");
export const TOO_EARLY = message("it is signed with a key that was not yet in force at its time");
const TOO_LATE = message("it is signed with a key that was retired at its time");

/** Return why a receipt is not a statement of the service, null if it is one; without trusted keys only its form tells. */
export function receiptFault(receipt, trusted) {
  return signatureFault(receipt, trusted, receiptForm, "conquian/receipt/1");
}

/** Return why a refusal is not a statement of the service, null if it is one. */
export function refusalFault(refusal, trusted) {
  return signatureFault(refusal, trusted, refusalForm, "conquian/refusal/1");
}

/** Return why `statement` has not the form of one, or no key that was in force at its time has signed it under `label`; or null. */
function signatureFault(statement, trusted, form, label) {
  try {
    form(statement);
  } catch (wrong) {
    if (!(wrong instanceof BadForm)) throw wrong;
    return wrong.text;
  }
  if (trusted === null) return null;
  const key = trusted.keys.get(statement.key);
  if (key === undefined) return NO_KEY;
  const { signature, ...content } = statement;
  const bytes = concat(utf8(label), canonicalBytes(content));
  if (!isSignedBy(key.public, bytes, unhex(signature))) return message("its signature is not one of that key");
  if (signsAt(key, statement.time)) return null;
  return statement.time < key.from ? TOO_EARLY : TOO_LATE;
}

/** Return whether `statement` is a refusal, or was one before somebody changed it, and no receipt. */
export const isMeantAsRefusal = (statement) => isObject(statement) && "command" in statement && !("digest" in statement);

/** Return whether a value has the form of a receipt; that says nothing about its truth. */
export const isReceipt = (value) => receiptFault(value, null) === null;
