/** Files that a reader brings: what kind they are, key lists, receipts and refusals. */

import { isReceipt, keyList } from "./audit/signatures.js";
import { textOf, utf8 } from "./bytes.js";
import { BadJson, JsonReader } from "./json.js";
import { isObject } from "./values.js";
import { TextError, message } from "./words/message.js";

const THE_RECEIPTS = message("the receipts");

/** There is nothing that could be read; the message says what. */
export class Unreadable extends TextError {}

/** Read JSON by the rules of a record, which forbid forms that readers understand differently, such as `1e0` and `1.0`. */
export function jsonIn(bytes, what) {
  const text = textOf(bytes);
  try {
    if (text !== null) return new JsonReader(text, true).whole();
  } catch (fault) {
    if (!(fault instanceof BadJson)) throw fault;
  }
  throw new Unreadable(message("{what} is not JSON", { what }));
}

/** A key list document that was checked; Unreadable if it is none. */
export function keysIn(bytes) {
  const document = jsonIn(bytes, message("the key list"));
  try {
    keyList(document);
  } catch (fault) {
    throw new Unreadable(message("the key list is none: {reason}", { reason: fault.text }));
  }
  return document;
}

/** Receipts and refusals in JSON, a list of them or one a line, or the answers of a service that hold them. */
export function receiptsIn(bytes) {
  const text = textOf(bytes);
  if (text === null) throw new Unreadable(message("{what} is not JSON", { what: THE_RECEIPTS }));
  const whole = wholeJson(bytes);
  const found = whole === undefined
    ? text.split("\n").filter((line) => /[^ \t\r]/.test(line)).map((line) => jsonIn(utf8(line), message("a receipt"))) : [whole].flat();
  return found.map((one) => (isObject(one) ? [one.receipt, one.refusal].find(isObject) || one : one));
}

/** The value of a file that is one JSON document, printed in any way; undefined for anything else. */
export function wholeJson(bytes) {
  try {
    return jsonIn(bytes, THE_RECEIPTS);
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    return undefined;
  }
}

const MARKS = ['"record":"conquian"', '"hidden":[', '{"rulebook":{"edition"'];

/** Unreadable unless `bytes` have something of a record of a game: it may be cut and altered, but no other file. */
export function needRecord(bytes) {
  const text = new TextDecoder("latin1").decode(bytes);
  if (text.startsWith("PK\u0003\u0004")) throw new Unreadable(message("this is a zip file, which is no record"));
  if (text.startsWith('{"dispute":"d-')) throw new Unreadable(message("this is the record of a dispute, which is proved in its bundle, beside the game"));
  if (text.split("\n", 1)[0].includes('"record":"conquian-tournament"')) {
    throw new Unreadable(message("this is the record of a tournament, which conquian audit proves; here only its games are"));
  }
  if (!MARKS.some((mark) => text.includes(mark))) throw new Unreadable(message("this is not a record"));
}

/** The receipts in a file that holds nothing else; null for any other file. */
export function receiptsAlone(bytes) {
  try {
    const found = receiptsIn(bytes);
    return found.length > 0 && found.every(isReceipt) ? found : null;
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    return null;
  }
}

/** The receipts of the first ply that was signed twice, null if none was. */
export function twiceIn(...reports) {
  const found = reports.flatMap(({ findings }) => findings).find(({ cause }) => cause === "two_signatures");
  return found === undefined ? null : found.evidence.receipts;
}

export function kindOf(bytes) {
  const start = textOf(bytes.subarray(0, 4096).filter((byte) => byte < 128)) || "";
  if (/"algorithm"/.test(start) && !/"digest"/.test(start)) return "keys";
  return /"signature"/.test(start) && !/"rules_hash"/.test(start) ? "receipts" : "record";
}
