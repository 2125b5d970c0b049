/** The lines of a record and their places. */

import { objectFrom } from "../json.js";
import { BadForm, canonicalBytes, isObject, within } from "../values.js";
import { ENTRY_LIMIT, damageForm, entryForm, headerForm, proofForm, revealForm, rulebookForm } from "./forms.js";
import { message } from "../words/message.js";

const LINE_LIMIT = 2 ** 20;
export const SIZE_LIMIT = 2 ** 26;

/** The lines of a record as `{bytes, ended, limit}`; the one that meets a limit is the last and is not read. */
export function linesOf(bytes) {
  const lines = [];
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(10, from);
    const end = found < 0 ? bytes.length : found;
    const next = found < 0 ? end : end + 1;
    const limit = limitMet(lines.length + 1, next, next - from);
    lines.push({ bytes: bytes.subarray(from, end), ended: found >= 0, limit });
    if (limit) break;
    from = next;
  }
  return lines;
}

function limitMet(number, size, length) {
  if (length > LINE_LIMIT) return message("the line is longer than {count} bytes", { count: LINE_LIMIT });
  if (number > ENTRY_LIMIT + 4) return message("there are more than {count} entries", { count: ENTRY_LIMIT });
  return size > SIZE_LIMIT ? message("the record is longer than {count} bytes", { count: SIZE_LIMIT }) : null;
}

/**
 * Read a record as far as possible: `{header, rulebook, entries, reveal, proof, faults}`. What cannot be read is
 * null, and `faults` say why, as `{line, ply, detail}`; a fault of a closing line has the number of plies.
 */
export function readRecord(bytes) {
  const lines = linesOf(bytes);
  const read = lines.map((line) => {
    if (line.limit) return { value: null, fault: line.limit };
    const { value, fault } = objectFrom(line.bytes);
    const wrong = fault || (line.ended ? null : message("its end is missing"));
    return { value: wrong ? null : value, fault: wrong };
  });
  if (read.length > 0 && read[0].value !== null && read[0].value.record === DAMAGED) return readDamagedRecord(read);
  const places = placesOf(read.map((one) => one.value));
  const record = { header: null, rulebook: null, entries: [], reveal: null, proof: null, faults: [] };
  const plies = places.filter((place) => place.what === "entry").length;
  const atPly = (place) => (place.what === "entry" ? place.ply : place.closing ? plies : 0);
  const fault = (line, ply, detail) => record.faults.push({ line, ply, detail });
  places.forEach((place, at) => {
    const one = read[at];
    if (one.fault) fault(at + 1, atPly(place), message("the line cannot be taken as it is: {reason}", { reason: one.fault }));
    if (place.what === "stray") {
      if (!one.fault) fault(at + 1, plies, message("after the entries there is no place for this line"));
      return;
    }
    const formed = one.value === null ? null : formedAs(place, one.value, (detail) => fault(at + 1, atPly(place), detail));
    if (place.what === "entry") record.entries.push(formed);
    else if (formed !== null) record[place.what] = formed;
  });
  const { version } = places;
  if (record.header !== null && !places.fits) fault(1, 0, message("v is not that of a record of this form"));
  if (!places.some((place) => place.what === "reveal")) fault(lines.length + 1, plies, message("the line that opens the keys is missing"));
  if (version === 2 && !places.some((place) => place.what === "proof")) fault(lines.length + 1, plies, message("the line of the proof is missing"));
  if (version === 2 && !places.some((place) => place.what === "rulebook")) fault(2, 0, message("the line of the rulebook is missing"));
  if (lines.length === 0) fault(1, 0, message("there is nothing"));
  return record;
}

const DAMAGED = "conquian-damaged";

/**
 * Read the record of a damaged log, whose header is `damage`; null stands for each entry that its service
 * could not read.
 */
function readDamagedRecord(read) {
  const record = { header: null, damage: null, rulebook: null, entries: [], reveal: null, proof: null, faults: [] };
  const last = read[read.length - 1].value, closing = last !== null && "proof" in last ? read.length - 1 : read.length;
  read.forEach(({ value, fault }, at) => {
    const what = at === 0 ? "damage" : at === closing ? "proof" : "entry", ply = Math.min(at, closing - 1);
    const note = (detail) => record.faults.push({ line: at + 1, ply, detail });
    if (fault) note(message("the line cannot be taken as it is: {reason}", { reason: fault }));
    const formed = value === null ? null : formedAs({ what }, value, note);
    if (what === "entry") record.entries.push(formed);
    else record[what] = formed;
  });
  if (closing === read.length) record.faults.push({ line: read.length + 1, ply: closing - 1, detail: message("the line of the proof is missing") });
  if (record.damage === null) return record;
  const { plies, damaged_at: at } = record.damage;
  if (at !== record.entries.length + 1) record.faults.unshift({ line: 1, ply: 0, detail: message("damaged_at is not the entry after those that are there") });
  for (let count = record.entries.length; count < plies; count++) record.entries.push(null);
  return record;
}

/**
 * Which line is what: by their number where the header's count of plies fits it, else the closing lines by
 * their member. `version` is 2 for a record that brings its rulebook.
 */
function placesOf(documents) {
  const has = (at, name) => isObject(documents[at]) && name in documents[at];
  const claimed = isObject(documents[0]) ? documents[0].v : null;
  const version = claimed === 2 || has(1, "rulebook") ? 2 : 1;
  const first = Math.min(version, documents.length);
  const counted = isObject(documents[0]) && documents[0].plies === documents.length - 2 * version && documents[0].plies >= 0;
  const places = documents.map((_, at) => ({ what: at === 0 ? "header" : at < first ? "rulebook" : "entry" }));
  let stop = documents.length;
  const close = (what) => { places[--stop] = { what, closing: true }; };
  const plies = isObject(documents[0]) && within(0, ENTRY_LIMIT)(documents[0].plies) ? documents[0].plies : Infinity;
  // Beyond the entries that the header counts only what calls itself one is an entry; the rest belongs to the end.
  const closeStrays = (what) => {
    while (!counted && stop - first > plies && !has(stop - 1, "public") && !has(stop - 1, what)) close("stray");
  };
  for (const what of version === 2 ? ["proof", "reveal"] : ["reveal"]) {
    closeStrays(what);
    if (stop > first && (counted || has(stop - 1, what))) close(what);
  }
  closeStrays("public");
  for (let at = first; at < stop; at++) places[at].ply = at - first + 1;
  places.version = version;
  places.fits = claimed === version;
  return places;
}

/** `value` if it has the form of its place, else null, with the reason told to `fault`. */
function formedAs(place, value, fault) {
  const forms = { header: headerForm, damage: damageForm, rulebook: rulebookForm, entry: entryForm, reveal: revealForm, proof: proofForm };
  try {
    forms[place.what](value);
  } catch (wrong) {
    if (!(wrong instanceof BadForm)) throw wrong;
    fault(message("the form is wrong: {reason}", { reason: wrong.text }));
    return null;
  }
  return place.what === "entry" ? { public: value.public, bytes: canonicalBytes(value.public), digest: value.digest, hidden: value.hidden } : value[place.what] || value;
}
