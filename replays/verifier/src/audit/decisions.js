/** Every command is decided again, with the cards and the money followed beside it. */

import { gameAt, gameNamed } from "../games/games.js";
import { mergeEntry, splitEntry } from "../record/sealing.js";
import { Refusal } from "../refusal.js";
import { decide } from "../table/decide.js";
import { evolved } from "../table/state.js";
import { because, isListOf, isObject, isWhole, orNull, range, same } from "../values.js";
import { seatOfActor } from "./chain.js";
import { TextError, message } from "../words/message.js";

/** Follows the log entry by entry with the rules, the cards and the money beside it. */
export class LogReplay {
  constructor(builder) {
    this.builder = builder;
    this.table = null;
    this.places = null;
    this.ledger = null;
  }

  run(entries) {
    const stop = entries.findIndex((entry) => entry === null || !entry.sound);
    const whole = stop < 0 ? entries : entries.slice(0, stop);
    const done = whole.findIndex((entry) => !this.entry(entry));
    const left = entries.length - (done < 0 ? whole.length : done + 1);
    for (const check of ["decisions", "cards", "deal", "money"]) this.builder.leftOut(check, left);
  }

  /** Checks one entry; false if the log cannot be followed beyond it. */
  entry(entry) {
    this.builder.looked("decisions");
    this.builder.looked("cards");
    let content;
    try {
      content = mergeEntry(gameAt(this.table), entry);
    } catch (fault) {
      this.builder.find("decisions", entry.ply, message("the hidden parts do not fit the entry"));
      this.builder.leftOut("deal");
      return false;
    }
    const seats = this.table === null ? 0 : this.table.places.length;
    const outcome = this.decided(entry, content, seatOfActor(entry.public.actor, seats));
    this.followCards(entry, content.events);
    this.followMoney(entry, content.events);
    return outcome === null ? this.follow(entry, content.events) : ((this.table = outcome), true);
  }

  /** The table after the command, null with a finding if it does not lead to what is recorded. */
  decided(entry, content, seat) {
    try {
      const outcome = decide(this.table, seat, content.command);
      if (content.command.type === "deal") this.builder.looked("deal");
      return this.compare(entry, seat, content, outcome) ? outcome.table : null;
    } catch (fault) {
      this.refused(entry, fault);
      if (content.command.type === "deal") this.builder.leftOut("deal");
      return null;
    }
  }

  refused(entry, fault) {
    if (fault instanceof Refusal) {
      this.builder.find("decisions", entry.ply, message("the rules refuse it: {code}", { code: fault.code }), fault.rule, { refusal: fault.code, command: entry.public.command });
    } else {
      this.builder.find("decisions", entry.ply, because(message("the rules cannot be asked about it"), fault));
    }
  }

  /** Return whether the entry is what the decision makes of it, split into the same public and hidden parts. */
  compare(entry, seat, content, outcome) {
    const wanted = splitEntry(gameAt(outcome.table), seat, content.command, outcome.events);
    const parts = {};
    for (const { audience, part } of entry.hidden) parts[audience] = part;
    const stored = { command: entry.public.command, events: entry.public.events, parts };
    if (same(stored, wanted)) return true;
    const { check, detail, evidence } = difference(gameAt(outcome.table), stored, wanted);
    this.builder.find(check, entry.ply, detail, ruleOf(gameAt(outcome.table), check, evidence), evidence);
    return false;
  }

  followCards(entry, events) {
    try {
      for (const event of events) {
        if (event.type === gameAt(this.table).DEAL_EVENTS[0]) this.places = gameAt(this.table).CardPlaces.dealt(this.table ? this.table.sheet : {}, event);
        else if (event.type === "created" && isObject(event.position)) this.places = gameNamed(event.play).CardPlaces.of(event.rules, event.position);
        else if (this.places !== null) this.places.follow(event);
      }
      const fault = this.places === null ? null : this.places.fault();
      if (fault) throw new TextError(fault);
    } catch (fault) {
      this.builder.find("cards", entry.ply, because(message("the cards do not add up"), fault), this.rule());
      this.places = null;
    }
  }

  /** The paragraph about where the cards lie. */
  rule() {
    return gameAt(this.table).SUBJECTS.cards;
  }

  /** RULES 11.5: what some win others pay, and nothing is lost between the hands. */
  followMoney(entry, events) {
    for (const event of events) {
      if (event.type === "created" && Array.isArray(event.seats)) this.ledger = { balances: event.seats.map(() => 0), house: 0 };
      if (event.type === "house-charged" && isListOf(isWhole)(event.balances) && isWhole(event.house)) this.ledger = { balances: event.balances, house: event.house };
      if (event.type === "hand-settled") this.settled(entry, event);
    }
  }

  settled(entry, event) {
    this.builder.looked("money");
    const before = this.ledger || { balances: [], house: 0 };
    const numbers = [event.amounts, event.balances].every((list) => Array.isArray(list) && list.every(isWhole) && list.length === before.balances.length);
    const sum = (list) => list.reduce((one, other) => one + other, 0);
    const right = numbers && sum(event.amounts) === 0 && sum(event.balances) + before.house === 0
      && event.balances.every((balance, seat) => balance === before.balances[seat] + event.amounts[seat]);
    if (!right) this.builder.find("money", entry.ply, message("the ledger does not add up"), "11.5", { before: before.balances, amounts: event.amounts, balances: event.balances });
    if (numbers) this.ledger = { balances: event.balances, house: before.house };
  }

  /** Goes on from what is recorded; false if that fits no position. */
  follow(entry, events) {
    try {
      for (const event of events) this.table = evolved(this.table, event);
      if (this.table !== null) return true;
    } catch (fault) {
      this.builder.find("cards", entry.ply, because(message("the events do not fit the position"), fault), this.rule());
    }
    return false;
  }
}

const RULES_OF_CHECKS = { deal: "12.1", money: "11.5" };

/** The paragraph that decides the event of a difference, or the member of it that differs; else that of the check. */
function ruleOf({ RULES_OF_EVENTS }, check, { event, recorded, derived }) {
  const { type } = event === undefined ? {} : derived || recorded;
  const alike = recorded && derived && recorded.type === derived.type;
  const member = alike ? Object.keys(derived).find((name) => !same(orNull(recorded[name]), derived[name])) : undefined;
  return RULES_OF_EVENTS[`${type}.${member}`] || RULES_OF_EVENTS[type] || RULES_OF_CHECKS[check] || null;
}

const MONEY_EVENTS = ["hand-settled", "house-charged"];

/** Which check a difference between the stored entry and the rules belongs to, a sentence about it, and both sides. */
function difference(game, stored, wanted) {
  const isOfDeal = ({ type }) => type === "hand-begun" || game.DEAL_EVENTS.includes(type);
  const at = range(Math.max(stored.events.length, wanted.events.length)).find((one) => !same(stored.events[one] || null, wanted.events[one] || null));
  const event = at === undefined ? null : stored.events[at] || wanted.events[at];
  if (event) {
    const money = [stored, wanted].some(({ events }) => events[at] && MONEY_EVENTS.includes(events[at].type));
    const check = money ? "money" : isOfDeal(event) ? "deal" : "decisions";
    const evidence = { event: at, recorded: stored.events[at] || null, derived: wanted.events[at] || null };
    return { check, detail: message("event {number} ({type}) is not what the rules give", { number: at, type: event.type }), evidence };
  }
  const sides = (name) => ({ recorded: stored[name], derived: wanted[name] });
  if (!same(stored.command, wanted.command)) return { check: "decisions", detail: message("the command is not stored as such a command is"), evidence: sides("command") };
  const dealt = stored.events.some(isOfDeal);
  return { check: dealt ? "deal" : "decisions", detail: message("what is hidden is not what the keys and the rules give"), evidence: sides("parts") };
}
