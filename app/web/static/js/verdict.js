// What an audit found, in the reader's language: the verdict, the findings with their plies and paragraphs, and
// what is claimed, proven and open.

import { call } from "./api.js";
import { cited } from "./paragraphs.js";
import { playerName } from "./people.js";
import { printable } from "./proof.js";
import { save } from "./saving.js";
import { make } from "./shell.js";
import { labelled, lang, moment, plural, t } from "./words.js";

const SHOWN = 50;

let catalogue = null;

/** What refusals of the rules mean, by code; all at once, so that nobody is told which one is looked up. */
export function refusals() {
  catalogue ??= call("GET", "/problems").then(
    ({ body }) => new Map(body.problems.map((one) => [one.code, one.translations[lang]?.sentence ?? one.cause])),
    () => new Map(),
  );
  return catalogue;
}

const KINDS = { clean: ".good", incomplete: "", findings: ".bad" };

/** The verdict in one line, as an element. */
export function verdictLine({ page }) {
  return make(`p.notice${KINDS[page.result]}.verdict`, { role: "status", "data-result": page.result }, printable(page.verdict));
}

/**
 * The report below its verdict, as elements; `go` is called with the ply of a finding.
 * @param {any} tool  the verifier
 * @param {{report: any, facts: any, page: any}} audit
 * @param {(ply: number) => void} go
 */
export function reportNodes(tool, { report, facts, page }, go) {
  const { words } = tool.words();
  const named = (name) => page.sections.find(({ title }) => title === words[name][lang]);
  const sections = ["claimed", "proven", "open"].map(named).filter(Boolean);
  const checks = named("checks");
  return [
    ...(report.findings.length > 0 ? [findings(tool, report, facts, go), twice(tool, report)] : []),
    make("div.told", {}, ...sections.map((one) => section(one))),
    checks && make("details", {}, make("summary", {}, checks.title), lines(checks)),
  ].filter(Boolean);
}

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const PLAYER = /\bp-[0-9a-z]{24}\b/g;

/** A line of a report on a dispute, with times as the page shows them and players by their names where they are known. */
export const readable = (line) => printable(line).replace(TIME, (time) => moment(Date.parse(time))).replace(PLAYER, (id) => playerName(id) ?? id);

/** What is claimed in a dispute, what the verdict is and how it stands, each in one sentence. */
export function disputeLines(tool, document) {
  const [claim, verdict, ...rest] = tool.reportOnDispute(document, lang);
  return [claim, verdict, rest[rest.length - 1]].map(({ lines: [line] }) => readable(line));
}

const lines = ({ lines: texts }) => make("ul", {}, ...texts.map((text) => make("li", {}, printable(text))));
const section = (one) => make("section", {}, make("h3", {}, one.title), lines(one));

/** A paragraph of the rulebook that a record carries. */
export const ruleNode = (rule, { paragraphs, edition }) => cited(rule, async () => ({ text: paragraphs[rule], edition }));

/** Findings that say the same of several plies together; `go` shows a ply, null where there is nothing to show. */
export function findings(tool, report, facts, go) {
  const groups = new Map();
  for (const one of report.findings) {
    const key = JSON.stringify([one.check, one.rule, one.detail]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const shown = [...groups.values()].slice(0, SHOWN);
  const more = groups.size - shown.length;
  return make("section.findings", {}, make("h3", {}, t("replay.findings")),
    make("ol", {}, ...shown.map((group) => make("li", {}, ...finding(tool, group, facts, go)))),
    make("h3", {}, t("replay.causes")),
    make("ul", {}, ...causes(tool, shown.flat()).map((text) => make("li", {}, text))),
    more > 0 && make("p", {}, plural("replay.more", more)));
}

/** Who could have caused what was found, and what follows, once for each cause. */
const causes = (tool, findings) => [...new Set(findings.map(({ cause }) => cause))].map((cause) => tool.words().causes[cause][lang]);

/** A button that saves the receipts of a ply that was signed twice; null where none was. */
function twice(tool, report) {
  const both = tool.files.twiceIn(report);
  const keep = () => save("two-receipts.json", `${JSON.stringify(both, null, 2)}\n`, "application/json");
  return both && make("p", {}, make("button", { type: "button", on: { click: keep } }, t("replay.save_twice")));
}

function finding(tool, group, facts, go) {
  const [{ check, rule, detail, evidence }] = group;
  const plies = [...new Set(group.map(({ ply }) => ply))];
  const open = plies.slice(0, 5).map((ply) => ply > 0 && go === null ? make("span.badge", {}, t("replay.at_ply", { ply })) : ply > 0
    ? make("button.small", { type: "button", "data-ply": ply, on: { click: () => go(ply) } }, t("replay.open_ply", { ply }))
    : make("span.badge", {}, t("replay.header_line")));
  return [
    make("p", {}, make("strong", {}, labelled(tool.words().checks[check][lang][0])), printable(tool.told(detail, lang))),
    typeof evidence.refusal === "string" && meaning(evidence.refusal),
    make("p.row", {}, ...open, plies.length > 5 && plural("replay.plies_more", plies.length - 5)),
    rule !== null && ruleNode(rule, facts),
    Object.keys(evidence).length > 0 && make("details", {}, make("summary", {}, t("replay.evidence")),
      make("pre.evidence", { tabindex: 0 }, printable(JSON.stringify(evidence, null, 1).replaceAll("\n", " "))),
      ...tool.cutLines(group[0], lang).map((text) => make("p", {}, printable(text)))),
  ].filter(Boolean);
}

/** The sentence of a refusal, as soon as it is there. */
function meaning(code) {
  const text = make("p", { hidden: true });
  refusals().then((sentences) => {
    text.textContent = sentences.get(code) ?? "";
    text.hidden = !sentences.has(code);
  });
  return text;
}

/** By ply what was found there, for marks on a slider. */
export function marksOf(tool, { report }) {
  const placed = report.findings.filter(({ ply }) => ply > 0);
  return new Map(placed.map(({ ply, check, detail }) => [ply, printable(labelled(tool.words().checks[check][lang][0]) + tool.told(detail, lang))]));
}
