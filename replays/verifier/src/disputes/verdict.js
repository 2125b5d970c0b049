/** The verdict of the machine on a claim, by the record of the game (RULES 13.2, 13.3, 13.10). */

import { examine } from "../audit/audit.js";
import { ENDS, creationEvent, playersOf, seatOfActor } from "../audit/chain.js";
import { isSound } from "../audit/findings.js";
import { hex } from "../bytes.js";
import { gameAt, gameNamed } from "../games/games.js";
import { sha256 } from "../hashes.js";
import { readRecord } from "../record/scan.js";
import { Refusal } from "../refusal.js";
import { replayRecord } from "../replay.js";
import { LIMITS } from "../table/creation.js";
import { decide } from "../table/decide.js";
import { paragraphOf } from "../table/paragraphs.js";
import { asksReady, offersTo } from "../table/state.js";
import { canonicalBytes, hasMembers, isAbsent, isObject, isWhole, orNull, range, same } from "../values.js";
import { isLater, verdictMembers } from "./commands.js";
import { commandOf, evidenceOf } from "./evidence.js";
import { message } from "../words/message.js";

const NEEDS_CARDS = ["deck_chosen", "illegal_move", "wrong_refusal"];

const ruleOfCommand = (game, { type }) => (Object.hasOwn(game.RULES_OF_COMMANDS, type) ? game.RULES_OF_COMMANDS[type] : "10.1");
const undecided = (facts, rule = null) => ({ outcome: "undecided", rule, facts, correction: null });
const rejected = (rule, facts) => ({ outcome: "rejected", rule, facts, correction: null });
const upheld = (rule, facts, correction) => ({ outcome: "upheld", rule, facts, correction });

/** The most moves that a verdict lists as legal. */
const MOVES_LISTED = 200;

/** The tolerated difference between the clocks of two hosts (ms). */
const CLOCKS_APART = 2000;

/** The game of a dispute by its record; by one that is not clean (`bears`) nothing is judged. */
export class DisputedGame {
  constructor(bytes) {
    const { entries, rulebook } = readRecord(bytes), created = creationEvent(entries);
    this.bytes = bytes;
    this.bears = isSound(examine(bytes).report);
    this.log = entries;
    this.game = gameNamed(created === null ? null : created.play);
    this.paragraphs = rulebook === null ? {} : rulebook.paragraphs;
    this.outcome = null;
  }

  /** Return why what a dispute says of its game is not so, null if it is. */
  foreign({ game, ply, digest, hand_number, first, last, seats, parties, refused }) {
    const entry = this.log[ply - 1];
    if (!entry || this.log[0].public.game !== game || entry.digest !== digest) return message("the entry in dispute is not one of this game");
    const hand = handsOf(this.log).find((one) => one.first <= ply && ply <= (one.last === null ? this.log.length : one.last));
    if (!hand || !same([hand.number, hand.first, hand.last], [hand_number, first, last])) return message("the hand in dispute is not that of the entry");
    const plans = this.log[0].public.events[0].seats;
    // The entries of a record that bears a verdict are sound, but only an audit marks them so.
    const players = playersOf(this.log.map((entry) => ({ ...entry, sound: true })), this.log[0].public.events[0]);
    const persons = range(plans.length).filter((seat) => players[seat].kind !== "bot");
    if (seats !== plans.length || !same(parties.map(({ seat }) => seat), persons)) return message("the parties are not the seats of the game");
    if (!parties.every(({ seat, player }) => this.holders(seat, ply).includes(player))) return message("the parties are not the players of the game");
    return refused === undefined || this.game.isPlayable(refused) ? null : message("what was refused is no command of the game");
  }

  /** The players who held `seat` at entry `ply` or after it, null among them for a guest. */
  holders(seat, ply) {
    const plan = this.log[0].public.events[0].seats[seat];
    const sat = this.log.flatMap(({ public: publicPart }, at) => publicPart.events.filter((event) => event.type === "seated" && event.seat === seat)
      .map(({ player = null }) => ({ ply: at + 1, player })));
    const held = [{ ply: 1, player: orNull(plan.player) }, ...sat];
    return held.filter((_, at) => at + 1 === held.length || held[at + 1].ply > ply).map(({ player }) => player);
  }

  /** Return why the machine does not judge so by the game up to the head of the verdict, null if it does. */
  misjudged({ verdict, ...about }) {
    const { head } = verdict;
    if (head === null) return isOfDamage(verdict, about) ? null : message("the verdict stands on another log");
    if (head.ply < about.last || head.ply > this.log.length) return message("the verdict stands on another log");
    const log = this.log.slice(0, head.ply);
    const hand = handsOf(log).find(({ number }) => number === about.hand_number);
    if (NEEDS_CARDS.includes(about.claim) && !hand.revealed) return message("the cards of the hand were not open then");
    const upto = { ply: head.ply, digest: log[log.length - 1].digest };
    const opinion = this.opinion(about, hand, log);
    const again = { ...opinion, head: upto, revealed: hand.revealed, findings: [], legal: this.legal(about, hand, opinion.facts) };
    if (hasMembers(again.facts, ["damage"]) && hasMembers(verdict.facts, ["damage"])) again.facts = verdict.facts; // its words are no fact
    this.outcome = again.outcome;
    const wrong = verdictMembers(about.judge).filter((name) => !same(again[name], verdict[name]));
    return wrong.length > 0 ? message("the machine judges otherwise: {members}", { members: wrong }) : null;
  }

  /**
   * Judge the claim by a log without findings: `{outcome, rule, facts, correction}`, from version 2 of
   * the judge on with `code` and `consequence`.
   */
  opinion(about, hand, log) {
    if (isLater(about.judge)) {
      const found = this.reasoned(about, hand, log);
      return { ...found, consequence: consequenceOf(about, found) };
    }
    const asked = {
      deck_chosen: () => rejected("12.1", { deck_follows_from_key: true, entropy_of_seats: this.entropy(hand).map((text) => text !== "") }),
      illegal_move: () => this.onMove(about),
      wrong_refusal: () => this.onRefusal(about),
      history_altered: () => this.onHistory(about, hand, log),
      wrong_payment: () => this.onPayment(hand),
      time_out: () => this.onTime(about, hand),
      other: () => undecided({ audit_clean: true }),
    };
    try {
      return asked[about.claim]();
    } catch (fault) {
      return undecided({ damage: String(fault.message) });
    }
  }

  /** From the second version on: every opinion has a code, and what is not proved is left undecided (RULES 13.3). */
  reasoned(about, hand, log) {
    const asked = {
      deck_chosen: () => this.onDeck(hand),
      illegal_move: () => ({ ...this.onMove(about), code: this.actor(about.ply) === null ? "entry_lawful" : "move_lawful" }),
      wrong_refusal: () => this.onSignedRefusal(about, hand),
      history_altered: () => judgeKeptEvidence(about, hand, log),
      wrong_payment: () => ({ ...this.onPayment(hand), code: hand.paid === null ? "nothing_paid" : "payment_right" }),
      time_out: () => this.onAnswer(about, hand),
      other: () => ({ ...undecided({ audit_clean: true }), code: "for_arbiter" }),
    };
    try {
      return asked[about.claim]();
    } catch (fault) {
      return { ...undecided({}), code: "log_senseless" };
    }
  }

  /** Chance of a seat is committed to after the key; without it the service may have drawn keys until it liked one. */
  onDeck(hand) {
    const facts = { deck_follows_from_key: true, entropy_of_seats: this.entropy(hand) };
    const mixed = facts.entropy_of_seats.some((text) => text !== "");
    return mixed ? { ...rejected("12.2", facts), code: "deck_with_chance_of_seats" } : { ...undecided(facts, "12.1"), code: "deck_of_service_alone" };
  }

  /** A lawful command is wrongly refused if the service has signed that it refused it (RULES 12.10). */
  onSignedRefusal(about, hand) {
    const { seat } = about, command = commandOf(about);
    if (command === undefined) return { ...undecided({ command: null }), code: "command_missing" };
    const digest = hex(sha256(canonicalBytes(command)));
    const isOfIt = (refusal) => refusal !== undefined && refusal.seat === seat && refusal.command === digest && hand.first <= refusal.ply && (hand.last === null || refusal.ply <= hand.last);
    const refusal = evidenceOf(about).map((one) => one.refusal).filter(isOfIt).pop();
    const ply = refusal === undefined ? about.ply : refusal.ply;
    const facts = (code) => ({ actor: seat, command, ply, refusal: code, signed: refusal === undefined ? null : refusal.code });
    try {
      decide(this.step(ply).table, seat, command);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      return { ...rejected(paragraphOf(this.game, fault.code), facts(fault.code)), code: "command_forbidden" };
    }
    const rule = ruleOfCommand(this.game, command);
    if (refusal === undefined) return { ...undecided(facts(null), rule), code: "refusal_unproved" };
    return { ...upheld(rule, facts(null), refund(hand)), code: "refusal_proved" };
  }

  onAnswer(about, hand) {
    const found = this.onTime(about, hand), { timed_out: seats, absent } = found.facts;
    if (found.outcome === "upheld") return { ...found, code: "time_was_left" };
    if (seats === null) return { ...found, code: "nobody_timed_out" };
    return { ...found, code: absent.length === seats.length ? "seat_was_absent" : "time_was_over" };
  }

  entropy(hand) {
    return this.step(hand.first).events.find(({ type }) => type === "hand-begun").entropy;
  }

  actor(ply) {
    return seatOfActor(this.step(ply).public.actor, 100);
  }

  onMove({ ply }) {
    const { command } = this.step(ply);
    return rejected(ruleOfCommand(this.game, command), { actor: this.actor(ply), command, lawful: true });
  }

  /** The command is decided again on the position that its seat says it was refused in. */
  onRefusal({ ply, seat, refused }) {
    if (refused === undefined) return undecided({ command: null });
    const facts = (refusal) => ({ actor: seat, command: refused, refusal });
    try {
      decide(this.step(ply).table, seat, refused);
      return upheld(ruleOfCommand(this.game, refused), facts(null), null);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      return rejected(paragraphOf(this.game, fault.code), facts(fault.code));
    }
  }

  onHistory({ receipt }, hand, log) {
    const entry = receipt === undefined ? undefined : log[receipt.ply - 1];
    const holds = receipt === undefined ? null : entry !== undefined && entry.digest === receipt.digest;
    const facts = { chain_holds: true, receipt_holds: holds };
    return holds === false ? upheld("12.7", facts, refund(hand)) : rejected("12.7", facts);
  }

  /** By a log in which nothing is wrong, a hand that was settled has paid what the rules give. */
  onPayment({ last, paid }) {
    if (paid === null) return rejected("11.5", { paid: null, due: null });
    return rejected(this.game.SUBJECTS.payment, { paid, due: paid, stake: this.step(last).table.stake });
  }

  /** RULES 11.8: whether the time of the question was over when the service answered for a seat. */
  onTime({ ply }, hand) {
    const { public: publicPart, events } = this.step(ply), { table } = this.step(ply - 1);
    const out = events.find(({ type }) => type === "timed-out");
    const [created] = this.step(1).events;
    const limits = Object.keys(LIMITS).map((name) => created[name]);
    if (out === undefined || limits.some(isAbsent)) return rejected("11.8", { timed_out: null });
    const inWindow = table.status === "playing" && this.game.inWindow(table.hand);
    const seconds = inWindow ? created.window_seconds : created.decision_seconds;
    const absent = out.seats.filter((seat) => table.places[seat].away || table.places[seat].left);
    const asked = this.asked(ply - 1, !isAbsent(created.parent));
    const facts = { timed_out: out.seats, asked, answered: publicPart.time, seconds, absent };
    const late = publicPart.time - asked - seconds * 1000 >= -CLOCKS_APART;
    return late || absent.length === out.seats.length ? rejected("11.8", facts) : upheld("11.8", facts, refund(hand));
  }

  /** Return the lawful moves of the seat in dispute if its cards are open; null for an entry of no seat. */
  legal({ claim, ply, seat, judge }, hand, facts) {
    const refusal = claim === "wrong_refusal";
    if (isLater(judge) && !refusal && claim !== "illegal_move") return null;
    const [mover, at] = refusal ? [seat, isLater(judge) && facts.ply !== undefined ? facts.ply : ply] : [this.actor(ply), ply - 1];
    if (mover === null || !hand.revealed) return null;
    const moves = movesOf(this.step(at).table, mover);
    return { ply: at, seat: mover, moves: moves.slice(0, MOVES_LISTED), count: moves.length };
  }

  /** When the question was put that is open after `ply`; the first hand of a fork goes on with one. */
  asked(ply, isFork) {
    const asks = ({ type }) => this.game.QUESTIONS.includes(type) || type === "seats-asked" || (isFork && type === "hand-begun");
    const at = range(ply).reverse().find((before) => this.step(before + 1).events.some(asks));
    return this.step(at === undefined ? 1 : at + 1).public.time;
  }

  step(ply) {
    this.steps = this.steps || replayRecord(this.bytes).steps;
    return this.steps[ply - 1];
  }
}

/** Only what somebody kept tells a log that was made anew from its start (RULES 12.7, 12.9). */
function judgeKeptEvidence(about, hand, log) {
  const given = evidenceOf(about);
  const receipts = borneOut(given.filter(({ receipt }) => receipt !== undefined).map(({ receipt: { ply, digest } }) => [ply, log[ply - 1] !== undefined && log[ply - 1].digest === digest]));
  const ends = borneOut(given.filter(({ checkpoint }) => checkpoint !== undefined).map(({ checkpoint: { leaf } }) => [leaf.plies, leaf.plies === log.length && log[leaf.plies - 1].digest === leaf.digest]));
  const holds = (by) => (by.size === 0 ? null : [...by.values()].every((right) => right));
  const plies = [...receipts.keys(), ...ends.keys()];
  const facts = { chain_holds: true, receipt_holds: holds(receipts), checkpoint_holds: holds(ends), ply: plies.length === 0 ? null : Math.max(...plies) };
  for (const [by, rule, kind] of [[receipts, "12.7", "receipt"], [ends, "12.9", "checkpoint"]]) {
    const broken = [...by].filter(([, right]) => !right).map(([ply]) => ply);
    if (broken.length > 0) return { ...upheld(rule, { ...facts, ply: Math.min(...broken) }, refund(hand)), code: `${kind}_contradicted` };
  }
  if (facts.ply === null) return { ...undecided(facts, "12.7"), code: "history_unproved" };
  if (facts.ply < about.ply) return { ...undecided(facts, "12.7"), code: "evidence_too_early" };
  // Evidence that was signed after a change of the log is borne out as well: from version 3 on it rejects nothing.
  const found = about.judge >= 3 ? undecided(facts, "12.7") : rejected("12.7", facts);
  return { ...found, code: "evidence_borne_out" };
}

/** By ply whether the log says what was signed of it, each time that it was. */
function borneOut(signed) {
  const found = new Map();
  for (const [ply, holds] of signed) found.set(ply, holds && found.get(ply) !== false);
  return found;
}

/** Return the consequence of an opinion for the hand and the ledger (RULES 13.10). */
function consequenceOf({ claim }, { outcome, correction }) {
  if (outcome !== "upheld") return outcome === "undecided" ? "arbiter" : "none";
  if (claim === "wrong_payment") return "payment_corrected";
  return correction === null ? "hand_annulled_unpaid" : "hand_annulled";
}

/** The hands of a log: number, first and last ply (null while it is played), whether open, what was paid. */
function handsOf(log) {
  const numbered = log.flatMap(({ public: publicPart }, at) => publicPart.events.map((event) => ({ ply: at + 1, event })));
  if (!numbered.every(({ event }) => isObject(event) && "type" in event)) throw new Error("an event has no type");
  const over = numbered.some(({ event }) => ENDS.includes(event.type));
  const opened = numbered.filter(({ event }) => event.type === "key-revealed").map(({ event }) => event.hand_number);
  const hands = [];
  for (const { ply, event } of numbered) {
    const open = hands[hands.length - 1];
    if (event.type === "hand-begun") {
      hands.push({ number: event.hand_number, first: ply, last: null, revealed: over || opened.includes(event.hand_number), paid: null });
    } else if ((event.type === "hand-settled" || ENDS.includes(event.type)) && open !== undefined && open.last === null) {
      Object.assign(open, { last: ply, paid: event.type === "hand-settled" ? event.amounts : null });
    }
  }
  return hands;
}

/** Return the lawful commands of `seat`, in order, without those that need a text of the seat. */
function movesOf(table, seat) {
  if (table.places[seat].left) return [];
  if (table.status === "playing") return gameAt(table).legal(table.hand, seat);
  const between = table.status === "between_hands";
  if (!(asksReady(table) || between || table.status === "committing") || !table.awaited.includes(seat)) return [];
  return [...(between ? offersTo(table, seat) : []), { type: "ready" }];
}

/** Return the correction that pays a hand back, null if it has paid nothing. */
function refund({ paid }) {
  return paid !== null && paid.some((amount) => amount !== 0) ? paid.map((amount) => 0 - amount) : null;
}

/** Return whether a verdict is the one on a log that the service could not read: such a one corrects nothing. */
function isOfDamage({ facts, ...verdict }, { claim, judge }) {
  const altered = claim === "history_altered";
  const reasons = isLater(judge) ? { code: "entry_unreadable", consequence: altered ? "hand_annulled_unread" : "arbiter" } : {};
  return hasMembers(facts, ["damaged_at"]) && isWhole(facts.damaged_at) && same(verdict, {
    ...reasons, outcome: altered ? "upheld" : "undecided", rule: altered ? "12.7" : null, head: null, revealed: false, findings: [], legal: null, correction: null,
  });
}
