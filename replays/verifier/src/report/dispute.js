/** The report on a dispute in words. */

import { gameNamed } from "../games/games.js";
import { canonical, isOfForger, isText, range } from "../values.js";
import { refusals, sentences } from "../words/texts.js";
import * as texts from "../words/verdict-texts.js";
import { colon, translate } from "../words/words.js";

/**
 * Return why a verdict is so and what follows, in a language; null for one of the first version, which has no codes. `ended` is
 * how its dispute ended: `accepted`, `expired`, `withdrawn` or `ruled`, null while it is open.
 */
export function verdictSentences({ code, consequence, facts, correction }, lang, ended = null) {
  if (code === undefined) return null;
  const entropy = Array.isArray(facts.entropy_of_seats) ? facts.entropy_of_seats : [];
  const seats = entropy.flatMap((text, seat) => (text ? [seat] : []));
  const values = { ...facts, seats, amounts: amountsText(correction || []) };
  const reason = Object.hasOwn(texts.reasons, code) ? texts.reasons[code] : "";
  return [reason, consequenceText(consequence, ended, values)].map((text) => translate(text, lang, values));
}

function consequenceText(code, ended, values) {
  const { consequences, standing } = texts;
  if (!Object.hasOwn(consequences, code)) return "";
  if (ended === "ruled" || ended === "withdrawn") return standing[ended];
  if (code === "arbiter" && ended !== null) return standing.unruled;
  const follows = consequences[code];
  return ["none", "arbiter"].includes(code) ? follows : standing[ended === null ? "open" : "stands"].filled({ follows: follows.filled(values) });
}

/** A sentence of the report on a dispute, filled in. */
function disputeSentence(name, lang, values = {}) {
  return translate(texts.dispute[name], lang, values);
}

const MOVES_SHOWN = 20;

/** Claims about a move, whose report lists the lawful ones. */
const WITH_MOVES = ["illegal_move", "wrong_refusal"];

/** Facts that the reason of a verdict tells from version 2 of the judge on. */
const REASONED_FACTS = ["deck_follows_from_key", "lawful", "refusal", "signed", "ply", "chain_holds", "receipt_holds", "checkpoint_holds", "damaged_at"];

const amountsText = (amounts) => amounts.map((amount) => (amount > 0 ? `+${amount}` : String(amount))).join(", ");
const timeText = (time) => new Date(time).toISOString();

/**
 * The report on a dispute as the service shows it, in sentences: `[{title, lines}]`. With `paragraphs` those that are
 * cited are quoted, in English. `again` are lines below the verdict, `game` is the one in dispute.
 */
export function reportOnDispute(document, lang, paragraphs = {}, again = [], game = gameNamed("conquian")) {
  const report = new DisputeReport(document, lang, paragraphs, game);
  const sections = [
    ["title-claim", report.claim()], ["title-verdict", [...report.verdict(), ...again]], ["title-facts", report.facts()],
    ["title-statements", report.statements()], ["title-end", report.end()],
  ];
  return sections.filter(([, lines]) => lines.length > 0).map(([name, lines]) => ({ title: disputeSentence(name, lang), lines }));
}

/** What the refusal with this code means, as a sentence behind the code; none for one that is not of the rules. */
export function meaning(code, lang) {
  return Object.hasOwn(refusals, code) ? [disputeSentence("means", lang, { code, sentence: refusals[code] })] : [];
}

/** The sentences of one report in one language. */
class DisputeReport {
  constructor(document, lang, paragraphs, game) {
    Object.assign(this, { document, lang, paragraphs, game, cited: new Set() });
  }

  say(name, values) {
    return disputeSentence(name, this.lang, values);
  }

  /** A paragraph by its number, as sentences name it. */
  rule(number) {
    return number === null ? "" : this.say("rule", { rule: number });
  }

  /** A paragraph of the rulebook, once in a report. */
  cite(number) {
    if (number === null || this.cited.has(number) || !isText(this.paragraphs[number])) return [];
    this.cited.add(number);
    return [translate(sentences.quoted, this.lang, { text: this.paragraphs[number] })];
  }

  /** What the code of a refusal means, once in a report. */
  explain(code) {
    if (!isText(code) || this.cited.has(`code ${code}`)) return [];
    this.cited.add(`code ${code}`);
    return meaning(code, this.lang);
  }

  claim() {
    const { seat, about: { ply, hand_number: hand }, claim, text, evidence: later = [] } = this.document;
    const lines = [this.say("claim", { seat, ply, hand, claim: texts.claims[claim] }), this.say("words", { text })];
    const isLater = later.some((one) => one.command !== null); // then the dispute has it, too
    const first = this.evidence(isLater ? { ...this.document, command: null } : this.document);
    const added = later.flatMap((one) => [this.say("added", { seat: one.by.replace(/^seat:/, ""), at: timeText(one.at) }), ...this.evidence(one)]);
    return [...lines, ...first, ...added];
  }

  /** The command in dispute, and what a seat has shown of what the service has signed. */
  evidence({ command, receipt, refusal = null, checkpoint = null }) {
    const { size, leaf: { plies: ply, digest } } = checkpoint === null ? { leaf: {} } : checkpoint;
    return [
      ...(command === null ? [] : [this.say("refused-command", { move: this.move(command) })]),
      ...(receipt === null ? [] : [this.say("receipt", receipt)]),
      ...(refusal === null ? [] : [this.say("refusal", { ...refusal, rule: this.rule(refusal.rule) }), ...this.explain(refusal.code)]),
      ...(checkpoint === null ? [] : [this.say("checkpoint", { size, ply, digest })]),
    ];
  }

  verdict() {
    const { verdict, state, ruling, closed } = this.document;
    if (verdict === null) return [this.say("none")];
    const { outcome, rule, correction } = verdict;
    const lines = [this.outcome("outcome", outcome, rule), ...this.cite(rule)];
    if (Object.hasOwn(verdict, "code")) {
      const [why, ...follows] = verdictSentences(verdict, this.lang, ruling === null ? closed : "ruled");
      const codes = [verdict.facts.refusal, verdict.facts.signed].flatMap((code) => this.explain(code));
      return [...lines, ...[why, ...codes, ...follows].filter((line) => line !== "")];
    }
    if (correction !== null && state === "judged") lines.push(this.say("would-correct", { amounts: amountsText(correction) }));
    return lines;
  }

  /** An outcome with its paragraph; the sentence begins with a capital letter. */
  outcome(name, outcome, rule, values = {}) {
    const sentence = this.say(name, { ...values, outcome: texts.outcomes[outcome], rule: this.rule(rule) });
    return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
  }

  facts() {
    const { verdict, claim } = this.document;
    if (verdict === null) return [];
    const { findings: found, legal, head } = verdict, facts = { ...verdict.facts };
    if (Object.hasOwn(verdict, "code")) {
      take(facts, ...REASONED_FACTS); // it says why in a sentence of its own, and that there was nothing to judge
      if (["command", "paid", "timed_out"].some((name) => facts[name] === null)) take(facts, ...Object.keys(facts));
    }
    const lines = [...this.damage(facts), ...this[claim](facts)];
    if (Object.keys(facts).length > 0) lines.push(this.say("more-facts", { facts: canonical(facts) }));
    if (found.length > 0) {
      const { ply, rule } = found.reduce((first, one) => (one.ply < first.ply ? one : first));
      lines.push(this.say("found", { count: found.length, ply, rule: this.rule(rule) }));
    }
    if (this.game.isObliged(verdict.facts, legal)) {
      lines.push(this.say("forced", { seat: verdict.facts.actor }) + this.rule(this.game.OBLIGATION), ...this.cite(this.game.OBLIGATION));
    }
    if (legal !== null && WITH_MOVES.includes(claim)) lines.push(...this.lawful(legal));
    if (head !== null) lines.push(this.say("head", head));
    return lines;
  }

  /** Return the sentences on damage of the log. A fact that has a sentence is taken out of `facts`, here and below. */
  damage(facts) {
    const { damage, damaged_at: ply } = take(facts, "damage", "damaged_at");
    return [...(ply === undefined ? [] : [this.say("damaged-at", { ply })]), ...(damage === undefined ? [] : [this.say("damage")])];
  }

  deck_chosen(facts) {
    const { deck_follows_from_key: follows, entropy_of_seats: entropy } = take(facts, "deck_follows_from_key", "entropy_of_seats");
    const lines = follows === undefined ? [] : [this.say(follows ? "deck-follows" : "deck-differs")];
    if (entropy === undefined) return lines;
    const added = range(entropy.length).filter((seat) => entropy[seat]);
    if (Object.hasOwn(this.document.verdict, "code")) return added.map((seat) => this.say("deck-bytes", { seat, chance: entropy[seat] }));
    return [...lines, added.length > 0 ? this.say("deck-chance", { seats: added.join(", ") }) : this.say("deck-no-chance")];
  }

  illegal_move(facts) {
    const { ply } = this.document.about;
    const { actor: seat, command, lawful } = take(facts, "actor", "command", "lawful");
    const lines = command === undefined ? [] : [this.say(seat === null ? "move-service" : "move", { ply, seat, move: this.move(command) })];
    return lawful === undefined ? lines : [...lines, this.say(lawful ? "move-lawful" : "move-unlawful")];
  }

  wrong_refusal(facts) {
    const { ply } = this.document.about;
    const { command, refusal } = take(facts, "actor", "command", "refusal");
    const lines = command === null ? [this.say("no-command")] : [];
    if (refusal === undefined) return lines;
    return [...lines, ...(refusal === null ? [this.say("refused-lawful", { ply }), this.say("refusal-unproved")] : [this.say("refused-unlawful", { ply, code: refusal }), ...this.explain(refusal)])];
  }

  history_altered(facts) {
    const { chain_holds: chain, receipt_holds: holds } = take(facts, "chain_holds", "receipt_holds");
    const lines = chain === undefined ? [] : [this.say(chain ? "chain-holds" : "chain-broken")];
    return holds === undefined ? lines : [...lines, this.say(holds === null ? "receipt-none" : holds ? "receipt-holds" : "receipt-broken")];
  }

  wrong_payment(facts) {
    const { paid, due, stake } = take(facts, "paid", "due", "stake");
    if (paid === undefined) return [];
    return [paid === null ? this.say("unpaid") : this.say("paid", { paid: amountsText(paid), due: amountsText(due), stake })];
  }

  time_out(facts) {
    const { timed_out: seats } = facts;
    if (seats === undefined) return [];
    const { asked, answered, seconds, absent } = take(facts, "timed_out", "asked", "answered", "seconds", "absent");
    if (seats === null) return [this.say("timed-out-nobody", this.document.about)];
    const waited = ((answered - asked) / 1000).toFixed(3);
    const line = this.say("timed-out", { seats: seats.join(", "), answered: timeText(answered), waited, seconds });
    return absent.length > 0 ? [line, this.say("timed-out-absent", { seats: absent.join(", ") })] : [line];
  }

  other(facts) {
    const { audit_clean: clean } = take(facts, "audit_clean");
    return clean === undefined ? [] : [this.say(clean ? "audit-clean" : "audit-unclean")];
  }

  /** What a seat could have done; of many moves the first, and where all of them are. */
  lawful({ seat, ply, count, moves }) {
    if (moves.length === 0) return [this.say("legal-nothing", { seat, ply })];
    const list = moves.slice(0, MOVES_SHOWN).map((one) => this.move(one)).join("; ");
    const more = count > MOVES_SHOWN ? [this.say("legal-more", { shown: MOVES_SHOWN, count, listed: moves.length })] : [];
    return [this.say("legal", { seat, ply, count, moves: list }), ...more];
  }

  /** A command of the game in words. */
  move(command) {
    return this.game.narrated(command, (name, values) => this.say(name, values));
  }

  /** What was said, and how each seat took the verdict. */
  statements() {
    const { statements, parties, verdict } = this.document;
    const lines = statements.map(({ by, text }) => (by.startsWith("arbiter:")
      ? this.say("statement-arbiter", { by: by.slice(8), text }) : this.say("statement", { seat: by.replace(/^seat:/, ""), text })));
    return [...lines, ...(verdict === null ? [] : parties.map(({ seat, answer }) => this.say(`answer-${answer || "none"}`, { seat })))];
  }

  /** Whom the dispute waits for, or how it ended and what that changes. */
  end() {
    const { ruling, closed, seat, until, state, for_arbiter: waits, correction } = this.document;
    if (ruling === null && closed === null) {
      return [this.say(waits ? "stands-arbiter" : `stands-${state}`, { until: until === null ? "" : timeText(until) })];
    }
    const changes = correction === null ? this.say("uncorrected") : this.say("corrected", { amounts: amountsText(correction) });
    return [...(ruling === null ? [this.say(`closed-${closed}`, { seat })] : this.ruling(ruling)), changes];
  }

  ruling({ by, outcome, reason, paragraph }) {
    return [this.outcome("ruling", outcome, paragraph, { by }), ...this.cite(paragraph), this.say("ruling-reason", { reason })];
  }
}

/** Members of an object, which are taken out of it. */
function take(box, ...names) {
  const found = Object.fromEntries(names.map((name) => [name, box[name]]));
  for (const name of names) delete box[name];
  return found;
}

/** The report on a dispute by its own record, with whether the machine judges so again: `[{title, lines}]`. */
export function disputeSections({ report, facts, document, again }, lang) {
  const unread = { title: disputeSentence("title-claim", lang), lines: [disputeSentence("unread", lang)] };
  if (document === null) return [unread];
  const otherwise = report.findings.some(({ check }) => check === "decisions");
  const { outcomes } = texts;
  const anew = again === null ? translate(sentences.unjudged, lang)
    : otherwise ? translate(sentences.anew, lang) + colon(lang) + translate(outcomes[again], lang) : translate(sentences.same, lang);
  try {
    const [first, ...rest] = reportOnDispute(document, lang, facts.paragraphs, document.verdict === null ? [] : [anew], facts.game);
    const isCut = report.findings.some(({ check }) => check === "format");
    return [isCut ? { ...first, lines: [...unread.lines, ...first.lines] } : first, ...rest];
  } catch (fault) {
    if (!isOfForger(fault)) throw fault;
    return [unread];
  }
}

/** What a bundle decides beside damage, in sentences: `{title, lines}`. */
export function partialLines(found, lang) {
  const say = (name, values) => disputeSentence(`partial-${name}`, lang, values);
  const { first, sound, plies, entry, head, hand, receipts, refusals, inclusion, claim } = found;
  const signed = (kind, all) => all.map(({ ply, source, result }) => say(`${kind}-${result}`, { ply, source: disputeSentence(`source-${source}`, lang) }));
  const lines = [
    say("why"), sound > 0 ? say("sound", { sound, plies }) : say("unsound"),
    first === entry.ply ? say("first", entry) : null, hand !== null && hand.sound ? say("hand", hand) : null,
    say(`entry-${entry.result}`, entry), head === null ? null : say(`head-${head.result}`, head),
    ...signed("receipt", receipts), ...signed("refusal", refusals),
    say(`inclusion-${inclusion}`), say(claim),
  ];
  return { title: disputeSentence("title-partial", lang), lines: lines.filter((line) => line !== null) };
}
