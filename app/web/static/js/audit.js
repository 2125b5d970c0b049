// The page that checks files of the reader's own: all of it happens in this browser, nothing is sent anywhere.

import { call, seatOf } from "./api.js";
import "./games/all.js"; // before a network may be gone
import { CONTRADICTED, KEYS, OLD_KEYS, PARTS } from "./evidence.js";
import { GAMES } from "./games/names.js";
import { disputesNode, marksAt } from "./marks.js";
import { audited, printable, verifier } from "./proof.js";
import { Recorded } from "./replayed.js";
import { coded, foresee } from "./rulebook.js";
import { at, fill, make } from "./shell.js";
import { findings, marksOf, refusals, reportNodes, ruleNode, verdictLine } from "./verdict.js";
import { Viewer } from "./viewer.js";
import { labelled, lang, link, t } from "./words.js";

const decoder = new TextDecoder();
const tool = await verifier();

/** What there is, each `{name, bytes}` or null; `marks` is what this service knows beside the log of the record. */
const given = { record: null, keys: null, receipts: null, parent: null, dispute: null, marks: null };

/** The game that is looked at. */
let viewer = null;

/** Its id, null where it has none that a service gives. */
let game = null;

/** A file that is no record, with a sentence that says what to do. */
class Unusable extends Error {}

function listen() {
  at("choose").addEventListener("change", (event) => take(event.target.files));
  at("service-keys").addEventListener("click", serviceKeys);
  at("service-marks").addEventListener("click", serviceMarks);
  at("forget").addEventListener("click", forget);
  const zone = at("zone");
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && zone.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    take(event.dataTransfer.files);
  });
}

async function take(files) {
  const complaints = [];
  for (const file of files) {
    try {
      sort(file.name, new Uint8Array(await file.arrayBuffer()));
    } catch (fault) {
      complaints.push(`${file.name}: ${fault instanceof Unusable ? fault.message : t("audit.unreadable")}`);
    }
  }
  at("choose").value = "";
  judge(complaints);
}

/** Puts a file where it belongs, by what is in it. */
function sort(name, bytes) {
  if (tool.files.isZip(bytes)) {
    const files = tool.files.unzipped(bytes);
    if (!files.has(PARTS.game)) throw new Unusable(t("audit.no_record_inside"));
    for (const one of Object.keys(given)) given[one] = null;
    const keys = files.has(PARTS.keys) ? PARTS.keys : OLD_KEYS;
    for (const [what, title] of [["record", PARTS.game], ["keys", keys], ["receipts", PARTS.receipts], ["dispute", PARTS.dispute]]) {
      if (files.has(title)) given[what] = { name: `${name} · ${title}`, bytes: files.get(title), bundle: bytes };
    }
    return;
  }
  if (/^\s*(\{[^}"]*\}\s*)*\[[A-Z][A-Za-z]*\s/.test(decoder.decode(bytes.subarray(0, 2_000)))) throw new Unusable(t("audit.is_text"));
  const kind = tool.files.kindOf(bytes);
  if (kind !== "record") given[kind] = { name, bytes };
  else if (isParent(bytes)) given.parent = { name, bytes };
  else Object.assign(given, { record: { name, bytes }, dispute: null, marks: null });
}

/** Whether a record is that of the game which the one that is there was forked from. */
function isParent(bytes) {
  if (given.record === null) return false;
  const { created } = tool.retold(given.record.bytes);
  return created?.parent?.game !== undefined && created.parent.game === tool.retold(bytes).game;
}

async function serviceKeys() {
  const { body } = await call("GET", KEYS);
  given.keys = { name: t("audit.keys_of_service"), bytes: new TextEncoder().encode(JSON.stringify(body)) };
  judge([]);
}

/** Asks what this service knows beside the log; it learns the id of the game by that, and nothing else. */
async function serviceMarks() {
  const asked = game;
  const { receipts, body } = await marksAt(asked, seatOf(asked)?.token ?? null);
  if (game !== asked) return; // other files were chosen meanwhile
  given.marks = receipts && { name: t("audit.marks_of_service", { receipts: receipts.length, disputes: body.disputes?.length ?? 0 }), receipts, body };
  judge(receipts ? [] : [t("audit.no_marks")]);
}

function forget() {
  for (const one of Object.keys(given)) given[one] = null;
  judge([]);
}

function judge(complaints) {
  fill(at("given"), ...Object.entries(given).filter(([, one]) => one !== null).map(([what, one]) =>
    make("li", {}, make("strong", {}, labelled(t(`audit.kind_${what}`))), printable(one.name))));
  at("forget").hidden = Object.values(given).every((one) => one === null);
  fill(at("complaints"), ...complaints.map((text) => make("p.notice.bad", { role: "alert" }, ...coded(printable(text)))));
  fill(at("report"));
  viewer?.close();
  viewer = null;
  game = null;
  at("replayed").hidden = true;
  if (given.record !== null) report();
  else if (given.receipts !== null) receiptsAlone();
  at("service-marks").hidden = game === null;
}

/** Receipts without a record: who has signed them, and whether a ply was signed twice. */
function receiptsAlone() {
  let audit;
  try {
    const keys = given.keys === null ? null : tool.files.keysIn(given.keys.bytes);
    audit = tool.examineReceipts(tool.files.receiptsIn(given.receipts.bytes), { keys });
  } catch (fault) {
    fill(at("report"), make("p.notice.bad", { role: "alert" }, ...coded(printable(tool.told(fault.text ?? fault.message, lang)))));
    return;
  }
  const page = tool.pageOf(audit, lang);
  fill(at("report"), make("h2", {}, printable(page.title)), verdictLine({ page }), ...reportNodes(tool, { ...audit, page }, null));
}

function report() {
  const { bytes } = given.record;
  let audit;
  try {
    audit = audited(tool, bytes, beside(), lang);
  } catch (fault) {
    fill(at("report"), make("p.notice.bad", { role: "alert" }, ...coded(printable(tool.told(fault.text ?? fault.message, lang)))));
    return;
  }
  viewer = replayed(bytes, audit);
  const go = (ply) => {
    viewer?.go(ply);
    at("replayed").scrollIntoView({ block: "start" });
    at("replayed").focus({ preventScroll: true });
  };
  const unseen = viewer === null && make("p.notice", {}, t("audit.no_replay"));
  fill(at("report"), make("h2", {}, printable(audit.page.title)), verdictLine(audit), unseen, dispute(audit.facts, go), insideKeys(),
    given.marks && disputesNode(tool, given.marks.body),
    ...reportNodes(tool, audit, go));
}

/** What there is besides the record, as the verifier takes it. */
function beside() {
  const keys = given.keys === null ? null : tool.files.keysIn(given.keys.bytes);
  const kept = given.receipts === null ? [] : tool.files.receiptsIn(given.receipts.bytes);
  // The bundle of a dispute has the receipts of two logs.
  const { game: recorded } = tool.retold(given.record.bytes);
  const brought = given.receipts?.bundle ? kept.filter((one) => one?.game === recorded) : kept;
  const all = [...brought, ...contradicted(), ...(given.marks?.receipts ?? [])];
  const receipts = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  return { keys, receipts, parent: given.parent?.bytes ?? null, own: given.keys?.bundle !== undefined };
}

/** The receipts in a bundle that the log of its game contradicts; of a file with anything else the audit of the dispute speaks. */
function contradicted() {
  const bytes = given.record.bundle && tool.files.unzipped(given.record.bundle).get(CONTRADICTED);
  try {
    return bytes ? tool.files.receiptsIn(bytes) : [];
  } catch {
    return [];
  }
}

const insideKeys = () => given.keys?.bundle && make("p.notice", {}, t("audit.keys_inside"));

/** The dispute of a bundle: claim, verdict, facts, statements and ruling, and what is decided beside damage. */
function dispute(facts, go) {
  if (given.dispute === null) return null;
  let examined;
  try {
    const { keys, own } = beside();
    examined = tool.examineBundle(given.dispute.bundle, { keys: own ? null : keys });
  } catch {
    return make("p.notice.bad", {}, `${given.dispute.name}: ${t("audit.unreadable")}`);
  }
  const { dispute: heard, partial } = examined;
  const { report, document: about } = heard;
  const sections = [...tool.heardOf({ ...heard, facts: { ...heard.facts, paragraphs: {} } }, lang), ...(partial ? [tool.partialLines(partial, lang)] : [])];
  const cited = new Set([about?.verdict?.rule, about?.ruling?.paragraph].filter((rule) => typeof rule === "string"));
  const ply = about?.about?.ply;
  return make("section.panel", {}, make("h3", {}, t("audit.dispute_title")),
    ...sections.flatMap(({ title, lines }) => [make("h4", {}, title), make("ul", {}, ...lines.map((line) => make("li", {}, printable(line))))]),
    ...[...cited].map((rule) => ruleNode(rule, facts)),
    Number.isInteger(ply) && make("p", {}, make("button.small", { type: "button", on: { click: () => go(ply) } }, t("replay.open_ply", { ply }))),
    report.findings.length > 0 ? findings(tool, report, facts, null)
      : report.clean ? make("p.notice.good", {}, t("audit.dispute_clean")) : make("p.notice", {}, printable(tool.pageOf(heard, lang).verdict)));
}

/** The game of the file, ply by ply, from memory; null where nothing of it can be looked at. */
function replayed(bytes, audit) {
  const source = new Recorded(tool, bytes);
  if (source.length === 0 || source.created === null) return null;
  at("replayed").hidden = false;
  const first = audit.report.findings.find(({ ply }) => ply > 0)?.ply ?? 1;
  const element = make("div");
  fill(at("viewer"), element);
  game = typeof source.game === "string" && /^g-[0-9a-z]{24}$/.test(source.game) ? source.game : null;
  fill(at("elsewhere"), game && make("a", { href: link(`/replay/${game}`) }, t("audit.at_service")));
  return new Viewer(element, source, { ply: first, marks: marksOf(tool, audit) });
}

listen();
judge([]);
refusals(); // now, while there may be a network
GAMES.forEach((play) => foresee(play));
at("zone").dataset.ready = "true";
