/** The report of an audit: findings, counts, and what they come to. */

import { canonical, isObject } from "../values.js";

export const FINDINGS_MOST = 1000;
const EVIDENCE_MOST = 2000;

const CHECKS = [
  "format", "header", "rulebook", "gaps", "digests", "actors", "times", "rules", "seals", "commitments", "reveal",
  "deal", "decisions", "cards", "money", "end", "parent", "receipts", "inclusion",
];

/** The cause of the findings of each check; some findings on receipts have another. */
const CAUSES = {
  format: "file", header: "file", rulebook: "file", gaps: "log", digests: "log", times: "log", end: "log", actors: "play",
  rules: "play", decisions: "play", cards: "play", money: "play", seals: "deck", commitments: "deck", reveal: "deck",
  deal: "deck", parent: "parent", receipts: "receipt", inclusion: "checkpoint",
};

/** Things that may be absent, so that they are not checked. */
const UNCHECKED = ["keys", "signature", "checkpoint", "hidden", "deck", "parent_record", "log"];

/** A report with the members that follow from its findings, its checks and what was `absent`. */
export function concluded({ absent, ...report }) {
  const left = report.checks.filter((done) => done.left_out > 0).map(({ check }) => check);
  const missing = [...UNCHECKED.filter((one) => absent.includes(one)), ...left];
  const result = report.findings.length > 0 ? "findings" : missing.length > 0 ? "incomplete" : "clean";
  const { scope, game, plies, digest, findings, checks } = report;
  return { scope, game, plies, digest, clean: result === "clean", result, not_checked: missing, findings, checks };
}

/** Return the absent things of a report, as `concluded` takes them. */
export const absentIn = (report) => report.not_checked.filter((one) => UNCHECKED.includes(one));

/** Return whether a log is whole and right in all that was there, whoever has signed it; a good reason to freeze it is no fault. */
export const isSound = ({ findings, checks }) => findings.every(({ cause }) => cause === "frozen") && checks.every((done) => done.left_out === 0);

/** The worst of several results. */
const worstOf = (...reports) => ["findings", "incomplete", "clean"].find((one) => reports.some(({ result }) => result === one));

/** Findings and counts, collected while an audit runs. */
export class ReportBuilder {
  constructor() {
    this.findings = [];
    this.done = new Map();
    this.signers = new Set();
    this.refusals = []; // those that were kept and fit
    this.compared = 0;
    this.absent = new Set();
  }

  find(check, ply, detail, rule = null, evidence = {}, cause = CAUSES[check]) {
    if (this.findings.length >= FINDINGS_MOST) return;
    const shown = {};
    for (const name of Object.keys(evidence)) shown[name] = clipped(name, evidence[name]);
    this.findings.push({ ply, check, rule, detail, evidence: shown, cause });
  }

  count(check, name, plies) {
    const counts = this.done.get(check) || { looked: 0, left_out: 0 };
    counts[name] += plies;
    this.done.set(check, counts);
  }

  looked(check, plies = 1) {
    this.count(check, "looked", plies);
  }

  leftOut(check, plies = 1) {
    if (plies > 0) this.count(check, "left_out", plies);
  }

  /** The first ply at which the log itself was found damaged or senseless, 0 if it is whole. */
  damage() {
    const broken = this.findings.filter(({ check, ply }) => ["format", "gaps", "digests", "decisions", "end"].includes(check) && ply > 0);
    return broken.length === 0 ? 0 : Math.min(...broken.map(({ ply }) => ply));
  }

  report(game, plies, digest, scope = "record") {
    const checks = CHECKS.filter((check) => this.done.has(check)).map((check) => ({ check, ...this.done.get(check) }));
    const findings = [...this.findings].sort((one, other) => one.ply - other.ply);
    if (this.signers.size === 0 && !this.absent.has("keys")) this.absent.add("signature");
    return concluded({ scope, game, plies, digest, findings, checks, absent: [...this.absent] });
  }
}

/** Members of the evidence that are in no file, and are never cut. */
const GIVEN = ["rules_give", "derived"];

/** A member of the evidence; of a long one the beginning, and how long it is. */
function clipped(name, value) {
  const text = value === undefined ? "null" : canonical(value);
  if (text.length <= EVIDENCE_MOST || GIVEN.includes(name)) return JSON.parse(text);
  const characters = [...text];
  return characters.length <= EVIDENCE_MOST ? JSON.parse(text) : { cut: characters.slice(0, EVIDENCE_MOST).join(""), characters: characters.length };
}

/** Of each member of the evidence that was cut: `{member, shown, count}`. */
export function cutIn(evidence) {
  const cut = Object.entries(evidence).filter(([, value]) => isObject(value) && Object.keys(value).sort().join() === "characters,cut");
  return cut.map(([member, { cut: text, characters }]) => ({ member, shown: [...text].length, count: characters }));
}

/** An audit by keys that came with the bundle: whose they are, nothing tells. */
export function withoutTrust(found, own) {
  return own ? { ...found, report: concluded({ ...found.report, absent: ["keys", ...absentIn(found.report)] }) } : found;
}

/** Combine the results of reports. */
export function combined(...reports) {
  const result = worstOf(...reports);
  return { clean: result === "clean", result };
}
