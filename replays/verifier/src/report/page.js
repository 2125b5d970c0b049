/** The report in words: title, verdict and sections of lines. */

import { FINDINGS_MOST, cutIn } from "../audit/findings.js";
import { canonical, isText } from "../values.js";
import { disputeSections, meaning, partialLines } from "./dispute.js";
import * as texts from "../words/texts.js";
import * as verdictTexts from "../words/verdict-texts.js";
import { colon, semicolon, translate } from "../words/words.js";

/** The sentences for checks of a dispute that were left out because the game is not clean. */
const UNJUDGED = { decisions: "unjudged", parent: "uncompared", format: "unbeside" };

/**
 * The report as a page: `{title, verdict, sections: [{title, lines}]}`, every line plain text. Only where it `isWhole`
 * has it all findings, with all of what anybody can compare.
 */
export function pageOf({ report, facts }, lang, isWhole = false) {
  const say = (name, values = {}) => translate(texts.sentences[name], lang, values);
  const left = report.checks.filter((done) => done.left_out > 0).map((done) => (facts.title === "dispute" && Object.hasOwn(UNJUDGED, done.check)
    ? say(UNJUDGED[done.check]) : checkName(done.check, facts, lang) + colon(lang) + say("left", { count: done.left_out })));
  const wrong = new Set(report.findings.map(({ check }) => check));
  const proven = report.checks.filter((done) => done.looked > 0 && done.left_out === 0 && !wrong.has(done.check) && !facts.unsigned.includes(done.check));
  const sections = [
    { title: say("findings"), lines: [...findingLines(report, facts, lang, say, isWhole), ...causeLines(report, facts, lang, say)] },
    { title: say("claimed"), lines: claimsOf(report, facts, lang, say) },
    { title: say("proven"), lines: [...proven.flatMap(({ check }) => provenLines(check, wrong, facts, lang, say)), ...keysLine(facts, true, lang, say)] },
    { title: say("open"), lines: [...keysLine(facts, false, lang, say), ...facts.open.map((one) => say(...one)), ...left] },
    { title: say("checks"), lines: report.checks.map((done) => checkLine(done, facts, lang, say)) },
  ];
  const game = report.game === null ? say("unknown") : report.game;
  const { clean, result } = report, shown = sections.filter(({ lines }) => lines.length > 0);
  return { title: `${say(facts.title || "title")} ${game}`, verdict: headline(report, facts, lang, say), clean, result, sections: shown };
}

/** Return what a check without findings proves; for the deck also the seats whose entropy is in it. */
function provenLines(check, wrong, facts, lang, say) {
  const words = checkWords(check, facts).map((text) => translate(text, lang)).join(colon(lang)), chance = facts.chance || [];
  const isMixed = check === "deal" && chance.length > 0 && !wrong.has("commitments");
  return isMixed ? [words, say("chancemixed", { seats: chance.map(([seat]) => seat) })] : [words];
}

/** Return the result of a report in one sentence: what was found, else what was not checked. */
function headline({ findings, result, not_checked: missing }, facts, lang, say) {
  const count = findings.length;
  if (count > 0) return say(findings[0].ply === 0 ? "before" : "first", { count, ply: findings[0].ply });
  return result === "clean" ? say("clean") : say("incomplete", { missing: missing.map((one) => missingName(one, facts, lang)).join(semicolon(lang)) });
}

function missingName(what, facts, lang) {
  if (Object.hasOwn(texts.missing, what)) return translate(texts.missing[what], lang);
  const left = { decisions: "verdictmissing", parent: "gamemissing", format: "besidemissing" };
  return facts.title === "dispute" && Object.hasOwn(left, what) ? translate(texts.sentences[left[what]], lang) : checkName(what, facts, lang);
}

/** Return a line for each cause of findings: who can have caused them, and what follows. */
function causeLines(report, facts, lang, say) {
  const causes = [...new Set(report.findings.slice(0, FINDINGS_MOST).map(({ cause }) => cause))];
  return causes.map((cause) => {
    const names = new Set(report.findings.filter((one) => one.cause === cause).map(({ check }) => checkName(check, facts, lang)));
    return say("cause", { titles: [...names], told: texts.causes[cause] });
  });
}

/** Which list of keys was trusted, and what it proves or does not: who has signed the log, and refusals. */
function keysLine(facts, isSigned, lang, say) {
  return [...signersLine(facts, isSigned, say), ...refusalLines(facts, isSigned, lang, say)];
}

/** The refusals that were kept: proven to be the service's if a list of keys is trusted. */
function refusalLines({ trusted, refusals = [] }, isProven, lang, say) {
  if (trusted !== null !== isProven) return [];
  const name = (seat) => `${isProven ? "refusal" : "unsignedrefusal"}${seat === null ? "toall" : ""}`;
  return refusals.map(({ ply, seat, code, rule }) => [say(name(seat), { ply, seat, code, rule }), ...meaning(code, lang)].join(" "));
}

/** Which list of keys was trusted, and who of it has signed: proven if anybody has. */
function signersLine({ trusted, signers }, isSigned, say) {
  if (trusted === null || signers.length > 0 !== isSigned) return [];
  const { origin, fingerprint, keys } = trusted;
  const values = { origin, fingerprint, count: keys.size, ids: [...keys.keys()], signers };
  return [say(isSigned ? "signed" : "nosignature", values)];
}

/** The words of a check: its name, and what it proves when it finds nothing. */
function checkWords(check, facts) {
  const { checks, disputeChecks } = texts;
  return facts.title === "dispute" && Object.hasOwn(disputeChecks, check) ? disputeChecks[check] : checks[check];
}

const checkName = (check, facts, lang) => translate(checkWords(check, facts)[0], lang);

function checkLine({ check, looked, left_out: left }, facts, lang, say) {
  const missing = left > 0 ? semicolon(lang) + say("left", { count: left }) : "";
  return checkName(check, facts, lang) + colon(lang) + looked + missing;
}

/** Return the seats of the table: names, else the kind of seat. */
function seatsLine(seats, say) {
  const kinds = { person: "person", bot: "bot", open: "openseat" };
  return seats === null ? null : seats.map(({ name, kind }) => name || (Object.hasOwn(kinds, kind) ? say(kinds[kind]) : kind)).join(", ");
}

function claimsOf(report, facts, lang, say) {
  if (facts.title === "receipts") {
    const count = report.checks.find(({ check }) => check === "receipts")?.looked || 0;
    return [say("receiptsgiven", { count, plies: report.plies })];
  }
  const lines = [[say("variant"), facts.variant], [say("seats"), seatsLine(facts.seats, say)], [say("plies"), report.plies], [say("hands"), facts.hands]];
  lines.push([say("time"), facts.times === null && report.plies > 0 ? say("untimed") : facts.times], [say("digest"), report.digest]);
  const sentences = lines.filter(([, value]) => value !== null).map(([name, value]) => name + colon(lang) + value);
  sentences.push(...(facts.chance || []).map(([seat, entropy]) => say("chance", { seat, entropy })));
  return facts.frozen ? [...sentences, say("frozen", { signed: facts.frozen.signed, ply: facts.frozen.at })] : sentences;
}

const SHOWN_MOST = 20;

/** Findings a line each, those that say the same of several plies together. */
function findingLines(report, facts, lang, say, isWhole) {
  const groups = new Map();
  for (const finding of report.findings) {
    const key = canonical([finding.check, finding.rule, String(finding.detail)]);
    groups.set(key, [...(groups.get(key) || []), finding]);
  }
  const lines = [...groups.values()].slice(0, isWhole ? groups.size : SHOWN_MOST).map((group) => {
    const { ply, check, rule, detail, evidence } = group[0];
    const { refusals } = texts, isCode = isText(evidence.refusal) && Object.hasOwn(refusals, evidence.refusal);
    const meant = isCode ? `. ${translate(refusals[evidence.refusal], lang).replace(/\.$/, "")}` : "";
    const text = meant + (rule !== null && facts.paragraphs[rule] !== undefined ? ` [${facts.paragraphs[rule]}]` : "");
    const cited = rule === null ? "" : translate(verdictTexts.dispute.rule, lang, { rule });
    const place = ply === 0 && pliesOf(group) === "0" ? say("beforeentries") : `${say("ply")} ${pliesOf(group)}`;
    const shown = [evidenceText(evidence, lang, say, isWhole), ...cutLines(group[0], lang)].join(". ");
    return `${place}, ${checkName(check, facts, lang)}${cited}${colon(lang)}${translate(detail, lang)}${text}${shown}`;
  });
  const more = groups.size - lines.length;
  return more > 0 ? [...lines, say("more", { count: more })] : lines;
}

const EVIDENCE_SHOWN = 240;

/** Return the evidence of a finding, name by name: what is recorded, and what was derived instead. */
function evidenceText(evidence, lang, say, isWhole) {
  const brief = (value) => {
    const text = isText(value) ? value : canonical(value);
    return isWhole || text.length <= EVIDENCE_SHOWN ? text : `${text.slice(0, EVIDENCE_SHOWN)}... (${say("clipped", { count: text.length })})`;
  };
  const named = (name) => (Object.hasOwn(texts.sides, name) ? translate(texts.sides[name], lang) : name);
  const parts = Object.keys(evidence).map((name) => `${named(name)} ${brief(evidence[name])}`);
  return parts.length === 0 ? "" : `. ${say("evidence")}${colon(lang)}${parts.join(semicolon(lang))}`;
}

/** Return a sentence for each member of the evidence that was cut: where all of it is. */
export function cutLines({ ply, evidence }, lang) {
  return cutIn(evidence).map((one) => translate(texts.sentences.evidencecut, lang, { ...one, ply }));
}

/** The plies of findings: one, a few, or the first and the last. */
function pliesOf(group) {
  const plies = [...new Set(group.map(({ ply }) => ply))];
  return plies.length <= 3 ? plies.join(", ") : `${plies[0]} … ${plies[plies.length - 1]} (${plies.length})`;
}

export const printable = (text) => text.replace(/[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "?");

/** The report as text for a terminal. */
export function textOfPage(page) {
  const sections = page.sections.map(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)].map(printable).join("\n"));
  return [printable(page.title), printable(page.verdict), "", ...sections].join("\n") + "\n";
}

/** The pages on a bundle: the game, then the dispute with its verdict and whose keys were trusted. */
export function pagesOf({ game, dispute, partial, own }, lang, isWhole = false) {
  const page = pageOf(dispute, lang, isWhole);
  const heard = [...disputeSections(dispute, lang), ...(partial === null ? [] : [partialLines(partial, lang)])];
  const whose = own ? [{ title: translate(texts.sentences.whose, lang), lines: [translate(texts.sentences.ownkeys, lang)] }] : [];
  const shown = new Set(heard.flatMap(({ lines }) => lines));
  const rest = page.sections.map((one) => ({ ...one, lines: one.lines.filter((line) => !shown.has(line)) })).filter(({ lines }) => lines.length > 0);
  return [pageOf(game, lang, isWhole), { ...page, sections: [...heard, ...rest, ...whose] }];
}
