/** Checkpoints of the log of all games, and proofs of inclusion (RULES 12.9, RFC 9162). */

import { concat, hex, sameBytes, uint8, unbase64, unhex, utf8 } from "../bytes.js";
import { isSignedBy } from "../ed25519.js";
import { sha256 } from "../hashes.js";
import { canonicalBytes, isText } from "../values.js";
import { signsAt } from "./signatures.js";
import { message } from "../words/message.js";

const leafHash = (data) => sha256(concat(uint8(0), data));
const nodeHash = (left, right) => sha256(concat(uint8(1), left, right));

/** The root that an inclusion path leads to (RFC 9162, 2.1.3.2), null if the path does not fit the tree. */
function rootFrom(leaf, index, size, path) {
  if (index >= size) return null;
  let node = index, last = size - 1, root = leaf;
  for (const other of path) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      root = nodeHash(other, root);
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2);
        last = Math.floor(last / 2);
      }
    } else {
      root = nodeHash(root, other);
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? root : null;
}

const NOTE_MOST = 8192;

/** A name without a space, of Unicode's or of the controls, and without a plus; then base64. */
const SIGNATURE_LINE = /^\u2014 ([^\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff+]+) ([A-Za-z0-9+/]+={0,2})$/;

/** A checkpoint's note: `{text, origin, size, root, time, signatures}`, null if it has not the form of one. */
export function parseNote(note) {
  const parts = /^((?:[^\n]*\n){4})\n((?:\u2014 [^\n]+\n)+)$/.exec(note);
  if (parts === null || [...note].length > NOTE_MOST) return null;
  const [origin, size, root, time] = parts[1].split("\n");
  const bytes = unbase64(root);
  const isNumber = (text) => /^(?:0|[1-9][0-9]{0,15})$/.test(text) && Number.isSafeInteger(Number(text));
  if (origin === "" || !isNumber(size) || !/^time /.test(time) || !isNumber(time.slice(5))) return null;
  if (bytes === null || bytes.length !== 32) return null;
  const lines = parts[2].split("\n").slice(0, -1).map((line) => SIGNATURE_LINE.exec(line));
  const signatures = lines.map((match) => (match === null ? null : { name: match[1], blob: unbase64(match[2]) }));
  if (signatures.some((one) => one === null || one.blob === null)) return null;
  return { text: parts[1], origin, size: Number(size), root: bytes, time: Number(time.slice(5)), signatures };
}

export const noteKeyHash = (origin, key) => hex(sha256(concat(utf8(origin), Uint8Array.of(10, 1), key)).subarray(0, 4));

/** Return why no key of the list has signed the note and was in force at its time, null if one has. */
function noteFault(note, trusted) {
  if (note.origin !== trusted.origin) return message("the checkpoint is of another log than the keys");
  const known = new Map([...trusted.keys.values()].map((key) => [noteKeyHash(note.origin, key.public), key]));
  const own = note.signatures.filter(({ name, blob }) => name === note.origin && known.has(hex(blob.subarray(0, 4))));
  if (own.length === 0) return message("no key of the list has signed the checkpoint");
  for (const { blob } of own) {
    const key = known.get(hex(blob.subarray(0, 4)));
    if (!isSignedBy(key.public, utf8(note.text), blob.subarray(4))) return message("the signature of the checkpoint is wrong");
    if (!signsAt(key, note.time)) return message("the checkpoint is signed with a key that was not in force");
  }
  return null;
}

/** The game as it ends here is a leaf under the checkpoint of the proof line (RULES 12.9). */
export function checkInclusion(builder, checkpoint, entries, trusted, plies) {
  const last = entries[plies - 1];
  if (!last || !isText(last.public.game)) {
    builder.leftOut("inclusion");
    return;
  }
  builder.looked("inclusion");
  const fault = inclusionFault(checkpoint, canonicalBytes({ v: 1, game: last.public.game, plies, digest: last.digest }), trusted);
  if (fault) builder.find("inclusion", plies, fault, "12.9", { checkpoint });
  else if (trusted !== null) for (const id of signersOf(parseNote(checkpoint.note), trusted)) builder.signers.add(id);
}

/** The ids of the keys of a list that have signed a note. */
function signersOf(note, trusted) {
  const hashes = note.signatures.map(({ blob }) => hex(blob.subarray(0, 4)));
  return [...trusted.keys].filter(([, key]) => hashes.includes(noteKeyHash(note.origin, key.public))).map(([id]) => id);
}

export function inclusionFault({ note: text, index, size, path }, leaf, trusted) {
  const note = parseNote(text);
  if (note === null) return message("the note of the checkpoint is not one");
  const fault = trusted === null ? null : noteFault(note, trusted);
  if (fault) return fault;
  if (note.signatures.length !== 1 || note.size !== size) return message("the checkpoint is not the one that the proof is for");
  const root = path.length > 64 ? null : rootFrom(leafHash(leaf), index, size, path.map(unhex));
  return root !== null && sameBytes(root, note.root) ? null : message("the path does not lead from the end of the game to the root");
}
