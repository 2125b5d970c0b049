/** The log of a dispute, decided again entry by entry. */

import { Refusal, refuseUnless } from "../refusal.js";
import { isObject, isWhole, orNull, same } from "../values.js";
import { ADDED_MOST, MOVED_MOST, STATEMENTS_MOST, isDisputeCommand, isLater, speakerNamed } from "./commands.js";
import { commandOf, isEvidence, laterOf } from "./evidence.js";
import { message } from "../words/message.js";

/** The log of a dispute, decided again entry by entry, with the verdict compared with the game. */
export class DisputeReplay {
  constructor(builder, played) {
    this.builder = builder;
    this.played = played;
    this.state = null;
  }

  /** Judges `entries` up to the first that is wrong; the outcome of the verdict made anew, null if there is none. */
  run(entries) {
    this.limit = timeOf(entries);
    for (const entry of entries) {
      this.builder.looked("decisions");
      if (this.state !== null && this.state.over) {
        this.builder.find("end", entry.ply, message("the dispute was over before"), "13.5");
        break;
      }
      if (!this.hear(entry)) break;
    }
    return this.played.outcome;
  }

  /** Return whether the entry is one that the rules give. */
  hear({ ply, public: publicPart }) {
    const { actor, command, events, game, time } = publicPart;
    const speaker = speakerNamed(actor);
    const wrong = (check, detail, rule = null, evidence = {}) => {
      this.builder.find(check, ply, detail, rule, evidence);
      return false;
    };
    if (speaker === null) return wrong("actors", message("nobody of this name acts in a dispute"), null, { actor });
    if (!isDisputeCommand(command, this.state === null ? undefined : this.state.judge)) return wrong("decisions", message("the command is none of a dispute"), null, { command });
    if (!isWhole(time)) return false; // told with the clock
    try {
      const given = this.decide(speaker, actor, command, game, time);
      if (!same(events, given)) return wrong("decisions", message("the events are not what the rules give"), null, { recorded: events, derived: given });
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      return wrong("decisions", message("the rules refuse it: {code}", { code: fault.code }), fault.rule, { actor });
    }
    for (const event of events) this.record(event);
    return this.isTrue(ply, command);
  }

  decide(speaker, actor, command, log, now) {
    const { state } = this;
    if (command.type === "open") {
      const { type, ...about } = command;
      refuseUnless(state === null, "dispute_repeated", "13.1");
      refuseUnless(about.dispute === log, "dispute_repeated", "13.1");
      refuseUnless(isEvidence(about, about), "dispute_receipt", "13.2");
      refuseUnless(speaker.seat === about.seat && about.parties.some(({ seat }) => seat === about.seat), "dispute_party", "13.1");
      return [{ type: "dispute-opened", ...about, at: now }];
    }
    refuseUnless(state !== null, "dispute_party", "13.1");
    refuseUnless(state.until === null || now <= state.until || command.type === "expire", "dispute_closed", "13.5");
    return this[command.type](speaker, command, actor, now);
  }

  evidence(speaker, { type, ...given }, actor, now) {
    const { state } = this, own = given.refused !== undefined || given.refusal !== undefined;
    refuseUnless(this.party(speaker).seat === state.seat || !own, "dispute_party", "13.9");
    refuseUnless(isLater(state.judge) && state.added.length < ADDED_MOST, "dispute_evidence", "13.9");
    refuseUnless(Object.keys(given).length > 0 && isEvidence(given, state), "dispute_receipt", "13.9");
    return [{ type: "evidence-added", by: actor, at: now, ...given }];
  }

  await_reveal({ service }) {
    refuseUnless(service && this.state.stands === "open", "dispute_closed", "13.4");
    return [{ type: "reveal-awaited" }];
  }

  judge({ service }, { verdict }, actor, now) {
    refuseUnless(service && ["open", "awaiting_reveal"].includes(this.state.stands), "dispute_closed", "13.3");
    return [{ type: "dispute-judged", verdict, until: now + this.limit }];
  }

  statement(speaker, { text }, actor, now) {
    this.checkVoice(speaker, actor);
    return [{ type: "stated", by: actor, text, at: now }];
  }

  accept(speaker) {
    const { seat } = this.answering(speaker, "accepted");
    const events = [{ type: "verdict-accepted", seat }];
    const others = this.state.parties.filter((party) => party.seat !== seat);
    return others.every(({ answer }) => answer === "accepted") ? [...events, this.closed("accepted", this.standing())] : events;
  }

  contest(speaker, { text }, actor, now) {
    const { seat } = this.answering(speaker, "contested");
    this.checkVoice(speaker, actor);
    // The time for a ruling begins with the first who contests, or with a verdict that decides nothing.
    const until = this.isContested() ? this.state.until : now + this.limit;
    return [{ type: "stated", by: actor, text, at: now }, { type: "verdict-contested", seat, until }];
  }

  withdraw(speaker) {
    refuseUnless(this.party(speaker).seat === this.state.seat, "dispute_party", "13.5");
    return [this.closed("withdrawn", null)];
  }

  rule({ arbiter }, { outcome, reason, paragraph, correction }) {
    refuseUnless(arbiter !== undefined && this.state.parties.every(({ player }) => player !== arbiter), "dispute_party", "13.6");
    refuseUnless(this.state.stands === "judged", "dispute_unjudged", "13.5");
    refuseUnless(this.isContested(), "dispute_uncontested", "13.6");
    const fits = correction === undefined || (correction.length === this.state.seats
      && correction.every((amount) => Math.abs(amount) <= MOVED_MOST) && correction.reduce((one, other) => one + other, 0) === 0);
    refuseUnless(fits, "dispute_correction", "13.6");
    const moved = correction !== undefined && correction.some((amount) => amount !== 0);
    return [{ type: "dispute-ruled", by: arbiter, outcome, reason, ...(paragraph === undefined ? {} : { paragraph }), ...(moved ? { correction } : {}) }];
  }

  expire({ service }, command, actor, now) {
    refuseUnless(service && this.state.until !== null && now > this.state.until, "dispute_unjudged", "13.5");
    return [this.closed("expired", this.standing())];
  }

  closed(reason, correction) {
    return { type: "dispute-closed", reason, ...(correction === null ? {} : { correction }) };
  }

  /** Return the correction of the ledger if the verdict of the machine stands, null for none. */
  standing() {
    const { verdict } = this.state;
    return verdict !== null && verdict.outcome === "upheld" && verdict.correction !== null ? verdict.correction : null;
  }

  party({ seat }) {
    const found = this.state.parties.find((party) => party.seat === seat);
    refuseUnless(found !== undefined, "dispute_party", "13.1");
    return found;
  }

  answering(speaker, answer) {
    const found = this.party(speaker);
    refuseUnless(this.state.stands === "judged", "dispute_unjudged", "13.5");
    refuseUnless(found.answer !== answer, "dispute_answered", "13.5");
    return found;
  }

  checkVoice(speaker, actor) {
    if (speaker.arbiter === undefined) this.party(speaker);
    refuseUnless(this.state.statements.filter(({ by }) => by === actor).length < STATEMENTS_MOST, "dispute_statements", "13.5");
  }

  isContested() {
    const { verdict, parties } = this.state;
    return (verdict !== null && verdict.outcome === "undecided") || parties.some(({ answer }) => answer === "contested");
  }

  record(event) {
    const { state } = this;
    const answered = (seat, answer) => state.parties.map((party) => (party.seat === seat ? { ...party, answer } : party));
    const { correction = null } = event;
    const changes = {
      "dispute-opened": () => ({
        ...event, parties: event.parties.map((party) => ({ ...party, answer: null })), stands: "open", until: null,
        statements: [], added: [], verdict: null, ruling: null, closed: null, correction: null, over: false,
      }),
      "evidence-added": () => ({
        stands: "open", added: [...state.added, event], parties: state.parties.map((party) => ({ ...party, answer: null })), verdict: null, until: null,
      }),
      "reveal-awaited": () => ({ stands: "awaiting_reveal" }),
      "dispute-judged": () => ({ stands: "judged", verdict: event.verdict, until: event.until }),
      stated: () => ({ statements: [...state.statements, { by: event.by, text: event.text, at: event.at }] }),
      "verdict-accepted": () => ({ parties: answered(event.seat, "accepted") }),
      "verdict-contested": () => ({ parties: answered(event.seat, "contested"), until: event.until }),
      "dispute-closed": () => ({ stands: "closed", closed: event.reason, correction, until: null, over: true }),
      "dispute-ruled": () => ({ stands: "ruled", ruling: rulingOf(event), correction, until: null, over: true }),
    };
    this.state = { ...state, ...changes[event.type]() };
  }

  /** The dispute as the service shows it after `plies` entries, the last with `digest`; null before the first. */
  shown(plies, digest) {
    const { state } = this;
    if (state === null) return null;
    const { dispute, game, ply, hand_number, first, last, seat, claim, text, receipt = null, at } = state;
    const { stands, until, parties, statements, verdict, ruling, closed, correction } = state;
    const { paragraphs } = this.played;
    const paragraph = verdict !== null && Object.hasOwn(paragraphs, verdict.rule) ? paragraphs[verdict.rule] : null;
    return {
      dispute, ply: plies, digest, about: { game, ply, digest: state.digest, hand_number, first, last }, seat, claim, text,
      command: orNull(commandOf(state)), receipt, ...laterOf(state), state: stands, since: at, until, for_arbiter: stands === "judged" && this.isContested(),
      parties, statements, verdict: verdict && { ...verdict, paragraph },
      ruling, closed, correction,
    };
  }

  /** Return whether an entry that the rules give is also what the game bears out; beside a game that is not clean that is left out. */
  isTrue(ply, command) {
    const { builder, played, state } = this;
    if (command.type === "evidence" && played.bears && command.refused !== undefined && !played.game.isPlayable(command.refused)) {
      builder.find("decisions", ply, message("what was refused is no command of the game"), "13.9");
      return false;
    }
    if (command.type !== "open" && command.type !== "judge") return true;
    const opens = command.type === "open";
    const head = opens ? null : state.verdict.head;
    const check = opens ? "parent" : "decisions";
    if (opens) builder.looked("parent");
    if (!played.bears) {
      builder.leftOut(check);
      return true;
    }
    const wrong = opens ? played.foreign(state) : played.misjudged(state);
    if (wrong !== null) builder.find(check, ply, wrong, opens ? "13.8" : "13.3", opens ? {} : { recorded: state.verdict });
    else if (!opens && head === null) builder.leftOut(check); // whether the store was damaged then, nothing tells any more
    return wrong === null;
  }
}

const rulingOf = ({ by, outcome, reason, paragraph = null }) => ({ by, outcome, reason, paragraph });

/** The time for answers that the service gave, as the first verdict of the log has it. */
function timeOf(entries) {
  for (const { public: publicPart } of entries) {
    const events = Array.isArray(publicPart.events) ? publicPart.events : [];
    const judged = events.find((event) => isObject(event) && event.type === "dispute-judged");
    if (judged !== undefined) return isWhole(judged.until) && isWhole(publicPart.time) ? Math.max(0, judged.until - publicPart.time) : 0;
  }
  return 0;
}
