/*
 * The second verifier of Conquián records: one file, no dependencies, no network.
 *
 * It shares no code and no table with the service. It was written from the rulebook (RULES.md) and from the
 * published formats of records, receipts and checkpoints, so that a record on which it and the service's own
 * audit disagree shows a defect in one of them.
 *
 *   node verifier.js audit FILE [--keys FILE] [--receipts FILE] [--parent FILE] [--lang CODE] [--json]
 *   node verifier.js audit BUNDLE.zip [--keys FILE] [--lang CODE] [--json]
 *   node verifier.js audit RECEIPTS [--keys FILE]     receipts alone, that no ply was signed twice
 *   node verifier.js audit --batch [--keys FILE]      a JSON object a line in, a report a line out
 *   node verifier.js vectors FILE...                  rules scenarios, position by position
 *
 * Exit status: 0 clean, 1 findings, 2 nothing that could be read, 3 incomplete: nothing was found, but not everything
 * was checked. In a browser the file defines
 * `ConquianVerifier` and brings an element with the id `conquian-verifier` to life.
 *
 * It is built from the modules in replays/verifier/src by `make verifier`.
 */
(function () {
'use strict';

/** Bytes and their encodings: UTF-8, hex, base64 and integers in network order. */

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const HEX_OF = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const utf8 = (text) => ENCODER.encode(text);

/** The text that `bytes` are in UTF-8, null if they are none. */
function textOf(bytes) {
  try {
    return DECODER.decode(bytes);
  } catch (fault) {
    return null;
  }
}

function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += HEX_OF[byte];
  return text;
}

/** The bytes that lower-case hex stands for; an Error if `text` is no such hex. */
function unhex(text) {
  if (typeof text !== "string" || text.length % 2 || !/^[0-9a-f]*$/.test(text)) throw new Error("not hex");
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(text.substr(2 * at, 2), 16);
  return bytes;
}

function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function sameBytes(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

const uint8 = (number) => Uint8Array.of(number);
const uint32 = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
const uint64 = (number) => concat(uint32(Math.floor(number / 2 ** 32)), uint32(number % 2 ** 32));

/** `L(x)` of the proofs: one byte of length, then the bytes. */
function sized(bytes) {
  if (bytes.length > 255) throw new Error("a length-prefixed value has at most 255 bytes");
  return concat(uint8(bytes.length), bytes);
}

/** The bytes of strict base64 with padding (RFC 4648, 4), null if `text` is none. */
function unbase64(text) {
  if (typeof text !== "string" || text.length % 4) return null;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const bytes = [];
  let bits = 0, held = 0;
  for (const letter of text.replace(/=+$/, "")) {
    held = (held << 6) | letters.indexOf(letter);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
      held &= (1 << bits) - 1;
    }
  }
  const padding = text.length - text.replace(/=+$/, "").length;
  return held === 0 && padding === (3 - (bytes.length % 3)) % 3 ? Uint8Array.from(bytes) : null;
}

/** Texts that are translated where they are shown: English with named places, and what fills these. */

/** An English text; `context` tells apart equal English with different translations. */
class Message {
  constructor(text, context, values) {
    this.text = text;
    this.context = context;
    this.values = values;
  }

  /** The same text with values for its places. */
  filled(values) {
    return new Message(this.text, this.context, { ...this.values, ...values });
  }

  /** The text in English, which is how reports in JSON have it. */
  toString() {
    return filled(this.text, this.values, String);
  }

  toJSON() {
    return this.toString();
  }
}

/** A text to be translated; its values may be texts themselves, or lists. */
const message = (text, values = {}) => new Message(text, "", values);
const messageIn = (context, text, values = {}) => new Message(text, context, values);

/** What is wrong, as a text to be translated. */
class TextError extends Error {
  constructor(text) {
    super(String(text));
    this.text = text;
  }
}

/** `text` with values in the places of their names, each written by `write`. */
function filled(text, values, write) {
  const written = (value) => (Array.isArray(value) ? value.map(written).join(", ") : write(value));
  return text.replace(/\{(\w+)\}/g, (_, name) => (Object.hasOwn(values, name) ? written(values[name]) : "?"));
}

/** The canonical text of JSON values (RFC 8785), and tests of what a value is. */


const HASH_FORM = /^[0-9a-f]{64}$/;

/** The one canonical text of a JSON value. */
function canonical(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
  const members = Object.keys(value).sort();
  return "{" + members.map((name) => JSON.stringify(name) + ":" + canonical(value[name])).join(",") + "}";
}

const canonicalBytes = (value) => utf8(canonical(value));
const same = (one, other) => canonical(one) === canonical(other);
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isWhole = (value) => typeof value === "number" && Number.isSafeInteger(value);
const isHash = (value) => typeof value === "string" && HASH_FORM.test(value);
const isText = (value) => typeof value === "string";

function isFlag(value) {
  return value === true || value === false;
}

const isAbsent = (value) => value === undefined || value === null;
const orNull = (value) => (isAbsent(value) ? null : value);
const isListOf = (of) => (value) => Array.isArray(value) && value.every(of);

function within(least, most) {
  return (value) => isWhole(value) && value >= least && value <= most;
}

function among(...values) {
  return (value) => values.includes(value);
}

function orNone(check) {
  return (value) => value === null || check(value);
}

const hasMembers = (value, names) => isObject(value) && same(Object.keys(value).sort(), [...names].sort());
const range = (count) => Array.from({ length: count }, (_, at) => at);

/** A value has not the form that its place asks for. */
class BadForm extends TextError {}

function need(right, what) {
  if (!right) throw new BadForm(what);
}

/** Return whether a fault comes of a value that only a forger writes, where another kind of value should be. */
const isOfForger = (fault) => fault instanceof TypeError || fault instanceof RangeError;

/** A sentence with what is wrong behind it; without that where a forger's value broke a program. */
function because(sentence, fault) {
  return isOfForger(fault) ? sentence : message("{sentence}: {reason}", { sentence, reason: fault.text || fault.message });
}

/** Packs, decks and multisets of cards (RULES 1.1). */


const PACKS = {
  spanish40: { ranks: "1 2 3 4 5 6 7 10 11 12".split(" "), suits: [..."OCEB"] },
  french40: { ranks: [..."A234567JQK"], suits: [..."dhsc"] },
  numeral40: { ranks: [..."A23456789T"], suits: [..."dhsc"] },
  french52: { ranks: [..."A23456789TJQK"], suits: [..."dhsc"] },
};

/** Every face of a pack in canonical order: suit by suit, ranks ascending. */
const facesOf = (pack) => pack.suits.flatMap((suit) => pack.ranks.map((rank) => rank + suit));

/** The unshuffled deck of a sheet: pack by pack. */
function wholeDeck$1(sheet) {
  const faces = facesOf(PACKS[sheet.pack]);
  return range(sheet.packs).flatMap(() => faces);
}

/** Cards in the order of the pack, copies of a card side by side. */
function inPackOrder$1(sheet, cards) {
  const faces = facesOf(PACKS[sheet.pack]);
  return [...cards].sort((one, other) => faces.indexOf(one) - faces.indexOf(other));
}

const counted = (codes) => {
  const bag = new Map();
  for (const code of codes) bag.set(code, (bag.get(code) || 0) + 1);
  return bag;
};

const includesAll = (codes, others) => {
  const bag = counted(others);
  for (const [code, number] of counted(codes)) if ((bag.get(code) || 0) < number) return false;
  return true;
};

/** `codes` without the cards of `gone`; of copies the first one goes. */
const without$1 = (codes, gone) => {
  const bag = counted(gone);
  return codes.filter((code) => {
    const due = bag.get(code) || 0;
    if (due) bag.set(code, due - 1);
    return !due;
  });
};

const sameBag = (some, others) => some.length === others.length && includesAll(some, others);

/** The commands of a hand and what each of them names. */


/** The members of each command: with `needs` all of these, with `one` at least one, with `either` exactly one. */
const FORMS = {
  exchange: { names: { card: isText }, needs: ["card"] },
  meld: {
    names: { melds: isListOf(isListOf(isText)), use: isListOf(isText), discard: isText },
    either: ["melds", "use"],
  },
  pass: { names: {} },
  force: { names: { seat: Number.isInteger }, needs: ["seat"] },
  keep: { names: { discard: isText }, needs: ["discard"] },
  fold: { names: {} },
  standing: { names: { claim: isFlag, force: isFlag }, one: ["claim", "force"] },
};

/** Return whether a command is one of a hand, whatever else it names. */
const isHandCommand$1 = ({ type }) => Object.hasOwn(FORMS, type);

/** The command that a document stands for, null if it is none; what is null is not there. */
function read$1(document) {
  if (document === null || typeof document !== "object" || !isText(document.type)) return null;
  if (!Object.hasOwn(FORMS, document.type)) return null;
  const { names, needs = [], either, one } = FORMS[document.type];
  const command = { type: document.type };
  for (const [name, value] of Object.entries(document)) {
    if (name === "type" || name === "v") continue;
    if (!Object.hasOwn(names, name) || !(value === null || names[name](value))) return null;
    if (value !== null) command[name] = value;
  }
  const given = (some) => some.filter((name) => command[name] !== undefined).length;
  if (given(needs) < needs.length || (either && given(either) !== 1)) return null;
  return one && given(one) === 0 ? null : command;
}

/** Return whether `document` is a command as it is stored, all its cards and seats being such. */
function isCommand(document, isCard, isSeat) {
  const command = read$1(document);
  if (command === null || Object.keys(command).length !== Object.keys(document).length) return false;
  const cards = [command.card, command.discard, command.use, command.melds].flat(2).filter((card) => card !== undefined);
  return cards.every(isCard) && (command.seat === undefined || isSeat(command.seat));
}

/** Return whether `document` is a command that a seat can give in a hand, whatever the rules say of it. */
function isPlayable$1(document) {
  const command = read$1(document);
  if (command === null) return false;
  const cards = new Set(Object.values(PACKS).flatMap(facesOf));
  const lists = [command.use, command.melds, ...(command.melds || [])].filter((list) => list !== undefined);
  const named = [command.card, command.discard, command.use, command.melds].flat(2).filter((card) => card !== undefined);
  return named.every((card) => cards.has(card)) && lists.every(({ length }) => length <= 1000)
    && (command.seat === undefined || within(0, 11)(command.seat));
}

/** The paragraph of each command, as verdicts cite it. */
const RULES_OF_COMMANDS$1 = { exchange: "3.3", meld: "6.8", pass: "10.4", force: "10.5", keep: "10.6", fold: "10.7", standing: "8.6" };

/** Whole positions of a hand, and where every card lies (RULES 1.4, 11.14). */


/** Return whether every member of a position of `count` seats is there and what it must be, its numbers of cards included. */
function isPosition$1(position, rules, count) {
  if (!isObject(position) || !Array.isArray(position.hands) || position.hands.length !== count) return false;
  const faces = new Set(facesOf(PACKS[rules.pack])), { hands, tables } = position;
  const isCard = (value) => isText(value) && faces.has(value), isSeat = within(0, hands.length - 1);
  const cards = isListOf(isCard), melds = isListOf(cards);
  const distinct = (value) => isListOf(isSeat)(value) && new Set(value).size === value.length;
  const centre = (value) => hasMembers(value, ["card", "source", "left_by"]) && isCard(value.card)
    && ["stock", "discard"].includes(value.source) && orNone(isSeat)(value.left_by);
  const answer = (value) => hasMembers(value, ["seat", "command"]) && isSeat(value.seat) && isCommand(value.command, isCard, isSeat);
  const forms = {
    order: distinct, hand_size: (value) => rules.hand_sizes.includes(value), phase: among(...PHASES), turn: isSeat,
    awaited: distinct, answered: distinct, answers: isListOf(answer), hands: melds, tables: isListOf(melds),
    stock: cards, discards: cards, centre: orNone(centre), turned: cards, folded: distinct, claim_passes: distinct,
    force_passes: distinct, stood: isListOf(isSeat), keeping: orNone(isCard), idle_turns: (value) => isWhole(value) && value >= 0,
  };
  const formed = hasMembers(position, Object.keys(forms)) && Object.keys(forms).every((name) => forms[name](position[name]));
  if (!formed || tables.length !== hands.length || !position.order.includes(position.turn) || !asksWell(position)) return false;
  const sizes = [position.hand_size, position.hand_size + 1, 0];
  return hands.every((hand, seat) => sizes.includes(hand.length + tables[seat].flat().length));
}

/** Return whether those awaited are the ones whom the phase asks; alone is asked who is on turn, and before any answer. */
function asksWell({ phase, turn, awaited, answered, answers, order, centre }) {
  const alone = same(awaited, [turn]) && answered.length + answers.length === 0;
  const known = awaited.length > 0 && awaited.every((seat) => order.includes(seat));
  return known && (alone || ["exchange", "force_window", "claim_window"].includes(phase)) && (centre === null) === (phase === "exchange");
}

/** The phases of a hand that is not over (RULES 4 to 8). */
const PHASES = ["exchange", "offer", "left", "new", "force_window", "claim_window", "forced"];

/** The places of the cards of a hand, followed event by event without asking the rules. */
let CardPlaces$1 = class CardPlaces {
  constructor(sheet, hands, stock) {
    this.whole = wholeDeck$1(sheet);
    this.hands = hands.map((hand) => [...hand]);
    this.tables = hands.map(() => []);
    this.stock = [...stock];
    this.dead = [];
    this.centre = null;
  }

  /** Takes one `card` out of a place; an Error if it is not there. */
  take(place, card) {
    const at = place.indexOf(card);
    if (at < 0) throw new TextError(message("{card} is not where it is taken from", { card }));
    place.splice(at, 1);
  }

  /** The places after the deal. */
  static dealt(sheet, { hands, stock }) {
    return new CardPlaces(sheet, hands, stock);
  }

  /** The places of a position that a fork carries. */
  static of(sheet, position) {
    const places = new CardPlaces(sheet, position.hands, position.stock);
    places.tables = position.tables.map((melds) => melds.flat());
    places.dead = [...position.discards];
    places.centre = position.centre === null ? null : position.centre.card;
    return places;
  }

  follow(event) {
    const move = CardPlaces.MOVES[event.type];
    if (move) move(this, event);
  }

  /** Return the fault of all cards together, null if each lies in exactly one place. */
  fault() {
    const lying = [...this.hands.flat(), ...this.tables.flat(), ...this.stock, ...this.dead];
    if (this.centre !== null) lying.push(this.centre);
    return sameBag(lying, this.whole) ? null : message("the cards are not those of the packs");
  }
};

CardPlaces$1.MOVES = {
  restocked: (places, event) => void (places.stock = [...event.stock]),
  exchanged(places, event) {
    event.given.forEach((card, seat) => card === null || places.take(places.hands[seat], card));
    event.received.forEach((card, seat) => card === null || places.hands[seat].push(card));
  },
  "card-turned"(places, event) {
    if (places.centre !== null) places.dead.push(places.centre);
    if (places.stock.shift() !== event.card) throw new TextError(message("{card} was not on top of the stock", { card: event.card }));
    places.centre = event.card;
  },
  melded(places, event) {
    for (const card of event.used) places.take(places.hands[event.seat], card);
    const lies = [...places.tables[event.seat], ...event.used, places.centre];
    if (!sameBag(lies, event.table.flat())) throw new TextError(message("the table does not hold what was melded"));
    places.tables[event.seat] = event.table.flat();
    places.centre = null;
    if (!isAbsent(event.discard)) {
      places.take(places.hands[event.seat], event.discard);
      places.centre = event.discard;
    }
  },
  kept(places, event) {
    if (places.centre !== event.card) throw new TextError(message("{card} did not lie in the centre", { card: event.card }));
    places.take(places.hands[event.seat], event.discard);
    places.hands[event.seat].push(event.card);
    places.centre = event.discard;
  },
};

/** The public and the sealed parts of commands and events (RULES 12.3). */

const NOBODY = 255;
const OWNER = "owner", EACH = "each";

/** The audience of each hidden field of the table's events: its owner, each seat for its own item, or nobody. */
const SEALED_EVENTS$2 = {
  created: { token_hashes: NOBODY, game_key: NOBODY },
  seated: { token_hash: NOBODY },
  rotated: { token_hash: NOBODY },
  "entropy-revealed": { entropy: OWNER },
};

const SEALED_COMMANDS = {
  create: { token_hashes: NOBODY, game_key: NOBODY },
  sit: { token_hash: NOBODY },
  rotate: { token_hash: NOBODY },
  reveal: { entropy: OWNER },
};

/** The audiences of the hidden fields of an event of the table, or of a hand of `game`. */
const sealedFields = (game, { type }) => SEALED_EVENTS$2[type] || game.SEALED_EVENTS[type] || {};

/** `whole` in two: what is public, and by audience what is sealed. */
function splitOne(whole, sealed, owner) {
  const shown = {}, hidden = {};
  const hide = (audience, name, value) => ((hidden[audience] = hidden[audience] || {})[name] = value);
  for (const name of Object.keys(whole)) {
    const audience = sealed[name];
    if (whole[name] === null) continue;
    if (audience === undefined) shown[name] = whole[name];
    else if (audience === EACH) whole[name].forEach((item, seat) => hide(seat, name, item));
    else hide(audience === OWNER ? owner : audience, name, whole[name]);
  }
  return { shown, hidden };
}

/** The command and events of an entry as they are stored: `{command, events, parts}`, parts by audience. */
function splitEntry(game, seat, command, events) {
  const parts = {};
  const part = (audience) => (parts[audience] = parts[audience] || {});
  const shown = events.map((event, at) => {
    const owner = event.seat === undefined || event.seat === null ? seat || 0 : event.seat;
    const halves = splitOne(event, sealedFields(game, event), owner);
    for (const audience of Object.keys(halves.hidden)) {
      const own = part(audience);
      own.events = own.events || {};
      own.events[at] = halves.hidden[audience];
    }
    return halves.shown;
  });
  const seals = game.isHandCommand(command) && events.some((event) => game.SEALING_EVENTS.includes(event.type));
  if (seals && seat !== null) {
    part(seat).command = splitOne(command, {}, seat).shown;
    return { command: {}, events: shown, parts };
  }
  const halves = splitOne(command, SEALED_COMMANDS[command.type] || {}, seat || 0);
  for (const audience of Object.keys(halves.hidden)) part(audience).command = halves.hidden[audience];
  return { command: halves.shown, events: shown, parts };
}

/** The command and the events of an entry, hidden fields included; an Error if its parts do not fit it. */
function mergeEntry(game, entry) {
  const command = Object.assign({}, entry.public.command);
  const events = entry.public.events.map((event) => Object.assign({}, event));
  for (const { audience, part } of entry.hidden) {
    Object.assign(command, part.command);
    for (const at of Object.keys(part.events || {})) {
      const sealed = sealedFields(game, events[at]);
      for (const name of Object.keys(part.events[at])) {
        const value = part.events[at][name];
        if (sealed[name] !== EACH) events[at][name] = value;
        else (events[at][name] = events[at][name] || [])[audience] = value;
      }
    }
  }
  return { command, events };
}

/** The events of a hand that hide something until the reveal (RULES 12.3). */


/** By event the audience of each hidden field. */
const SEALED_EVENTS$1 = {
  dealt: { hands: EACH, stock: NOBODY },
  restocked: { stock: NOBODY },
  answered: { answer: OWNER },
  exchanged: { given: EACH, received: EACH },
  declined: { keeping: OWNER },
  "standing-changed": { claim: OWNER, force: OWNER },
};

/** Events that seal the command that led to them. */
const SEALING_EVENTS$1 = ["answered", "declined", "standing-changed"];

/** Events of the deal, the one with the cards first. */
const DEAL_EVENTS$1 = ["dealt", "restocked"];

/** The event that shuffles the stock of a fork. */
const restocked$1 = (stock) => ({ type: "restocked", stock });

/** Refusals by the rules. */

/** The rules refuse a command: a code of the rulebook and its paragraph. */
class Refusal extends Error {
  constructor(code, rule) {
    super(code);
    this.code = code;
    this.rule = rule;
  }
}

function refuseUnless(right, code, rule) {
  if (!right) throw new Refusal(code, rule);
}

/** The codes of refusals in a hand and their paragraphs. */


/** The paragraph of each code of a refusal, as verdicts cite it; a refusal may cite another paragraph. */
const PARAGRAPHS$2 = {
  game_over: "10.1", wrong_phase: "10.1", already_passed: "10.1", card_not_in_hand: "10.1",
  forced_must_meld: "7.4", already_answered: "10.3", claim_own_card: "8.1", claim_closed: "10.3",
  not_your_turn: "10.4", force_closed: "10.5", force_target: "10.5", force_source: "7.5",
  force_no_fit: "7.3", keep_forbidden: "10.6", keep_discard_same: "8.3", fold_not_allowed: "8.5",
  already_folded: "10.7", already_standing: "8.6", forced_no_hand_cards: "7.4",
  card_reused: "6.8", centre_not_used: "6.1", table_card_lost: "6.2", card_not_yours: "6.2",
  combo_too_short: "2.1", combo_mixed: "2.1", set_not_identical: "2.2", set_duplicate_suit: "2.2",
  set_too_long: "2.2", run_duplicate_rank: "2.3", run_gap: "2.3", run_too_long: "2.4",
  run_wraps: "2.5", group_no_stock_card: "2.7", group_dissolved: "6.6", no_layout: "6.7",
  last_card_not_stock: "9.5", discard_forbidden: "6.4", discard_required: "6.4",
  discard_not_in_hand: "6.4", seat_unknown: "11.2",
};

/** The paragraphs about what an audit and a verdict look at besides commands. */
const SUBJECTS$1 = { cards: "1.4", sheet: "1.7", payment: "9.3" };

/** The paragraph that decides an event, or a member of it: findings about events cite none. */
const RULES_OF_EVENTS$1 = {};

/** Refuse; `rule` is given where the order of checks of a command says more than the paragraph of the code. */
const refuse = (code, rule = PARAGRAPHS$2[code] || null) => { throw new Refusal(code, rule); };

const check$1 = (holds, code, rule) => { if (!holds) refuse(code, rule); };

/** Commands in words, and forced melds, for the report on a dispute. */


/** The paragraph that obliges a seat to a meld. */
const OBLIGATION$1 = "7.4";

/** Return whether a verdict with these facts and lawful moves is on a lawful meld of a seat that had only melds to choose from. */
function isObliged$1(facts, legal) {
  const moves = isObject(legal) && Array.isArray(legal.moves) && legal.count === legal.moves.length ? legal.moves : [];
  const lawful = facts.lawful === true && isObject(facts.command) && facts.command.type === "meld";
  return lawful && moves.length > 0 && moves.every((move) => isObject(move) && move.type === "meld");
}

/** Commands of one form: what their words name, and the member that has it. */
const PLAIN_COMMANDS = { pass: {}, fold: {}, force: { seat: "seat" }, keep: { card: "discard" }, exchange: { card: "card" } };

/** A command in words; one that no seat gives as it is stored. `say` gives a sentence of the report by its name. */
function narrated$1({ type, ...rest }, say) {
  if (type === "meld") return narratedMeld(rest, say);
  const form = Object.hasOwn(PLAIN_COMMANDS, type) ? PLAIN_COMMANDS[type] : null;
  if (form !== null && hasMembers(rest, Object.values(form))) {
    return say(`do-${type}`, Object.fromEntries(Object.entries(form).map(([name, member]) => [name, rest[member]])));
  }
  return Object.keys(rest).length > 0 ? `${type} ${canonical(rest)}` : type;
}

function narratedMeld({ melds = null, use = null, discard = null }, say) {
  const move = melds !== null ? say("do-lay", { cards: melds.map((meld) => meld.join(" ")).join(" | ") })
    : use !== null && use.length > 0 ? say("do-meld", { cards: use.join(" ") }) : say("do-meld-alone");
  return discard === null ? move : say("do-discard", { move, card: discard });
}

/** Sets and runs (RULES 2). Cards are numbers of faces in canonical order: suits as in 1.1, ranks ascending. */


// The solver numbers faces in canonical order: suits as in 1.1, ranks ascending.

const solvers = new Map();

function solverOf(sheet) {
  const key = [sheet.pack, sheet.packs, sheet.set_kind, sheet.run_max, sheet.wild_card].join("/");
  if (!solvers.has(key)) solvers.set(key, makeSolver(sheet));
  return solvers.get(key);
}

function makeSolver(sheet) {
  const { ranks, suits } = PACKS[sheet.pack];
  const breadth = ranks.length;
  const faces = [];
  for (const suit of suits) for (const rank of ranks) faces.push(rank + suit);
  const numbers = new Map(faces.map((code, at) => [code, at]));
  return {
    faces, numbers, breadth, suits: suits.length, packs: sheet.packs,
    longest: sheet.run_max === null ? breadth : Math.min(sheet.run_max, breadth), // 2.4
    identical: sheet.set_kind === "identical", // 2.2
    yuca: sheet.wild_card === null ? -1 : numbers.get(sheet.wild_card), // 2.6
  };
}

const suitOf = (solver, face) => Math.floor(face / solver.breadth);
const rankOf$1 = (solver, face) => face % solver.breadth;
const allEqual = (values) => values.every((value) => value === values[0]);

const canonically = (solver, codes) =>
  codes.slice().sort((one, other) => solver.numbers.get(one) - solver.numbers.get(other));

/** 6.8: the code for which the faces are no meld, or null for a meld. */
function faultOfMeld(solver, meld) {
  if (meld.length < 3) return "combo_too_short";
  const natural = meld.filter((face) => face !== solver.yuca);
  const wild = meld.length - natural.length;
  const suits = natural.map((face) => suitOf(solver, face));
  const ranks = natural.map((face) => rankOf$1(solver, face));
  if (allEqual(ranks)) return faultOfSet(solver, suits, meld.length);
  return allEqual(suits) ? faultOfRun(solver, ranks, wild) : "combo_mixed";
}

function faultOfSet(solver, suits, length) {
  if (solver.identical) {
    if (!allEqual(suits)) return "set_not_identical";
    return length > solver.packs ? "set_too_long" : null;
  }
  if (new Set(suits).size < suits.length) return "set_duplicate_suit";
  return length > solver.suits ? "set_too_long" : null;
}

function faultOfRun(solver, ranks, wild) {
  if (new Set(ranks).size < ranks.length) return "run_duplicate_rank";
  const gaps = Math.max(...ranks) - Math.min(...ranks) + 1 - ranks.length;
  if (gaps <= wild) return ranks.length + wild > solver.longest ? "run_too_long" : null;
  return missingInCircle(solver, ranks) <= wild ? "run_wraps" : "run_gap";
}

/** Return the number of ranks missing between these when the highest is next to the lowest. */
function missingInCircle(solver, ranks) {
  const sorted = ranks.slice().sort((one, other) => one - other);
  let widest = sorted[0] + solver.breadth - sorted[sorted.length - 1];
  for (let at = 1; at < sorted.length; at += 1) widest = Math.max(widest, sorted[at] - sorted[at - 1]);
  return solver.breadth - widest + 1 - sorted.length;
}

const isSet = (solver, meld) => {
  const natural = meld.filter((face) => face !== solver.yuca);
  return allEqual(natural.map((face) => rankOf$1(solver, face)));
};

/**
 * 6.7: how a meld is shown: canonical order, the yuca in a gap, else after the highest rank, before
 * the lowest where none is above; in a set last.
 */
function shown(solver, meld) {
  const natural = meld.filter((face) => face !== solver.yuca).sort((one, other) => one - other);
  if (natural.length === meld.length) return natural;
  if (isSet(solver, meld)) return [...natural, solver.yuca];
  const gap = natural.findIndex((face, at) => at > 0 && face - natural[at - 1] > 1);
  if (gap > 0) return [...natural.slice(0, gap), solver.yuca, ...natural.slice(gap)];
  const top = rankOf$1(solver, natural[natural.length - 1]) === solver.breadth - 1;
  return top ? [solver.yuca, ...natural] : [...natural, solver.yuca];
}

/** The service's arrangement of the cards of a table (RULES 6.7), with the restrictions of 2.7 and 6.6. */


/**
 * Every meld through the face `first` made of the cards that `counts` has; natural cards before
 * `first` in canonical order are all placed already.
 */
function meldsThrough(solver, counts, first) {
  const found = [];
  const has = (face) => face !== solver.yuca && counts[face] > 0;
  const wild = solver.yuca >= 0 && counts[solver.yuca] > 0;
  if (first !== solver.yuca) {
    addRuns(solver, has, wild, false, first, found);
    addSets(solver, counts, has, wild, false, first, found);
  } else {
    for (let face = 0; face < solver.faces.length; face += 1) {
      if (!has(face)) continue;
      addRuns(solver, has, true, true, face, found);
      addSets(solver, counts, has, true, true, face, found);
    }
  }
  return found.sort((one, other) => inOrder(solver, one, other));
}

/** Runs whose lowest natural card is `lowest`; with `must` only those that hold the yuca. */
function addRuns(solver, has, wild, must, lowest, found) {
  const end = (suitOf(solver, lowest) + 1) * solver.breadth;
  const run = [];
  for (let face = lowest; face < end && has(face); face += 1) {
    run.push(face);
    if (!must && run.length >= 3 && run.length <= solver.longest) found.push(run.slice());
    if (!wild) continue;
    if (run.length >= 2 && run.length < solver.longest) found.push([...run, solver.yuca]);
    addGapped(solver, has, run, end, found);
  }
}

/** Runs that go on after `run` with the yuca in the place of the next card, whether or not that is there. */
function addGapped(solver, has, run, end, found) {
  const longer = run.slice();
  for (let face = run[run.length - 1] + 2; face < end && has(face); face += 1) {
    longer.push(face);
    if (longer.length < solver.longest) found.push([...longer, solver.yuca]);
  }
}

/** Sets whose first natural card is `lowest`; with `must` only those that hold the yuca. */
function addSets(solver, counts, has, wild, must, lowest, found) {
  if (solver.identical) {
    for (let number = 3; number <= Math.min(counts[lowest], solver.packs); number += 1)
      found.push(Array(number).fill(lowest));
    return;
  }
  const others = [];
  for (let face = lowest + solver.breadth; face < solver.faces.length; face += solver.breadth)
    if (has(face)) others.push(face);
  for (let chosen = 1; chosen < 1 << others.length; chosen += 1) {
    const set = [lowest, ...others.filter((_, at) => (chosen >> at) & 1)];
    if (!must && set.length >= 3) found.push(set);
    if (wild && set.length < solver.suits) found.push([...set, solver.yuca]);
  }
}

/** Longer first, runs before sets, then the one without the last card in which they differ. */
function inOrder(solver, one, other) {
  if (one.length !== other.length) return other.length - one.length;
  const sets = Number(isSet(solver, one)) - Number(isSet(solver, other));
  if (sets) return sets;
  const [some, others] = [one, other].map((meld) => meld.slice().sort((a, b) => b - a));
  const at = some.findIndex((face, index) => face !== others[index]);
  return at < 0 ? 0 : some[at] - others[at];
}

/**
 * The first layout of `codes` under the `limits`, as melds of faces in the order of their laying, or null.
 * `limits`: `stock` "off", "sets" or "all", `turned` the faces from the stock (2.7), `kept` the melds of
 * which three cards must stay together (6.6).
 */
function layout(solver, codes, limits) {
  const counts = new Uint8Array(solver.faces.length);
  for (const code of codes) counts[solver.numbers.get(code)] += 1;
  return lay(solver, counts, codes.length, limits, 0, new Set());
}

function lay(solver, counts, left, limits, together, dead) {
  if (left === 0) return together === (1 << limits.kept.length) - 1 ? [] : null;
  if (left < 3) return null;
  const key = counts.join("") + "/" + together;
  if (dead.has(key)) return null;
  const first = counts.findIndex((number) => number > 0);
  for (const meld of meldsThrough(solver, counts, first)) {
    if (!hasStockCard(solver, meld, limits)) continue;
    for (const face of meld) counts[face] -= 1;
    const rest = lay(solver, counts, left - meld.length, limits, together | keeps(meld, limits), dead);
    for (const face of meld) counts[face] += 1;
    if (rest) return [meld, ...rest];
  }
  dead.add(key);
  return null;
}

/** 2.7: whether a meld has the card from the stock that it needs. */
function hasStockCard(solver, meld, limits) {
  if (limits.stock === "off" || (limits.stock === "sets" && !isSet(solver, meld))) return true;
  return meld.some((face) => limits.turned.has(face));
}

/** 6.6: which of the old melds have three of their cards together in this one, as bits. */
function keeps(meld, limits) {
  let bits = 0;
  limits.kept.forEach((old, at) => {
    if (meld.filter((face) => old.has(face)).length >= 3) bits |= 1 << at;
  });
  return bits;
}

/** Return the restrictions of the tables of `seat` once the centre card lies there. */
function limitsOf(hand, solver, seat) {
  const { sheet, centre } = hand;
  const turned = new Set(hand.turned.map((code) => solver.numbers.get(code)));
  if (centre.source === "stock") turned.add(solver.numbers.get(centre.card));
  const old = sheet.keep_three ? hand.tables[seat] : [];
  return {
    stock: sheet.group_needs_stock_card,
    turned,
    kept: old.map((meld) => new Set(meld.map((code) => solver.numbers.get(code)))),
  };
}

/** The state of a hand, and questions about it: who plays, who is asked, what can be forced (RULES 7). */


/** 3.1: the last entry of `hand_sizes` serves all later hands. */
const handSize = (sheet, number) => sheet.hand_sizes[Math.min(number, sheet.hand_sizes.length) - 1];

/** 11.14: the hand that stands in a whole position, as the first entry of a fork holds it. */
function resume$2(sheet, position) {
  return { ...position, sheet, result: null };
}

/** The whole position of a hand, hidden cards included. */
function position$1(hand) {
  const { sheet, result, ...whole } = hand;
  return whole;
}

function empty(sheet, order, table, size) {
  const each = () => Array.from({ length: table }, () => []);
  return {
    sheet, order, hand_size: size, phase: "exchange", turn: order[0], awaited: [], answered: [],
    answers: [], hands: each(), tables: each(), stock: [], discards: [], centre: null, turned: [],
    folded: [], claim_passes: [], force_passes: [], stood: [], keeping: null, idle_turns: 0,
    result: null,
  };
}

/** The hand before its deal; `order` has the seats that play, the dealer last, `seats` is how many the table has. */
function undealt$1(sheet, order, seats, number) {
  return empty(sheet, order, seats, handSize(sheet, number));
}

const nextSeat = (hand, seat) => hand.order[(hand.order.indexOf(seat) + 1) % hand.order.length];
const hasFolded = (hand, seat) => hand.folded.includes(seat);
const plays = (hand, seat) => hand.order.includes(seat);
const tableCards = (hand, seat) => [].concat(...hand.tables[seat]);
const stands = (hand, seat, window) => hand[`${window}_passes`].includes(seat);
const answerOf = (hand, seat) => hand.answers.filter((one) => one.seat === seat).map((one) => one.command)[0];

/** The other seats in order after `seat`. */
function othersAfter(hand, seat) {
  const at = hand.order.indexOf(seat);
  return [...hand.order.slice(at + 1), ...hand.order.slice(0, at)];
}

/** 7.5: whether the centre card comes from where a card must come from to be forced. */
const isFromSource = ({ sheet, centre }) => sheet.force_source !== "stock" || centre.source === "stock";

/** 7.3, 7.5: whether the centre card can be forced on the table of `seat`. */
function isForceable(hand, seat) {
  const { sheet, centre } = hand;
  if (!isFromSource(hand) || (!sheet.wild_forceable && centre.card === sheet.wild_card)) return false;
  return fits(hand, seat);
}

function fits(hand, seat) {
  const { sheet, centre } = hand;
  const cards = tableCards(hand, seat);
  if (cards.length === 0) return false;
  const last = cards.length === hand.hand_size; // 9.5
  if (last && sheet.last_card_from_stock && centre.source !== "stock") return false;
  const solver = solverOf(sheet);
  const limits = limitsOf(hand, solver, seat);
  if (sheet.force_rearrange) return layout(solver, [...cards, centre.card], limits) !== null;
  return hand.tables[seat].some((meld) => {
    const faces = [...meld, centre.card].map((code) => solver.numbers.get(code));
    return faultOfMeld(solver, faces) === null && hasStockCard(solver, faces, limits);
  });
}

/** 7.2: the seats that may force the card on the seat on turn, in order. */
function forcers(hand, seat) {
  const { sheet } = hand;
  if (!sheet.force_by_opponents || !isForceable(hand, seat)) return [];
  return othersAfter(hand, seat).filter((one) => sheet.folded_may_force || !hasFolded(hand, one));
}

const inTurn = (hand) => hand.phase === "left" || hand.phase === "new";
const inWindow$1 = (hand) => hand.phase === "force_window" || hand.phase === "claim_window";
const hasAnswered = (hand, seat) => hand.answered.includes(seat);

/** 8.4: whether so many turns have brought neither a stock card nor a meld that nobody keeps a left card. */
function isIdle(hand) {
  const limit = hand.sheet.keep_turn_limit;
  return hand.idle_turns >= (limit === null ? 2 * hand.order.length : limit);
}

/** The type of the event that ends a hand, and of those that put a question. */
const END_OF_HAND$1 = "hand-ended", QUESTIONS$1 = ["asked"];

/** 11.11: the service plays on for a seat that leaves. */
const leave$2 = () => [];

const isOver$1 = (hand) => hand.result !== null;
const winner$1 = (hand) => (hand.result ? hand.result.winner : null);
const awaited$1 = (hand) => hand.awaited;

/** The hand after an event. */


const restrictsMelds = (sheet) => sheet.keep_three || sheet.group_needs_stock_card !== "off";
const put$1 = (list, at, value) => list.map((item, index) => (index === at ? value : item));

const afterAnswer$1 = (hand, seat) => ({
  ...hand,
  awaited: hand.awaited.filter((one) => one !== seat),
  answered: [...hand.answered, seat],
});

const EVOLVE$1 = {
  dealt: (hand, event) => ({ ...hand, hands: event.hands, stock: event.stock }),
  restocked: (hand, event) => ({ ...hand, stock: event.stock }),
  asked(hand, event) {
    const centre = event.left_by === undefined ? hand.centre : { ...hand.centre, left_by: event.left_by };
    const { phase, turn, awaited } = event;
    return { ...hand, phase, turn, awaited, answered: [], answers: [], centre };
  },
  answered: (hand, event) => ({
    ...afterAnswer$1(hand, event.seat),
    answers: [...hand.answers, { seat: event.seat, command: event.answer }],
  }),
  exchanged: (hand, event) => ({
    ...hand,
    hands: hand.hands.map((cards, seat) =>
      plays(hand, seat) ? [...without$1(cards, [event.given[seat]]), event.received[seat]] : cards),
  }),
  "card-turned": (hand, event) => ({
    ...hand,
    idle_turns: 0,
    stock: hand.stock.slice(1),
    discards: hand.centre ? [...hand.discards, hand.centre.card] : hand.discards,
    centre: { card: event.card, source: "stock", left_by: null },
  }),
  passed: (hand, event) => afterAnswer$1(hand, event.seat),
  declined: (hand, event) => ({ ...hand, keeping: event.keeping === undefined ? null : event.keeping }),
  melded(hand, event) {
    const { seat, discard } = event;
    const gone = discard === undefined ? event.used : [...event.used, discard];
    const { card, source } = hand.centre;
    return {
      ...hand,
      idle_turns: 0,
      keeping: null,
      hands: put$1(hand.hands, seat, without$1(hand.hands[seat], gone)),
      tables: put$1(hand.tables, seat, event.table),
      turned: source === "stock" && restrictsMelds(hand.sheet) ? [...hand.turned, card] : hand.turned,
      centre: discard === undefined ? null : { card: discard, source: "discard", left_by: seat },
    };
  },
  forced: (hand) => ({ ...hand, keeping: null }),
  kept(hand, event) {
    const { seat, card, discard } = event;
    return {
      ...hand,
      idle_turns: hand.centre.left_by === null ? 0 : hand.idle_turns + 1,
      keeping: null,
      hands: put$1(hand.hands, seat, [...without$1(hand.hands[seat], [discard]), card]),
      centre: { card: discard, source: "discard", left_by: seat },
    };
  },
  folded: (hand, event) => ({ ...hand, folded: [...hand.folded, event.seat] }),
  "standing-changed"(hand, event) {
    const { seat, claim, force } = event;
    const passes = (seats, stands) => [...seats.filter((one) => one !== seat), ...(stands ? [seat] : [])];
    return {
      ...hand,
      claim_passes: passes(hand.claim_passes, claim),
      force_passes: passes(hand.force_passes, force),
      stood: [...hand.stood, seat],
    };
  },
  "claims-closed": (hand) => hand,
  "hand-ended"(hand, event) {
    const winner = event.winner === undefined ? null : event.winner;
    const result = { termination: event.termination, winner };
    return { ...hand, phase: "over", awaited: [], answered: [], answers: [], result };
  },
};

function evolve$1(hand, event) {
  return EVOLVE$1[event.type](hand, event);
}

/** The melds that a command proposes: what is laid, and what is wrong with them (RULES 6). */


/** The cards a meld lays and the table afterwards, for a meld that was judged already. */
function proposal(hand, seat, command) {
  const solver = solverOf(hand.sheet);
  const own = [...tableCards(hand, seat), hand.centre.card];
  const faces = (meld) => meld.map((code) => solver.numbers.get(code));
  const codes = (meld) => shown(solver, meld).map((face) => solver.faces[face]);
  const used = command.use || without$1([].concat(...command.melds), own);
  const melds = command.melds
    ? command.melds.map(faces)
    : layout(solver, [...own, ...used], limitsOf(hand, solver, seat));
  return { used: canonically(solver, used), table: melds.map(codes) };
}

/** 6.8: refuses a meld for the first of its faults. */
function judge(hand, seat, command) {
  const { sheet, centre } = hand;
  const solver = solverOf(sheet);
  const table = tableCards(hand, seat);
  const own = [...table, centre.card];
  const laid = command.melds ? [].concat(...command.melds) : [...own, ...command.use];
  const used = command.use || without$1(laid, own);
  if (hand.phase === "forced" && !sheet.force_extra_hand_cards)
    check$1(!used.some((code) => hand.hands[seat].includes(code)), "forced_no_hand_cards");
  for (const number of counted(laid).values()) check$1(number <= sheet.packs, "card_reused", "2.8");
  // A copy of the centre card that lay on the table before is not the centre card.
  const copies = (codes) => codes.filter((code) => code === centre.card).length;
  check$1(copies(laid) > copies(table), "centre_not_used");
  check$1(includesAll(own, laid), "table_card_lost");
  check$1(includesAll(used, hand.hands[seat]), "card_not_yours");
  if (command.melds) judgeMelds(hand, solver, seat, command.melds);
  else judgeUse(hand, solver, seat, laid);
  judgeDiscard(hand, seat, used, command.discard);
}

function judgeMelds(hand, solver, seat, melds) {
  const limits = limitsOf(hand, solver, seat);
  const faces = melds.map((meld) => meld.map((code) => solver.numbers.get(code)));
  for (const meld of faces) {
    const fault = faultOfMeld(solver, meld);
    check$1(fault === null, fault);
    check$1(hasStockCard(solver, meld, limits), "group_no_stock_card");
  }
  const together = faces.reduce((bits, meld) => bits | keeps(meld, limits), 0);
  check$1(together === (1 << limits.kept.length) - 1, "group_dissolved");
}

/** 6.8: cards that cannot be laid out at all, or the first restriction with which no layout is left. */
function judgeUse(hand, solver, seat, laid) {
  const limits = limitsOf(hand, solver, seat);
  const lies = (some) => layout(solver, laid, { ...limits, ...some }) !== null;
  if (lies({})) return;
  check$1(lies({ stock: "off", kept: [] }), "no_layout");
  check$1(lies({ kept: [] }), "group_no_stock_card");
  refuse("group_dissolved");
}

function judgeDiscard(hand, seat, used, discard) {
  const { sheet, centre } = hand;
  if (tableCards(hand, seat).length + 1 + used.length > hand.hand_size) {
    check$1(!sheet.last_card_from_stock || centre.source === "stock", "last_card_not_stock");
    check$1(discard === undefined, "discard_forbidden");
    return;
  }
  check$1(discard !== undefined, "discard_required");
  check$1(without$1(hand.hands[seat], used).includes(discard), "discard_not_in_hand");
}

/** The deal (RULES 3), and how a hand goes on after a command (4, 5, 8, 9). */


/** 3.2: packets belong to hands of eight. */
function packets(sheet, size) {
  const style = { packets_4_4: [4, 4], packets_3_5: [3, 5] }[sheet.deal_style];
  return style && size === 8 ? style : Array(size).fill(1);
}

/** The events that deal `deck` to the seats that play, up to the first question; idle ones get no cards. */
function deal$2(undealtHand, deck) {
  const play = new Play(undealtHand);
  const { sheet: rules, hand_size: size, order: seats } = play.hand;
  const hands = play.hand.hands.map(() => []);
  let top = 0;
  for (const packet of packets(rules, size))
    for (const seat of seats) {
      hands[seat].push(...deck.slice(top, top + packet));
      top += packet;
    }
  play.record({ type: "dealt", hands, stock: deck.slice(top) });
  if (rules.exchange) play.ask("exchange", seats[0], seats);
  else play.firstTurn();
  return play.events;
}

class Play {
  constructor(hand) {
    this.hand = hand;
    this.events = [];
    this.leaver = undefined; // who has just left the centre card, until a question says so
  }

  record(event) {
    this.hand = evolve$1(this.hand, event);
    this.events.push(event);
  }

  ask(phase, turn, awaited) {
    const event = { type: "asked", phase, turn, awaited: awaited.slice() };
    if (this.leaver !== undefined) event.left_by = this.leaver;
    this.leaver = undefined;
    this.record(event);
  }

  // 5 The first turn.
  firstTurn() {
    const first = this.hand.order[0];
    if (!this.turnCard(first)) return;
    this.ask(this.hand.sheet.first_turn === "offer" ? "offer" : "new", first, [first]);
  }

  // 4.1, 9.2: turns the top card up; false if the hand is drawn because there is none.
  turnCard(seat) {
    if (this.hand.stock.length === 0) {
      this.record({ type: "hand-ended", termination: "tablas" });
      return false;
    }
    this.leaver = undefined;
    this.record({ type: "card-turned", seat, card: this.hand.stock[0] });
    return true;
  }

  turnUp(seat) {
    if (!this.turnCard(seat)) return;
    this.ask("new", seat, [seat]);
    if (!hasFolded(this.hand, seat)) return;
    this.record({ type: "passed", seat }); // 8.5: at once
    this.leave(seat);
  }

  // 8.5: the first seat from `seat` on that still plays, `seat` itself if nobody does; all where a folded
  // seat turns up its cards.
  turner(seat) {
    const { sheet, order } = this.hand;
    if (!sheet.fold_skips_turn || order.every((one) => hasFolded(this.hand, one))) return seat;
    return [seat, ...othersAfter(this.hand, seat)].find((one) => !hasFolded(this.hand, one));
  }

  // 4.2: `by` has left the centre card to the next seat; 8.5: which, having folded, passes at once, or
  // whose turn is skipped.
  leave(by) {
    const seat = nextSeat(this.hand, by);
    const folded = hasFolded(this.hand, seat);
    this.leaver = by;
    if (folded && this.hand.sheet.fold_skips_turn) this.turnUp(this.turner(nextSeat(this.hand, seat)));
    else {
      this.ask("left", seat, [seat]);
      if (!folded) return;
      this.record({ type: "passed", seat });
      this.claims(seat);
    }
  }

  // 4.4: the seat on turn has not used the card; first the others may force it.
  decline(keeping) {
    const seat = this.hand.turn;
    const asked = forcers(this.hand, seat);
    if (asked.length) {
      // 8.3: where a card can be kept nobody sees whether the seat passed or keeps.
      if (!this.hand.sheet.keep_centre) this.record({ type: "passed", seat });
      else this.record({ type: "declined", seat, ...(keeping === null ? {} : { keeping }) });
      this.ask("force_window", seat, asked);
      this.giveStandingPasses();
    } else if (keeping !== null) this.keep(keeping);
    else {
      this.record({ type: "passed", seat });
      this.passOn();
    }
  }

  passOn() {
    if (this.hand.centre.left_by === null) this.leave(this.hand.turn);
    else this.claims(this.hand.turn);
  }

  // 8.3: a keep is carried out and ends the turn without claims.
  keep(discard) {
    const seat = this.hand.turn;
    this.record({ type: "kept", seat, card: this.hand.centre.card, discard });
    this.leave(seat);
  }

  // 8.1: the claim window, if somebody may claim.
  claims(seat) {
    const by = this.hand.centre.left_by;
    const asked = othersAfter(this.hand, seat).filter((one) => one !== by && !hasFolded(this.hand, one));
    if (!this.hand.sheet.claims || asked.length === 0) {
      this.turnUp(this.turner(seat));
      return;
    }
    this.ask("claim_window", seat, asked);
    this.giveStandingPasses();
  }

  // 8.6: once the only answers that are missing and could change something are passes that stand, they
  // are given, and the window closes.
  giveStandingPasses() {
    const window = this.hand.phase === "claim_window" ? "claim" : "force";
    const open = this.missing();
    if (!open.every((seat) => stands(this.hand, seat, window))) return;
    for (const seat of open) {
      if (window === "claim") this.record({ type: "answered", seat, answer: { type: "pass" } });
      else this.record({ type: "passed", seat });
    }
    this.closeWindow();
  }

  // The seats asked whose answers are missing and matter: none after the first claim (8.2).
  missing() {
    const claim = this.firstClaim();
    const after = othersAfter(this.hand, this.hand.turn);
    const before = claim === undefined ? after : after.slice(0, after.indexOf(claim));
    return before.filter((seat) => this.hand.awaited.includes(seat));
  }

  // The first seat in order whose answer is a claim.
  firstClaim() {
    const claimants = this.hand.answers.filter((one) => one.command.type === "meld").map((one) => one.seat);
    return othersAfter(this.hand, this.hand.turn).find((seat) => claimants.includes(seat));
  }

  closeWindow() {
    if (this.hand.phase === "claim_window") this.closeClaims();
    else if (this.hand.keeping !== null) this.keep(this.hand.keeping);
    else this.passOn();
  }

  // 8.2: the first claim in order wins; every seat before it has answered.
  closeClaims() {
    const seat = this.firstClaim();
    if (seat === undefined) {
      this.record({ type: "claims-closed" });
      this.turnUp(this.turner(this.hand.turn));
    } else {
      const claim = answerOf(this.hand, seat);
      this.record({ type: "claims-closed", seat });
      this.meld(seat, claim);
    }
  }

  // 6.4, 9.1: a meld that was judged already is laid.
  meld(seat, command) {
    const event = { type: "melded", seat, ...proposal(this.hand, seat, command) };
    if (command.discard !== undefined) event.discard = command.discard;
    this.record(event);
    if (tableCards(this.hand, seat).length > this.hand.hand_size)
      this.record({ type: "hand-ended", termination: "went_out", winner: seat });
    else this.leave(seat);
  }

  // 3.3: everybody has chosen, the cards go to the next seats.
  exchange() {
    const given = this.hand.hands.map((_, seat) =>
      plays(this.hand, seat) ? answerOf(this.hand, seat).card : null);
    const received = given.map(() => null);
    for (const seat of this.hand.order) received[nextSeat(this.hand, seat)] = given[seat];
    this.record({ type: "exchanged", given, received });
    this.firstTurn();
  }
}

/** The events of a command in a hand, or its refusal (RULES 10). */


/**
 * Decide the document of a command by `seat`: {events}, or {refusal: code, rule: paragraph};
 * `malformed`, which is no paragraph's, for what is no command.
 */
function decide$2(hand, seat, document) {
  const play = new Play(hand);
  try {
    const command = read$1(document);
    check$1(command !== null, "malformed");
    check$1(Number.isInteger(seat) && seat >= 0 && seat < hand.hands.length, "seat_unknown");
    act(play, hand, seat, command);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: error.code, rule: error.rule };
  }
  return { events: play.events };
}

function act(play, hand, seat, command) {
  check$1(hand.phase !== "over", "game_over");
  if (command.type === "standing") return stand(play, hand, seat, command);
  check$1((command.type === "exchange") === (hand.phase === "exchange"), "wrong_phase");
  if (hand.phase === "forced") whenForced(hand, seat, command);
  return ACTS$1[command.type](play, hand, seat, command);
}

/** 10.2 */
function whenForced(hand, seat, command) {
  if (seat === hand.turn) check$1(command.type === "meld", "forced_must_meld");
  else refuse(command.type === "force" ? "force_closed" : "wrong_phase", "10.2");
}

const ACTS$1 = {
  exchange(play, hand, seat, command) {
    check$1(!hasAnswered(hand, seat), "already_passed");
    check$1(hand.hands[seat].includes(command.card), "card_not_in_hand", "3.3");
    play.record({ type: "answered", seat, answer: command });
    if (play.hand.awaited.length === 0) play.exchange();
  },

  meld(play, hand, seat, command) {
    if (!hand.awaited.includes(seat) || hand.phase === "force_window") unasked(hand, seat);
    judge(hand, seat, command);
    if (hand.phase !== "claim_window") play.meld(seat, command);
    else answerClaim(play, seat, command);
  },

  pass(play, hand, seat, command) {
    if (inWindow$1(hand)) {
      check$1(!hasAnswered(hand, seat), "already_answered", "10.4");
      check$1(hand.awaited.includes(seat), "wrong_phase", "10.4");
    } else check$1(hand.awaited.includes(seat), "not_your_turn", "10.4");
    if (hand.phase === "claim_window") answerClaim(play, seat, command);
    else if (hand.phase === "force_window") passForce(play, seat);
    else if (hand.phase === "offer") passOffer(play, seat);
    else play.decline(null);
  },

  force(play, hand, seat, command) {
    if (seat === hand.turn) forceInTurn(hand, seat, command);
    else {
      check$1(hand.phase !== "force_window" || !hasAnswered(hand, seat), "already_answered", "10.5");
      check$1(hand.phase === "force_window" && hand.awaited.includes(seat), "force_closed");
      check$1(command.seat === hand.turn, "force_target");
    }
    play.record({ type: "forced", by: seat, seat: command.seat });
    play.ask("forced", command.seat, [command.seat]);
  },

  keep(play, hand, seat, command) {
    check$1(hand.sheet.keep_centre, "keep_forbidden");
    check$1(seat === hand.turn, "not_your_turn", "10.6");
    check$1(inTurn(hand), "wrong_phase", "10.6");
    check$1(hand.phase === "new" || !isIdle(hand), "keep_forbidden", "8.4");
    check$1(command.discard !== hand.centre.card, "keep_discard_same");
    check$1(hand.hands[seat].includes(command.discard), "discard_not_in_hand");
    play.decline(command.discard);
  },

  fold(play, hand, seat) {
    check$1(hand.sheet.fold, "fold_not_allowed");
    check$1(!hasFolded(hand, seat), "already_folded");
    check$1(seat === hand.turn, "not_your_turn", "10.7");
    check$1(inTurn(hand), "wrong_phase", "10.7");
    check$1(hand.tables[seat].length === 0, "fold_not_allowed");
    play.record({ type: "folded", seat });
    play.passOn();
  },
};

/** 10.3 */
function unasked(hand, seat) {
  check$1(seat !== hand.turn, "wrong_phase", "10.3");
  if (hand.phase === "claim_window") {
    check$1(!hasAnswered(hand, seat), "already_answered", "10.3");
    check$1(seat !== hand.centre.left_by, "claim_own_card", "10.3");
  }
  refuse(hand.sheet.claims ? "claim_closed" : "not_your_turn", "10.3");
}

/** 10.5, by the seat on turn. */
function forceInTurn(hand, seat, command) {
  check$1(hand.sheet.force_by_turn_player, "force_target");
  check$1(command.seat !== seat && plays(hand, command.seat), "force_target");
  check$1(isFromSource(hand), "force_source");
  check$1(isForceable(hand, command.seat), "force_no_fit");
  check$1(inTurn(hand), "wrong_phase", "10.5");
}

function answerClaim(play, seat, command) {
  play.record({ type: "answered", seat, answer: command });
  play.giveStandingPasses();
}

function passForce(play, seat) {
  play.record({ type: "passed", seat });
  play.giveStandingPasses();
}

/** 5.1 */
function passOffer(play, seat) {
  play.record({ type: "passed", seat });
  const seats = play.hand.order;
  if (seat === seats[seats.length - 1]) play.turnUp(seat);
  else play.ask("offer", nextSeat(play.hand, seat), [nextSeat(play.hand, seat)]);
}

/** 8.6 */
const STANDING_CHANGES = 20;

function stand(play, hand, seat, command) {
  const { sheet } = hand;
  check$1(plays(hand, seat), "wrong_phase", "8.6");
  check$1(command.claim === undefined || sheet.claims, "claim_closed", "8.6");
  check$1(command.force === undefined || sheet.force_by_opponents, "force_closed", "8.6");
  const wanted = {};
  for (const window of ["claim", "force"]) {
    const now = stands(hand, seat, window);
    wanted[window] = command[window] === undefined ? now : command[window];
  }
  const changes = ["claim", "force"].some((window) => wanted[window] !== stands(hand, seat, window));
  const before = hand.stood.filter((one) => one === seat).length;
  check$1(changes && before < STANDING_CHANGES, "already_standing");
  play.record({ type: "standing-changed", seat, ...wanted });
  if (inWindow$1(play.hand)) play.giveStandingPasses();
}

/** The rules sheet: its options, its variants, and what contradicts itself (RULES 1.5 to 1.7, 11.6). */


/** 1.6: what a sheet leaves out is as in mexican-2 with eight cards. */
const PLAIN$1 = {
  variant: "custom", pack: "spanish40", packs: 1, players_min: 2, players_max: 2,
  direction: "anticlockwise", hand_sizes: [8], deal_style: "singles", exchange: true,
  set_kind: "rank", run_max: null, first_turn: "offer", claims: false,
  force_by_turn_player: true, force_by_opponents: true, force_source: "any",
  force_rearrange: true, force_extra_hand_cards: true, wild_card: null, wild_forceable: true,
  keep_centre: false, keep_turn_limit: null, fold: false, fold_skips_turn: false,
  folded_may_force: true, group_needs_stock_card: "off", keep_three: false,
  last_card_from_stock: false, waste: "face_up", pile_browsable: true, payment: "stake", stake: 1,
  draw_stake: "same", next_dealer: "rotate", deals: 1, teams: 0, bank: false, money: "money",
  house_charge: 0, sits_out: "none",
};

/** The sheet with the fields that it lacks, as one of an earlier version may, by their old meaning. */
const completed$1 = (sheet) => ({ ...PLAIN$1, ...sheet });

/** RULES 1.7: what each field of a sheet may be. */
const SHEET$1 = {
  variant: (value) => isText(value) && /^[a-z0-9][a-z0-9-]{0,39}$/.test(value),
  pack: (value) => isText(value) && Object.keys(PACKS).includes(value),
  packs: within(1, 12),
  players_min: within(2, 12),
  players_max: within(2, 12),
  direction: among("anticlockwise", "clockwise"),
  hand_sizes: (value) => Array.isArray(value) && value.length >= 1 && value.length <= 100 && value.every(within(3, 12)),
  deal_style: among("singles", "packets_4_4", "packets_3_5"),
  exchange: isFlag,
  set_kind: among("rank", "identical"),
  run_max: orNone(within(3, 13)),
  first_turn: among("offer", "plain"),
  claims: isFlag,
  force_by_turn_player: isFlag,
  force_by_opponents: isFlag,
  force_source: among("any", "stock"),
  force_rearrange: isFlag,
  force_extra_hand_cards: isFlag,
  wild_card: orNone(among("2O", "2d")),
  wild_forceable: isFlag,
  keep_centre: isFlag,
  keep_turn_limit: orNone(within(1, 100)),
  fold: isFlag,
  fold_skips_turn: isFlag,
  folded_may_force: isFlag,
  group_needs_stock_card: among("off", "sets", "all"),
  keep_three: isFlag,
  last_card_from_stock: isFlag,
  waste: among("face_up", "face_down"),
  pile_browsable: isFlag,
  payment: among("stake", "pay_cards"),
  stake: within(0, 1000000),
  draw_stake: among("same", "double", "double_compound", "carry"),
  next_dealer: among("rotate", "winner_leads", "chosen"),
  deals: orNone(within(1, 100)),
  teams: among(0, 2),
  bank: isFlag,
  money: among("money", "chips"),
  house_charge: within(0, 1000000),
  sits_out: among("none", "rotate", "loser"),
};

/**
 * The field for which a sheet cannot be played with (RULES 1.7, 11.6), null for a sound one.
 * A field that a sheet of an earlier version lacks has its old meaning.
 */
function sheetFault$1(sheet) {
  if (!isObject(sheet)) return "rules";
  const strange = Object.keys(sheet).find((name) => !Object.hasOwn(SHEET$1, name));
  if (strange !== undefined) return strange;
  const whole = completed$1(sheet);
  const wrong = Object.keys(SHEET$1).find((name) => !SHEET$1[name](whole[name]));
  return wrong === undefined ? contradictory$1(whole) : wrong;
}

function contradictory$1(sheet) {
  const cards = wholeDeck$1(sheet).length;
  const even = sheet.players_max - (sheet.players_max % 2);
  const restricted = sheet.keep_three || sheet.group_needs_stock_card !== "off";
  const wrong = {
    wild_card: sheet.wild_card !== null && (sheet.packs > 1 || !facesOf(PACKS[sheet.pack]).includes(sheet.wild_card)),
    players_max: sheet.players_min > sheet.players_max || Math.max(...sheet.hand_sizes) * sheet.players_max >= cards,
    teams: sheet.teams > 0 && (sheet.players_min < 4 || sheet.players_min > even),
    deal_style: sheet.deal_style !== "singles" && sheet.hand_sizes[0] !== 8,
    set_kind: sheet.set_kind === "identical" && sheet.packs < 3,
    group_needs_stock_card: restricted && (sheet.packs > 1 || sheet.wild_card !== null),
    payment: sheet.payment === "pay_cards" && (sheet.pack !== "spanish40" || sheet.draw_stake !== "same"),
    bank: sheet.bank && sheet.teams === 0,
    sits_out: sheet.sits_out !== "none" && (sheet.teams > 0 || sheet.players_max > 11),
  };
  return Object.keys(wrong).find((name) => wrong[name]) || null;
}

const idleCount$1 = (sheet) => (sheet.sits_out === "none" ? 0 : 1);

/** RULES 1.3, 3.6, 11.3: the code for a table of `count` seats, null for one that can be dealt to. */
function seatsFault$1(sheet, count) {
  const playing = count - idleCount$1(sheet);
  if (sheet.teams !== 0 && playing % 2 !== 0) return "config_teams";
  return playing >= sheet.players_min && playing <= sheet.players_max ? null : "config_players";
}

const american = {
  pack: "french40", hand_sizes: [10], exchange: false, run_max: 8, first_turn: "plain",
  force_by_turn_player: false, waste: "face_down", pile_browsable: false,
};

const paco = {
  packs: 5, players_max: 12, hand_sizes: [10], set_kind: "identical", first_turn: "plain",
  payment: "pay_cards",
};

/** 1.5: the rows of the table of variants, by what they change in a plain sheet. */
const VARIANTS = {
  "mexican-3": { players_min: 3, players_max: 3 },
  "mexican-2": { hand_sizes: [9] },
  paco,
  "paco-teams": { ...paco, players_min: 4, teams: 2 },
  "north-american": { ...american, fold: true },
  "foster-numeral": { ...american, pack: "numeral40", fold: true },
  "encyclopedia-es": american,
  "french-page": {
    ...american, fold: true, force_source: "stock", group_needs_stock_card: "sets", keep_three: true,
    last_card_from_stock: true, draw_stake: "carry",
  },
  "caesars-conquian": {
    ...american, direction: "clockwise", hand_sizes: [9], house_charge: 2,
  },
  "navajo-tens": {
    pack: "french40", packs: 2, players_max: 7, direction: "clockwise", hand_sizes: [10],
    exchange: false, claims: true,
  },
  "four-deal": { pack: "french52", hand_sizes: [8, 9, 10, 11], deals: 4 },
};

/** The lawful commands of a seat, and the command that answers for it when its time is over. */


/**
 * Every command that `seat` may give now, melds in the `use` form: each set of hand cards with each discard, fewest
 * cards first; cards in the order of the pack, seats in the order of the table.
 */
function legal$1(hand, seat) {
  if (!hand.awaited.includes(seat)) return [];
  const held = canonically(solverOf(hand.sheet), distinct(hand.hands[seat]));
  if (hand.phase === "exchange") return held.map((card) => ({ type: "exchange", card }));
  if (hand.phase === "force_window") return [{ type: "force", seat: hand.turn }, { type: "pass" }];
  const melds = legalMelds(hand, seat);
  return hand.phase === "forced" ? melds : [...melds, ...othersOf(hand, seat, held)];
}

/** The other commands worth a trial: `decide` says which of them are lawful. */
function othersOf(hand, seat, held) {
  const forces = hand.order.slice().sort((one, other) => one - other).map((one) => ({ type: "force", seat: one }));
  const keeps = held.map((discard) => ({ type: "keep", discard }));
  const lawful = (command) => decide$2(hand, seat, command).events;
  return [...[...forces, ...keeps].filter(lawful), { type: "pass" }, ...[{ type: "fold" }].filter(lawful)];
}

function legalMelds(hand, seat) {
  const solver = solverOf(hand.sheet), melds = [];
  for (const use of layable(hand, seat)) {
    const rest = without$1(hand.hands[seat], use);
    if (tableCards(hand, seat).length + 1 + use.length > hand.hand_size) melds.push({ type: "meld", use });
    else for (const discard of canonically(solver, distinct(rest))) melds.push({ type: "meld", use, discard });
  }
  return melds;
}

const distinct = (codes) => [...new Set(codes)];

/**
 * The different sets of hand cards that `seat` may lay with the centre card, the empty one included: the fewest
 * cards first, those of one size by their last cards.
 */
function layable(hand, seat) {
  const solver = solverOf(hand.sheet);
  const own = [...tableCards(hand, seat), hand.centre.card];
  const limits = limitsOf(hand, solver, seat);
  const bound = hand.phase === "forced" && !hand.sheet.force_extra_hand_cards;
  const lies = (use) => {
    const last = own.length + use.length > hand.hand_size;
    if (last && hand.sheet.last_card_from_stock && hand.centre.source !== "stock") return false;
    return layout(solver, [...own, ...use], limits) !== null;
  };
  const found = subsets(canonically(solver, bound ? [] : hand.hands[seat])).filter(lies);
  return found.sort((one, other) => one.length - other.length || byLast(solver, one, other));
}

/** Which of two sets of as many cards comes first: the one whose last card that differs does. */
function byLast(solver, one, other) {
  const at = one.findLastIndex((code, place) => code !== other[place]);
  return at < 0 ? 0 : solver.numbers.get(one[at]) - solver.numbers.get(other[at]);
}

/** The different sub-multisets of sorted `codes`. */
function subsets(codes) {
  let found = [[]];
  for (const [code, number] of counted(codes)) {
    const copies = Array.from({ length: number + 1 }, (_, chosen) => Array(chosen).fill(code));
    found = [].concat(...found.map((chosen) => copies.map((more) => [...chosen, ...more])));
  }
  return found;
}

/** 11.8: what the service answers for `seat` when its time has passed. */
function standIn$1(hand, seat) {
  const held = hand.hands[seat];
  if (hand.phase === "exchange") return { type: "exchange", card: held[held.length - 1] };
  if (hand.phase !== "forced") return { type: "pass" };
  const out = tableCards(hand, seat).length + 1 > hand.hand_size;
  return { type: "meld", use: [], ...(out ? {} : { discard: held[held.length - 1] }) };
}

/** Payments, the stake, and who deals or sits out the next hand (RULES 3.5, 3.6, 9.3, 9.4). */


const WORTH = { O: 1, C: 2, E: 3, B: 4 };
const PAY_RANKS = ["1", "3", "5", "7", "10", "12"];

/** 9.3: the worth of the pay cards among `codes`. */
function worth(codes) {
  const paid = codes.filter((code) => PAY_RANKS.includes(code.slice(0, -1)));
  return paid.reduce((sum, code) => sum + WORTH[code.slice(-1)], 0);
}

/** Return the amount that each seat of the table wins (or, negative, pays) for a hand that is over. */
function payments$1(hand, stakeNow) {
  const amounts = hand.hands.map(() => 0);
  const won = winner$1(hand);
  if (won === null) return amounts;
  const { teams, payment } = hand.sheet;
  const due = payment === "pay_cards" ? worth(tableCards(hand, won)) : stakeNow;
  const sameSide = (seat) => (teams ? seat % teams === won % teams : seat === won);
  const losers = hand.order.filter((seat) => !sameSide(seat));
  const winners = hand.order.filter(sameSide);
  for (const seat of losers) amounts[seat] = 0 - due;
  for (const seat of winners) amounts[seat] = (due * losers.length) / winners.length;
  return amounts;
}

/** 9.4: the stake of a hand after `drawn` drawn hands in a row. */
function stake$1(sheet, drawn) {
  const factors = {
    same: 1,
    double: drawn > 0 ? 2 : 1,
    double_compound: 2 ** Math.min(drawn, 20),
    carry: drawn + 1,
  };
  return sheet.stake * factors[sheet.draw_stake];
}

/** 3.5: whether the table chooses who deals the next hand. */
const choosesDealer$1 = (sheet) => sheet.next_dealer === "chosen";

/** 3.5: who deals the next hand unless the table has chosen; `playing` are the seats that play it. */
function nextDealer$1(sheet, dealer, won, playing) {
  if (sheet.next_dealer === "winner_leads" && playing.includes(won))
    return playing[(playing.indexOf(won) + playing.length - 1) % playing.length];
  const after = playing.filter((seat) => seat > dealer);
  return after.length ? Math.min(...after) : Math.min(...playing);
}

/** 3.6: who sits out the next hand, as a list; `idle` sat out this one, `seats` are all of the table. */
function nextIdle$1(sheet, idle, won, seats) {
  if (idle.length === 0) return [];
  if (sheet.sits_out === "loser" && won !== null) {
    return seats.filter((seat) => seat !== won && !idle.includes(seat)).slice(0, idle.length);
  }
  return idle.map((seat) => (seat + 1) % seats.length);
}

/** Scenarios of hands, played again. */


/** The sheet of a variant with the options that a scenario names. */
function sheetOf$1(variant, options) {
  if (!Object.hasOwn(VARIANTS, variant)) throw new TextError(message("unknown variant {name}", { name: variant }));
  const sheet = { ...completed$1(VARIANTS[variant]), variant };
  for (const [name, value] of Object.entries(options)) {
    if (name === "hand_size") sheet.hand_sizes = [value];
    else if (name === "me_sirve") sheet.claims = value;
    else if (Object.hasOwn(PLAIN$1, name)) sheet[name] = value;
    else throw new TextError(message("unknown option {name}", { name }));
  }
  if (variant === "four-deal" && sheet.pack === "spanish40") sheet.packs = 2;
  return sheet;
}

const POSITION$1 = [
  "hand_number", "players", "dealer", "phase", "to_act", "centre", "hands", "tables",
  "hands_that_do_not_matter", "stock", "dead", "table_cards_that_came_from_the_stock", "folded",
  "legal_melds_before",
];

/** The hand that stands in the position of a scenario. */
function positioned(scenario) {
  const { position } = scenario;
  const strange = Object.keys(position).find((name) => !POSITION$1.includes(name));
  if (strange !== undefined) throw new TextError(message("unknown field {name}", { name: strange }));
  const sheet = sheetOf$1(scenario.variant, scenario.options);
  const seats = Array.from({ length: position.players }, (_, seat) => seat);
  const hand = {
    ...undealt$1(sheet, seats, position.players, position.hand_number || 1),
    phase: position.phase, turn: position.to_act, hands: position.hands, tables: position.tables,
    stock: position.stock, discards: position.dead, centre: position.centre,
    turned: position.table_cards_that_came_from_the_stock || [], folded: position.folded || [],
  };
  const asked = {
    force_window: othersAfter(hand, hand.turn),
    claim_window: othersAfter(hand, hand.turn).filter((seat) => seat !== hand.centre.left_by),
  }[hand.phase] || [hand.turn];
  return { ...hand, awaited: asked };
}

/** Return the differences between a scenario and the rules, as sentences. */
function differences$1(scenario) {
  const found = [];
  let hand = positioned(scenario);
  const expect = (what, wanted, got) => {
    if (JSON.stringify(wanted) !== JSON.stringify(got))
      found.push(`${what}: ${JSON.stringify(wanted)} expected, ${JSON.stringify(got)} found`);
  };
  const { legal_melds_before: before } = scenario;
  if (before !== undefined) expect("legal melds before", before, layable(hand, hand.turn).length);
  scenario.steps.forEach((step, at) => {
    const { events, refusal } = decide$2(hand, step.seat, step.command);
    expect(`step ${at + 1}`, step.accepted ? "accepted" : step.reason, events ? "accepted" : refusal);
    if (events) hand = events.reduce(evolve$1, hand);
  });
  for (const [name, wanted] of Object.entries(scenario.then)) expect(name, ...THEN$2[name](wanted, hand));
  return found;
}

const sortedBag = (codes) => codes.slice().sort();
const sortedMelds = (melds) => melds.map((meld) => sortedBag(meld).join(" ")).sort();

const bySeat$1 = (wanted, places, sort) => [
  Object.entries(wanted).map(([seat, cards]) => [Number(seat), sort(cards)]),
  Object.keys(wanted).map((seat) => [Number(seat), sort(places[seat])]),
];

/** The fields of `then`: for each the wanted and the actual value, in comparable form. */
const THEN$2 = {
  phase: (wanted, hand) => [wanted, hand.phase],
  to_act: (wanted, hand) => [wanted, hand.turn],
  centre: (wanted, hand) => [wanted, hand.centre && hand.centre.card],
  hands: (wanted, hand) => bySeat$1(wanted, hand.hands, sortedBag),
  tables: (wanted, hand) => bySeat$1(wanted, hand.tables, sortedMelds),
  dead_includes: (wanted, hand) => [true, includesAll([].concat(wanted), hand.discards)],
  legal_melds: (wanted, hand) => [wanted, layable(hand, hand.turn).length],
  result: (wanted, hand) => [wanted, resultOf(hand.result, wanted)],
};

/** The result in the words of the scenario files. */
const resultOf = (result, wanted) =>
  result && Object.fromEntries(Object.keys(wanted).map((name) => [name, result[name]]));

/** What a sitting keeps from hand to hand: nothing but the balances of the table (RULES 9.7, 11.4). */


/** The most hands of a sitting whose number of hands was not agreed. */
const HANDS_MOST$1 = 100;

/** 11.11: the service plays on for a seat that was left. */
const DROPS_LEFT$1 = false;

/** The types of the events that change a sitting and no hand, and of the commands that lead to them. */
const EVENTS_BETWEEN$1 = [], COMMANDS_BETWEEN$1 = [];

/** The members that a game may ask of whoever takes a seat. */
const SEATING$1 = [];

/** The sitting at a new table. */
const sitting$1 = () => null;

/** The events of taking a seat. */
const takeSeat$1 = () => [];

/** The events of a command between hands. */
const decideBetween$1 = () => [];

/** What `seat` may choose between hands besides going on; a bot is asked only if there is something. */
const offers$1 = () => [];

/** The sitting after an event. */
const keep$1 = () => null;

/** The chips of each seat; none in a game without stacks. */
const chips$1 = () => [];

/** The seats whose chips do not suffice for a hand. */
const unable$2 = () => [];

/** 9.7: what each of `seats` seats pays the house before hand `number`. */
const charges$1 = (sheet, number, order, stacks, seats) => range(seats).map(() => (number === 1 && sheet.house_charge) || 0);

/** 11.4: whether no hand follows the one of this number, whoever stays. */
const hasEnded$1 = (sheet, number) => number >= (sheet.deals === null ? HANDS_MOST$1 : sheet.deals);

/** Conquián, as tables, audits, disputes and reports use it: every game has these members. */

const conquian = /*#__PURE__*/Object.freeze(/*#__PURE__*/Object.defineProperty({
__proto__: null,
COMMANDS_BETWEEN: COMMANDS_BETWEEN$1,
CardPlaces: CardPlaces$1,
DEAL_EVENTS: DEAL_EVENTS$1,
DROPS_LEFT: DROPS_LEFT$1,
END_OF_HAND: END_OF_HAND$1,
EVENTS_BETWEEN: EVENTS_BETWEEN$1,
HANDS_MOST: HANDS_MOST$1,
OBLIGATION: OBLIGATION$1,
PARAGRAPHS: PARAGRAPHS$2,
QUESTIONS: QUESTIONS$1,
RULES_OF_COMMANDS: RULES_OF_COMMANDS$1,
RULES_OF_EVENTS: RULES_OF_EVENTS$1,
SEALED_EVENTS: SEALED_EVENTS$1,
SEALING_EVENTS: SEALING_EVENTS$1,
SEATING: SEATING$1,
SUBJECTS: SUBJECTS$1,
awaited: awaited$1,
charges: charges$1,
chips: chips$1,
choosesDealer: choosesDealer$1,
completed: completed$1,
deal: deal$2,
decide: decide$2,
decideBetween: decideBetween$1,
differences: differences$1,
evolve: evolve$1,
hasEnded: hasEnded$1,
idleCount: idleCount$1,
inPackOrder: inPackOrder$1,
inWindow: inWindow$1,
isHandCommand: isHandCommand$1,
isObliged: isObliged$1,
isOver: isOver$1,
isPlayable: isPlayable$1,
isPosition: isPosition$1,
keep: keep$1,
leave: leave$2,
legal: legal$1,
narrated: narrated$1,
nextDealer: nextDealer$1,
nextIdle: nextIdle$1,
offers: offers$1,
payments: payments$1,
position: position$1,
read: read$1,
restocked: restocked$1,
resume: resume$2,
seatsFault: seatsFault$1,
sheetFault: sheetFault$1,
sheetOf: sheetOf$1,
sitting: sitting$1,
stake: stake$1,
standIn: standIn$1,
takeSeat: takeSeat$1,
unable: unable$2,
undealt: undealt$1,
wholeDeck: wholeDeck$1,
winner: winner$1
}, Symbol.toStringTag, { value: 'Module' }));

/** The seat that acts next, and the levels that it may go to (HOLDEM 5). */


const STREETS = ["preflop", "flop", "turn", "river"];

const stepOf = (sheet, street) =>
  (sheet.structure === "limit_3_6" && ["turn", "river"].includes(street) ? 2 : 1) * sheet.bet_step;

/** 5.2: the levels of a round, ascending. */
function levelsOf(sheet, street) {
  const step = stepOf(sheet, street);
  return range(Math.floor(sheet.limit / step)).map((at) => step * (at + 1));
}

const contenders = (hand) => hand.order.filter((seat) => hand.holes[seat].length > 0 && !hand.folded.includes(seat));
const able = (hand) => contenders(hand).filter((seat) => hand.stacks[seat] > 0);
const owed = (hand, seat) => Math.min(hand.level - hand.bets[seat], hand.stacks[seat]);

/** 5.7: the highest level of the round that is reached in full. */
const completeLevel = (hand) => Math.max(0, ...levelsOf(hand.sheet, hand.street).filter((level) => level <= hand.level));

/** 3.3: whether what is posted counts as a bet. */
const blindsCount = (sheet) => sheet.blind_live || sheet.blinds === "1_3";

/** 3.2: the seats that bet before the cards, and what. */
function posts(sheet, order) {
  if (sheet.blinds === "1") return [[order[0], sheet.blind]];
  return [[order[0], sheet.blind], [order[1 % order.length], sheet.bet_step]];
}

const turned = (seats, at) => [...seats.slice(at), ...seats.slice(0, at)];

function firstAsked(hand, seats) {
  const playing = able(hand);
  const asked = seats.find((seat) =>
    playing.includes(seat) && (owed(hand, seat) > 0 || (hand.acted[seat] === null && playing.length > 1)));
  return asked === undefined ? null : asked;
}

/** 5.1, 5.8: the seat that acts after `seat`, null at the end of the round. */
const nextToAct = (hand, seat) => firstAsked(hand, turned(hand.order, hand.order.indexOf(seat) + 1));

/** 5.1: the seat that opens a round, null if nothing is left to bet. */
function opensRound(hand) {
  const blinds = blindsCount(hand.sheet) && hand.board.length === 0 ? posts(hand.sheet, hand.order).length : 0;
  return firstAsked(hand, turned(hand.order, blinds % hand.order.length));
}

/** 5.7 */
function mayRaise(hand, seat) {
  if (hand.acted[seat] !== null && completeLevel(hand) <= hand.acted[seat]) return false;
  return able(hand).some((other) => other !== seat && hand.bets[other] + hand.stacks[other] > hand.level);
}

/** 5.2, 5.3, 5.6 */
function levelsOpen(hand, seat) {
  if (!mayRaise(hand, seat)) return [];
  const higher = levelsOf(hand.sheet, hand.street).filter((level) => level > hand.level);
  const named = hand.sheet.bet_mode === "fixed" ? higher.slice(0, 1) : higher;
  const chips = hand.bets[seat] + hand.stacks[seat];
  if (named.length && hand.level < chips && chips < named[0]) return [chips];
  return named.filter((level) => level <= chips);
}

/** The pack (HOLDEM 1.1). */

const RANKS = "A23456789TJQK", SUITS = "dhsc";

/** Every card of the pack in canonical order: suit by suit, ranks ascending. */
const FACES = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/** The unshuffled deck. */
const wholeDeck = () => FACES;

/** Cards in the order of the pack. */
const inPackOrder = (sheet, cards) => [...cards].sort((one, other) => FACES.indexOf(one) - FACES.indexOf(other));

/** Return whether both lists hold the same cards. */
const sameCards = (some, others) => some.length === others.length && [...some].sort().join() === [...others].sort().join();

/** Whole positions of a hand, and where every card lies (HOLDEM 4, 11.14). */


const HOLE_CARDS = 2;

/** By street the number of cards on the board. */
const ON_BOARD = { preflop: 0, flop: 3, turn: 4, river: 5 };

/** Return whether every member of a position of `count` seats is there and what it must be. */
function isPosition(position, rules, count) {
  const isSeat = within(0, count - 1), isChips = (value) => isWhole(value) && value >= 0;
  const isCard = (value) => isText(value) && FACES.includes(value);
  const cards = isListOf(isCard), isHole = (value) => cards(value) && [0, HOLE_CARDS].includes(value.length);
  const bySeat = (is) => (value) => isListOf(is)(value) && value.length === count;
  const distinct = (value) => isListOf(isSeat)(value) && new Set(value).size === value.length;
  const forms = {
    order: distinct, stacks: bySeat(isChips), holes: bySeat(isHole), bets: bySeat(isChips), paid: bySeat(isChips),
    acted: bySeat(orNone(isChips)), brought: bySeat(isChips), street: (value) => STREETS.includes(value), board: cards, stock: cards,
    level: isChips, dead: isChips, folded: distinct, turn: isSeat, raiser: orNone(isSeat),
  };
  const formed = hasMembers(position, Object.keys(forms)) && Object.keys(forms).every((name) => forms[name](position[name]));
  if (!formed || position.board.length !== ON_BOARD[position.street]) return false;
  const most = Math.max(rules.limit, position.level);
  return position.bets.every((bet, seat) => bet <= most && bet <= position.paid[seat]);
}

/** The places of the cards of a hand, followed event by event without asking the rules. */
class CardPlaces {
  constructor(holes, stock) {
    this.holes = holes.map((cards) => [...cards]);
    this.stock = [...stock];
    this.board = [];
  }

  /** The places after the deal. */
  static dealt(sheet, { holes, stock }) {
    return new CardPlaces(holes, stock);
  }

  /** The places of a position that a fork carries. */
  static of(sheet, { holes, stock, board }) {
    return Object.assign(new CardPlaces(holes, stock), { board: [...board] });
  }

  follow(event) {
    if (Object.hasOwn(CardPlaces.MOVES, event.type)) CardPlaces.MOVES[event.type](this, event);
  }

  /** Return the fault of all cards together, null if each lies in exactly one place. */
  fault() {
    const lying = [...this.holes.flat(), ...this.board, ...this.stock];
    return sameCards(lying, FACES) ? null : message("the cards are not those of the pack");
  }
}

CardPlaces.MOVES = {
  "stock-shuffled": (places, { stock }) => void (places.stock = [...stock]),
  "board-dealt"(places, { cards }) {
    for (const card of cards) {
      if (places.stock.shift() !== card) throw new TextError(message("{card} was not on top of the stock", { card }));
      places.board.push(card);
    }
  },
  "hand-shown"(places, { seat, cards }) {
    const card = cards.find((one) => !places.holes[seat].includes(one));
    if (card !== undefined) throw new TextError(message("{card} is not where it is taken from", { card }));
  },
};

/** The events of a hand that hide something until the reveal (HOLDEM 9.2, 12.3), and those of the deal. */


/** By event the audience of each hidden field. */
const SEALED_EVENTS = {
  "holes-dealt": { holes: EACH, stock: NOBODY },
  "stock-shuffled": { stock: NOBODY },
};

/** Events that seal the command that led to them: bets are open. */
const SEALING_EVENTS = [];

/** Events of the deal, the one with the cards first. */
const DEAL_EVENTS = ["holes-dealt", "blind-posted", "stock-shuffled"];

/** The event that shuffles the stock of a fork. */
const restocked = (stock) => ({ type: "stock-shuffled", stock });

/** The codes of refusals in a hand and between hands, and their paragraphs. */


/** The paragraph of each code, as verdicts cite it; a refusal may cite another paragraph. */
const PARAGRAPHS$1 = {
  game_over: "10.1", wrong_phase: "10.1", seat_unknown: "11.2", not_your_turn: "5.1", hand_dead: "5.5",
  chips_owed: "5.3", nothing_owed: "5.4", bet_made: "5.3", no_bet: "5.3", raise_over_limit: "5.2", raise_closed: "5.7",
  chips_too_few: "5.6", bad_step: "5.3", buyin_too_small: "7.1", short_buy_used: "7.2", no_rebuys: "7.2",
  config_option: "1.4", dealer_not_chosen: "2.2",
};

/** The paragraphs about what an audit and a verdict look at besides commands. */
const SUBJECTS = { cards: "1.1", sheet: "1.4", payment: "7.3" };

/** The paragraph that decides an event, or a member of it. */
const RULES_OF_EVENTS = {
  "chips-bought": "7.1", "chips-returned": "11.11", "house-charged": "3.1", "hand-begun.dealer": "2.2", "hand-begun.order": "2.2",
  "blind-posted": "3.2", "turn-given": "5.1", checked: "5.3", "bet-placed": "5.3", called: "5.4", raised: "5.3", "hand-given-up": "5.5",
  "board-dealt": "4.3", "bet-returned": "6.2", "hand-shown": "6.3", "pots-won": "6.5",
};

/** Refuse unless `holds`; `rule` is given where the order of checks says more than the paragraph of the code. */
const check = (holds, code, rule = PARAGRAPHS$1[code] || null) => { if (!holds) throw new Refusal(code, rule); };

/** The commands of a hand, the one between hands, and what each of them names (HOLDEM 5, 7.2). */


/** By command the member that it must have, null for none. */
const MEMBERS = { check: null, bet: "to", call: null, raise: "to", fold: null, buy: "chips" };

/** The commands that change a sitting and no hand. */
const COMMANDS_BETWEEN = ["buy"];

/** Return whether a command is one of a hand, whatever else it names. */
const isHandCommand = ({ type }) => Object.hasOwn(MEMBERS, type) && !COMMANDS_BETWEEN.includes(type);

/** The command that a document stands for, null if it is none. */
function read(document) {
  if (document === null || typeof document !== "object" || !isText(document.type)) return null;
  if (!Object.hasOwn(MEMBERS, document.type)) return null;
  const { type } = document, wanted = MEMBERS[type], known = ["type", "v", wanted];
  if (!Object.keys(document).every((name) => known.includes(name))) return null;
  if (wanted === null) return { type };
  const chips = document[wanted];
  return isWhole(chips) && chips >= 0 ? { type, [wanted]: chips } : null;
}

/** Return whether `document` is a command that a seat can give, whatever the rules say of it. */
const isPlayable = (document) => read(document) !== null;

/** The paragraph of each command, as verdicts cite it. */
const RULES_OF_COMMANDS = { check: "5.3", bet: "5.3", call: "5.4", raise: "5.3", fold: "5.5", buy: "7.2" };

/** Commands in words, for the report on a dispute. */


/** No paragraph obliges a seat to one command. */
const OBLIGATION = null;

/** Return whether a verdict is on a command that its seat was obliged to: never. */
const isObliged = () => false;

/** By command the members that its words name. */
const TOLD = { check: [], call: [], fold: [], bet: ["to"], raise: ["to"], buy: ["chips"] };

/** A command in words; one that no seat gives as it is stored. `say` gives a sentence of the report by its name. */
function narrated({ type, ...rest }, say) {
  if (Object.hasOwn(TOLD, type) && hasMembers(rest, TOLD[type])) return say(`do-${type}`, rest);
  return Object.keys(rest).length > 0 ? `${type} ${canonical(rest)}` : type;
}

/** The state of a hand, and questions about it. */


/** The hand before its deal; `order` has the seats that play, the button last, `seats` is how many the table has. */
function undealt(sheet, order, seats, number, chips) {
  const each = (value) => range(seats).map(() => value);
  return {
    sheet, order, stacks: chips, brought: chips, holes: each([]), bets: each(0), paid: each(0), acted: each(null),
    street: "preflop", board: [], stock: [], level: 0, dead: 0, folded: [], turn: null, raiser: null,
    shown: [], awards: [], over: false,
  };
}

/** 11.14: the hand that stands in a whole position, as the first entry of a fork holds it. */
const resume$1 = (sheet, position) => ({ ...position, sheet, shown: [], awards: [], over: false });

/** The whole position of a hand, hidden cards included. */
function position(hand) {
  const { sheet, shown, awards, over, ...whole } = hand;
  return whole;
}

const isOver = (hand) => hand.over;
const awaited = (hand) => (hand.turn === null ? [] : [hand.turn]);

/** 11.8: no question of a hand is a window. */
const inWindow = () => false;

/** The seat that has won the main pot alone, null if there is none. */
function winner(hand) {
  const [main] = hand.awards;
  return main !== undefined && main.shares.length === 1 ? main.shares[0].seat : null;
}

/** The type of the event that ends a hand, and of those that put a question. */
const END_OF_HAND = "pots-won", QUESTIONS = ["turn-given"];

/** 7.3: what each seat has more or less than before the hand. */
const payments = (hand) => hand.stacks.map((chips, seat) => chips - hand.brought[seat]);

/** Nothing is at stake but what is bet. */
const stake = () => 0;

/** 2.2: the next seat to the left that plays. */
function nextDealer(sheet, dealer, won, playing) {
  const after = playing.find((seat) => seat > dealer);
  return after === undefined ? playing[0] : after;
}

/** 2.2: nobody names the button. */
const choosesDealer = () => false;

/** Nobody sits out by turns. */
const nextIdle = () => [];

/** The hand after an event. */


const put = (list, at, value) => list.map((item, index) => (index === at ? value : item));
const added = (list, at, chips) => put(list, at, list[at] + chips);

const pays = (hand, seat, chips) => ({
  ...hand,
  stacks: added(hand.stacks, seat, -chips),
  bets: added(hand.bets, seat, chips),
  paid: added(hand.paid, seat, chips),
});
const acts = (hand, seat, complete) => ({ ...hand, acted: put(hand.acted, seat, complete), turn: null });

function raises(hand, { seat, to }) {
  const after = { ...pays(hand, seat, to - hand.bets[seat]), level: to, raiser: seat };
  return acts(after, seat, completeLevel(after));
}

const EVOLVE = {
  "blind-posted": (hand, { seat, amount, live, level }) =>
    (live ? { ...pays(hand, seat, amount), level }
      : { ...hand, stacks: added(hand.stacks, seat, -amount), dead: hand.dead + amount }),
  "holes-dealt": (hand, { holes, stock }) => ({ ...hand, holes, stock }),
  "stock-shuffled": (hand, { stock }) => ({ ...hand, stock }),
  "turn-given": (hand, { seat }) => ({ ...hand, turn: seat }),
  checked: (hand, { seat }) => acts(hand, seat, completeLevel(hand)),
  "bet-placed": raises,
  called: (hand, { seat, amount }) => acts(pays(hand, seat, amount), seat, completeLevel(hand)),
  raised: raises,
  "hand-given-up": (hand, { seat }) => ({ ...hand, folded: [...hand.folded, seat], turn: hand.turn === seat ? null : hand.turn }),
  "board-dealt": (hand, { street, cards }) => ({
    ...hand, street, board: [...hand.board, ...cards], stock: hand.stock.slice(cards.length), bets: hand.bets.map(() => 0),
    acted: hand.bets.map(() => null), level: 0, raiser: null, turn: null,
  }),
  "bet-returned": (hand, { seat, amount }) => pays(hand, seat, -amount),
  "hand-shown": (hand, { seat }) => ({ ...hand, shown: [...hand.shown, seat] }),
  "pots-won": (hand, { awards }) => ({
    ...hand, awards, turn: null, over: true,
    stacks: hand.stacks.map((chips, seat) =>
      awards.flatMap(({ shares }) => shares).filter((share) => share.seat === seat).reduce((sum, share) => sum + share.chips, chips)),
  }),
};

const evolve = (hand, event) => EVOLVE[event.type](hand, event);

/** Ranks of poker hands (HOLDEM 6.4), by counting; larger numbers are better. */

const ORDER$1 = "23456789TJQKA";
const valueOf = (card) => ORDER$1.indexOf(card[0]) + 2;

/** Return the highest card of a straight among `values`, or 0; the ace may be low. */
function straightIn(values) {
  const held = new Set(values.includes(14) ? [...values, 1] : values);
  for (let top = 14; top >= 5; top -= 1) {
    if ([0, 1, 2, 3, 4].every((down) => held.has(top - down))) return top;
  }
  return 0;
}

/** Values by how often they occur, the most frequent first and then the highest: [[value, times], ...]. */
function groupsOf(values) {
  const times = new Map();
  for (const value of values) times.set(value, (times.get(value) || 0) + 1);
  return [...times].sort(([one, often], [other, less]) => less - often || other - one);
}

const numbered$1 = (kind, values) => [kind, ...values, 0, 0, 0, 0, 0].slice(0, 6).reduce((sum, digit) => sum * 15 + digit, 0);

/** The rank of the best five of `cards`. */
function rankOf(cards) {
  const values = cards.map(valueOf);
  const descending = (some) => [...some].sort((one, other) => other - one);
  const suit = [..."dhsc"].find((one) => cards.filter((card) => card[1] === one).length >= 5);
  const flush = suit === undefined ? [] : descending(cards.filter((card) => card[1] === suit).map(valueOf));
  const straightFlush = straightIn(flush);
  if (straightFlush) return numbered$1(8, [straightFlush]);
  const groups = groupsOf(values);
  const [[first, often], [second, seconds] = [0, 0]] = groups;
  const kickers = (...used) => descending(new Set(values.filter((value) => !used.includes(value))));
  if (often === 4) return numbered$1(7, [first, kickers(first)[0]]);
  if (often === 3 && seconds >= 2) return numbered$1(6, [first, second]);
  if (flush.length) return numbered$1(5, flush.slice(0, 5));
  const straight = straightIn(values);
  if (straight) return numbered$1(4, [straight]);
  if (often === 3) return numbered$1(3, [first, ...kickers(first).slice(0, 2)]);
  if (often === 2 && seconds === 2) return numbered$1(2, [first, second, kickers(first, second)[0]]);
  if (often === 2) return numbered$1(1, [first, ...kickers(first).slice(0, 3)]);
  return numbered$1(0, kickers().slice(0, 5));
}

/** Main pot and side pots, and who gets them (HOLDEM 6.1, 6.5). */


const sum$1 = (numbers) => numbers.reduce((one, other) => one + other, 0);
const sameSeats = (some, others) => some.length === others.length && some.every((seat, at) => seat === others[at]);

/** The pots of a hand, the main pot first: [{amount, seats}, ...]. */
function potsOf(hand) {
  const seats = contenders(hand);
  const ceilings = [...new Set(seats.map((seat) => hand.paid[seat]))].sort((one, other) => one - other);
  const between = (low, high) => sum$1(hand.paid.map((paid) => Math.min(paid, high) - Math.min(paid, low)));
  const pots = [{ amount: hand.dead, seats }];
  const add = (amount, eligible) => {
    const last = pots[pots.length - 1];
    if (last.amount === 0 || sameSeats(last.seats, eligible)) pots[pots.length - 1] = { amount: last.amount + amount, seats: eligible };
    else if (amount > 0) pots.push({ amount, seats: eligible });
  };
  let floor = 0, eligible = seats;
  for (const ceiling of ceilings) {
    eligible = seats.filter((seat) => hand.paid[seat] >= ceiling);
    add(between(floor, ceiling), eligible);
    floor = ceiling;
  }
  add(between(floor, Infinity), eligible);
  return pots;
}

/** Who gets how much of each pot. */
function awardsOf(hand) {
  const alone = contenders(hand).length === 1;
  const rank = (seat) => (alone ? 0 : rankOf([...hand.holes[seat], ...hand.board]));
  return potsOf(hand).map(({ amount, seats }) => {
    const best = Math.max(...seats.map(rank));
    const winners = seats.filter((seat) => rank(seat) === best);
    const share = Math.floor(amount / winners.length), odd = amount % winners.length;
    return { amount, seats, shares: winners.map((seat, at) => ({ seat, chips: share + (at < odd ? 1 : 0) })) };
  });
}

/** The events of a command in a hand, or its refusal (HOLDEM 3 to 6). */


const CARDS_OF = { flop: 3, turn: 1, river: 1 };

/** A hand with the events that have happened since. */
class Course {
  constructor(hand) {
    this.hand = hand;
    this.events = [];
  }

  record(event) {
    this.events.push(event);
    this.hand = evolve(this.hand, event);
  }
}

/** 3.2, 4.2: the events of the deal: blinds, hole cards and the first turn. */
function deal$1(hand, deck) {
  const course = new Course(hand), { sheet, order } = hand;
  const playing = order.filter((seat) => hand.stacks[seat] > 0), live = blindsCount(sheet);
  for (const [seat, due] of posts(sheet, order)) {
    const chips = Math.min(due, course.hand.stacks[seat]);
    if (chips > 0) course.record({ type: "blind-posted", seat, amount: chips, live, level: live ? due : 0 });
  }
  const holes = hand.stacks.map((_, seat) => {
    const at = playing.indexOf(seat);
    return at < 0 ? [] : [deck[at], deck[at + playing.length]];
  });
  course.record({ type: "holes-dealt", holes, stock: deck.slice(2 * playing.length) });
  if (contenders(course.hand).length === 1) endWithoutShowing(course);
  else beginRound(course);
  return course.events;
}

/**
 * Decide the document of a command by `seat`: {events}, or {refusal: code, rule: paragraph};
 * `malformed`, which is no paragraph's, for what is no command of a hand.
 */
function decide$1(hand, seat, document) {
  const course = new Course(hand);
  try {
    const command = read(document);
    check(command !== null && Object.hasOwn(ACTS, command.type), "malformed");
    check(!hand.over, "game_over");
    check(contenders(hand).includes(seat), "hand_dead");
    check(seat === hand.turn, "not_your_turn");
    ACTS[command.type](course, seat, command);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: error.code, rule: error.rule };
  }
  follow(course, seat);
  return { events: course.events };
}

const ACTS = {
  check(course, seat) {
    check(owed(course.hand, seat) === 0, "chips_owed");
    course.record({ type: "checked", seat });
  },
  call(course, seat) {
    const amount = owed(course.hand, seat);
    check(amount > 0, "nothing_owed");
    course.record({ type: "called", seat, amount });
  },
  fold(course, seat) {
    check(owed(course.hand, seat) > 0, "nothing_owed", "5.5");
    course.record({ type: "hand-given-up", seat });
  },
  bet(course, seat, { to }) {
    check(course.hand.level === 0, "bet_made");
    checkLevel(course.hand, seat, to);
    course.record({ type: "bet-placed", seat, to });
  },
  raise(course, seat, { to }) {
    check(course.hand.level > 0, "no_bet");
    checkLevel(course.hand, seat, to);
    course.record({ type: "raised", seat, to });
  },
};

function checkLevel(hand, seat, to) {
  check(to <= hand.sheet.limit, "raise_over_limit");
  check(mayRaise(hand, seat), "raise_closed");
  check(to <= hand.bets[seat] + hand.stacks[seat], "chips_too_few");
  check(levelsOpen(hand, seat).includes(to), "bad_step");
}

/** 5.5: the events of a seat that leaves the table: its hand is dead at once. */
function leave$1(hand, seat) {
  if (hand.over || !contenders(hand).includes(seat)) return [];
  const course = new Course(hand);
  course.record({ type: "hand-given-up", seat });
  if (course.hand.turn === null || contenders(course.hand).length === 1) follow(course, seat);
  return course.events;
}

function follow(course, seat) {
  if (contenders(course.hand).length === 1) return endWithoutShowing(course);
  const next = nextToAct(course.hand, seat);
  return next === null ? endRound(course) : course.record({ type: "turn-given", seat: next });
}

/** 6.6 */
function endWithoutShowing(course) {
  returnUnmatched(course);
  course.record({ type: "pots-won", awards: awardsOf(course.hand) });
}

function beginRound(course) {
  const opener = opensRound(course.hand);
  return opener === null ? endRound(course) : course.record({ type: "turn-given", seat: opener });
}

function endRound(course) {
  returnUnmatched(course);
  const { street, stock } = course.hand;
  if (street === "river") return showdown(course);
  const next = STREETS[STREETS.indexOf(street) + 1];
  course.record({ type: "board-dealt", street: next, cards: stock.slice(0, CARDS_OF[next]) });
  return beginRound(course);
}

/** 6.2 */
function returnUnmatched(course) {
  const { bets } = course.hand;
  const [highest, matched] = [...bets].sort((one, other) => other - one);
  const seat = bets.indexOf(highest);
  if (highest > matched && contenders(course.hand).includes(seat)) {
    course.record({ type: "bet-returned", seat, amount: highest - matched });
  }
}

/** 6.3 */
function showdown(course) {
  const seats = contenders(course.hand), at = Math.max(0, seats.indexOf(course.hand.raiser));
  for (const seat of [...seats.slice(at), ...seats.slice(0, at)]) {
    course.record({ type: "hand-shown", seat, cards: course.hand.holes[seat] });
  }
  course.record({ type: "pots-won", awards: awardsOf(course.hand) });
}

/** The rules sheet: its fields, their bounds, and what contradicts itself (HOLDEM 1.3, 1.4, 11.6). */


const CHIPS_MOST = 1000000;

/** What a sheet leaves out is as in the club. */
const PLAIN = {
  variant: "custom", pack: "french52", packs: 1, players_min: 3, players_max: 11, collection: 2, blind: 1, blinds: "1",
  blind_live: false, bet_mode: "steps", structure: "limit_3", bet_step: 3, limit: 12, buy_in: 20, short_buys: 1,
  rebuys: true, deals: 10, money: "chips",
};

/** The sheet with the fields that it lacks. */
const completed = (sheet) => ({ ...PLAIN, ...sheet });

/** What each field of a sheet may be. */
const SHEET = {
  variant: (value) => isText(value) && /^[a-z0-9][a-z0-9-]{0,39}$/.test(value),
  pack: among("french52"),
  packs: among(1),
  players_min: within(2, 11),
  players_max: within(2, 11),
  collection: within(0, CHIPS_MOST),
  blind: within(1, CHIPS_MOST),
  blinds: among("1", "1_3"),
  blind_live: isFlag,
  bet_mode: among("steps", "fixed"),
  structure: among("limit_3", "limit_3_6"),
  bet_step: within(1, CHIPS_MOST),
  limit: within(1, CHIPS_MOST),
  buy_in: within(1, CHIPS_MOST),
  short_buys: within(0, 100),
  rebuys: isFlag,
  deals: orNone(within(1, 1000)),
  money: among("money", "chips"),
};

/** The field for which a sheet cannot be played with, null for a sound one. */
function sheetFault(sheet) {
  if (!isObject(sheet)) return "rules";
  const strange = Object.keys(sheet).find((name) => !Object.hasOwn(SHEET, name));
  if (strange !== undefined) return strange;
  const whole = completed(sheet);
  const wrong = Object.keys(SHEET).find((name) => !SHEET[name](whole[name]));
  return wrong === undefined ? contradictory(whole) : wrong;
}

/** 3.2, 5.2: the limit is a level in every round, and the blind is below the first of them. */
function contradictory(sheet) {
  const wrong = {
    players_max: sheet.players_min > sheet.players_max,
    blind: sheet.blind > sheet.bet_step,
    limit: sheet.limit % stepOf(sheet, "river") !== 0,
  };
  return Object.keys(wrong).find((name) => wrong[name]) || null;
}

/** 1.3: the code for a table of `count` seats, null for one that can be dealt to. */
function seatsFault(sheet, count) {
  if (count < sheet.players_min) return "not_enough_players";
  return count > sheet.players_max ? "too_many_players" : null;
}

/** Nobody sits out by turns. */
const idleCount = () => 0;

/** The lawful commands of a seat, and the command that answers for it when its time is over (HOLDEM 5). */


/** Every command that `seat` may give now: check or call, then levels in ascending order, then giving up. */
function legal(hand, seat) {
  if (seat !== hand.turn) return [];
  const higher = levelsOpen(hand, seat).map((to) => ({ type: hand.level > 0 ? "raise" : "bet", to }));
  return owed(hand, seat) > 0 ? [{ type: "call" }, ...higher, { type: "fold" }] : [{ type: "check" }, ...higher];
}

/** 5.9: what the service answers for `seat` when its time has passed. */
const standIn = (hand, seat) => ({ type: owed(hand, seat) > 0 ? "fold" : "check" });

/** What a sitting keeps from hand to hand: the chips that each seat has bought, and its short buys (HOLDEM 7). */


/** 8.2, 11.4: the most hands of a sitting. */
const HANDS_MOST = 1000;

/** 11.11: a seat that was left is dealt no further hand. */
const DROPS_LEFT = true;

/** The types of the events that change a sitting and no hand. */
const EVENTS_BETWEEN = ["chips-bought", "chips-returned"];

/** The members that a game may ask of whoever takes a seat. */
const SEATING = ["buy_in"];

/** The sitting at a new table. */
const sitting = (sheet, seats) => ({ bought: range(seats).map(() => 0), short: range(seats).map(() => 0) });

/** 7.1, 11.11: whoever takes a seat buys in; the chips of the person before are gone with that person. */
function takeSeat(sheet, { bought }, balances, seat, terms) {
  const paid = Object.hasOwn(terms, "buy_in") ? terms.buy_in : sheet.buy_in;
  check(isWhole(paid) && paid >= sheet.buy_in, "buyin_too_small");
  const left = bought[seat] + balances[seat];
  const gone = left === 0 ? [] : [{ type: "chips-returned", seat, chips: left }];
  return [...gone, { type: "chips-bought", seat, chips: paid, short: false }];
}

/** 7.2: the events of a buy between hands. */
function decideBetween(sheet, { short }, balances, seat, document) {
  const command = read(document);
  check(command !== null, "malformed");
  check(sheet.rebuys, "no_rebuys");
  check(command.chips > 0, "buyin_too_small", "7.2");
  const isShort = command.chips < sheet.buy_in;
  check(!isShort || sheet.short_buys > 0, "buyin_too_small", "7.2");
  check(!isShort || short[seat] < sheet.short_buys, "short_buy_used");
  return [{ type: "chips-bought", seat, chips: command.chips, short: isShort }];
}

/** The sitting after an event. */
function keep({ bought, short }, event) {
  const buys = event.type === "chips-bought", to = (list, number) => list.map((had, seat) => (seat === event.seat ? had + number : had));
  return { bought: to(bought, buys ? event.chips : -event.chips), short: to(short, buys && event.short ? 1 : 0) };
}

/** 7.3: the chips of each seat are those it has bought and what it has won. */
const chips = ({ bought }, balances) => bought.map((paid, seat) => paid + balances[seat]);

/** 11.4: what `seat` may choose between hands besides going on; a bot is asked only if there is something: a buy. */
const offers = (sheet, stacks, seat) => (sheet.rebuys && stacks[seat] <= 0 ? [{ type: "buy", chips: sheet.buy_in }] : []);

/** 7.4: the seats without chips. */
const unable$1 = (sheet, stacks) => range(stacks.length).filter((seat) => stacks[seat] <= 0);

/** 3.1: the button pays the house what it has of the collection. */
function charges(sheet, number, order, stacks, seats) {
  const button = order[order.length - 1];
  return range(seats).map((seat) => (seat === button ? Math.min(sheet.collection, stacks[seat]) : 0));
}

/** 8.1, 8.2: whether no hand follows the one of this number, whoever stays. */
function hasEnded(sheet, number, stacks) {
  const alone = !sheet.rebuys && stacks.filter((held) => held > 0).length < sheet.players_min;
  return alone || number >= (sheet.deals === null ? HANDS_MOST : sheet.deals);
}

/** Scenarios of hands, played again. */


/** The sheet of a variant with the options that a scenario names. */
function sheetOf(variant, options) {
  if (variant !== "caesars-holdem") throw new TextError(message("unknown variant {name}", { name: variant }));
  const sheet = { ...completed(options), variant }, fault = sheetFault(sheet);
  if (fault !== null) throw new TextError(message("unknown option {name}", { name: fault }));
  return sheet;
}

const POSITION = ["button", "stacks", "holes", "board"];

/** The hand of a scenario, dealt: `stacks` are the chips of all seats before the collection. */
function dealt({ variant, options, position }) {
  const strange = Object.keys(position).find((name) => !POSITION.includes(name));
  if (strange !== undefined) throw new TextError(message("unknown field {name}", { name: strange }));
  const { button, stacks } = position, sheet = sheetOf(variant, options), seats = [...stacks.keys()];
  const order = [...seats.slice(button + 1), ...seats.slice(0, button + 1)].filter((seat) => stacks[seat] > 0);
  const paid = charges(sheet, 1, order, stacks, seats.length);
  const hand = undealt(sheet, order, seats.length, 1, stacks.map((chips, seat) => chips - paid[seat]));
  return deal$1(hand, deckOf$1(hand, position)).reduce(evolve, hand);
}

/** A deck that deals the cards which a scenario names; the others follow in the order of the pack. */
function deckOf$1({ order, stacks }, { holes = {}, board = [] }) {
  const playing = order.filter((seat) => stacks[seat] > 0), named = [...Object.values(holes).flat(), ...board];
  const rest = FACES.filter((card) => !named.includes(card));
  const hands = playing.map((seat) => (Object.hasOwn(holes, seat) ? holes[seat] : rest.splice(0, 2)));
  return [...hands.map(([first]) => first), ...hands.map(([, second]) => second), ...board, ...rest];
}

/** Return the differences between a scenario and the rules, as sentences. */
function differences(scenario) {
  const found = [];
  let hand = dealt(scenario);
  const expect = (what, wanted, got) => {
    if (!same(wanted, got)) found.push(`${what}: ${JSON.stringify(wanted)} expected, ${JSON.stringify(got)} found`);
  };
  scenario.steps.forEach((step, at) => {
    const { events, refusal } = decide$1(hand, step.seat, step.command);
    expect(`step ${at + 1}`, step.accepted ? "accepted" : step.reason, events ? "accepted" : refusal);
    if (events) hand = events.reduce(evolve, hand);
  });
  for (const [name, wanted] of Object.entries(scenario.then)) expect(name, wanted, THEN$1[name](hand));
  return found;
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/** The fields of `then`. */
const THEN$1 = {
  street: (hand) => hand.street,
  to_act: (hand) => hand.turn,
  level: (hand) => hand.level,
  pot: (hand) => hand.dead + sum(hand.paid),
  stacks: (hand) => hand.stacks,
  owed: (hand) => hand.stacks.map((_, seat) => owed(hand, seat)),
  board: (hand) => hand.board,
  board_count: (hand) => hand.board.length,
  hole_counts: (hand) => hand.holes.map(({ length }) => length),
  legal: (hand) => (hand.turn === null ? [] : legal(hand, hand.turn)),
  folded: (hand) => hand.folded,
  shown: (hand) => hand.shown,
  over: (hand) => hand.over,
  pots: (hand) => hand.awards.map(({ amount, shares }) => ({ amount, shares: Object.fromEntries(shares.map(({ seat, chips }) => [seat, chips])) })),
};

/** Limit hold'em, as tables, audits, disputes and reports use it: every game has these members. */

const holdem = /*#__PURE__*/Object.freeze(/*#__PURE__*/Object.defineProperty({
__proto__: null,
COMMANDS_BETWEEN,
CardPlaces,
DEAL_EVENTS,
DROPS_LEFT,
END_OF_HAND,
EVENTS_BETWEEN,
HANDS_MOST,
OBLIGATION,
PARAGRAPHS: PARAGRAPHS$1,
QUESTIONS,
RULES_OF_COMMANDS,
RULES_OF_EVENTS,
SEALED_EVENTS,
SEALING_EVENTS,
SEATING,
SUBJECTS,
awaited,
charges,
chips,
choosesDealer,
completed,
deal: deal$1,
decide: decide$1,
decideBetween,
differences,
evolve,
hasEnded,
idleCount,
inPackOrder,
inWindow,
isHandCommand,
isObliged,
isOver,
isPlayable,
isPosition,
keep,
leave: leave$1,
legal,
narrated,
nextDealer,
nextIdle,
offers,
payments,
position,
read,
restocked,
resume: resume$1,
seatsFault,
sheetFault,
sheetOf,
sitting,
stake,
standIn,
takeSeat,
unable: unable$1,
undealt,
wholeDeck,
winner
}, Symbol.toStringTag, { value: 'Module' }));

/** The games that can be verified. A game is a folder beside this file; no other module knows one. */


const GAMES = { conquian, holdem };

const isGame = (name) => Object.hasOwn(GAMES, name);

/** The game of this name; the first one where a record does not tell, so that the rest of it can be checked. */
const gameNamed = (name) => (isGame(name) ? GAMES[name] : conquian);

/** The game that is played at a table, or will be. */
const gameAt = (table) => gameNamed(table === null ? null : table.play);

/** A reader of JSON that knows whether the text is canonical (RFC 8785). */


const DEPTH_LIMIT = 32;

/** Text that no entry could hold; the message says why. */
class BadJson extends TextError {}

/** Reads what canonical JSON allows: no floats, no integer from 2^53 on, ASCII keys, whole characters. */
class JsonReader {
  /** `once`: whether a key that stands twice is a fault, as it is where nothing else tells what was meant. */
  constructor(text, once = false) {
    this.text = text;
    this.once = once;
    this.at = 0;
  }

  whole() {
    const value = this.value(1);
    this.blank();
    if (this.at < this.text.length) throw new BadJson(message("something follows the value"));
    return value;
  }

  blank() {
    while (" \t\n\r".includes(this.text[this.at] || "x")) this.at++;
  }

  value(depth) {
    if (depth > DEPTH_LIMIT) throw new BadJson(message("values are nested too deep"));
    this.blank();
    const next = this.text[this.at];
    if (next === "{") return this.object(depth);
    if (next === "[") return this.array(depth);
    if (next === '"') return this.string();
    return next === "-" || (next >= "0" && next <= "9") ? this.number() : this.word();
  }

  /** Items up to `close`, each read by `item`. */
  items(close, item) {
    this.at++;
    this.blank();
    if (this.text[this.at] === close) return void this.at++;
    for (;;) {
      item();
      this.blank();
      const next = this.text[this.at++];
      if (next === close) return;
      if (next !== ",") throw new BadJson(message("a comma or an end is missing"));
    }
  }

  array(depth) {
    const list = [];
    this.items("]", () => list.push(this.value(depth + 1)));
    return list;
  }

  object(depth) {
    const found = Object.create(null);
    this.items("}", () => {
      this.blank();
      const key = this.string();
      if (!/^[\x00-\x7f]*$/.test(key)) throw new BadJson(message("a key is not ASCII"));
      this.blank();
      if (this.text[this.at++] !== ":") throw new BadJson(message("a colon is missing"));
      if (this.once && key in found) throw new BadJson(message("a key stands there twice"));
      found[key] = this.value(depth + 1);
    });
    return found;
  }

  string() {
    const form = /"(?:[^"\\\x00-\x1f]|\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
    form.lastIndex = this.at;
    const match = form.exec(this.text);
    if (match === null) throw new BadJson(message("a text is not well-formed"));
    this.at = form.lastIndex;
    const text = JSON.parse(match[0]);
    if (/[\ud800-\udfff]/u.test(text)) throw new BadJson(message("half a character stands alone"));
    return text;
  }

  number() {
    const form = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
    form.lastIndex = this.at;
    const match = form.exec(this.text);
    if (match === null) throw new BadJson(message("a number is not well-formed"));
    this.at = form.lastIndex;
    if (match[1] || match[2]) throw new BadJson(message("a number has a fraction or an exponent"));
    const number = Number(match[0]);
    if (!Number.isSafeInteger(number)) throw new BadJson(message("an integer is too large"));
    return number === 0 ? 0 : number;
  }

  word() {
    for (const [word, value] of [["true", true], ["false", false], ["null", null]]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    throw new BadJson(message("a value is missing"));
  }
}

/** Read `bytes`: `{value, fault}`. The value is null if it is not an object, the fault null if the text is canonical. */
function objectFrom(bytes) {
  const text = textOf(bytes);
  if (text === null) return { value: null, fault: message("it is not UTF-8") };
  let value;
  try {
    value = new JsonReader(text).whole();
  } catch (fault) {
    if (!(fault instanceof BadJson)) throw fault;
    return { value: null, fault: fault.text };
  }
  if (!isObject(value)) return { value: null, fault: message("it is not an object") };
  return { value, fault: canonical(value) === text ? null : message("it is not in canonical form") };
}

/** The form of each line of a record. */


const A_HEADER = message("a header"), A_RECEIPT = message("a receipt"), A_REFUSAL = message("a refusal");
const THE_PUBLIC_PART = message("the public part");

const ENTRY_LIMIT = 51000;
const GAME_FORM = /^g-[0-3][0-9a-f][0-9a-z]{22}$/;
const LOG_FORM = /^[gdpwt]-[0-3][0-9a-f][0-9a-z]{22}$/;
const HEADER_MEMBERS = ["record", "v", "game", "variant", "rules_hash", "rules_version", "plies", "players"];

function damageForm(value) {
  need(hasMembers(value, ["damaged_at", "game", "plies", "record", "v"]), message("the header of a damaged log has damaged_at, game, plies, record and v"));
  need(value.v === 1, message("v is 1"));
  need(isText(value.game) && GAME_FORM.test(value.game), message("game is a game id"));
  need(isWhole(value.plies) && value.plies <= ENTRY_LIMIT, message("plies is a number of entries"));
  need(isWhole(value.damaged_at) && value.damaged_at >= 1 && value.damaged_at <= value.plies, message("damaged_at is an entry of the log"));
}

function headerForm(value) {
  need(hasMembers(value, HEADER_MEMBERS), message("{what} has the members {names}", { what: A_HEADER, names: HEADER_MEMBERS }));
  need(value.record === "conquian", message("record is \"conquian\""));
  need(value.v === 1 || value.v === 2, message("v is 1 or 2"));
  need(isText(value.game) && GAME_FORM.test(value.game), message("game is a game id"));
  need(isText(value.variant), message("variant is a name"));
  need(isHash(value.rules_hash), message("{name} is 64 hex digits", { name: "rules_hash" }));
  need(isWhole(value.rules_version) && isWhole(value.plies), message("numbers are whole"));
  need(Array.isArray(value.players), message("{name} is a list", { name: "players" }));
  for (const player of value.players) {
    need(hasMembers(player, ["kind", "player", "bot"]), message("a player has a kind, a player and a bot"));
    need(isText(player.kind), message("kind is a word"));
    need([player.player, player.bot].every((word) => word === null || isText(word)), message("player and bot are names or null"));
  }
}

function rulebookForm(value) {
  need(hasMembers(value, ["rulebook"]), message("the line of the rulebook has nothing else"));
  need(hasMembers(value.rulebook, ["edition", "hash", "paragraphs"]), message("a rulebook has an edition, a hash and paragraphs"));
  const { edition, hash, paragraphs } = value.rulebook;
  need(isWhole(edition) && edition > 0, message("edition is a number from 1"));
  need(isHash(hash), message("{name} is 64 hex digits", { name: "hash" }));
  need(isObject(paragraphs) && Object.values(paragraphs).every(isText), message("paragraphs are texts"));
}

function entryForm(value) {
  need(hasMembers(value, ["digest", "hidden", "public"]), message("an entry has a digest, hidden and public"));
  need(isHash(value.digest), message("{name} is 64 hex digits", { name: "digest" }));
  need(isObject(value.public), message("{name} is an object", { name: "public" }));
  need(Array.isArray(value.hidden), message("{name} is a list", { name: "hidden" }));
  for (const hidden of value.hidden) {
    need(hasMembers(hidden, ["audience", "part", "salt"]), message("a hidden part has an audience, a part and a salt"));
    need(isWhole(hidden.audience) && hidden.audience >= 0 && hidden.audience <= NOBODY, message("audience is 0 to 255"));
    need(isHash(hidden.salt), message("{name} is 64 hex digits", { name: "salt" }));
    need(isObject(hidden.part), message("{name} is an object", { name: "part" }));
  }
}

function revealForm(value) {
  need(hasMembers(value, ["reveal"]), message("the line that opens the keys has nothing else"));
  need(hasMembers(value.reveal, ["deal_keys", "game_key"]), message("a reveal has deal_keys and game_key"));
  need(isHash(value.reveal.game_key), message("{name} is 64 hex digits", { name: "game_key" }));
  need(Array.isArray(value.reveal.deal_keys) && value.reveal.deal_keys.every(isHash), message("deal_keys are 64 hex digits each"));
}

function proofForm(value) {
  need(hasMembers(value, ["proof"]), message("the line of the proof has nothing else"));
  need(hasMembers(value.proof, ["checkpoint", "receipts"]), message("a proof has receipts and a checkpoint"));
  const { receipts, checkpoint } = value.proof;
  need(Array.isArray(receipts), message("{name} is a list", { name: "receipts" }));
  receipts.forEach(receiptShape);
  if (checkpoint === null) return;
  need(hasMembers(checkpoint, ["note", "index", "size", "path"]), message("a checkpoint has a note, an index, a size and a path"));
  need(isText(checkpoint.note), message("note is a text"));
  need([checkpoint.index, checkpoint.size].every((number) => isWhole(number) && number >= 0), message("index and size are numbers"));
  need(Array.isArray(checkpoint.path) && checkpoint.path.every(isHash), message("path is a list of hashes"));
}

const RECEIPT_MEMBERS = ["v", "key", "game", "ply", "digest", "time", "signature"];

/** Check the members that a receipt needs to be read; the rest is for the check of the receipt. */
function receiptShape(value) {
  need(hasMembers(value, RECEIPT_MEMBERS), message("{what} has the members {names}", { what: A_RECEIPT, names: RECEIPT_MEMBERS }));
  need([value.v, value.ply, value.time].every((number) => isWhole(number) && number >= 0), message("a receipt names ply and time"));
  need([value.key, value.game, value.digest, value.signature].every(isText), message("a receipt has texts"));
}

function receiptForm(value) {
  receiptShape(value);
  need(value.v === 1 && isText(value.key) && /^[0-9a-f]{16}$/.test(value.key), message("a receipt names its key"));
  need(isText(value.game) && LOG_FORM.test(value.game), message("a receipt names the log"));
  need(isWhole(value.ply) && value.ply >= 1 && isWhole(value.time) && value.time >= 0, message("a receipt names ply and time"));
  need(isHash(value.digest), message("{name} is 64 hex digits", { name: "digest" }));
  need(isText(value.signature) && /^[0-9a-f]{128}$/.test(value.signature), message("signature is 128 hex digits"));
}

const REFUSAL_MEMBERS = ["v", "key", "game", "ply", "seat", "command", "code", "rule", "time", "signature"];

function refusalForm(value) {
  need(hasMembers(value, REFUSAL_MEMBERS), message("{what} has the members {names}", { what: A_REFUSAL, names: REFUSAL_MEMBERS }));
  need(value.v === 1 && isText(value.key) && /^[0-9a-f]{16}$/.test(value.key), message("a refusal names its key"));
  need(isText(value.game) && LOG_FORM.test(value.game), message("a refusal names the log"));
  need(isWhole(value.ply) && value.ply >= 1 && isWhole(value.time) && value.time >= 0, message("a refusal names ply and time"));
  need(value.seat === null || (isWhole(value.seat) && value.seat >= 0 && value.seat < 255), message("a refusal names a seat or none"));
  need(isHash(value.command), message("{name} is 64 hex digits", { name: "command" }));
  need(isText(value.code) && /^[a-z][a-z0-9_]{0,63}$/.test(value.code), message("a refusal names its code"));
  need(isText(value.rule) && /^[0-9]{1,2}\.[0-9]{1,2}$/.test(value.rule), message("a refusal cites a paragraph"));
  need(isText(value.signature) && /^[0-9a-f]{128}$/.test(value.signature), message("signature is 128 hex digits"));
}

const PUBLIC_MEMBERS = ["v", "game", "ply", "time", "actor", "command", "events", "seals"];
const FIRST_MEMBERS = ["rules_hash", "rules_version"];
const FIRST_OPTIONAL = ["receipt_key", "rulebook"];

/** Return the fault in the form of a public part, null if there is none. */
function publicFault(publicPart, first) {
  const optional = first ? FIRST_OPTIONAL.filter((name) => name in publicPart) : [];
  const wanted = [...PUBLIC_MEMBERS, ...(first ? FIRST_MEMBERS : []), ...optional];
  try {
    need(hasMembers(publicPart, wanted), message("{what} has the members {names}", { what: THE_PUBLIC_PART, names: wanted.sort() }));
    need(publicPart.v === 1, message("v is 1"));
    need(isWhole(publicPart.ply) && isWhole(publicPart.time) && publicPart.time >= 0, message("ply and time are numbers"));
    need(isText(publicPart.game) && isText(publicPart.actor), message("game and actor are texts"));
    need(isObject(publicPart.command), message("{name} is an object", { name: "command" }));
    need(Array.isArray(publicPart.events) && publicPart.events.length > 0 && publicPart.events.every((event) => isObject(event) && isText(event.type)), message("events are objects with a type"));
    const seal = (pair) => Array.isArray(pair) && pair.length === 2 && isWhole(pair[0]) && isHash(pair[1]);
    need(Array.isArray(publicPart.seals) && publicPart.seals.every(seal), message("seals are pairs of audience and hash"));
    if ("receipt_key" in publicPart) need(isText(publicPart.receipt_key) && /^[0-9a-f]{16}$/.test(publicPart.receipt_key), message("receipt_key is the id of a key"));
    if ("rulebook" in publicPart) {
      need(hasMembers(publicPart.rulebook, ["edition", "hash"]) && isWhole(publicPart.rulebook.edition) && publicPart.rulebook.edition > 0 && isHash(publicPart.rulebook.hash), message("rulebook has an edition and a hash"));
    }
  } catch (wrong) {
    if (!(wrong instanceof BadForm)) throw wrong;
    return wrong.text;
  }
  return null;
}

/** The lines of a record and their places. */


const LINE_LIMIT = 2 ** 20;
const SIZE_LIMIT = 2 ** 26;

/** The lines of a record as `{bytes, ended, limit}`; the one that meets a limit is the last and is not read. */
function linesOf(bytes) {
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
function readRecord(bytes) {
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

/** SHA-256, SHA-512 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104). */


/** The first `count` primes. */
function primes(count) {
  const found = [];
  for (let one = 2; found.length < count; one++) {
    if (found.every((prime) => one % prime)) found.push(one);
  }
  return found;
}

/** The greatest whole number whose `degree`th power is not above `value`. */
function wholeRoot(value, degree) {
  const exponent = BigInt(degree);
  let low = 0n, high = 1n;
  while (high ** exponent <= value) high *= 2n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** exponent <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** The first 64 bits of the fractional part of a root of `prime`: where FIPS 180-4 takes its constants from. */
function fraction(prime, degree) {
  return BigInt.asUintN(64, wholeRoot(BigInt(prime) << BigInt(64 * degree), degree));
}

const ROUND_64 = primes(80).map((prime) => fraction(prime, 3));
const START_64 = primes(8).map((prime) => fraction(prime, 2));
const ROUND_32 = Int32Array.from(ROUND_64.slice(0, 64), (word) => Number(word >> 32n) | 0);
const START_32 = Int32Array.from(START_64, (word) => Number(word >> 32n) | 0);

/** `message` with the padding of FIPS 180-4, 5.1, for blocks of `block` bytes. */
function padded(message, block) {
  const length = block === 64 ? 8 : 16;
  const size = Math.ceil((message.length + 1 + length) / block) * block;
  const whole = new Uint8Array(size);
  whole.set(message);
  whole[message.length] = 0x80;
  whole.set(uint64(message.length * 8), size - 8);
  return whole;
}

const SCHEDULE_32 = new Int32Array(64);

function compress32(state, bytes, from) {
  const w = SCHEDULE_32;
  for (let t = 0, at = from; t < 16; t++, at += 4) {
    w[t] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15], y = w[t - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
  }
  let a = state[0], b = state[1], c = state[2], d = state[3];
  let e = state[4], f = state[5], g = state[6], h = state[7];
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND_32[t] + w[t]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g; g = f; f = e; e = (d + one) | 0;
    d = c; c = b; b = a; a = (one + two) | 0;
  }
  state[0] += a; state[1] += b; state[2] += c; state[3] += d;
  state[4] += e; state[5] += f; state[6] += g; state[7] += h;
}

function sha256(message) {
  const bytes = padded(message, 64);
  const state = Int32Array.from(START_32);
  for (let from = 0; from < bytes.length; from += 64) compress32(state, bytes, from);
  return concat(...Array.from(state, uint32));
}

const turn64 = (word, by) => ((word >> by) | (word << (64n - by))) & 0xffffffffffffffffn;

function compress64(state, bytes, from) {
  const w = [];
  for (let t = 0; t < 16; t++) w.push(BigInt("0x" + hex(bytes.subarray(from + 8 * t, from + 8 * t + 8))));
  for (let t = 16; t < 80; t++) {
    const x = w[t - 15], y = w[t - 2];
    const s0 = turn64(x, 1n) ^ turn64(x, 8n) ^ (x >> 7n);
    const s1 = turn64(y, 19n) ^ turn64(y, 61n) ^ (y >> 6n);
    w.push(BigInt.asUintN(64, w[t - 16] + s0 + w[t - 7] + s1));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 80; t++) {
    const s1 = turn64(e, 14n) ^ turn64(e, 18n) ^ turn64(e, 41n);
    const one = h + s1 + ((e & f) ^ (BigInt.asUintN(64, ~e) & g)) + ROUND_64[t] + w[t];
    const s0 = turn64(a, 28n) ^ turn64(a, 34n) ^ turn64(a, 39n);
    const two = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g; g = f; f = e; e = BigInt.asUintN(64, d + one);
    d = c; c = b; b = a; a = BigInt.asUintN(64, one + two);
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => BigInt.asUintN(64, word + state[at]));
}

function sha512(message) {
  const bytes = padded(message, 128);
  let state = START_64;
  for (let from = 0; from < bytes.length; from += 128) state = compress64(state, bytes, from);
  return unhex(state.map((word) => word.toString(16).padStart(16, "0")).join(""));
}

function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(concat(block.map((byte) => byte ^ 0x36), message));
  return sha256(concat(block.map((byte) => byte ^ 0x5c), inner));
}

/** Checks of what is public: the chain of digests, the order, the actors, header, rules sheet and rulebook. */


/**
 * The plies of entries in the order of the lines, from what they claim, with those that are `missing` before
 * each. In its place is an entry that claims the ply after the last one in its place, counting the strays
 * between them or not, or a later ply from which the next line goes on. All others are strays: they go by the
 * ply that stood there.
 */
function numbered(claims) {
  let last = 0, strays = 0;
  return claims.map((claim, at) => {
    const due = last + strays + 1;
    const leaps = isWhole(claim) && claim > due && claim < due + ENTRY_LIMIT && claims[at + 1] === claim + 1;
    if (claim !== last + 1 && claim !== due && !leaps) {
      strays += 1;
      return { ply: due, missing: null };
    }
    last = claim;
    strays = 0;
    return { ply: claim, missing: claim > due ? due : null };
  });
}

/** Checks the public parts; gives each entry its `ply` and says whether its form was right (`sound`). */
function checkChain(builder, entries, game, timeless) {
  const places = numbered(entries.map((entry) => (entry ? entry.public.ply : null)));
  const clock = { time: 0, timeless };
  let before = [new Uint8Array(32)];
  entries.forEach((entry, at) => {
    const { ply, missing } = places[at];
    const count = entry === null ? "leftOut" : "looked";
    for (const check of ["format", "gaps", "digests", "actors", "times", "end"]) builder[count](check);
    if (missing !== null) builder.find("gaps", missing, message("entry {ply} is missing here", { ply: missing }));
    if (entry === null) {
      before = [];
      return;
    }
    const fault = publicFault(entry.public, at === 0);
    Object.assign(entry, { ply, sound: fault === null });
    if (fault) builder.find("format", ply, fault);
    if (entry.public.ply !== ply) builder.find("gaps", ply, message("the entry here has another number"), null, { ply: entry.public.ply });
    if (entry.public.game !== game) builder.find("format", ply, message("the entry belongs to another game"), null, { game: entry.public.game });
    checkTime(builder, entry, clock);
    before = checkDigest(builder, entry, before);
  });
}

/** The clock never goes back; where bots play alone there is none. */
function checkTime(builder, entry, clock) {
  const { time } = entry.public;
  if (!isWhole(time) || time < 0) {
    builder.leftOut("times");
    return;
  }
  if (clock.timeless && time > 0) builder.find("times", entry.ply, message("a game of bots alone has no clock, so its time is 0"), null, { time });
  else if (time < clock.time) builder.find("times", entry.ply, message("the clock goes back"), null, { before: clock.time, time });
  clock.time = Math.max(clock.time, time);
}

/**
 * Return whether the digest follows from one of those `before` it. The next may follow from what is recorded or from
 * what should be, or from before a line that was put in, so that one change is one finding.
 */
function checkDigest(builder, entry, before) {
  const made = before.map((one) => sha256(concat(one, entry.bytes)));
  const right = made.length === 0 || made.some((one) => hex(one) === entry.digest);
  if (right) return [unhex(entry.digest)];
  builder.find("digests", entry.ply, message("the digest does not follow from the entry and the one before"), null, {
    recorded: entry.digest, derived: hex(made[0]),
  });
  return [unhex(entry.digest), made[0], before[0]];
}

const ENDS = ["game-ended", "game-voided"];
const endEvent = (entry) => (entry && entry.sound ? entry.public.events.find((event) => ENDS.includes(event.type)) : undefined);

/** RULES 12.4: the log ends with the entry that opens the keys, and with no other. */
function checkEnd(builder, entries) {
  const at = entries.findIndex((entry) => endEvent(entry));
  const last = entries[entries.length - 1];
  for (const entry of at < 0 ? [] : entries.slice(at + 1)) {
    if (entry) builder.find("end", entry.ply, message("the game was over at entry {ply}", { ply: entries[at].ply }), "11.1");
  }
  if (at < 0) builder.leftOut("end");
  if (last && last.sound && !endEvent(last)) builder.find("end", last.ply, message("the log does not end with the reveal"), "12.4");
}

/** Check the actors: the host at ply 1 and when it replaces a token from no seat, else a seat of the table or the service. */
function checkActors(builder, entries, seats) {
  for (const entry of entries) {
    if (entry && !isText(entry.public.actor)) builder.leftOut("actors");
    if (!entry || !isText(entry.public.actor)) continue;
    const { actor } = entry.public;
    const byHost = entry === entries[0] || (isObject(entry.public.command) && entry.public.command.type === "rotate");
    const right = seatOfActor(actor, seats) !== null ? entry !== entries[0] : actor === (byHost ? "host" : "system");
    if (!right) builder.find("actors", entry.ply, message("nobody of this name acts at the table"), null, { actor });
  }
}

/** The seat that an actor is, null for the host, the service and strangers. */
function seatOfActor(actor, seats) {
  const match = /^seat:(0|[1-9][0-9]?)$/.exec(actor);
  return match && Number(match[1]) < seats ? Number(match[1]) : null;
}

/** The event that made the table, null where ply 1 does not tell. */
function creationEvent(entries) {
  const first = entries[0];
  const events = first && Array.isArray(first.public.events) ? first.public.events : [];
  const event = events.find((one) => isObject(one) && one.type === "created");
  const whole = event !== undefined && isObject(event.rules) && Array.isArray(event.seats) && event.seats.every(isObject);
  return whole ? event : null;
}

/** The header says of the log what the log says; of a log that is damaged the damage is to blame. */
function checkHeader(builder, header, entries) {
  const created = creationEvent(entries);
  builder[created === null ? "leftOut" : "looked"]("header");
  const last = entries[entries.length - 1];
  const claims = { plies: last ? last.ply : entries.length };
  if (created !== null) {
    const { public: publicPart } = entries[0];
    Object.assign(claims, {
      game: publicPart.game, variant: created.rules.variant, rules_hash: publicPart.rules_hash,
      rules_version: publicPart.rules_version, players: playersOf(entries, created),
    });
  }
  for (const name of Object.keys(claims)) {
    const claimed = claims[name] === undefined ? null : claims[name];
    if (!same(header[name], claimed)) builder.find("header", builder.damage(), message("{name} is not that of the log", { name }), null, { header: header[name], log: claimed });
  }
}

function playersOf(entries, created) {
  const word = (value) => (value === undefined ? null : value);
  const players = created.seats.map((seat) => ({ kind: word(seat.kind), player: word(seat.player), bot: word(seat.bot) }));
  for (const entry of entries) {
    for (const event of entry && entry.sound ? entry.public.events : []) {
      if (!players[event.seat]) continue;
      if (event.type === "removed") players[event.seat] = { ...players[event.seat], kind: "open", player: null, bot: null };
      if (event.type !== "seated") continue;
      const kind = isAbsent(event.bot) ? "person" : "bot";
      players[event.seat] = { ...players[event.seat], kind, player: word(event.player), bot: word(event.bot) };
    }
  }
  return players;
}

/** Ply 1 names the rules sheet by its hash, and the rulebook if the record brings one. */
function checkRules(builder, record, entries) {
  const created = creationEvent(entries);
  if (created === null) {
    builder.find("rules", 1, message("no event tells under which rules the game is played"));
    return;
  }
  builder.looked("rules");
  const { public: publicPart } = entries[0];
  const derived = hex(sha256(canonicalBytes(created.rules)));
  if (derived !== publicPart.rules_hash) builder.find("rules", 1, message("rules_hash is not that of the sheet"), null, { rules_hash: publicPart.rules_hash, derived });
  if (publicPart.rules_version !== 1) builder.find("rules", 1, message("this version of the rules is not known here"), null, { rules_version: publicPart.rules_version });
  const { SUBJECTS, sheetFault } = gameNamed(created.play), fault = sheetFault(created.rules);
  if (fault) builder.find("rules", 1, message("the sheet cannot be played by: {name}", { name: fault }), SUBJECTS.sheet);
}

/** The texts of the rulebook are the ones that ply 1 pins. */
function checkRulebook(builder, record, entries) {
  if (record.rulebook === null) return;
  builder.looked("rulebook");
  const { edition, hash, paragraphs } = record.rulebook;
  const derived = hex(sha256(canonicalBytes(paragraphs)));
  if (derived !== hash) builder.find("rulebook", 0, message("the hash is not that of the paragraphs"), null, { hash, derived });
  if (!entries[0]) {
    builder.leftOut("rulebook");
    return;
  }
  const pinned = entries[0].public.rulebook;
  if (!same(pinned === undefined ? null : pinned, { edition, hash })) {
    builder.find("rulebook", builder.damage(), message("the rulebook is not the one that entry 1 names"), "12.6", { edition, hash });
  }
}

/** Return whether the digest of an entry follows from it and from the entry before. */
const follows = (before, entry) => Boolean(before && entry) && hex(sha256(concat(unhex(before.digest), entry.bytes))) === entry.digest;

/** Commitments, seals and shuffles derived from keys (RULES 12, 1.1). */


const dealKey = (gameKey, hand) => hmac(gameKey, concat(utf8("conquian/deal/1"), uint32(hand)));

function commitmentTo(game, number, key) {
  return hex(sha256(concat(utf8("conquian/commit/1"), sized(utf8(game)), uint32(number), key)));
}

function entropyCommitment(game, seat, entropy) {
  return hex(sha256(concat(utf8("conquian/entropy/1"), sized(utf8(game)), uint8(seat), entropy)));
}

const mixedKey = (key, label, entropy) => hmac(key, concat(utf8(label), ...entropy.map(sized)));
const shuffleKey = (key, entropy) => mixedKey(key, "conquian/deck/1", entropy);
const drawKey = (key, entropy) => mixedKey(key, "conquian/draw/1", entropy);

/** A function that gives the next number below a bound from the key stream of `key`, without bias. */
function chance(key) {
  let words = [], blocks = 0;
  const word = () => {
    if (words.length === 0) {
      const block = hmac(key, uint64(blocks++));
      words = range(8).map((at) => new DataView(block.buffer).getUint32(4 * at));
    }
    return words.shift();
  };
  return (bound) => {
    const limit = Math.floor(2 ** 32 / bound) * bound;
    let drawn = word();
    while (drawn >= limit) drawn = word();
    return drawn % bound;
  };
}

function shuffled(deck, key) {
  const cards = [...deck], below = chance(key);
  for (let last = cards.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

function saltOf(key, game, ply, audience) {
  return hmac(key, concat(utf8("conquian/salt/1"), sized(utf8(game)), uint32(ply), uint8(audience)));
}

const sealOf = (salt, part) => hex(sha256(concat(salt, canonicalBytes(part))));
const ENTROPY_FORM = /^(?:[0-9a-f]{2}){16,64}$/;

/** The state of a table, and the table after an event. */


/** A table from its first event. */
function tableOf(event) {
  return {
    game: event.game, play: event.play, sheet: gameNamed(event.play).completed(event.rules), entropy: event.entropy, reveal: event.reveal, key: unhex(event.game_key),
    places: event.seats.map((seat) => ({
      kind: seat.kind, player: seat.player || null, bot: seat.bot || null,
      committed: null, entropy: "", missed: 0, away: false, left: false, generation: 0,
      invitation: seat.invitation || null,
      standIn: null, askedBy: [],
    })),
    host: isAbsent(event.host) ? null : event.host,
    hostSeat: event.seats.findIndex((seat) => seat.kind === "person" && orNull(seat.player) === orNull(event.host)),
    status: "waiting", start: isAbsent(event.start) ? "full" : event.start, answered: [], hand: null,
    awaited: event.start === "ready" ? range(event.seats.length).filter((seat) => event.seats[seat].kind === "person") : [],
    hand_number: 0, firstDealer: orNull(event.first_dealer), dealer: null, chosen: null, order: [],
    stake: 0, drawn: 0, closing: false, balances: event.seats.map(() => 0), house: 0,
    sitting: gameNamed(event.play).sitting(event.rules, event.seats.length),
    tournament: isObject(event.tournament),
    shared: isObject(event.tournament) && event.tournament.shared === true, withheld: false, voided: null,
    origin: isObject(event.parent) ? { stock: event.stock, position: event.position } : null,
  };
}

const seatsOf = (table) => range(table.places.length);
/** The seats at which persons decide: no bot plays for them. */
const personsOf = (table) => seatsOf(table).filter((seat) => isPerson(table.places[seat]));
const chipsOf = (table) => gameAt(table).chips(table.sitting, table.balances);

/** RULES 9, 11.14: what the hand pays each seat, in a fork nothing. */
const amountsOf = (table) => gameAt(table).payments(table.hand, table.stake).map((amount) => (table.origin === null ? amount : 0));

/** RULES 11.4: what a game offers a seat between hands. */
const offersTo = (table, seat) => gameAt(table).offers(table.sheet, chipsOf(table), seat);

const isEnded = (table) => table.status === "finished" || table.status === "void";
const isPerson = ({ kind, standIn }) => kind === "person" && standIn === null;
/** RULES 11.8, 11.9: whether the next command of the person of a seat brings it back. */
const isBackWith = ({ missed, away, standIn }) => standIn === null && (missed > 0 || away);
const isOpen = (place) => place.kind === "open";
const askedOf = (table) => (table.status === "playing" ? gameAt(table).awaited(table.hand) : table.awaited);
const entropyOf = (table) => table.places.map((place) => unhex(place.entropy));
const keyOfHand = (table, number) => dealKey(table.key, number);

function changedPlace(table, seat, change) {
  const places = [...table.places];
  places[seat] = { ...places[seat], ...change };
  return { ...table, places };
}

/** The table's own events; every other one is an event of the hand. */
const TABLE_EVENTS = {
  seated: (table, event) => askedToBegin(table, event.seat, isAbsent(event.bot), changedPlace(table, event.seat, {
    kind: isAbsent(event.bot) ? "person" : "bot", player: orNull(event.player), bot: orNull(event.bot),
    missed: 0, away: false, left: false, invitation: null, standIn: null, askedBy: [],
    generation: isAbsent(event.bot) ? event.generation || 0 : table.places[event.seat].generation,
  })),
  removed: (table, { seat }) => ({
    ...changedPlace(table, seat, {
      kind: "open", player: null, bot: null, committed: null, entropy: "", missed: 0, away: false, left: false,
      generation: table.places[seat].generation + 1, invitation: null, standIn: null, askedBy: [],
    }),
    awaited: table.awaited.filter((one) => one !== seat), answered: table.answered.filter((one) => one !== seat),
  }),
  rotated: (table, event) => changedPlace(table, event.seat, { generation: event.generation }),
  left: (table, event) => ({
    ...changedPlace(table, event.seat, { left: true }), closing: true,
    hostSeat: event.seat === table.hostSeat ? -1 : table.hostSeat,
  }),
  "seats-asked": (table, event) => ({ ...table, status: event.status, awaited: event.awaited, answered: [] }),
  readied: (table, event) => afterAnswer(
    changedPlace(table, event.seat, event.entropy_commitment === undefined ? {} : { committed: event.entropy_commitment }),
    event.seat,
  ),
  "entropy-revealed": (table, event) => afterAnswer(changedPlace(table, event.seat, { entropy: event.entropy }), event.seat),
  "dealer-chosen": (table, event) => ({ ...table, chosen: event.seat }),
  "house-charged": (table, event) => ({ ...table, balances: event.balances, house: event.house }),
  "hand-begun": (table, event) => ({
    ...table, status: "playing", awaited: [], answered: [], hand_number: event.hand_number, dealer: event.dealer,
    order: event.order, stake: event.stake, closing: false, chosen: null,
    hand: beginning(table, event),
  }),
  "timed-out": (table, event) => event.seats.reduce((now, seat) => changedPlace(now, seat, {
    missed: now.places[seat].missed + 1, away: event.away.includes(seat) || now.places[seat].away,
  }), table),
  returned: (table, event) => changedPlace(table, event.seat, { missed: 0, away: false, standIn: null, askedBy: [] }),
  "replacement-asked": (table, { by, seat }) => changedPlace(table, seat, { askedBy: [...table.places[seat].askedBy, by] }),
  replaced: (table, { seat, bot }) => changedPlace(table, seat, { standIn: bot, askedBy: [] }),
  "hand-settled": (table, event) => ({ ...table, balances: event.balances, drawn: event.drawn }),
  "key-revealed": (table) => table,
  frozen: (table) => ({ ...table, status: "frozen", awaited: [], answered: [], withheld: false }),
  "keys-withheld": (table, event) => ({
    ...table, status: event.status, awaited: [], withheld: true,
    voided: event.status === "void" ? { reason: event.reason, seats: event.seats } : null,
  }),
  "game-ended": (table) => ({ ...table, status: "finished", awaited: [], withheld: false }),
  "game-voided": (table) => ({ ...table, status: "void", awaited: [], withheld: false }),
};

/** The hand before its deal, or as the fork carries it. */
function beginning(table, { order, hand_number: number }) {
  const game = gameAt(table), { origin, places, sheet } = table;
  return origin === null ? game.undealt(sheet, order, places.length, number, chipsOf(table)) : game.resume(sheet, origin.position);
}

/** RULES 11.16: whoever sits down where persons say themselves that they are ready is asked at once. */
function askedToBegin(before, seat, isPerson, table) {
  return isPerson && asksReady(before) ? { ...table, awaited: [...before.awaited, seat].sort((one, other) => one - other) } : table;
}

const asksReady = ({ status, start }) => status === "waiting" && start === "ready";

function afterAnswer(table, seat) {
  return { ...table, awaited: table.awaited.filter((one) => one !== seat), answered: [...table.answered, seat] };
}

/** The table after an event; an Error if the event does not fit it. */
function evolved(table, event) {
  if (event.type === "created") return tableOf(event);
  const own = TABLE_EVENTS[event.type];
  if (own) return own(table, event);
  const game = gameAt(table);
  if (game.EVENTS_BETWEEN.includes(event.type)) return { ...table, sitting: game.keep(table.sitting, event) };
  if (table.hand === null) throw new TextError(message("{type} without a hand", { type: event.type }));
  return { ...table, hand: game.evolve(table.hand, event) };
}

/** A decision while it is made: the events so far and the table after them. */
class Decision {
  constructor(table) {
    this.table = table;
    this.events = [];
  }

  record(event) {
    this.events.push(event);
    this.table = evolved(this.table, event);
  }
}

/** A record replayed position by position, for pages that show it; this is no audit. */


/**
 * A record as one looks at it, which is no audit: `{game, rulebook, created, steps}`. A step is an entry that
 * could be read, `{ply, public, hidden, command, events, table}`: `command` and `events` with the hidden parts put
 * in as far as they fit, `table` what they lead to, null from the first entry on that fits no position.
 */
function replayRecord(bytes) {
  const { header, rulebook, entries } = readRecord(bytes);
  const places = numbered(entries.map((entry) => (entry ? entry.public.ply : null)));
  const steps = [], created = creationEvent(entries), game = gameNamed(created === null ? null : created.play);
  let table = null, follows = true;
  entries.forEach((entry, at) => {
    follows = follows && entry !== null && publicFault(entry.public, at === 0) === null;
    if (entry === null || publicFault(entry.public, at === 0) !== null) return;
    const { command, events, whole } = withHiddenParts(game, entry);
    try {
      if (follows && whole) table = events.reduce(evolved, table);
      else follows = false;
    } catch (fault) {
      follows = false;
    }
    steps.push({ ply: places[at].ply, digest: entry.digest, public: entry.public, hidden: entry.hidden, command, events, table: follows ? table : null });
  });
  return { game: header === null ? null : header.game, rulebook, created, steps };
}

/** An entry's command and events with what was hidden of them, and whether the hidden parts fit. */
function withHiddenParts(game, entry) {
  try {
    return { ...mergeEntry(game, entry), whole: true };
  } catch (fault) {
    return { command: entry.public.command, events: entry.public.events, whole: false };
  }
}

/** Verification of Ed25519 signatures (RFC 8032). */


const PRIME = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

function field(value) {
  const rest = value % PRIME;
  return rest < 0n ? rest + PRIME : rest;
}

function power(base, exponent) {
  let result = 1n;
  for (let square = field(base); exponent > 0n; exponent >>= 1n, square = (square * square) % PRIME) {
    if (exponent & 1n) result = (result * square) % PRIME;
  }
  return result;
}

const inverse = (value) => power(value, PRIME - 2n);
const CURVE = field(-121665n * inverse(121666n));
const ROOT_OF_MINUS_ONE = power(2n, (PRIME - 1n) / 4n);
const NEUTRAL = [0n, 1n, 1n, 0n];

/** The sum of two points in extended coordinates (X, Y, Z, T), RFC 8032, 5.1.4. */
function addPoints([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = field((y1 - x1) * (y2 - x2)), b = field((y1 + x1) * (y2 + x2));
  const c = field(2n * t1 * t2 * CURVE), d = field(2n * z1 * z2);
  const e = b - a, f = d - c, g = d + c, h = b + a;
  return [field(e * f), field(g * h), field(f * g), field(e * h)];
}

/** The sum of the multiples of two points by scalars below 2^253, with one chain of doublings for both. */
function sumOfMultiples(scalar1, point1, scalar2, point2) {
  const choice = [null, point1, point2, addPoints(point1, point2)];
  let sum = NEUTRAL;
  for (let bit = 252n; bit >= 0n; bit--) {
    sum = addPoints(sum, sum);
    const chosen = Number(((scalar1 >> bit) & 1n) | (((scalar2 >> bit) & 1n) << 1n));
    if (chosen) sum = addPoints(sum, choice[chosen]);
  }
  return sum;
}

const littleEndian = (bytes) => BigInt("0x" + hex(Uint8Array.from(bytes).reverse()));

/** The point that 32 bytes encode, null for bytes that no point is encoded as (RFC 8032, 5.1.3). */
function pointOf(bytes) {
  const sign = BigInt(bytes[31] >> 7);
  const y = littleEndian(bytes) & (2n ** 255n - 1n);
  if (y >= PRIME) return null;
  const u = field(y * y - 1n), v = field(CURVE * y * y + 1n);
  let x = field(u * power(v, 3n) * power(u * power(v, 7n), (PRIME - 5n) / 8n));
  if (field(v * x * x) !== u) x = field(x * ROOT_OF_MINUS_ONE);
  if (field(v * x * x) !== u || (x === 0n && sign === 1n)) return null;
  if ((x & 1n) !== sign) x = PRIME - x;
  return [x, y, 1n, field(x * y)];
}

function pointBytes([x, y, z]) {
  const scale = inverse(z);
  const encoded = field(y * scale) | ((field(x * scale) & 1n) << 255n);
  return unhex(encoded.toString(16).padStart(64, "0")).reverse();
}

const BASE = pointOf(unhex("58" + "66".repeat(31)));

/** Return whether `signature` (64 bytes) is one of `message` by the holder of `key` (32 bytes). */
function isSignedBy(key, message, signature) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const point = pointOf(key);
  const scalar = littleEndian(signature.subarray(32));
  if (point === null || scalar >= ORDER) return false;
  const commitment = signature.subarray(0, 32);
  const challenge = littleEndian(sha512(concat(commitment, key, message))) % ORDER;
  const [x, y, z, t] = point;
  const difference = sumOfMultiples(scalar, BASE, challenge, [PRIME - x, y, z, PRIME - t]);
  return sameBytes(pointBytes(difference), commitment);
}

/** Key lists, and signatures of receipts and refusals (RULES 12.7, 12.10). */


/** The keys of a key list document by id; BadForm if it is none. */
function keyList(document) {
  need(isObject(document) && document.v === 1 && Array.isArray(document.keys), message("a key list has v 1 and keys"));
  need(isText(document.origin), message("a key list says whose keys they are"));
  need(document.keys.length > 0, message("it has no keys"));
  const keys = new Map();
  for (const row of document.keys) {
    need(isObject(row) && isHash(row.public) && row.algorithm === "Ed25519", message("a key has an algorithm and a public key"));
    need(isWhole(row.from) && (row.until === null || isWhole(row.until)), message("a key says from when until when it signs"));
    need(row.id === hex(sha256(unhex(row.public))).slice(0, 16), message("the id of a key follows from it"));
    keys.set(row.id, { public: unhex(row.public), from: row.from, until: row.until });
  }
  need(keys.size === document.keys.length, message("a key stands there twice"));
  return { origin: document.origin, keys, fingerprint: hex(sha256(canonicalBytes(document))) };
}

const signsAt = (key, time) => time >= key.from && (key.until === null || time < key.until);
const NO_KEY = message("it is signed with a key that the list does not have");
const TOO_EARLY = message("it is signed with a key that was not yet in force at its time");
const TOO_LATE = message("it is signed with a key that was retired at its time");

/** Return why a receipt is not a statement of the service, null if it is one; without trusted keys only its form tells. */
function receiptFault(receipt, trusted) {
  return signatureFault(receipt, trusted, receiptForm, "conquian/receipt/1");
}

/** Return why a refusal is not a statement of the service, null if it is one. */
function refusalFault(refusal, trusted) {
  return signatureFault(refusal, trusted, refusalForm, "conquian/refusal/1");
}

/** Return why `statement` has not the form of one, or no key that was in force at its time has signed it under `label`; or null. */
function signatureFault(statement, trusted, form, label) {
  try {
    form(statement);
  } catch (wrong) {
    if (!(wrong instanceof BadForm)) throw wrong;
    return wrong.text;
  }
  if (trusted === null) return null;
  const key = trusted.keys.get(statement.key);
  if (key === undefined) return NO_KEY;
  const { signature, ...content } = statement;
  const bytes = concat(utf8(label), canonicalBytes(content));
  if (!isSignedBy(key.public, bytes, unhex(signature))) return message("its signature is not one of that key");
  if (signsAt(key, statement.time)) return null;
  return statement.time < key.from ? TOO_EARLY : TOO_LATE;
}

/** Return whether `statement` is a refusal, or was one before somebody changed it, and no receipt. */
const isMeantAsRefusal = (statement) => isObject(statement) && "command" in statement && !("digest" in statement);

/** Return whether a value has the form of a receipt; that says nothing about its truth. */
const isReceipt = (value) => receiptFault(value, null) === null;

/** The facts that the words of a report need besides the report itself. */


/** Return the facts that the words of a report need. */
function factsOf(record, builder, { keys, parent }) {
  const { entries } = record;
  const created = creationEvent(entries), { END_OF_HAND } = gameNamed(created === null ? null : created.play);
  const times = entries.filter((entry) => entry !== null).map(({ public: publicPart }) => publicPart.time).filter((time) => within(1, 8.64e15)(time));
  const clock = (time) => new Date(time).toISOString();
  const covered = record.proof !== null && record.proof.checkpoint !== null;
  const ended = entries.flatMap((entry) => (entry && entry.sound ? entry.public.events : [])).filter(({ type }) => type === END_OF_HAND);
  const plain = plainSeats(created, entries);
  const frozen = frozenAt(entries);
  const open = [
    ["nokeys", keys === null], ["noreceipts", builder.compared === 0], ["remade", builder.signers.size > 0],
    ["unsignedreceipts", keys === null && builder.compared > 0],
    ["damaged", Boolean(record.damage)], ["cut", !record.damage && !entries.some(endEvent)],
    ["nocheckpoint", !covered && !record.damage], ["unsignedcheckpoint", covered && keys === null],
    ["rolledback", frozen !== null, { signed: frozen && frozen.signed }],
    ["noentropy", plain.length > 0, { seats: plain }], ["noparent", created !== null && isObject(created.parent) && parent === null],
    ["people", true], ["clocks", times.length > 0],
  ];
  return {
    variant: created === null || !isText(created.rules.variant) ? null : created.rules.variant,
    seats: record.header === null ? null : record.header.players.map(({ kind, player, bot }) => ({ name: player || bot || null, kind })),
    hands: ended.length,
    times: times.length === 0 ? null : `${clock(Math.min(...times))} – ${clock(Math.max(...times))}`,
    edition: record.rulebook === null ? null : record.rulebook.edition,
    paragraphs: record.rulebook === null ? {} : record.rulebook.paragraphs,
    open: open.filter(([, is]) => is).map(([name, , values]) => [name, values]),
    trusted: keys === null ? null : keyList(keys),
    signers: [...builder.signers],
    chance: chanceIn(entries),
    frozen,
    // The receipt that froze a game says something else than its log.
    unsigned: [...(keys === null ? ["receipts", "inclusion"] : []), ...(builder.compared === 0 || frozen !== null ? ["receipts"] : [])],
  };
}

/** The seats that have not committed to chance of their own, as far as the log can be read. */
function plainSeats(created, entries) {
  if (created === null || !Array.isArray(created.seats)) return [];
  const readied = entries.flatMap((entry) => (entry && entry.sound ? entry.public.events : [])).filter(({ type }) => type === "readied");
  const committed = new Set(readied.filter((event) => isText(event.entropy_commitment)).map(({ seat }) => seat));
  return created.seats.map((_, seat) => seat).filter((seat) => !committed.has(seat));
}

/** Return the entropy of seats at the first deal: pairs of seat and bytes in hex. */
function chanceIn(entries) {
  const events = entries.flatMap((entry) => (entry && entry.sound ? entry.public.events : []));
  const begun = events.find(({ type }) => type === "hand-begun");
  if (begun === undefined || !Array.isArray(begun.entropy)) return [];
  return begun.entropy.map((added, seat) => [seat, added]).filter(([, added]) => isText(added) && /^[0-9a-f]+$/.test(added));
}

/** Return the entry at which a game was frozen and the ply of the receipt that its log contradicts; null if it was not. */
function frozenAt(entries) {
  for (const entry of entries) {
    const event = entry && entry.sound ? entry.public.events.find(({ type }) => type === "frozen") : undefined;
    if (event !== undefined && isObject(event.receipt)) return { at: entry.ply, signed: event.receipt.ply };
  }
  return null;
}

/** Return the facts of the record of a dispute. */
function factsOfDispute(entries, proof, builder, { keys, game, paragraphs }) {
  const covered = proof !== null && proof.checkpoint !== null;
  const times = entries.map(({ public: publicPart }) => publicPart.time).filter((time) => within(1, 8.64e15)(time));
  const clock = (time) => new Date(time).toISOString();
  const open = [
    ["nokeys", keys === null], ["noreceipts", builder.compared === 0], ["remade", builder.signers.size > 0],
    ["unsignedreceipts", keys === null && builder.compared > 0],
    ["nocheckpoint", !covered], ["unsignedcheckpoint", covered && keys === null],
    ["clocks", times.length > 0],
  ];
  return {
    title: "dispute", game, variant: null, seats: null, hands: null, edition: null, paragraphs,
    times: times.length === 0 ? null : `${clock(Math.min(...times))} – ${clock(Math.max(...times))}`,
    open: open.filter(([, is]) => is).map(([name, , values]) => [name, values]), trusted: keys, signers: [...builder.signers],
    unsigned: [...(keys === null ? ["receipts", "inclusion"] : []), ...(builder.compared === 0 ? ["receipts"] : [])],
  };
}

/** Return the facts of receipts without a log. */
function factsOfReceipts(builder, trusted) {
  const open = [["nokeys", trusted === null], ["alone", true]];
  return {
    title: "receipts", variant: null, seats: null, hands: null, edition: null, paragraphs: {}, times: null,
    open: open.filter(([, is]) => is).map(([name]) => [name]), trusted, signers: [...builder.signers],
    unsigned: ["receipts"],
  };
}

/** Checkpoints of the log of all games, and proofs of inclusion (RULES 12.9, RFC 9162). */


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
function parseNote(note) {
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

const noteKeyHash = (origin, key) => hex(sha256(concat(utf8(origin), Uint8Array.of(10, 1), key)).subarray(0, 4));

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
function checkInclusion(builder, checkpoint, entries, trusted, plies) {
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

function inclusionFault({ note: text, index, size, path }, leaf, trusted) {
  const note = parseNote(text);
  if (note === null) return message("the note of the checkpoint is not one");
  const fault = trusted === null ? null : noteFault(note, trusted);
  if (fault) return fault;
  if (note.signatures.length !== 1 || note.size !== size) return message("the checkpoint is not the one that the proof is for");
  const root = path.length > 64 ? null : rootFrom(leafHash(leaf), index, size, path.map(unhex));
  return root !== null && sameBytes(root, note.root) ? null : message("the path does not lead from the end of the game to the root");
}

/** Checks of keys, commitments and seals (RULES 12). */


/** The opened key to which ply 1 is committed, null if none was opened or ply 1 cannot be read. */
function openedKey(record, entries, created) {
  const ended = entries.map(endEvent).filter((event) => event !== undefined).pop();
  const first = (entries[0] && entries[0].hidden) || [];
  const keys = [
    record.reveal && record.reveal.game_key,
    ended && ended.game_key,
    ...first.map(({ part }) => isObject(part.command) && part.command.game_key),
    ...first.map(({ part }) => isObject(part.events) && isObject(part.events[0]) && part.events[0].game_key),
  ];
  const named = isText(created.game) && GAME_FORM.test(created.game);
  const right = (key) => named && isHash(key) && commitmentTo(created.game, 0, unhex(key)) === created.game_commitment;
  const key = keys.find(right);
  return key === undefined ? null : unhex(key);
}

const handsBegun = (entries) => entries.flatMap((entry) => (entry && entry.sound ? entry.public.events : []))
  .filter((event) => event.type === "hand-begun");

/** The last line opens the key that was committed to, and those of the hands that follow from it. */
function checkReveal(builder, record, key, entries, created, plies) {
  if (record.reveal === null) {
    // The event that ends the game opens the keys as well, and is decided again with its entry.
    if (entries.some((entry) => endEvent(entry) !== undefined)) builder.looked("reveal");
    else builder.leftOut("reveal");
    return;
  }
  builder.looked("reveal");
  const { game_key: opened, deal_keys: keys } = record.reveal;
  if (opened !== hex(key)) builder.find("reveal", plies, message("the key in the last line is not the one that was committed to"), "12.4", { game_key: opened });
  const derived = range(Math.min(handsBegun(entries).length, gameNamed(created.play).HANDS_MOST)).map((at) => hex(dealKey(key, at + 1)));
  if (!same(keys, derived)) builder.find("reveal", plies, message("the deal keys in the last line do not follow from the key"), "12.4", { derived });
}

/** Every promise of a key, and every opening of a seat's entropy, holds. */
function checkCommitments(builder, key, entries, created) {
  const { game } = created, { HANDS_MOST } = gameNamed(created.play);
  const promised = new Map();
  const holds = (ply, number, committed) => {
    builder.looked("commitments");
    const right = commitmentTo(game, number, dealKey(key, number));
    if (committed !== right) builder.find("commitments", ply, message("the commitment to the key of hand {number} does not hold", { number }), "12.1", { told: committed, right });
  };
  for (const entry of entries) {
    if (!entry || !entry.sound) {
      builder.leftOut("commitments");
      continue;
    }
    entry.public.events.forEach((event, at) => {
      if (event.type === "created") holds(entry.ply, 1, event.commitment);
      if (event.type === "hand-begun" && within(1, HANDS_MOST)(event.hand_number)) holds(entry.ply, event.hand_number + 1, event.next_commitment);
      if (event.type === "readied" && isHash(event.entropy_commitment)) promised.set(event.seat, event.entropy_commitment);
      if (event.type === "entropy-revealed") checkOpening(builder, entry, event, at, game, promised);
    });
  }
}

function checkOpening(builder, entry, event, at, game, promised) {
  const sealed = entry.hidden.map(({ part }) => isObject(part.events) && isObject(part.events[at]) && part.events[at].entropy);
  const opened = sealed.find((value) => isText(value));
  builder.looked("commitments");
  const right = opened !== undefined && ENTROPY_FORM.test(opened) && within(0, 254)(event.seat)
    && entropyCommitment(game, event.seat, unhex(opened)) === promised.get(event.seat);
  if (!right) builder.find("commitments", entry.ply, message("seat {seat} did not open what it had committed to", { seat: canonical(event.seat) }), "12.2");
}

/** Exactly the listed parts are there, salted by the key of their hand, and they are what was sealed. */
function checkSeals(builder, key, entries, created) {
  const { game } = created, { HANDS_MOST } = gameNamed(created.play);
  let hand = 1, handKey = dealKey(key, 1);
  for (const entry of entries) {
    if (!entry || !entry.sound) {
      builder.leftOut("seals");
      continue;
    }
    const begun = entry.public.events.find((event) => event.type === "hand-begun");
    if (begun && within(1, HANDS_MOST)(begun.hand_number) && begun.hand_number !== hand) {
      hand = begun.hand_number;
      handKey = dealKey(key, hand);
    }
    builder.looked("seals");
    checkParts(builder, entry, handKey, game);
  }
}

function checkParts(builder, entry, key, game) {
  const { ply, public: publicPart, hidden } = entry;
  const listed = publicPart.seals.map(([audience]) => audience);
  const ascends = listed.every((audience, at) => at === 0 || listed[at - 1] < audience);
  if (!ascends || !same(listed, hidden.map((part) => part.audience))) {
    builder.find("seals", ply, message("the hidden parts are not those that the entry lists"), "12.3", { listed });
    return;
  }
  hidden.forEach(({ audience, salt, part }, at) => {
    if (salt !== hex(saltOf(key, game, ply, audience))) builder.find("seals", ply, message("the salt does not follow from the key of the hand"), "12.3", { audience });
    if (sealOf(unhex(salt), part) !== publicPart.seals[at][1]) builder.find("seals", ply, message("the hidden part is not the one that was sealed"), "12.3", { audience });
  });
}

/** Taking a seat, tokens, readiness and the entropy of seats (RULES 11.2, 11.4, 11.15, 11.16, 12.2). */


/** RULES 12.2: once every seat is taken, persons are asked to commit. */
function askForEntropy(decision) {
  const { table } = decision;
  if (table.entropy !== "seats" || table.places.some(isOpen) || asksReady(table)) return;
  decision.record({ type: "seats-asked", status: "committing", awaited: personsOf(table) });
}

/* RULES 11.2, 11.11: seats. */

/** Whether a game asks this of whoever takes a seat. */
function areTerms({ SEATING }, terms) {
  const names = Object.keys(terms);
  return names.length > 0 && names.every((name) => SEATING.includes(name));
}

/** The game says what follows when a seat is taken; what the hand has cost its last person so far is not the next one's. */
function buyIn(decision, seat, terms) {
  const { table } = decision, amounts = table.status === "playing" ? amountsOf(table) : table.places.map(() => 0);
  const balances = table.balances.map((balance, at) => balance + amounts[at]);
  for (const event of gameAt(table).takeSeat(table.sheet, table.sitting, balances, seat, terms)) decision.record(event);
}

function sit(decision, command) {
  refuseUnless(isAbsent(command.terms) || areTerms(gameAt(decision.table), command.terms), "wrong_phase", "11.1");
  const place = decision.table.places[command.seat];
  refuseUnless(place !== undefined, "seat_unknown", "11.2");
  const shown = !isAbsent(command.invitation);
  const wanted = isOpen(place) ? place.invitation : null;
  refuseUnless(!shown || (wanted !== null && opensInvitation(decision.table.game, command, wanted)), "invitation_invalid", "11.2");
  const again = command.generation === undefined || command.generation === null ? 0 : command.generation;
  refuseUnless(place.left ? again === place.generation + 1 : isOpen(place) && again === place.generation, "seat_taken", "11.2");
  const player = isAbsent(command.player) ? null : command.player;
  const kept = isOpen(place) && !place.left ? place.player : null;
  refuseUnless((kept === null || kept === player) && (wanted === null || shown), "seat_reserved", "11.2");
  const sits = decision.table.places.some((one) => player !== null && one.kind === "person" && !one.left && one.player === player);
  refuseUnless(!sits, "already_seated", "11.2");
  const { type, invitation, terms, ...content } = command;
  decision.record({ type: "seated", ...content });
  buyIn(decision, command.seat, isAbsent(terms) ? {} : terms);
  if (decision.table.status === "waiting") askForEntropy(decision);
}

/** RULES 11.2: the proof that was shown is the one that the first entry holds a hash of. */
function opensInvitation(game, { seat, invitation }, wanted) {
  if (!isHash(invitation)) return false;
  return wanted === hex(sha256(concat(utf8("conquian/invitation/1"), sized(utf8(game)), uint8(seat), unhex(invitation))));
}

/* RULES 11.15: a new token, for the own seat or, by the host, for one that nobody plays. */

function rotate(decision, seat, command) {
  const { table } = decision;
  const place = table.places[command.seat];
  refuseUnless(place !== undefined, "seat_unknown", "11.2");
  const own = seat === command.seat;
  const isHost = seat === null ? table.host !== null : table.hostSeat === seat;
  refuseUnless(own || isHost, "not_host", "11.15");
  refuseUnless(place.kind === "person" && !place.left && command.generation === place.generation + 1, "rotation_closed", "11.15");
  refuseUnless(own || (place.player === null && (table.hand_number === 0 || place.missed > 0)), "rotation_closed", "11.15");
  refuseUnless(isText(command.token_hash), "rotation_closed", "11.15");
  const { type, ...content } = command;
  decision.record({ type: "rotated", ...content });
}

/* RULES 11.4, 12.2: ready and reveal. */

function ready(decision, seat, command, before) {
  const { table } = decision;
  // RULES 11.9: a seat that has let answers pass is back with a command, ready if it has nothing else to say.
  // 12.2: but a commitment that can no longer count is refused, so that nobody believes that it does.
  const returned = before.places[seat] !== undefined && isBackWith(before.places[seat]);
  const isBack = returned && isAbsent(command.entropy_commitment);
  if (table.status === "committing" || asksReady(table)) {
    if (!isBack || table.awaited.includes(seat)) commit(decision, seat, command);
    return;
  }
  const asked = table.status === "between_hands" && [...table.awaited, ...table.answered].includes(seat);
  if (asked && table.awaited.includes(seat)) {
    refuseUnless(isAbsent(command.entropy_commitment), "entropy_closed", "12.2");
    decision.record({ type: "readied", seat });
    return;
  }
  if (isBack) return;
  throw new Refusal(asked ? "already_ready" : "wrong_phase", asked ? "11.4" : "11.1");
}

function commit(decision, seat, command) {
  const { table } = decision;
  refuseUnless(!table.answered.includes(seat), "already_ready", "12.2");
  refuseUnless(table.awaited.includes(seat), "wrong_phase", "11.1");
  const promise = command.entropy_commitment;
  refuseUnless(isAbsent(promise) || table.entropy === "seats", "entropy_closed", "12.2");
  refuseUnless(isAbsent(promise) || isHash(promise), "seed_invalid", "12.2");
  decision.record(isAbsent(promise) ? { type: "readied", seat } : { type: "readied", seat, entropy_commitment: promise });
  askForOpening(decision);
}

function askForOpening(decision) {
  const { table } = decision;
  const committed = seatsOf(table).filter((seat) => table.places[seat].committed !== null);
  if (table.awaited.length === 0 && committed.length > 0 && !table.places.some(isOpen)) {
    decision.record({ type: "seats-asked", status: "revealing", awaited: committed });
  }
}

/** RULES 11.16: the host has a bot on every open seat, and is ready. */
function begin(decision, seat, command) {
  const { table } = decision;
  refuseUnless(asksReady(table) && isText(command.bot), "wrong_phase", "11.1");
  refuseUnless(seat === table.hostSeat, "not_host", "11.16");
  const free = seatsOf(table).filter((one) => isOpen(table.places[one]));
  refuseUnless(free.length > 0 || !table.answered.includes(seat), "already_ready", "11.16");
  for (const one of free) {
    decision.record({ type: "seated", seat: one, bot: command.bot });
    buyIn(decision, one, {});
  }
  if (table.awaited.includes(seat)) decision.record({ type: "readied", seat });
  askForOpening(decision);
}

function reveal(decision, seat, command) {
  const { table } = decision;
  refuseUnless(table.status === "revealing", "wrong_phase", "11.1");
  refuseUnless(!table.answered.includes(seat), "already_revealed", "12.2");
  refuseUnless(table.awaited.includes(seat), "wrong_phase", "11.1");
  const opened = command.entropy;
  const fits = isText(opened) && ENTROPY_FORM.test(opened)
    && entropyCommitment(table.game, seat, unhex(opened)) === table.places[seat].committed;
  refuseUnless(fits, "seed_invalid", "12.2");
  decision.record({ type: "entropy-revealed", seat, entropy: opened });
}

/** The first entry: how a table is made (RULES 11.2, 11.6, 12.1). */


const LIMITS = { decision_seconds: [1, 86400], window_seconds: [1, 86400], deal_delay_seconds: [0, 86400] };

function create(seat, command) {
  refuseUnless(seat === null && command.type === "create", "wrong_phase", "11.1");
  const fault = createFault(command);
  if (fault) throw new Refusal("config_option", `${gameNamed(command.play).SUBJECTS.sheet} (${fault})`);
  const { type, ...content } = command;
  const key = unhex(command.game_key);
  const event = {
    type: "created", ...content,
    game_commitment: commitmentTo(command.game, 0, key),
    commitment: commitmentTo(command.game, 1, dealKey(key, 1)),
  };
  const decision = { events: [event], table: tableOf(event), record: Decision.prototype.record };
  command.seats.forEach(({ kind }, at) => (kind === "open" ? null : buyIn(decision, at, {})));
  askForEntropy(decision);
  return { events: decision.events, table: decision.table };
}

function createFault(command) {
  const { seats } = command, { completed, seatsFault, sheetFault } = gameNamed(command.play);
  if (!isGame(command.play)) return "play";
  if (!isText(command.game) || !GAME_FORM.test(command.game)) return "game";
  if (!isHash(command.game_key)) return "game_key";
  if (!["none", "seats"].includes(command.entropy)) return "entropy";
  if (!["game", "hand"].includes(command.reveal)) return "reveal";
  if (![undefined, null, "public", "unlisted", "private"].includes(command.visibility)) return "visibility";
  if (![undefined, null, "full", "ready"].includes(command.start)) return "start";
  if (!Array.isArray(seats) || !seats.every((place) => ["open", "person", "bot"].includes(place.kind))) return "seats";
  if (sheetFault(command.rules)) return sheetFault(command.rules);
  const sheet = completed(command.rules);
  if (seatsFault(sheet, seats.length)) return "seats";
  if (!isTournament(command.tournament)) return "tournament";
  if (!isFirstDealer(command)) return "first_dealer";
  if (isShared(command) && command.entropy !== "none") return "entropy";
  if (isShared(command) && command.reveal !== "game") return "reveal";
  if (!isAbsent(command.parent)) return forkFault(command) || limitsFault(command);
  if (sheet.deals === null && seats.every((place) => place.kind === "bot")) return "deals";
  return limitsFault(command);
}

/** Return whether the deck of a game is dealt in other games, too. */
const isShared = ({ tournament }) => isObject(tournament) && tournament.shared === true;

/** RULES 12.1: a game of a tournament names it, and its fixture and deck there; others name none. */
function isTournament(named) {
  if (named === undefined || named === null) return true;
  const isNumber = (value) => isWhole(value) && value >= 1 && value < 2 ** 32;
  const members = ["tournament", "fixture", "deck", ...(isObject(named) && named.shared === true ? ["shared"] : [])];
  return hasMembers(named, members) && isText(named.tournament) && isNumber(named.fixture) && isNumber(named.deck);
}

/** RULES 3.4: only a table that follows another one may name who deals first, and none that goes on from a position. */
function isFirstDealer({ first_dealer: seat, rematch_of: before, evening, parent, seats }) {
  return isAbsent(seat) || (within(0, seats.length - 1)(seat) && Boolean(before || evening) && isAbsent(parent));
}

/** RULES 11.14: the position of a fork holds every card once, at a table of as many seats. */
function forkFault({ play, parent, stock, position, seats, rules }) {
  const { CardPlaces, isPosition } = gameNamed(play);
  const named = hasMembers(parent, ["game", "ply", "digest"]) && isHash(parent.digest) && isWhole(parent.ply);
  if (!named || parent.ply < 1 || !isText(parent.game) || !GAME_FORM.test(parent.game)) return "parent";
  if (!["same", "fresh"].includes(stock)) return "stock";
  if (!isPosition(position, rules, seats.length)) return "position";
  return CardPlaces.of(rules, position).fault() === null ? null : "position";
}

/** RULES 11.8: all limits or none, each within its bounds. */
function limitsFault(command) {
  const given = (name) => command[name] !== undefined && command[name] !== null;
  const names = Object.keys(LIMITS);
  if (!names.some(given)) return null;
  return names.find((name) => !within(...LIMITS[name])(command[name])) || null;
}

/** The paragraphs of the refusals of a table, which every rulebook has under the same numbers unless its game says otherwise. */

const PARAGRAPHS = {
  history_rolled_back: "12.8", already_left: "11.11", already_ready: "11.4", already_revealed: "12.2",
  seat_taken: "11.2", seat_reserved: "11.2", already_seated: "11.2", invitation_invalid: "11.2", rotation_closed: "11.15",
  not_host: "11.15", seat_kept: "11.18", already_asked: "11.18", entropy_closed: "12.2", seed_invalid: "12.2", dealer_not_chosen: "3.5", dealer_sits_out: "3.5", config_option: "1.5",
};

/** The paragraph of a code of a refusal in a game. */
const paragraphOf = (game, code) => (Object.hasOwn(game.PARAGRAPHS, code) ? game.PARAGRAPHS[code] : PARAGRAPHS[code]);

/** Play and payment of hands, and the end of games (RULES 9, 11.4, 11.8 to 11.11, 12.4, 12.8). */


const MISSED_MOST = 3;

function leave(decision, seat) {
  const { table } = decision;
  refuseUnless(["playing", "between_hands"].includes(table.status), "wrong_phase", "11.1");
  refuseUnless(personsOf(table).includes(seat), "wrong_phase", "11.11");
  decision.record({ type: "left", seat });
  if (table.status === "between_hands") return endsHere(decision.table) ? end(decision) : undefined;
  for (const event of gameAt(table).leave(table.hand, seat)) decision.record(event);
  settleIfOver(decision);
}

/* RULES 11.8, 11.9: time. */

function expire(decision, command) {
  const { table } = decision;
  const timed = askedOf(table).filter((seat) => personsOf(table).includes(seat));
  const { seats } = command;
  const asked = Array.isArray(seats) && seats.length > 0 && seats.every((seat) => timed.includes(seat));
  refuseUnless(asked && ["committing", "playing", "between_hands"].includes(table.status), "wrong_phase", "11.8");
  const goes = (seat) => table.places[seat].away || table.places[seat].missed + 1 >= MISSED_MOST;
  decision.record({ type: "timed-out", seats, away: seats.filter(goes) });
  const status = decision.table.status;
  for (const seat of seats) {
    if (decision.table.status === status && askedOf(decision.table).includes(seat)) answerFor(decision, seat);
  }
}

function answerFor(decision, seat) {
  if (decision.table.status === "playing") return playedBy(decision, seat, gameAt(decision.table).standIn(decision.table.hand, seat));
  decision.record({ type: "readied", seat });
  if (decision.table.status === "committing") askForOpening(decision);
}

/** Between hands a game decides commands of its own. */
function betweenHands(decision, seat, command) {
  const { table } = decision, { awaited, sheet, sitting, balances } = table;
  refuseUnless(table.status !== "playing" && (personsOf(table).includes(seat) || awaited.includes(seat)), "wrong_phase", "11.1");
  for (const event of gameAt(table).decideBetween(sheet, sitting, balances, seat, command)) decision.record(event);
}

/* RULES 9, 11.4, 12.4: a hand is played, ends and is paid. */

function playedBy(decision, seat, command) {
  const { table } = decision;
  refuseUnless(table.status === "playing", "wrong_phase", "11.1");
  const answer = gameAt(table).decide(table.hand, seat, command);
  if (answer.refusal) throw new Refusal(answer.refusal, answer.rule);
  for (const event of answer.events) decision.record(event);
  settleIfOver(decision);
}

/** A hand that is over is paid. */
function settleIfOver(decision) {
  if (gameAt(decision.table).isOver(decision.table.hand)) settle(decision);
}

function settle(decision) {
  const { table } = decision;
  const game = gameAt(table), amounts = amountsOf(table);
  const balances = table.balances.map((balance, seat) => balance + amounts[seat]);
  decision.record({ type: "hand-settled", amounts, balances, drawn: game.winner(table.hand) === null ? table.drawn + 1 : 0 });
  if (endsHere(decision.table)) return end(decision);
  if (table.reveal === "hand") {
    decision.record({ type: "key-revealed", hand_number: table.hand_number, deal_key: hex(keyOfHand(table, table.hand_number)) });
  }
  decision.record({ type: "seats-asked", status: "between_hands", awaited: askedBetween(decision.table) });
}

/** RULES 11.4: the persons, and the bots that have something to choose before the next hand. */
const askedBetween = (table) => seatsOf(table).filter((seat) => {
  const { kind } = table.places[seat];
  return personsOf(table).includes(seat) || (kind === "bot" && offersTo(table, seat).length > 0);
});

/** RULES 11.4: whether no hand follows the present one. */
function endsHere(table) {
  if (table.origin !== null) return true;
  const persons = personsOf(table).map((seat) => table.places[seat]);
  const { deals } = table.sheet;
  if (gameAt(table).hasEnded(table.sheet, table.hand_number, chipsOf(table))) return true;
  if (persons.length > 0 && persons.every((place) => place.left)) return true;
  const closing = table.closing && !gameAt(table).DROPS_LEFT;
  return deals === null && (closing || persons.every((place) => place.left || place.away));
}

/** A deck that is dealt in other games, too, is not opened with the first end: its keys wait for an entry of their own. */
function end(decision) {
  if (decision.table.shared) return decision.record({ type: "keys-withheld", status: "finished", seats: [] });
  openAll(decision);
}

function openAll(decision) {
  const { table } = decision;
  const keys = range(table.hand_number).map((at) => hex(keyOfHand(table, at + 1)));
  decision.record({ type: "game-ended", game_key: hex(table.key), deal_keys: keys });
}

/* RULES 12.8; whether the receipt is a reason is for the audit, which knows the digests. */
function freeze(decision, command) {
  refuseUnless(isText(command.reason) && isObject(command.receipt), "wrong_phase", "12.8");
  decision.record({ type: "frozen", reason: command.reason, receipt: command.receipt });
}

function voidGame(decision, command) {
  const { table } = decision;
  const known = Array.isArray(command.seats) && command.seats.every((seat) => seatsOf(table).includes(seat));
  refuseUnless(known && isText(command.reason), "wrong_phase", "11.10");
  const { reason, seats } = command;
  if (table.shared) return decision.record({ type: "keys-withheld", status: "void", reason, seats });
  openVoid(decision, { reason, seats });
}

function openVoid(decision, { reason, seats }) {
  const { key, places } = decision.table;
  decision.record({ type: "game-voided", reason, seats, game_key: hex(key), entropy: places.map((place) => place.entropy) });
}

/** RULES 12.4: the entry that opens keys which were withheld; when it may come the log of one game cannot tell. */
function openKeys(decision) {
  const { voided: why, withheld } = decision.table;
  refuseUnless(withheld, "wrong_phase", "12.4");
  if (why === null) openAll(decision);
  else openVoid(decision, why);
}

/** The deal of a hand: the dealer, the order, the deck (RULES 3, 11.4, 12.1). */


function isDue(table) {
  if (table.status === "waiting") return !table.places.some(isOpen) && table.awaited.length === 0;
  return ["committing", "revealing", "between_hands"].includes(table.status) && table.awaited.length === 0;
}

function deal(decision) {
  const { table } = decision;
  refuseUnless(isDue(table), "wrong_phase", "11.1");
  if (table.origin !== null) return resume(decision);
  const number = table.hand_number + 1;
  const { sheet } = table;
  const order = number === 1 ? firstOrder(table) : nextOrder(table);
  if (order.length < sheet.players_min) return end(decision);
  charge(decision, number, order);
  decision.record({
    type: "hand-begun", hand_number: number, dealer: order[order.length - 1], order, stake: gameAt(table).stake(sheet, table.drawn),
    entropy: table.places.map((place) => place.entropy),
    next_commitment: commitmentTo(table.game, number + 1, keyOfHand(table, number + 1)),
  });
  for (const event of gameAt(table).deal(decision.table.hand, deckOf(table, number))) decision.record(event);
  settleIfOver(decision);
}

/** RULES 9.7: what the house takes before a hand. */
function charge(decision, number, order) {
  const { table } = decision, { balances, house, places, sheet } = table;
  const charges = gameAt(table).charges(sheet, number, order, chipsOf(table), places.length);
  if (charges.every((amount) => amount === 0)) return;
  const left = balances.map((balance, seat) => balance - charges[seat]);
  decision.record({ type: "house-charged", balances: left, house: house + charges.reduce((one, other) => one + other) });
}

/** RULES 11.14: a fork goes on from the position it carries. */
function resume(decision) {
  const { table } = decision;
  const { position, stock } = table.origin;
  decision.record({
    type: "hand-begun", hand_number: 1, dealer: position.order[position.order.length - 1], order: position.order, stake: 0,
    entropy: table.places.map((place) => place.entropy),
    next_commitment: commitmentTo(table.game, 2, keyOfHand(table, 2)),
  });
  if (stock === "fresh") {
    const key = shuffleKey(keyOfHand(table, 1), entropyOf(table));
    decision.record(gameAt(table).restocked(shuffled(gameAt(table).inPackOrder(table.sheet, position.stock), key)));
  }
}

function deckOf(table, number) {
  return shuffled(gameAt(table).wholeDeck(table.sheet), shuffleKey(keyOfHand(table, number), entropyOf(table)));
}

/** RULES 3.4, 3.6: the first dealer, unless the first entry names it, then who sits out, are drawn from the key of hand 1. */
function firstOrder(table) {
  const below = chance(drawKey(keyOfHand(table, 1), entropyOf(table)));
  const seats = seatsOf(table);
  const dealer = table.firstDealer === null ? below(seats.length) : table.firstDealer;
  const others = orderAfter(dealer, seats).slice(0, -1);
  const idle = gameAt(table).idleCount(table.sheet) ? [others[below(others.length)]] : [];
  return orderAfter(dealer, without(seats, idle, unable(table)));
}

/** RULES 3.5, 3.6: the next dealer among those who play the next hand. */
function nextOrder(table) {
  const playing = nextPlaying(table);
  const game = gameAt(table), winner = game.winner(table.hand);
  const dealer = table.chosen !== null ? table.chosen : game.nextDealer(table.sheet, table.dealer, winner, playing);
  return orderAfter(dealer, playing);
}

function nextPlaying(table) {
  const seats = seatsOf(table);
  const idle = seats.filter((seat) => !table.order.includes(seat));
  const game = gameAt(table);
  return without(seats, game.nextIdle(table.sheet, idle, game.winner(table.hand), seats), unable(table));
}

/** The seats that get no hand: without chips, or left where the game plays on without them. */
function unable(table) {
  const game = gameAt(table), left = game.DROPS_LEFT ? seatsOf(table).filter((seat) => table.places[seat].left) : [];
  return [...game.unable(table.sheet, chipsOf(table)), ...left];
}

const without = (seats, ...gone) => seats.filter((seat) => !gone.flat().includes(seat));

/** RULES 1.3: the seats that play, in order of play, the dealer last. */
const orderAfter = (dealer, playing) => [...playing.filter((seat) => seat > dealer), ...playing.filter((seat) => seat <= dealer)];

function chooseDealer(decision, seat, command) {
  const { table } = decision, game = gameAt(table);
  refuseUnless(game.choosesDealer(table.sheet), "dealer_not_chosen", paragraphOf(game, "dealer_not_chosen"));
  refuseUnless(table.status === "between_hands", "wrong_phase", "11.1");
  refuseUnless(table.places[command.seat] !== undefined, "seat_unknown", "3.5");
  refuseUnless(nextPlaying(table).includes(command.seat), "dealer_sits_out", "3.5");
  decision.record({ type: "dealer-chosen", by: seat, seat: command.seat });
}

/** The seats of others: the host's commands before the first hand, and bots that play for persons (RULES 11.18). */


const isInPlay = ({ status }) => ["playing", "between_hands"].includes(status);

/** Return the place that the host names before the first hand. */
function placeForHost(table, seat, command) {
  refuseUnless(table.status === "waiting", "wrong_phase", "11.1");
  refuseUnless(seat === table.hostSeat, "not_host", "11.18");
  const place = table.places[command.seat];
  refuseUnless(place !== undefined, "seat_unknown", "11.2");
  return place;
}

function remove(decision, seat, command) {
  const place = placeForHost(decision.table, seat, command);
  refuseUnless(command.seat !== seat && !isOpen(place), "seat_kept", "11.18");
  decision.record({ type: "removed", seat: command.seat });
}

function seatBot(decision, seat, command) {
  const place = placeForHost(decision.table, seat, command);
  refuseUnless(isText(command.bot), "wrong_phase", "11.1");
  refuseUnless(isOpen(place), "seat_taken", "11.18");
  decision.record({ type: "seated", seat: command.seat, bot: command.bot });
  buyIn(decision, command.seat, {});
  askForEntropy(decision);
  askForOpening(decision);
}

/** The persons who may ask for a bot at `seat`. */
const othersThan = (table, seat) => personsOf(table).filter((one) => one !== seat && !table.places[one].away && !table.places[one].left);

function isReplaceable(table, seat) {
  const { away, left } = table.places[seat];
  return personsOf(table).includes(seat) && away && !left && !table.tournament;
}

/** In a tournament the service lets a bot play for a person who is away or has not taken the seat that is kept. */
function replaceAbsent(decision, { seat, bot }) {
  const { table } = decision, place = table.places[seat];
  refuseUnless(table.tournament && isText(bot), "wrong_phase", "11.1");
  refuseUnless(place !== undefined, "seat_unknown", "11.2");
  if (table.status === "waiting" && isOpen(place) && place.player !== null) {
    decision.record({ type: "seated", seat, player: place.player });
    buyIn(decision, seat, {});
    askForEntropy(decision);
  } else {
    refuseUnless(isInPlay(table), "wrong_phase", "11.1");
    refuseUnless(personsOf(table).includes(seat) && place.away && !place.left, "seat_kept", "11.18");
  }
  letPlay(decision, seat, bot);
}

/** The bot plays, and is ready between hands at once. */
function letPlay(decision, seat, bot) {
  decision.record({ type: "replaced", seat, bot });
  if (decision.table.status !== "playing" && decision.table.awaited.includes(seat)) decision.record({ type: "readied", seat });
}

function replace(decision, seat, command) {
  const { table } = decision, { seat: gone, bot } = command;
  refuseUnless(personsOf(table).includes(seat) && isInPlay(table) && isText(bot), "wrong_phase", "11.1");
  refuseUnless(table.places[gone] !== undefined, "seat_unknown", "11.2");
  refuseUnless(isReplaceable(table, gone), "seat_kept", "11.18");
  const others = othersThan(table, gone);
  const asked = table.places[gone].askedBy.filter((one) => others.includes(one));
  const count = new Set([...asked, seat]).size;
  if (seat !== table.hostSeat && 2 * count <= others.length) {
    refuseUnless(!asked.includes(seat), "already_asked", "11.18");
    return decision.record({ type: "replacement-asked", by: seat, seat: gone });
  }
  letPlay(decision, gone, bot);
}

/** A seat that has only missed answers is back before its command is decided. */
function comeBack(decision, seat) {
  if (decision.table.places[seat].standIn !== null) decision.record({ type: "returned", seat });
  refuseUnless(decision.events.length > 0, "wrong_phase", "11.18");
}

/** The events of a command to a table, or its refusal. */


const isPlan = (value) => isObject(value) && Object.values(value).every(isText);

/** The members of each command of the table, and their types; those of a hand are read by its game. */
const TABLE_FORMS = {
  create: {
    game: isText, play: isText, rules: isObject, seats: isListOf(isPlan), entropy: isText, reveal: isText,
    token_hashes: isListOf(isText), game_key: isText, decision_seconds: isWhole, window_seconds: isWhole,
    deal_delay_seconds: isWhole, rematch_of: isText, visibility: isText, parent: isObject, stock: isText, position: isObject,
    host: isText, tournament: isObject, start: isText, evening: isText, first_dealer: isWhole,
  },
  sit: { seat: isWhole, player: isText, token_hash: isText, generation: isWhole, invitation: isText, terms: isObject },
  rotate: { seat: isWhole, token_hash: isText, generation: isWhole },
  ready: { entropy_commitment: isText },
  begin: { bot: isText },
  remove: { seat: isWhole },
  seat_bot: { seat: isWhole, bot: isText },
  replace: { seat: isWhole, bot: isText },
  return: {},
  reveal: { entropy: isText },
  leave: {},
  choose_dealer: { seat: isWhole },
  deal: {},
  expire: { seats: isListOf(isWhole) },
  void: { reason: isText, seats: isListOf(isWhole) },
  open_keys: {},
  freeze: { reason: isText, receipt: isObject },
};

/** Commands of the service to a game that has ended and whose keys are withheld. */
const AFTER_THE_END = ["open_keys", "freeze"];

/** Return whether a command has only the members of its type; null counts as absent. */
function isFormed(command) {
  if (!Object.hasOwn(TABLE_FORMS, command.type)) return true;
  const forms = TABLE_FORMS[command.type];
  const right = ([name, value]) => ["type", "v"].includes(name) || (Object.hasOwn(forms, name) && (value === null || forms[name](value)));
  return Object.entries(command).every(right);
}

/** Decide `command`: `{events, table}`, or a Refusal. `seat` is null for a command of no seat. */
function decide(table, seat, command) {
  refuseUnless(isFormed(command), "wrong_phase", "11.1");
  if (table === null) return create(seat, command);
  const decision = new Decision(table);
  refuseUnless(!isEnded(table) || (table.withheld && AFTER_THE_END.includes(command.type)), "game_over", "10.1");
  refuseUnless(table.status !== "frozen" || (seat === null && command.type === "void"), "history_rolled_back", "12.8");
  if (command.type === "sit") {
    // RULES 11.2: whoever sits down acts for the seat taken, which nobody has had or somebody has left.
    refuseUnless(seat === null || seat === command.seat, "wrong_phase", "11.2");
    sit(decision, command);
  } else if (seat === null && command.type === "rotate") {
    rotate(decision, seat, command);
  } else if (seat === null) {
    const carryOut = SYSTEM_COMMANDS[command.type];
    refuseUnless(carryOut !== undefined, "wrong_phase", "11.1");
    carryOut(decision, command);
  } else {
    bySeat(decision, seat, command);
  }
  return { events: decision.events, table: decision.table };
}

function bySeat(decision, seat, command) {
  if (command.type === "sit") return sit(decision, command); // at a rematch whoever sits down speaks as that seat
  const place = decision.table.places[seat];
  const carryOut = SEAT_COMMANDS[command.type];
  refuseUnless(place !== undefined, "seat_unknown", "11.2");
  refuseUnless(carryOut !== undefined || isOfGame(decision.table, command), "wrong_phase", "11.1");
  refuseUnless(!place.left, "already_left", "11.11");
  const before = decision.table;
  if (isBackWith(place)) decision.record({ type: "returned", seat });
  if (carryOut) return carryOut(decision, seat, command, before);
  return isBetween(decision.table, command) ? betweenHands(decision, seat, command) : playedBy(decision, seat, command);
}

const isBetween = (table, { type }) => gameAt(table).COMMANDS_BETWEEN.includes(type);
const isOfGame = (table, command) => isBetween(table, command) || gameAt(table).isHandCommand(command);

const SYSTEM_COMMANDS = { deal, expire, void: voidGame, open_keys: openKeys, freeze, replace: replaceAbsent };
const SEAT_COMMANDS = {
  ready, begin, remove, seat_bot: seatBot, replace, return: comeBack, reveal, leave, rotate, choose_dealer: chooseDealer,
};

/** Every command is decided again, with the cards and the money followed beside it. */


/** Follows the log entry by entry with the rules, the cards and the money beside it. */
class LogReplay {
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

/** The report of an audit: findings, counts, and what they come to. */


const FINDINGS_MOST = 1000;
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
function concluded({ absent, ...report }) {
  const left = report.checks.filter((done) => done.left_out > 0).map(({ check }) => check);
  const missing = [...UNCHECKED.filter((one) => absent.includes(one)), ...left];
  const result = report.findings.length > 0 ? "findings" : missing.length > 0 ? "incomplete" : "clean";
  const { scope, game, plies, digest, findings, checks } = report;
  return { scope, game, plies, digest, clean: result === "clean", result, not_checked: missing, findings, checks };
}

/** Return the absent things of a report, as `concluded` takes them. */
const absentIn = (report) => report.not_checked.filter((one) => UNCHECKED.includes(one));

/** Return whether a log is whole and right in all that was there, whoever has signed it; a good reason to freeze it is no fault. */
const isSound = ({ findings, checks }) => findings.every(({ cause }) => cause === "frozen") && checks.every((done) => done.left_out === 0);

/** The worst of several results. */
const worstOf = (...reports) => ["findings", "incomplete", "clean"].find((one) => reports.some(({ result }) => result === one));

/** Findings and counts, collected while an audit runs. */
class ReportBuilder {
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
function cutIn(evidence) {
  const cut = Object.entries(evidence).filter(([, value]) => isObject(value) && Object.keys(value).sort().join() === "characters,cut");
  return cut.map(([member, { cut: text, characters }]) => ({ member, shown: [...text].length, count: characters }));
}

/** An audit by keys that came with the bundle: whose they are, nothing tells. */
function withoutTrust(found, own) {
  return own ? { ...found, report: concluded({ ...found.report, absent: ["keys", ...absentIn(found.report)] }) } : found;
}

/** Combine the results of reports. */
function combined(...reports) {
  const result = worstOf(...reports);
  return { clean: result === "clean", result };
}

/** Checks of receipts and refusals, those of the record and those that a reader has kept. */


/** Return why a refusal of the right form is none of this game, as far as its log tells; null if nothing speaks against it. */
function refusedElsewhere(refusal, game, entries) {
  if (game !== null && refusal.game !== game) return message("it is of another game");
  if (refusal.ply > entries.length) return message("the log has no such entry");
  const [first] = entries;
  const begins = (event) => isObject(event) && ["created", "dispute-opened"].includes(event.type);
  const begun = first && Array.isArray(first.public.events) ? first.public.events.find(begins) : undefined, named = begun && begun.seats;
  const seats = Array.isArray(named) ? named.length : isWhole(named) ? named : Infinity; // a dispute counts them
  return refusal.seat !== null && refusal.seat >= seats ? message("the table has no such seat") : null;
}

/** Every refusal that was kept is one of the service, of a ply that the log has and a seat that the table has. */
function checkRefusals(builder, refusals, game, entries, trusted, place) {
  for (const refusal of refusals) {
    builder.looked("receipts");
    const fault = refusalFault(refusal, trusted);
    const against = fault ? null : refusedElsewhere(refusal, game, entries);
    if (fault) builder.find("receipts", place(refusal), message("a refusal proves nothing: {reason}", { reason: fault }), "12.10", { refusal });
    else if (against) builder.find("receipts", place(refusal), message("a refusal does not fit the log: {reason}", { reason: against }), "12.10", { refusal });
    else builder.refusals.push(refusal);
  }
}

/** All that a reader has kept: receipts and refusals, each held against the log. */
function checkKept(builder, kept, game, entries, trusted) {
  const place = atNamed(entries.length);
  checkReceipts(builder, kept.filter((one) => !isMeantAsRefusal(one)), game, entries, trusted, place);
  checkRefusals(builder, kept.filter(isMeantAsRefusal), game, entries, trusted, place);
}

/** What the log says otherwise than a receipt of the right form, null if nothing (RULES 12.7). */
function saidOtherwise(receipt, game, entries) {
  if (game !== null && receipt.game !== game) return message("it is of another game");
  if (receipt.ply > entries.length) return message("the log has no such entry");
  const entry = entries[receipt.ply - 1];
  if (!entry) return null;
  if (entry.digest !== receipt.digest) return message("the log has another digest there");
  return entry.public.time === 0 || entry.public.time === receipt.time ? null : message("the entry has another time");
}

/** The ply of a finding about a kept receipt: the one that it names, if there is such an entry, else the last. */
const atNamed = (plies) => (receipt) => (isObject(receipt) && isWhole(receipt.ply) && receipt.ply >= 1 && receipt.ply <= plies ? receipt.ply : plies);

/** Every receipt is one of the service and says what the log says; `place` gives the ply of a finding. */
function checkReceipts(builder, receipts, game, entries, trusted, place) {
  for (const receipt of receipts) {
    builder.looked("receipts");
    builder.compared += 1;
    const fault = receiptFault(receipt, trusted);
    const against = fault ? null : saidOtherwise(receipt, game, entries);
    if (fault) builder.find("receipts", place(receipt), message("a receipt proves nothing: {reason}", { reason: fault }), "12.7", { receipt });
    else if (against) builder.find("receipts", place(receipt), message("a receipt tells against the log: {reason}", { reason: against }), "12.7", { receipt }, trusted === null ? "unsigned" : "contradiction");
    else if (trusted !== null) builder.signers.add(receipt.key);
  }
}

/** No two of the receipts that the service has signed are for different entries of one ply; without keys nobody knows. */
function checkTwice(builder, receipts, trusted, plies) {
  const groups = new Map();
  for (const receipt of trusted === null || receipts.length < 2 ? [] : receipts) {
    if (receiptFault(receipt, trusted)) continue;
    const key = canonical([receipt.game, receipt.ply]);
    groups.set(key, [...(groups.get(key) || []), receipt]);
  }
  for (const [first, ...others] of groups.values()) {
    const other = others.find(({ digest }) => digest !== first.digest);
    if (other === undefined) continue;
    const detail = message("the service has signed two different entries for ply {ply}", { ply: first.ply });
    builder.find("receipts", Math.min(first.ply, plies), detail, "12.7", { receipts: [first, other] }, "two_signatures");
  }
}

/**
 * No kept receipt is for another entry than the one to which the entry of a later receipt is chained: such a pair, with the
 * public parts of the entries from the one to the other, proves that the service has signed two histories. Where a receipt is
 * for the log's entry of that very ply, the two prove more: see `checkTwice`.
 */
function checkHistories(builder, kept, own, game, entries, trusted) {
  if (trusted === null) return;
  const isOf = (one) => isReceipt(one) && one.game === game && Boolean(entries[one.ply - 1]) && receiptFault(one, trusted) === null;
  const isHeld = ({ ply, digest }) => entries[ply - 1].digest === digest;
  const named = new Map(), held = new Map(), first = (map, one) => map.has(one.ply) || map.set(one.ply, one);
  for (const one of kept.filter(isOf)) if (!isHeld(one)) first(named, one);
  if (named.size === 0) return;
  for (const one of [...kept, ...own].filter(isOf)) if (isHeld(one)) first(held, one);
  for (const [ply, receipt] of [...named].sort(([one], [other]) => one - other)) {
    let later = ply;
    while (!held.has(later) && later < entries.length && follows(entries[later - 1], entries[later])) later += 1;
    if (later === ply || !held.has(later)) continue;
    const detail = message("the service has signed two histories: another entry {ply}, and entry {later}, which is chained to the entry {ply} of this log", { ply, later });
    builder.find("receipts", ply, detail, "12.7", { receipts: [receipt, held.get(later)] }, "two_histories");
  }
}

/** The key that the first entry names was in force when the table was made (RULES 12.7). */
function checkNamedKey(builder, first, trusted) {
  if (!first || trusted === null || first.public.receipt_key === undefined) return;
  builder.looked("receipts");
  const key = trusted.keys.get(first.public.receipt_key);
  if (key === undefined) builder.find("receipts", 1, message("the log names a key that the list does not have"), "12.7", {}, "key");
  else if (first.public.time && !signsAt(key, first.public.time)) builder.find("receipts", 1, message("the log names a key that was not in force then"), "12.7", {}, "key");
}

/** A game is frozen only on a receipt of the service that its log contradicts (RULES 12.8); what it lacks is a finding. */
function checkFrozen(builder, game, entries, trusted) {
  for (const entry of entries.slice(-2)) {
    const events = entry && Array.isArray(entry.public.events) ? entry.public.events : [];
    for (const { receipt } of events.filter((event) => isObject(event) && event.type === "frozen")) {
      builder.looked("receipts");
      const fault = receiptFault(receipt, trusted);
      // A store that was set back forgets rotations, and the list with it.
      const forgotten = fault === NO_KEY || fault === TOO_EARLY;
      const before = entries.slice(0, entries.indexOf(entry));
      const foreign = (!fault || forgotten) && receipt.game !== game ? message("it is of another game") : null;
      const why = fault && !forgotten ? fault : foreign || (saidOtherwise(receipt, game, before) ? null : message("the log does not contradict the receipt"));
      if (why) builder.find("receipts", entry.ply, message("frozen without a reason: {reason}", { reason: why }), "12.8", { receipt });
      else builder.find("receipts", entry.ply, message("frozen: the log does not have the entry {ply} for which there is a receipt", { ply: receipt.ply }), "12.8", { receipt }, "frozen");
    }
  }
}

/** The receipts on which a log says that its game was frozen. */
const frozenOn = (entries) => entries.slice(-2).flatMap((entry) => (entry && Array.isArray(entry.public.events) ? entry.public.events : []))
  .filter((event) => isObject(event) && event.type === "frozen").map(({ receipt }) => receipt);

/** Receipts and refusals for entries that nobody can read: nothing is said of them but who has signed them. */
function checkUncompared(builder, kept, trusted, plies) {
  for (const one of kept) {
    const refused = isMeantAsRefusal(one), fault = refused ? refusalFault(one, trusted) : receiptFault(one, trusted);
    if (fault === null) builder.leftOut("receipts");
    else if (refused) builder.find("receipts", plies, message("a refusal proves nothing: {reason}", { reason: fault }), "12.10", { refusal: one });
    else builder.find("receipts", plies, message("a receipt proves nothing: {reason}", { reason: fault }), "12.7", { receipt: one });
  }
}

/** The audit of a record. */


/**
 * Everything that is wrong with the record in `bytes`, with the facts that a report in words needs. `keys` is the
 * key list document that is trusted or null, `receipts` were kept elsewhere, `parent` is the record of the game
 * that a fork comes from or null; `own` says that the keys came with the record, so that nothing tells whose they are.
 */
function examine(bytes, { keys = null, receipts = [], parent = null, own = false } = {}) {
  const builder = new ReportBuilder();
  const record = readRecord(bytes);
  for (const { line, ply, detail } of record.faults) builder.find("format", ply, message("line {line}: {detail}", { line, detail }), null, { line });
  if (record.damage) return withoutTrust(examinePart(builder, record, keys, receipts), own);
  const { entries } = record;
  const plies = entries.length;
  const created = creationEvent(entries);
  const timeless = created !== null && created.seats.length > 0 && created.seats.every((seat) => seat.kind === "bot");
  checkChain(builder, entries, created === null ? null : created.game, timeless);
  checkEnd(builder, entries);
  checkRules(builder, record, entries);
  checkActors(builder, entries, created ? created.seats.length : 255);
  checkHidden(builder, record, entries, created, plies);
  if (record.header !== null) checkHeader(builder, record.header, entries);
  else builder.leftOut("header");
  if (created === null) builder.leftOut("actors");
  leaveOutMissing(builder, record.header, entries);
  checkRulebook(builder, record, entries);
  checkParent(builder, entries, parent);
  checkSigned(builder, record, entries, keys, receipts, plies);
  const last = entries[plies - 1];
  const report = builder.report(record.header ? record.header.game : null, plies, last ? last.digest : null);
  return withoutTrust({ report, facts: { ...factsOf(record, builder, { keys, parent }), refusals: builder.refusals } }, own);
}

/** Audit what is left of a damaged log: the public parts before the damage. */
function examinePart(builder, record, keys, receipts) {
  const { damage: { game, damaged_at: at }, proof } = record, trusted = keys === null ? null : keyList(keys);
  const entries = record.entries.slice(0, at - 1), created = creationEvent(entries), plies = entries.length;
  builder.looked("header");
  if (entries[0] && entries[0].public.game !== game) builder.find("header", 0, message("{name} is not that of the log", { name: "game" }), null, { header: game });
  const timeless = created !== null && created.seats.length > 0 && created.seats.every((seat) => seat.kind === "bot");
  checkChain(builder, entries, created === null ? null : created.game, timeless);
  if (plies > 0) checkRules(builder, record, entries);
  checkActors(builder, entries, created ? created.seats.length : 255);
  builder.find("gaps", at, message("what is stored is not what was written"), null, {}, "damage");
  for (const check of ["gaps", "commitments", "money", "end"]) builder.leftOut(check);
  builder.absent.add("hidden");
  if (trusted === null) builder.absent.add("keys");
  const isBeyond = (one) => isObject(one) && isWhole(one.ply) && one.ply >= at && (isReceipt(one) || isMeantAsRefusal(one));
  const held = receipts.filter((one) => !isBeyond(one)), own = proof === null ? [] : proof.receipts;
  checkNamedKey(builder, entries[0], trusted);
  checkKept(builder, held, game, entries, trusted);
  checkReceipts(builder, own, game, entries, trusted, () => plies);
  checkUncompared(builder, receipts.filter(isBeyond), trusted, plies);
  checkTwice(builder, [...receipts, ...own], trusted, plies);
  checkHistories(builder, held, own, game, entries, trusted);
  const last = entries.filter((entry) => entry !== null).pop();
  const report = builder.report(game, plies, last ? last.digest : null, "public");
  return { report, facts: { ...factsOf({ ...record, entries }, builder, { keys, parent: null }), refusals: builder.refusals } };
}

/** Counts the entries that the header has beyond those that are there, at least one where the log has no end. */
function leaveOutMissing(builder, header, entries) {
  const counted = header === null ? 0 : header.plies - entries.length;
  builder.leftOut("gaps", Math.max(counted, entries.some(endEvent) ? 0 : 1));
}

/** The report alone. */
const audit = (bytes, options) => examine(bytes, options).report;

function checkHidden(builder, record, entries, created, plies) {
  const key = created === null ? null : openedKey(record, entries, created);
  if (key === null) {
    builder.find("reveal", 1, message("no key was opened that was committed to"), "12.4");
    for (const check of ["seals", "commitments", "reveal", "deal", "decisions", "cards", "money"]) builder.leftOut(check, plies);
    return;
  }
  checkReveal(builder, record, key, entries, created, plies);
  checkCommitments(builder, key, entries, created);
  checkSeals(builder, key, entries, created);
  new LogReplay(builder).run(entries);
}

function checkSigned(builder, record, entries, keys, receipts, plies) {
  const trusted = keys === null ? null : keyList(keys);
  const own = record.proof === null ? [] : record.proof.receipts;
  const first = entries.find((entry) => entry !== null);
  const game = first && isText(first.public.game) ? first.public.game : null;
  checkNamedKey(builder, entries[0], trusted);
  checkKept(builder, receipts, game, entries, trusted);
  checkReceipts(builder, own, game, entries, trusted, () => plies);
  checkFrozen(builder, game, entries, trusted);
  checkTwice(builder, [...receipts, ...own, ...frozenOn(entries)], trusted, plies);
  checkHistories(builder, receipts, own, game, entries, trusted);
  if (trusted === null) builder.absent.add("keys");
  if (record.proof !== null && record.proof.checkpoint !== null) checkInclusion(builder, record.proof.checkpoint, entries, trusted, plies);
  else builder.absent.add("checkpoint");
}

/**
 * Audit receipts without a log, with the result of `examine`: the keys that signed them, and that no ply was
 * signed twice.
 */
function examineReceipts(receipts, { keys = null } = {}) {
  const builder = new ReportBuilder(), trusted = keys === null ? null : keyList(keys), shaped = receipts.filter(isReceipt);
  builder.absent.add("log");
  if (trusted === null) builder.absent.add("keys");
  const plies = Math.max(0, ...shaped.map(({ ply }) => ply)), games = new Set(shaped.map(({ game }) => game));
  for (const receipt of receipts) {
    builder.looked("receipts");
    builder.compared += 1;
    const fault = receiptFault(receipt, trusted);
    if (fault) builder.find("receipts", atNamed(plies)(receipt), message("a receipt proves nothing: {reason}", { reason: fault }), "12.7", { receipt });
    else if (trusted !== null) builder.signers.add(receipt.key);
  }
  checkTwice(builder, receipts, trusted, plies);
  const report = builder.report(games.size === 1 ? [...games][0] : null, plies, null, "receipts");
  return { report, facts: factsOfReceipts(builder, trusted) };
}

/** A fork begins where its parent was: the ply, the digest there, the rules, the position (RULES 11.14). */
function checkParent(builder, entries, bytes) {
  const created = creationEvent(entries);
  if (created === null || !isObject(created.parent)) return;
  if (bytes === null) return void builder.absent.add("parent_record");
  builder.looked("parent");
  const { parent, position, rules, stock } = created;
  const find = (detail) => builder.find("parent", 1, detail, "11.14", { parent });
  if (!isSound(examine(bytes).report)) return find(message("the record of the parent is not clean itself"));
  const step = isWhole(parent.ply) ? replayRecord(bytes).steps[parent.ply - 1] : undefined;
  if (step === undefined || step.table.status !== "playing") {
    return find(message("the record of the parent has no such entry at which a hand is played"));
  }
  const { table } = step, game = gameAt(table), whole = game.position(table.hand);
  const there = stock === "fresh" ? { ...whole, stock: game.inPackOrder(table.sheet, whole.stock) } : whole;
  const claims = [
    [message("the game is not that of the parent"), parent.game, table.game], [message("the digest is not that of the parent"), parent.digest, step.digest],
    [message("the rules sheet is not that of the parent"), game.completed(rules), table.sheet], [message("the position is not that of the parent"), position, there],
  ];
  for (const [wrong, ...both] of claims) {
    if (!same(...both.map((one) => (one === undefined ? null : one)))) find(wrong);
  }
}

/** Files that a reader brings: what kind they are, key lists, receipts and refusals. */


const THE_RECEIPTS = message("the receipts");

/** There is nothing that could be read; the message says what. */
class Unreadable extends TextError {}

/** Read JSON by the rules of a record, which forbid forms that readers understand differently, such as `1e0` and `1.0`. */
function jsonIn(bytes, what) {
  const text = textOf(bytes);
  try {
    if (text !== null) return new JsonReader(text, true).whole();
  } catch (fault) {
    if (!(fault instanceof BadJson)) throw fault;
  }
  throw new Unreadable(message("{what} is not JSON", { what }));
}

/** A key list document that was checked; Unreadable if it is none. */
function keysIn(bytes) {
  const document = jsonIn(bytes, message("the key list"));
  try {
    keyList(document);
  } catch (fault) {
    throw new Unreadable(message("the key list is none: {reason}", { reason: fault.text }));
  }
  return document;
}

/** Receipts and refusals in JSON, a list of them or one a line, or the answers of a service that hold them. */
function receiptsIn(bytes) {
  const text = textOf(bytes);
  if (text === null) throw new Unreadable(message("{what} is not JSON", { what: THE_RECEIPTS }));
  const whole = wholeJson(bytes);
  const found = whole === undefined
    ? text.split("\n").filter((line) => /[^ \t\r]/.test(line)).map((line) => jsonIn(utf8(line), message("a receipt"))) : [whole].flat();
  return found.map((one) => (isObject(one) ? [one.receipt, one.refusal].find(isObject) || one : one));
}

/** The value of a file that is one JSON document, printed in any way; undefined for anything else. */
function wholeJson(bytes) {
  try {
    return jsonIn(bytes, THE_RECEIPTS);
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    return undefined;
  }
}

const MARKS = ['"record":"conquian"', '"hidden":[', '{"rulebook":{"edition"'];

/** Unreadable unless `bytes` have something of a record of a game: it may be cut and altered, but no other file. */
function needRecord(bytes) {
  const text = new TextDecoder("latin1").decode(bytes);
  if (text.startsWith("PK\u0003\u0004")) throw new Unreadable(message("this is a zip file, which is no record"));
  if (text.startsWith('{"dispute":"d-')) throw new Unreadable(message("this is the record of a dispute, which is proved in its bundle, beside the game"));
  if (text.split("\n", 1)[0].includes('"record":"conquian-tournament"')) {
    throw new Unreadable(message("this is the record of a tournament, which conquian audit proves; here only its games are"));
  }
  if (!MARKS.some((mark) => text.includes(mark))) throw new Unreadable(message("this is not a record"));
}

/** The receipts in a file that holds nothing else; null for any other file. */
function receiptsAlone(bytes) {
  try {
    const found = receiptsIn(bytes);
    return found.length > 0 && found.every(isReceipt) ? found : null;
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    return null;
  }
}

/** The receipts of the first ply that was signed twice, null if none was. */
function twiceIn(...reports) {
  const found = reports.flatMap(({ findings }) => findings).find(({ cause }) => cause === "two_signatures");
  return found === undefined ? null : found.evidence.receipts;
}

function kindOf(bytes) {
  const start = textOf(bytes.subarray(0, 4096).filter((byte) => byte < 128)) || "";
  if (/"algorithm"/.test(start) && !/"digest"/.test(start)) return "keys";
  return /"signature"/.test(start) && !/"rules_hash"/.test(start) ? "receipts" : "record";
}

/** The commands of a dispute: who acts, and what each of them names (RULES 13.1 to 13.6). */


const PLAYER_FORM = /^p-[0-3][0-9a-f][0-9a-z]{22}$/;

/* Who may say what when: RULES 13.1 to 13.6. */

const CLAIMS = ["deck_chosen", "illegal_move", "wrong_refusal", "history_altered", "wrong_payment", "time_out", "other"];

const VERDICT_MEMBERS = ["outcome", "rule", "head", "revealed", "facts", "findings", "legal", "correction"];

/** Further members of verdicts, from version 2 of the judge on. */
const REASONED_MEMBERS = ["code", "consequence"];

/** The last version of the judge: the first entry of a dispute names one from 2 on, or none, which is version 1. */
const JUDGE = 3;

/** Whether disputes with this judge have the form that came with version 2. */
const isLater = (judge) => judge !== undefined && judge >= 2;

const STATEMENTS_MOST = 20;
const ADDED_MOST = 10;
const MOVED_MOST = 1e9;
const isPlayer = (value) => isText(value) && PLAYER_FORM.test(value);
const isParty = (value) => hasMembers(value, ["player", "seat"]) && within(0, 11)(value.seat) && (value.player === null || isPlayer(value.player));
const isAmounts = (value) => Array.isArray(value) && value.length <= 1000 && value.every(isWhole);
const isHead = (value) => value === null || (hasMembers(value, ["digest", "ply"]) && isWhole(value.ply) && isHash(value.digest));
const verdictMembers = (judge) => (isLater(judge) ? [...VERDICT_MEMBERS, ...REASONED_MEMBERS] : VERDICT_MEMBERS);

const isVerdict = (value, judge) => hasMembers(value, verdictMembers(judge)) && (!isLater(judge) || REASONED_MEMBERS.every((name) => isText(value[name])))
  && ["upheld", "rejected", "undecided"].includes(value.outcome) && isHead(value.head)
  && (value.rule === null || isText(value.rule)) && isFlag(value.revealed) && isObject(value.facts) && Array.isArray(value.findings)
  && (value.legal === null || isObject(value.legal)) && (value.correction === null || (Array.isArray(value.correction) && value.correction.every(isWhole)));

/** The members of each command of a dispute; those under `may` can be absent. */
const DISPUTE_FORMS = {
  open: {
    must: {
      dispute: isText, game: (value) => isText(value) && GAME_FORM.test(value), ply: isWhole, digest: isHash, hand_number: isWhole,
      first: isWhole, last: isWhole, seats: isWhole, seat: isWhole, claim: among(...CLAIMS), text: isText,
      parties: (value) => Array.isArray(value) && value.every(isParty),
    },
    may: { refused: isObject, receipt: isObject, refusal: isObject, checkpoint: isObject, judge: within(2, JUDGE) },
  },
  evidence: { may: { refused: isObject, receipt: isObject, refusal: isObject, checkpoint: isObject } },
  await_reveal: {},
  judge: { must: { verdict: isVerdict } },
  statement: { must: { text: isText } },
  accept: {},
  contest: { must: { text: isText } },
  withdraw: {},
  rule: {
    must: { outcome: among("upheld", "rejected"), reason: isText },
    may: { paragraph: (value) => isText(value) && /^[0-9]{1,2}\.[0-9]{1,2}$/.test(value), correction: isAmounts },
  },
  expire: {},
};

/** Return whether `command` is one of a dispute with this judge, and names what such a one does and nothing else. */
function isDisputeCommand(command, judge) {
  if (!isObject(command) || !isText(command.type) || !Object.hasOwn(DISPUTE_FORMS, command.type)) return false;
  const { must = {}, may = {} } = DISPUTE_FORMS[command.type];
  const given = Object.keys(may).filter((name) => command[name] !== undefined);
  const forms = { ...must, ...may };
  const names = [...Object.keys(must), ...given];
  return hasMembers(command, ["type", ...names]) && names.every((name) => forms[name](command[name], judge));
}

/** Return the actor of this name: `{seat}`, `{arbiter}` or `{service: true}`, null for an unknown name. */
function speakerNamed(actor) {
  if (!isText(actor)) return null;
  if (actor === "system") return { service: true };
  if (actor.startsWith("arbiter:")) return isPlayer(actor.slice(8)) ? { arbiter: actor.slice(8) } : null;
  const seat = seatOfActor(actor, 100);
  return seat === null ? null : { seat };
}

/** The evidence of a dispute: what seats bring, and whether the service has signed it (RULES 13.2, 13.9). */


/** By kind of evidence what says why the service has not signed it, null if it has; and what is found then. */
const SIGNED_EVIDENCE = {
  receipt: [receiptFault, message("the receipt in evidence is not the service's")],
  refusal: [refusalFault, message("the refusal in evidence is not the service's")],
  checkpoint: [evidentInclusionFault, message("the checkpoint in evidence is not the service's")],
};

/** RULES 13.2, 13.9: what a seat brings is signed by the service; of what is signed by a key that the list lacks nobody knows. */
function checkEvidence(builder, entries, trusted) {
  if (trusted === null) return;
  for (const { ply, public: publicPart } of entries) {
    const events = (Array.isArray(publicPart.events) ? publicPart.events : []).filter((event) => isObject(event) && ["dispute-opened", "evidence-added"].includes(event.type));
    for (const event of events) {
      for (const kind of Object.keys(SIGNED_EVIDENCE).filter((name) => event[name] !== undefined)) {
        builder.looked("receipts");
        const [unsignedBy, wrong] = SIGNED_EVIDENCE[kind], fault = unsignedBy(event[kind], trusted);
        if (fault === NO_KEY) builder.leftOut("receipts");
        else if (fault !== null && fault !== TOO_EARLY) builder.find("receipts", ply, wrong, "13.2", { [kind]: event[kind] });
      }
    }
  }
}

/** Return why a proof of inclusion with its leaf is none that the trusted keys have signed, null if it is one. */
function evidentInclusionFault(inclusion, trusted) {
  if (!isObject(inclusion) || !isObject(inclusion.leaf) || !isInclusion(inclusion, inclusion.leaf.game)) return message("the proof of inclusion has not the form of one");
  const { leaf, ...proof } = inclusion, bytes = canonicalBytes(leaf);
  const fault = inclusionFault(proof, bytes, null);
  if (fault) return fault;
  const note = parseNote(proof.note);
  const known = [...trusted.keys.values()].map((key) => noteKeyHash(note.origin, key.public));
  const named = note.signatures.some(({ name, blob }) => name === note.origin && known.includes(hex(blob.subarray(0, 4))));
  return note.origin === trusted.origin && !named ? NO_KEY : inclusionFault(proof, bytes, trusted);
}

/** Return whether `inclusion` has the form of a proof that the end of `game` is a leaf of the log of games. */
function isInclusion(inclusion, game) {
  if (!hasMembers(inclusion, ["index", "leaf", "note", "path", "size"]) || !hasMembers(inclusion.leaf, ["digest", "game", "plies", "v"])) return false;
  const { leaf, note, index, size, path } = inclusion;
  const ofGame = leaf.v === 1 && leaf.game === game && isWhole(leaf.plies) && leaf.plies > 0 && isHash(leaf.digest);
  return ofGame && isText(note) && isWhole(index) && isWhole(size) && index >= 0 && index < size
    && Array.isArray(path) && path.length <= 64 && path.every(isHash);
}

/** Return whether evidence fits the dispute: it is signed and of this game. Only the claim `wrong_refusal` has a command and a refusal. */
function isEvidence({ refused, receipt, refusal, checkpoint }, { claim, game, judge }) {
  if ((refused !== undefined || refusal !== undefined) && claim !== "wrong_refusal") return false;
  if ((refusal !== undefined || checkpoint !== undefined) && !isLater(judge)) return false;
  const bears = (statement, fault) => statement === undefined || (fault(statement, null) === null && statement.game === game);
  return bears(receipt, receiptFault) && bears(refusal, refusalFault) && (checkpoint === undefined || isInclusion(checkpoint, game));
}

/** All evidence of a dispute, in the order in which it came. */
const evidenceOf = (state) => [state, ...state.added];

/** The command that is said to have been refused: the last one that was given. */
const commandOf = (state) => evidenceOf(state).map(({ refused }) => refused).filter((refused) => refused !== undefined).pop();

/** Return the members that disputes show from version 2 of the judge on: other evidence, and what was added. */
function laterOf({ judge, refusal = null, checkpoint = null, added }) {
  if (judge === undefined) return {};
  const evidence = added.map((one) => ({
    by: one.by, at: one.at, command: orNull(one.refused), receipt: orNull(one.receipt), refusal: orNull(one.refusal), checkpoint: orNull(one.checkpoint),
  }));
  return { judge, refusal, checkpoint, evidence };
}

/** The part of a dispute that a bundle proves although the record of its game is not clean. */


const AGAINST = ["contradicts", "missing"];

/**
 * Decide what a bundle proves although the record of its game is not clean, so that the verdict is not judged:
 * `{first, sound, plies, entry, head, hand, receipts, refusals, inclusion, claim}`; null where it was judged. `first` is the ply of
 * the first finding in the game and `sound` the number of entries before it; `entry` and `head` compare the entry in
 * dispute, and the one that the machine judged up to, with what the log of the dispute says. Of each receipt it is told
 * how it stands to the record, of each signed refusal whether the rules refuse the command in dispute there. `claim` is `contradicted` where the record is not what the service signed, `twice` where
 * the service has signed both that and what the log of the dispute names, `proved` where that is the claim, or a signed
 * refusal was wrong on entries that the service has signed, else `open`.
 */
function partialOf(record, game, { report, facts, document }, keys, kept, brought) {
  if (document === null || !report.checks.some(({ check, left_out: left }) => check === "parent" && left > 0)) return null;
  const { entries, proof } = readRecord(record), trusted = keyList(keys);
  const { claim, verdict, about } = document;
  const evidence = [document, ...(document.evidence || [])];
  const plies = game.report.findings.map(({ ply }) => ply);
  const first = plies.length === 0 ? null : Math.min(...plies);
  const sound = first === null ? entries.length : Math.max(0, first - 1);
  const sources = [["record", proof === null ? [] : proof.receipts], ["dispute", evidence.map(({ receipt }) => receipt).filter((one) => one)], ["kept", kept.filter((one) => !isMeantAsRefusal(one))], ["bundle", brought]];
  const receipts = sources.flatMap(([source, all]) => all.map((one) => {
    const isProved = receiptFault(one, trusted) === null;
    return { ply: isProved ? one.ply : null, source, result: isProved ? receiptResult(one, entries) : "unproved" };
  }));
  const head = verdict === null || verdict.head === null ? null : compared(entries, verdict.head);
  const isSigned = facts.signers.length > 0 && report.findings.length === 0;
  const answered = isSigned ? vouchedPlies(document, entries) : [];
  const against = receipts.filter(({ result }) => AGAINST.includes(result));
  const steps = replayRecord(record).steps.slice(0, sound);
  const refused = [["dispute", evidence.map(({ refusal }) => refusal).filter((one) => one)], ["kept", kept.filter(isMeantAsRefusal)]];
  const refusals = refused.flatMap(([source, all]) => all.map((one) => {
    const isProved = refusalFault(one, trusted) === null;
    return { ply: isProved ? one.ply : null, source, result: isProved ? refusalResult(one, document, steps) : "unproved" };
  }));
  const agreed = receipts.filter(({ result }) => result === "agrees").flatMap(({ ply }) => chainedTo(entries, ply));
  const isWrong = claim === "wrong_refusal" && refusals.some(({ result, ply }) => result === "lawful" && (answered.includes(ply) || agreed.includes(ply)));
  const isTwice = against.some(({ result, ply }) => result === "contradicts" && answered.includes(ply));
  return {
    first, sound, plies: entries.length, entry: compared(entries, about), head,
    hand: about.last === 0 ? null : { first: about.first, last: about.last, sound: about.last <= sound },
    receipts, refusals, inclusion: inclusionResult(game.report),
    claim: isWrong ? "proved" : isTwice ? (claim === "history_altered" ? "proved" : "twice") : against.length > 0 ? "contradicted" : "open",
  };
}

function compared(entries, { ply, digest }) {
  const entry = entries[ply - 1] || null;
  return { ply, result: entry === null ? "missing" : entry.digest === digest ? "same" : "other" };
}

/** The plies whose digests the log of a dispute stands for: what it names, and what that is chained to. */
function vouchedPlies({ about, verdict }, entries) {
  const named = [about, ...(verdict === null || verdict.head === null ? [] : [verdict.head])];
  return chainedTo(entries, Math.max(0, ...named.filter((one) => compared(entries, one).result === "same").map(({ ply }) => ply)));
}

/** The plies up to `last` that it is chained to, itself included. */
function chainedTo(entries, last) {
  let first = last;
  while (first > 1 && follows(entries[first - 2], entries[first - 1])) first -= 1;
  return last === 0 ? [] : range(last - first + 1).map((at) => first + at);
}

/** Compare a signed receipt with the record. */
function receiptResult(receipt, entries) {
  const some = entries.find((entry) => entry !== null);
  if (some !== undefined && some.public.game !== receipt.game) return "other_game";
  if (receipt.ply > entries.length) return "missing";
  const entry = entries[receipt.ply - 1];
  if (!entry) return "unreadable";
  if (entry.digest !== receipt.digest) return "contradicts";
  return entry.public.time === 0 || entry.public.time === receipt.time ? "agrees" : "other_time";
}

/** Return whether the rules refuse the command in dispute after the entry of a signed refusal of it, as far as `steps` tell. */
function refusalResult(refusal, { about, seat, command }, steps) {
  if (refusal.game !== about.game) return "other_game";
  if (command === null || refusal.seat !== seat || refusal.command !== hex(sha256(canonicalBytes(command)))) return "unknown";
  const step = steps[refusal.ply - 1];
  if (step === undefined || step.table === null) return "beyond";
  try {
    decide(step.table, seat, command);
    return "lawful";
  } catch (fault) {
    return fault instanceof Refusal ? "forbidden" : "beyond";
  }
}

/** Return whether the checkpoint that a record itself carries covers it. */
function inclusionResult({ findings, checks }) {
  if (findings.some(({ cause }) => cause === "checkpoint")) return "fails";
  return checks.some(({ check, looked }) => check === "inclusion" && looked > 0) ? "holds" : "none";
}

/** The log of a dispute, decided again entry by entry. */


/** The log of a dispute, decided again entry by entry, with the verdict compared with the game. */
class DisputeReplay {
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

/** The verdict of the machine on a claim, by the record of the game (RULES 13.2, 13.3, 13.10). */


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
class DisputedGame {
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

/** The record of a dispute (RULES 13). */


const DISPUTE_MEMBERS = ["dispute", "game", "plies", "record", "v"];
const DISPUTE_FORM = /^d-[0-3][0-9a-f][0-9a-z]{22}$/;
const DISPUTE_LINES = 2000;

/**
 * Audit the record of a dispute, beside the record of its `game`: `{report, facts, events, again,
 * shown, document}`. `facts` are what a report in words needs, `events` what its log tells; `again` is the outcome of the
 * machine's verdict made anew from the game, null where there is none or nothing to judge by; `shown` is the dispute
 * as the service shows it, up to the first entry that is wrong, null where its log does not tell; `document` is the
 * same by all entries, right or wrong.
 */
function examineDispute(bytes, game, { keys = null } = {}) {
  const builder = new ReportBuilder();
  const { header, entries, proof, isFormed } = readDisputeRecord(builder, bytes);
  const trusted = keys === null ? null : keyList(keys);
  checkDisputeHeader(builder, header, entries);
  if (proof === null && builder.damage() === 0 && isFormed) {
    builder.find("format", entries.length, message("the line of the proof is missing"));
  }
  checkDisputeChain(builder, header, entries);
  const played = new DisputedGame(game), hearing = new DisputeReplay(builder, played);
  const again = hearing.run(entries);
  checkEvidence(builder, entries, trusted);
  if (proof !== null) {
    checkReceipts(builder, proof.receipts, entries.length > 0 ? entries[0].public.game : null, entries, trusted, () => entries.length);
    if (proof.checkpoint !== null) checkInclusion(builder, proof.checkpoint, entries, trusted, entries.length);
  }
  if (trusted === null) builder.absent.add("keys");
  // No checkpoint covers a dispute that goes on.
  if (isDisputeOver(entries) && (proof === null || proof.checkpoint === null)) builder.absent.add("checkpoint");
  const events = entries.flatMap(({ public: publicPart }) => (Array.isArray(publicPart.events) ? publicPart.events.filter(isObject) : []));
  const name = header !== null && isText(header.dispute) ? header.dispute : null;
  const last = entries[entries.length - 1];
  const report = builder.report(name, entries.length, last ? last.digest : null);
  const facts = factsOfDispute(entries, proof, builder, { keys: trusted, game: played.game, paragraphs: played.paragraphs });
  return { report, facts, events, again, shown: hearing.shown(entries.length, report.digest), document: documentFromEvents(events, played) };
}

/** The dispute as its log says, allowed or not, in the form in which the service shows it; null where it does not tell. */
function documentFromEvents(events, played) {
  const hearing = new DisputeReplay(new ReportBuilder(), played);
  try {
    for (const event of events) hearing.record(event);
    return hearing.shown(0, null);
  } catch (fault) {
    if (!isOfForger(fault)) throw fault;
    return null;
  }
}

/** The lines of a dispute's record by what they are, up to the first that cannot be read, with a finding there. */
function readDisputeRecord(builder, bytes) {
  const documents = [];
  for (const { bytes: line, ended, limit } of linesOf(bytes)) {
    const at = documents.length;
    const met = limit || (at + 1 >= DISPUTE_LINES ? message("there are more than {count} entries", { count: DISPUTE_LINES }) : null);
    const { value, fault } = met ? { value: null, fault: met } : objectFrom(line);
    const wrong = fault || (ended ? null : message("its end is missing"));
    if (wrong) {
      builder.find("format", at, message("the line cannot be taken as it is: {reason}", { reason: wrong }));
      break;
    }
    documents.push(value);
  }
  const [header = null, ...rest] = documents;
  if (bytes.length === 0) builder.find("format", 0, message("there is nothing"));
  const closing = rest.length > 0 && "proof" in rest[rest.length - 1] ? rest.pop() : null;
  let isFormed = true;
  const has = (form, ply, value) => {
    try {
      form(value);
      return true;
    } catch (wrong) {
      if (!(wrong instanceof BadForm)) throw wrong;
      builder.find("format", ply, message("the form is wrong: {reason}", { reason: wrong.text }));
      isFormed = false;
      return false;
    }
  };
  const entries = [];
  for (const value of rest) {
    const ply = entries.length + 1;
    if (!has(disputeEntryForm, ply, value)) break;
    entries.push({ public: value.public, bytes: canonicalBytes(value.public), digest: value.digest, hidden: value.hidden, ply, sound: true });
  }
  const proof = closing !== null && has(proofForm, rest.length, closing) ? closing.proof : null;
  return { header, entries, proof, isFormed };
}

function disputeEntryForm(value) {
  entryForm(value);
  need(hasMembers(value.public, PUBLIC_MEMBERS), message("{what} has the members {names}", { what: THE_PUBLIC_PART, names: PUBLIC_MEMBERS }));
}

/** Check the header. Damage of the log is not counted as a fault of the header. */
function checkDisputeHeader(builder, header, entries) {
  builder.looked("header");
  const right = hasMembers(header, DISPUTE_MEMBERS) && header.record === "conquian-dispute" && header.v === 1
    && isText(header.dispute) && DISPUTE_FORM.test(header.dispute);
  if (!right) builder.find("header", 0, message("this is not the header of a dispute's record"));
  else if (entries.length === 0) builder.find("header", builder.damage(), message("the record has no entries"));
  else if (!same(header.game, gameOfDispute(entries))) builder.find("header", 0, message("{name} is not that of the log", { name: "game" }), null, { header: header.game });
  else if (header.plies !== entries.length) {
    builder.find("header", builder.damage(), message("{name} is not that of the log", { name: "plies" }), null, { header: header.plies, log: entries.length });
  }
}

/** The game that the first entry of a dispute's log is about, null where it does not tell. */
function gameOfDispute(entries) {
  const events = Array.isArray(entries[0].public.events) ? entries[0].public.events : [];
  return isObject(events[0]) && events[0].game !== undefined ? events[0].game : null;
}

/** The log in its order, chained, with nothing hidden, its clock never going back. */
function checkDisputeChain(builder, header, entries) {
  const name = header === null ? undefined : header.dispute;
  let before = [new Uint8Array(32)], latest = 0;
  for (const entry of entries) {
    for (const check of ["gaps", "digests", "times"]) builder.looked(check);
    const { ply, public: publicPart } = entry;
    if (publicPart.ply !== ply || publicPart.v !== 1) builder.find("gaps", ply, message("the entry here has another number"), null, { ply: publicPart.ply });
    if (publicPart.game !== name) builder.find("format", ply, message("the entry belongs to another game"), null, { game: publicPart.game });
    if (entry.hidden.length > 0 || !same(publicPart.seals, [])) builder.find("format", ply, message("of a dispute nothing is hidden"));
    if (!isWhole(publicPart.time) || publicPart.time < latest) builder.find("times", ply, message("the clock goes back"), null, { before: latest, time: publicPart.time });
    else latest = publicPart.time;
    before = checkDigest(builder, entry, before);
  }
}

/** Return whether the last entry of a dispute closes it. */
function isDisputeOver(entries) {
  const last = entries[entries.length - 1], events = last && Array.isArray(last.public.events) ? last.public.events : [];
  return events.some((event) => isObject(event) && ["dispute-closed", "dispute-ruled"].includes(event.type));
}

/** Zip files as bundles are: a few files, stored without compression (APPNOTE 4.3, 4.4.5). */


/* Zip files as bundles are: a few files, stored without compression (APPNOTE 4.3, 4.4.5). */

const ZIP_LOCAL = 0x04034b50, ZIP_CENTRAL = 0x02014b50, ZIP_END = 0x06054b50;

const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Return whether bytes begin as a zip file does. */
const isZip = (bytes) => bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === ZIP_LOCAL;

/** The files of a zip file by name; Unreadable if it is none, or any of them is compressed or stands twice. */
function unzipped(bytes) {
  if (bytes.length > SIZE_LIMIT) throw new Unreadable(message("the bundle is larger than any can be"));
  try {
    return filesOf(bytes);
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault;
    throw new Unreadable(message("this is no whole zip file"));
  }
}

function filesOf(bytes) {
  const data = viewOf(bytes), found = new Map();
  const end = zipEnd(data);
  let at = data.getUint32(end + 16, true);
  for (let count = data.getUint16(end + 10, true); count > 0; count--) {
    if (data.getUint32(at, true) !== ZIP_CENTRAL) throw new Unreadable(message("the directory of the zip file is damaged"));
    const [method, size] = [data.getUint16(at + 10, true), data.getUint32(at + 20, true)];
    const [length, extra, comment] = [28, 30, 32].map((from) => data.getUint16(at + from, true));
    const title = bytes.subarray(at + 46, at + 46 + length), name = new TextDecoder().decode(title);
    if (found.has(name)) throw new Unreadable(message("{name} stands there twice", { name }));
    if (method !== 0) throw new Unreadable(message("{name} is compressed, as no file of a bundle is", { name }));
    found.set(name, fileIn(bytes, data.getUint32(at + 42, true), { name, title, size, sum: data.getUint32(at + 16, true) }));
    at += 46 + length + extra + comment;
  }
  return found;
}

/** The file at `start`, which must be what the directory says of it: some programs read only the one, some the other. */
function fileIn(bytes, start, { name, title, size, sum }) {
  const data = viewOf(bytes);
  const [length, extra] = [data.getUint16(start + 26, true), data.getUint16(start + 28, true)];
  const own = bytes.subarray(start + 30, start + 30 + length), body = start + 30 + length + extra;
  const content = bytes.slice(body, body + size);
  const right = data.getUint32(start, true) === ZIP_LOCAL && hex(own) === hex(title) && content.length === size && crc32(content) === sum;
  if (!right) throw new Unreadable(message("{name} is damaged", { name }));
  return content;
}

function zipEnd(data) {
  for (let at = data.byteLength - 22; at >= Math.max(0, data.byteLength - 65557); at--) {
    if (data.getUint32(at, true) === ZIP_END) return at;
  }
  throw new Unreadable(message("this is no whole zip file"));
}

/** The zip file of these files as bundles are written: always the same bytes, so that nobody reads another file in it. */
function zipped(found) {
  const parts = [], directory = [];
  let offset = 0;
  for (const [name, content] of found) {
    const title = utf8(name), flags = /^[\x00-\x7f]*$/.test(name) ? 0 : 0x800;
    const common = [[2, flags], [2, 0], [2, 0], [2, 0x21], [4, crc32(content)], [4, content.length], [4, content.length], [2, title.length], [2, 0]];
    const local = concat(numbers([[4, ZIP_LOCAL], [2, 20], ...common]), title, content);
    directory.push(numbers([[4, ZIP_CENTRAL], [2, 0x0314], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0o100644 * 2 ** 16], [4, offset]]), title);
    parts.push(local);
    offset += local.length;
  }
  const listed = concat(...directory);
  return concat(...parts, listed, numbers([[4, ZIP_END], [2, 0], [2, 0], [2, found.size], [2, found.size], [4, listed.length], [4, offset], [2, 0]]));
}

/** Numbers of so many bytes, the lowest first. */
function numbers(fields) {
  return Uint8Array.from(fields.flatMap(([size, value]) => range(size).map((byte) => Math.floor(value / 256 ** byte) % 256)));
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => range(8).reduce((value) => (value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1), byte));

function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ CRC_TABLE[(value ^ byte) & 255];
  return (value ^ 0xffffffff) >>> 0;
}

/** The bundle of a dispute: its records, its keys and what follows from them, in one zip file. */


const BUNDLED = { game: "game.record", dispute: "dispute.record" };
const KEY_LISTS = ["keys-as-served.json", "keys.json"];
const DERIVED_FILES = ["dispute.json", "receipts.json", "proofs.json"];
const CONTRADICTED = "contradicted.json";
const OTHER_FILES = ["README.txt", "verifier.js", "verifier.html"];

/**
 * Audit a bundle: `{game, dispute, partial, clean, result, own}`, the game as `examine` has it and the dispute as
 * `examineDispute` does, with what is wrong of the files that tell the same in other forms. The contradicted receipts
 * in the bundle are held against the game. `own` says that no `keys` were given, so that those of the bundle itself are trusted. Unreadable for what is no bundle.
 */
function examineBundle(bytes, { keys = null } = {}) {
  const found = unzipped(bytes);
  const named = [...Object.values(BUNDLED), keysName(found)];
  const whole = named.every((name) => found.has(name)) && sameBytes(zipped(found), bytes);
  if (!whole) throw new Unreadable(message("this is not the bundle of a dispute"));
  const [record, log, list] = named.map((name) => found.get(name));
  const trusted = keys === null ? keysIn(list) : keys;
  const brought = contradictedIn(found);
  const own = keys === null, heard = withoutTrust(examineDispute(log, record, { keys: trusted }), own);
  const receipts = [...(brought || []), ...evidenceAgainst(heard.document, record, trusted, brought || [])];
  const game = withoutTrust(withEnds(examine(record, { keys: trusted, receipts }), heard.document, record, trusted), own);
  const again = derivedFileFaults(found, record, log, heard.shown), end = endOfDispute(log);
  const strays = [...(again || []), ...unknownFiles([...found.keys()], named), ...otherReceipts(brought), ...otherKeys(keysName(found), list, trusted)];
  const ofFiles = strays.map(([file, detail]) => ({ ply: end, check: "format", rule: null, detail, evidence: { file }, cause: "file" }));
  const findings = [...heard.report.findings, ...ofFiles].sort((one, other) => one.ply - other.ply);
  const checks = [...(again === null ? [{ check: "format", looked: 0, left_out: 1 }] : []), ...heard.report.checks];
  const report = concluded({ ...heard.report, findings, checks, absent: absentIn(heard.report) });
  const partial = partialOf(record, game, { ...heard, report }, trusted, [], brought || []);
  return { game, dispute: { ...heard, report }, partial, ...combined(game.report, report), own };
}

/** The contradicted receipts in a bundle, none where it has no file of them; null if that holds anything else. */
function contradictedIn(found) {
  if (!found.has(CONTRADICTED)) return [];
  const receipts = wholeJson(found.get(CONTRADICTED));
  return Array.isArray(receipts) && receipts.every(isReceipt) ? receipts : null;
}

/** The genuine receipts in the evidence of a dispute that say something else than the record, but for those in `others`. */
function evidenceAgainst(document, record, keys, others) {
  if (document === null) return [];
  const { entries } = readRecord(record), trusted = keyList(keys);
  const receipts = [document, ...(document.evidence || [])].map(({ receipt }) => receipt).filter((one) => one);
  const isNew = (one) => !others.some((other) => same(one, other));
  return receipts.filter((one) => receiptFault(one, trusted) === null && AGAINST.includes(receiptResult(one, entries)) && isNew(one));
}

/**
 * The examination of a game with a finding for each genuine checkpoint in the evidence of a dispute under which it ended
 * otherwise than in its record; none where the record does not show how it ended, such as beyond damage.
 */
function withEnds(game, document, record, keys) {
  if (document === null) return game;
  const found = readRecord(record), trusted = keyList(keys), builder = new ReportBuilder(), kept = [];
  const given = [document, ...(document.evidence || [])].map(({ checkpoint }) => checkpoint).filter((one) => one);
  for (const one of given) {
    if (kept.some((other) => same(one, other)) || evidentInclusionFault(one, trusted) !== null || !endsOtherwise(found, one.leaf)) continue;
    kept.push(one);
    const detail = message("by a signed checkpoint the game ended at entry {ply}, with a digest that is not the last one of this record", { ply: one.leaf.plies });
    builder.find("inclusion", Math.min(one.leaf.plies, found.entries.length), detail, "12.9", { checkpoint: one }, "contradiction");
  }
  const findings = [...game.report.findings, ...builder.findings].sort((one, other) => one.ply - other.ply);
  return { ...game, report: concluded({ ...game.report, findings, absent: absentIn(game.report) }) };
}

/** Return whether a record shows another end of this game than the leaf of a checkpoint. */
function endsOtherwise({ entries, header, faults }, { game, plies, digest }) {
  const first = entries.find((entry) => entry !== null);
  if (first === undefined || first.public.game !== game) return false;
  if (plies > entries.length) return faults.length === 0 && header !== null && header.plies === entries.length;
  const last = entries[plies - 1];
  return entries.slice(plies).some((entry) => entry !== null) || (last !== null && last.digest !== digest);
}

/** The name of the list of keys in a bundle; those of old have the second one. */
const keysName = (found) => KEY_LISTS.find((name) => found.has(name));

/** The ply of findings about other files: the number of entries in the header, never before any damage. */
function endOfDispute(log) {
  const builder = new ReportBuilder(), { header, entries } = readDisputeRecord(builder, log);
  const counted = header !== null && within(0, DISPUTE_LINES - 1)(header.plies) ? header.plies : 0;
  return Math.max(counted, entries.length, ...builder.findings.map(({ ply }) => ply));
}

/**
 * The files beside the records that are not what follows from them, and what is wrong with each; null where a line of
 * a record cannot be read: beside that they are not judged.
 */
function derivedFileFaults(found, record, log, shown) {
  const builder = new ReportBuilder(), game = readRecord(record), dispute = readDisputeRecord(builder, log);
  if (game.faults.length > 0 || builder.findings.length > 0 || dispute.proof === null || dispute.entries.length === 0) return null;
  if (shown === null) return [["dispute.json", message("the records do not tell what must stand beside them")]];
  const proofs = [game.proof, dispute.proof].map((one) => one || { receipts: [], checkpoint: null });
  const given = [shown, ...(shown.evidence || [])].flatMap(({ receipt, refusal }) => [receipt, refusal]).filter((statement) => statement);
  const right = {
    "dispute.json": shown, "receipts.json": [...proofs.flatMap(({ receipts }) => receipts), ...given],
    "proofs.json": { game: proofs[0].checkpoint, dispute: proofs[1].checkpoint },
  };
  return DERIVED_FILES.flatMap((name) => {
    if (!found.has(name)) return [[name, message("{name} is missing", { name })]];
    return textOf(found.get(name)) === `${canonical(right[name])}\n` ? [] : [[name, message("{name} is not what the records tell", { name })]];
  });
}

function unknownFiles(names, named) {
  const known = [...named, ...DERIVED_FILES, ...OTHER_FILES, CONTRADICTED];
  return names.filter((name) => !known.includes(name)).map((name) => [name, message("{name} does not belong in a bundle", { name })]);
}

/** A file of contradicted receipts that is none. */
const otherReceipts = (brought) => (brought === null ? [[CONTRADICTED, message("{name} is not a list of receipts", { name: CONTRADICTED })]] : []);

/** Return whether the list of keys in a bundle is not the trusted one of that time; of the two either may be the later one. */
function otherKeys(name, bytes, trusted) {
  const wrong = [[name, message("{name} is not the list of keys that is trusted", { name })]];
  let own;
  try {
    own = keyList(keysIn(bytes));
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    return wrong;
  }
  const other = keyList(trusted);
  const both = [...own.keys.keys()].filter((id) => other.keys.has(id));
  const onlyLater = both.length === own.keys.size || both.length === other.keys.size;
  const alike = both.every((id) => own.keys.get(id).from === other.keys.get(id).from);
  return own.origin === other.origin && onlyLater && alike ? [] : wrong;
}

/**
 * The bundle as `examineBundle` has it, with what a reader has beside it: receipts of the dispute are held against its
 * log, all others against that of the game, whose `parent` is the record that it names if it is a fork.
 */
function examineKept(bytes, { keys, receipts, parent }) {
  const found = examineBundle(bytes, { keys });
  if (receipts.length === 0 && parent === null) return found;
  const files = unzipped(bytes), trusted = keys === null ? keysIn(files.get(keysName(files))) : keys;
  const id = found.dispute.report.game;
  const isHeard = (receipt) => isObject(receipt) && isText(id) && receipt.game === id;
  const played = receipts.filter((one) => !isHeard(one));
  const brought = (contradictedIn(files) || []).filter((one) => !played.some((other) => same(one, other)));
  const proving = evidenceAgainst(found.dispute.document, files.get(BUNDLED.game), trusted, [...played, ...brought]);
  const record = files.get(BUNDLED.game), examined = examine(record, { keys: trusted, receipts: [...played, ...brought, ...proving], parent });
  const game = withoutTrust(withEnds(examined, found.dispute.document, record, trusted), found.own);
  const builder = new ReportBuilder(), { entries, proof } = readDisputeRecord(new ReportBuilder(), files.get(BUNDLED.dispute)), heard = receipts.filter(isHeard);
  checkKept(builder, heard, id, entries, keyList(trusted));
  checkTwice(builder, [...heard, ...(heard.length > 0 && proof !== null ? proof.receipts : [])], keyList(trusted), entries.length);
  checkHistories(builder, heard, proof === null ? [] : proof.receipts, id, entries, keyList(trusted));
  const before = found.dispute.report, findings = [...before.findings, ...builder.findings].sort((one, other) => one.ply - other.ply);
  const report = concluded({ ...before, findings, absent: absentIn(before) }), dispute = { ...found.dispute, report, facts: { ...found.dispute.facts, refusals: builder.refusals } };
  const partial = partialOf(files.get(BUNDLED.game), game, dispute, trusted, played, brought);
  return { ...found, game, dispute, partial, ...combined(game.report, report) };
}

/** The words of the verifier in English; the catalogues have them in other languages. Names in braces stand for values. */


/** For each check its name, and what it proves when it finds nothing. */
const checks = {
  format: [message("format"), message("Every line has the form that it must have.")],
  header: [message("header"), message("The header says what the log says.")],
  rulebook: [message("rulebook"), message("The rulebook in the record is the one that its first entry names.")],
  gaps: [message("gaps"), message("From the first entry to the last, none is missing and none is there twice.")],
  digests: [message("digests"), message("Every entry carries the digest of the one before it: whoever changes one has to make every later digest anew.")],
  actors: [message("actors"), message("By the log, only the seats of the table, whoever opened it and the service have acted.")],
  times: [message("times"), message("The times in the log never go back.")],
  rules: [message("rules"), message("The rules sheet can be played and has the hash that was written down at the start.")],
  seals: [message("seals"), message("What was hidden during play is what was sealed then.")],
  commitments: [message("commitments"), message("The keys of all hands, and what seats added to them, were fixed before the cards were dealt.")],
  reveal: [message("reveal"), message("The keys opened at the end are those that were fixed at the start.")],
  deal: [message("deal"), message("Every deck follows from the keys and from what seats added to them: once all of that was fixed, nobody could choose a card.")],
  decisions: [message("decisions"), message("Every move was decided again: the rules allow it and give all that followed.")],
  cards: [message("cards"), message("In every position each card is in exactly one place.")],
  money: [messageIn("check of an audit", "money"), message("What some have won others have lost, hand by hand.")],
  end: [message("end"), message("Nothing follows the end of the game.")],
  parent: [message("parent"), message("The position it starts from is that of its parent.")],
  receipts: [message("receipts"), message("The receipts agree with the log.")],
  inclusion: [message("inclusion"), message("Its last digest is covered by a signed checkpoint of the log of all games.")],
};

/** The same for checks that prove something else of a dispute. */
const disputeChecks = {
  decisions: [messageIn("check of a dispute", "decisions"), message("Every entry was decided again: who might speak, and what followed from it.")],
  parent: [messageIn("check of a dispute", "game"), message("The dispute is about a hand of this game, between the players whom its record names.")],
};

/** The report on a record. */
const sentences = {
  title: messageIn("heading of a report", "Audit of the game"),
  unknown: message("without a readable id"),
  clean: message("Clean: everything was checked and nothing was found."),
  incomplete: message("Incomplete: nothing was found, but these were not checked or are not there: {missing}."),
  cause: message("Who could have caused it, and what follows ({titles}): {told}"),
  alone: message("Only receipts were given: they were not compared with any log."),
  verdictmissing: message("the verdict (it could not be made again)"),
  gamemissing: message("whether the dispute fits the game"),
  besidemissing: message("the files that repeat what the records say"),
  receipts: messageIn("heading of a report", "Audit of the receipts of"),
  first: message("Findings: {count}. The first is at entry {ply}."),
  before: message("Findings: {count}. The first is before the first entry."),
  claimed: message("What the record claims"),
  proven: message("What is proven"),
  open: message("What cannot be proven"),
  findings: message("Findings"),
  checks: messageIn("label of a report", "Checks"),
  variant: messageIn("label of a report", "Game"),
  seats: messageIn("label of a report", "Seats"),
  person: messageIn("label of a report", "person"),
  bot: messageIn("label of a report", "bot"),
  openseat: messageIn("label of a report", "open"),
  plies: messageIn("label of a report", "Entries"),
  hands: messageIn("label of a report", "Hands ended"),
  time: messageIn("label of a report", "Time"),
  digest: messageIn("label of a report", "Last digest"),
  paragraph: message("rules"),
  ply: messageIn("label of a report", "entry"),
  more: message("findings not shown here: {count}; with --json all of them are printed"),
  clipped: message("cut here: with --json all {count} characters are printed"),
  left: message("not everything could be checked (cases left out: {count})"),
  untimed: message("only programs play: no clock"),
  beforeentries: message("before the first entry"),
  evidence: message("Evidence"),
  evidencecut: message("Of {member} the report has only the first {shown} of {count} characters: all of them are in the file that was audited, at entry {ply}."),
  signed: message("By the list of keys of {origin} (keys: {count}, {ids}; fingerprint of the list: {fingerprint}), this was signed with {signers}."),
  nosignature: message("No key of the list of {origin} (keys: {count}, {ids}; fingerprint of the list: {fingerprint}) has signed anything that agrees with this log."),
  remade: message("Whoever has the keys of the service could have made all of this anew and signed it again: only a receipt or a checkpoint that somebody has kept shows whether that was done."),
  unsignedreceipts: message("Receipts were compared with the log, but without keys nobody knows who has signed them."),
  unsignedcheckpoint: message("The checkpoint covers it, but without keys nobody knows who has signed it."),
  refusal: message("The service has signed that after entry {ply} it refused a command of seat {seat} ({code}, rules {rule}). Whether the rules allowed that command is decided again from the log, where the command is shown."),
  refusaltoall: message("The service has signed that after entry {ply} it refused a command of somebody without a seat ({code}, rules {rule})."),
  unsignedrefusal: message("There is a refusal to seat {seat} after entry {ply} ({code}, rules {rule}), but without keys nobody knows who has signed it."),
  unsignedrefusaltoall: message("There is a refusal to somebody without a seat after entry {ply} ({code}, rules {rule}), but without keys nobody knows who has signed it."),
  damaged: message("Only what is before the damage can be read, and of that what is public: what follows, and cards and moves that are hidden, could not be looked at."),
  cut: message("The log does not come to its end: nothing proves that no entries are missing after the last."),
  nokeys: message("No list of keys was given, so nothing proves which service wrote this: another log, made anew from its start, would be as consistent."),
  noreceipts: message("No receipt was given: nothing that was kept outside the service was compared with the log."),
  nocheckpoint: message("No checkpoint covers it: nothing proves that others were not shown another log."),
  receiptsgiven: message("Receipts: {count}, for entries up to {plies}."),
  chance: message("Seat {seat} added this chance of its own to the deck: {entropy}"),
  chancemixed: message("The deck also follows from the chance of these seats, fixed before the key was opened: {seats}. If a player knows these bytes as its own, the service cannot have chosen the deck alone."),
  noentropy: message("Seats that added no chance of their own: {seats}. If none of the seats did, the deck depends on the service alone: it fixed its key before play, but nobody else can know how it chose that key."),
  frozen: message("Frozen at entry {ply}, because of a receipt for an entry {signed} that this log does not have"),
  rolledback: message("Entry {signed}, which the service has signed, is not here: the log went back, and nothing shows what was lost."),
  people: message("No log can show who played at a seat, or whether players told each other their cards."),
  clocks: message("The times are those of the service's clock."),
  dispute: messageIn("heading of a report", "Audit of the dispute"),
  same: message("Judged anew here, it is the same verdict, facts and moves included."),
  anew: message("Judged anew here"),
  unjudged: message("It was not judged anew here: the record of the game has findings, or the service could not read it then."),
  uncompared: message("It was not checked whether the dispute is about a hand of this game, between the players whom its record names, because that record has findings."),
  unbeside: message("The files that repeat what the records say (dispute.json, receipts.json, proofs.json) were not checked, because a record cannot be read in full."),
  quoted: messageIn("quotation of an English text", "The rulebook says: {text}"),
  whose: message("Whose keys"),
  ownkeys: message("These keys came with the bundle: compare them with a list that you got elsewhere."),
  noparent: message("It is a fork, and the record of its parent was not given: nothing proves where it comes from."),
};

/** The two sides of the evidence of a finding. */
const sides = {
  recorded: messageIn("side of the evidence", "recorded"),
  derived: messageIn("side of the evidence", "derived"),
};

/** By the cause of a finding: who can have caused it, and what follows. */
const causes = {
  file: message("Whoever held this file could have caused it, by mistake too, or the service if it gives the file out like this. Get the file again, and compare it with a copy that somebody else has kept."),
  log: message("Whoever held this file, or can write to the store of the service, could have caused it. Get the record again: if the service gives it out like this, compare it with receipts and checkpoints that were kept; if it is of a game, a dispute can claim history_altered (rules 13.2)."),
  play: message("No seat can cause it by its moves, because the service writes the entries: it has accepted what the rules do not allow, or somebody has changed the log. If the service gives it out like this, the hand can be disputed (rules 13.2)."),
  deck: message("Whoever held this file could have caused it, or the service, which keeps the keys until the end. Of the deck of this hand nothing is proved; if the service gives it out like this, a dispute can claim deck_chosen or history_altered (rules 13.2)."),
  parent: message("Whoever chose or held one of the files could have caused it, or the service if it gives them out like this. Get the records again; until they agree, it is not proved where this one comes from."),
  key: message("The list of keys is not that of the service at that time, or somebody else has written this log. Compare the list with copies from elsewhere; until then it is not proved who wrote it."),
  receipt: message("Whoever made or copied the receipt could have caused it, or the list of keys is not that of the service at that time. This receipt proves nothing against the log. Compare the list with copies from elsewhere."),
  unsigned: message("Without a list of keys nobody knows whether the receipt is the service's: whoever made the receipt or held this file could have caused it. Audit again with a list of keys from elsewhere."),
  contradiction: message("The signature of the receipt, or of the checkpoint, is genuine: the service, or whoever has its key, has signed something other than what this file says. Get the record again: if the service gives it out like this, only the service, or whoever has its key or its store, could have caused it. Keep what was signed: with it a dispute can claim history_altered (rules 13.2)."),
  frozen: message("If the service gives the log out like this, only the service, or whoever can write to its store, could have lost the entries: no player can remove any. What is missing is not shown here. The game does not go on: a newer copy of the store brings it back, or the operator voids it (rules 12.8)."),
  damage: message("If the service gives the log out like this, only the service, or whoever can write to its store or its archive, could have caused it, also by accident, such as a failing disk: no player can. Keep the receipts, which prove the entries that are missing, and dispute the hand: the damage itself upholds history_altered (rules 13.2). The operator may have a backup."),
  two_signatures: message("Only the service, or whoever has its key, could have caused it: no player and nobody who held this file can make these signatures. A log has one entry with each number, so at least one of the two that were signed is not in it. The two receipts prove it by themselves, without any log: keep them together, show them to those who have kept others, and claim history_altered in a dispute (rules 13.2)."),
  two_histories: message("Only the service, or whoever has its key, could have caused it: no player and nobody who held this file can make these signatures. The later receipt stands, by the chain of digests, for every entry before its own, and so for another entry than the one of the kept receipt. The two receipts prove it together with the public parts of the entries from the one to the other, whatever else is in this file. Whether it was done on purpose, or the service went on with an old copy of its store, is not shown. Keep this file and the receipt together, show them to those who have kept others, and claim history_altered (rules 13.2)."),
  checkpoint: message("Whoever held this file could have caused it, or the service if it gives the file out like this. That this is in the log of all games is not proved: ask with `conquian log inclusion`, and compare with a checkpoint that was kept."),
};

/** What was not there to be checked, as a headline names it. */
const missing = {
  keys: message("the signatures (no list of keys was given that you got elsewhere)"),
  signature: message("a signature of the service (there is none that agrees with the log)"),
  checkpoint: message("a checkpoint (none covers the log; the service signs one shortly after the end)"),
  hidden: message("hidden cards and moves (the keys of the deck are not open)"),
  deck: message("the decks (the game was told without its keys)"),
  parent_record: message("the game that the fork comes from (its record was not given)"),
  log: message("the log (none was given to compare the receipts with)"),
};

/** What a refusal of the rules means, by its code. */
const refusals = {
  game_over: message("It takes no more moves; read the result."),
  history_rolled_back: message("It takes no commands until the operator voids it or restores its log."),
  wrong_phase: message("This command does not answer the question that is open now."),
  not_your_turn: message("Another seat is on turn; wait until you are asked."),
  already_passed: message("Each seat gives one card in an exchange, and it cannot be changed."),
  already_answered: message("An answer in a window cannot be changed."),
  already_folded: message("A seat that has folded plays again in the next hand."),
  claim_closed: message("No claim window is open to you now."),
  force_closed: message("No force window is open to you now."),
  seat_taken: message("Choose a seat that is open."),
  seat_reserved: message("Choose an open seat, or one that is kept for you."),
  already_seated: message("A player has one seat at a table."),
  rotation_closed: message("The token of a seat that is played or free is not replaced by another seat."),
  already_left: message("Take the seat again to play on."),
  already_ready: message("Say so once; play begins when every seat is ready."),
  seat_kept: message("The host removes others before the first hand; a bot plays for a person who is away."),
  already_asked: message("Ask once; a bot takes over when more than half of the others ask."),
  already_revealed: message("Each seat opens its entropy once."),
  already_standing: message("Your standing answer is this one already, or you have changed it too often in this hand."),
  entropy_closed: message("Entropy can be committed only before the first hand."),
  card_not_in_hand: message("Give a card from your hand."),
  centre_not_used: message("What you lay must include the centre card."),
  table_card_lost: message("Every card that lay before you must lie there afterwards."),
  card_not_yours: message("Lay only the centre card, your table and your hand."),
  card_reused: message("No card lies in two melds: a code was named more often than the packs hold it."),
  combo_too_short: message("A meld needs at least three cards."),
  combo_mixed: message("A set has one rank; a run has one suit and consecutive ranks."),
  set_not_identical: message("A set holds copies of one face here; one rank in several suits is none."),
  set_duplicate_suit: message("A set holds every suit at most once."),
  set_too_long: message("A set has no more cards than there are suits, or copies of its card."),
  run_duplicate_rank: message("A run holds every rank at most once."),
  run_gap: message("The ranks of a run follow each other without a gap."),
  run_too_long: message("Lay it as several shorter runs, if you can."),
  run_wraps: message("The highest rank is not next to the lowest."),
  group_no_stock_card: message("Such a meld must contain a card that was turned up from the stock."),
  group_dissolved: message("At least three cards of every meld on the table must stay together."),
  no_layout: message("With your table they do not divide into valid melds."),
  discard_required: message("Name a discard: this meld does not go out."),
  discard_forbidden: message("Name no discard: this meld goes out."),
  discard_not_in_hand: message("Discard a card that is left in your hand."),
  force_target: message("You may not force this card on that seat."),
  force_no_fit: message("A forced card must join the melds of the seat without a hand card."),
  force_source: message("Only a card turned up from the stock can be forced."),
  forced_must_meld: message("Another seat has forced it on you."),
  forced_no_hand_cards: message("Here a forced seat melds the centre card with its table alone."),
  claim_own_card: message("A seat cannot claim a card that it has left."),
  keep_forbidden: message("The variant has no keeping, or too many turns have passed without a meld."),
  keep_discard_same: message("Discard another card than the one you keep."),
  fold_not_allowed: message("A hand can be folded only where the rules have it and before you meld."),
  last_card_not_stock: message("The card you go out with must have been turned up from the stock."),
  invitation_invalid: message("Use the code as it was given to you; it opens one seat once."),
  not_host: message("Only the host may do this for another seat, or begin."),
  seat_unknown: message("The seats of a table are numbered from 0."),
  dealer_sits_out: message("Name a seat that plays the next hand."),
  dealer_not_chosen: message("The rules of this game say who deals the next hand."),
  seed_invalid: message("Commit with 64 hex digits, then open the 16 to 64 bytes committed to, in hex."),
  config_option: message("This option or value does not go with the variant or the other options."),
  config_players: message("Choose a number of seats that this game and its cards allow."),
  config_teams: message("Teams need an even number of seats, at least four."),
  config_hand_size: message("Choose a hand size that these rules allow."),
  config_packets: message("Dealing in packets goes with hands of eight cards."),
  config_stake: message("Choose a stake that these rules allow."),
  hand_dead: message("A seat that has given up, or has no cards, plays again in the next hand."),
  chips_owed: message("There is a bet to pay: call, raise or fold."),
  nothing_owed: message("There is no bet to pay: check or bet."),
  bet_made: message("There is a bet in this round already: raise it."),
  no_bet: message("There is no bet in this round yet: bet."),
  raise_over_limit: message("The limit is the most that a seat may bet in a round."),
  raise_closed: message("You have acted and no complete raise came after, or no other seat can pay more."),
  chips_too_few: message("Bet no more than the chips before you."),
  bad_step: message("Choose one of the levels that are listed."),
  buyin_too_small: message("Buy for at least the buy-in of the table."),
  short_buy_used: message("A buy of less than the buy-in is accepted once; buy for the whole buy-in."),
  no_rebuys: message("Chips are bought once, when a seat is taken."),
  not_enough_players: message("Make a table with more seats."),
  too_many_players: message("Make a table with fewer seats."),
};

/** The page of the verifier in a browser. */
const page = {
  lead: message("Drop the record of a game here, or the bundle of a dispute. Nothing leaves this computer."),
  record: message("Record of the game, or bundle of the dispute"),
  keys: message("Key list that you trust (optional)"),
  receipts: message("Receipts and signed refusals that you kept (optional)"),
  parent: message("Record of the parent, if this is a fork (optional)"),
  document: message("Conquián: verifier"),
  digest: message("SHA-256 of verifier.js, as told by whoever serves this page:"),
  elsewhere: message("If you distrust the service, take the script from elsewhere: it is in the source and the Python package of Conquián as replays/verifier/verifier.js, and in the bundle of every dispute. Compare `sha256sum verifier.js`, and run `node verifier.js audit FILE`."),
  twice: message("Save the two receipts, which prove it by themselves"),
  language: message("Language"),
  noscript: message("This page needs JavaScript. In a terminal: node verifier.js audit FILE"), // in verifier.html
};

const texts$1 = /*#__PURE__*/Object.freeze(/*#__PURE__*/Object.defineProperty({
__proto__: null,
causes,
checks,
disputeChecks,
missing,
page,
refusals,
sentences,
sides
}, Symbol.toStringTag, { value: 'Module' }));

/** The words on disputes and their verdicts in English; the catalogues have them in other languages. Names in braces stand for values. */


/** The report on a dispute. */
const dispute = {
  "title-claim": message("The claim"),
  "title-verdict": message("The verdict of the machine"),
  "title-facts": message("What the verdict stands on"),
  "title-statements": message("What the seats say"),
  "title-end": message("Where the dispute stands"),
  rule: message(" (rules {rule})"),
  unread: message("The log of the dispute cannot be read in full: this is what could be read of it."),
  claim: message("Seat {seat} disputes entry {ply}, in hand {hand}, and claims: {claim}."),
  words: message("In its own words: {text}"),
  means: message("{code} means: {sentence}"),
  "refused-command": message("The command that it says was refused: {move}."),
  receipt: message("It shows a receipt, signed with the key {key}, for entry {ply} with the digest {digest}."),
  refusal: message("It shows a refusal, signed with the key {key}: after entry {ply} the service refused a command of this seat ({code}){rule}."),
  checkpoint: message("It shows a proof that the game ended at entry {ply} with the digest {digest}, under a signed checkpoint (size {size})."),
  added: message("Seat {seat} added evidence later ({at})."),
  none: message("The machine has not judged it yet."),
  outcome: message("{outcome}{rule}."),
  head: message("It was judged by the log of the game up to entry {ply}, with the digest {digest}."),
  "deck-follows": message("The deck follows from the key that the service had fixed before."),
  "deck-differs": messageIn("report", "The deck does not follow from the key that the service had fixed before."),
  "deck-chance": message("Seats that added chance of their own to the deck: {seats}."),
  "deck-bytes": message("The chance that seat {seat} added: {chance}."),
  "deck-no-chance": message("No seat added chance of its own, so it is not proved that the service did not draw keys until it liked one."),
  move: message("At entry {ply} seat {seat} did this: {move}."),
  "move-service": message("At entry {ply} the service did this: {move}."),
  "move-lawful": message("The rules allow it."),
  "move-unlawful": message("The rules do not allow it."),
  "no-command": message("The command that was refused was not given, so there was nothing to decide."),
  "refused-unlawful": message("Decided again after entry {ply}, the command is forbidden by the rules ({code})."),
  "refused-lawful": message("Decided again after entry {ply}, the command is lawful."),
  "refusal-unproved": message("That the command was sent and refused is in no log, and this verdict does not prove it."),
  "chain-holds": message("Every entry carries the digest of the one before it."),
  "chain-broken": message("Not every entry carries the digest of the one before it."),
  "receipt-holds": message("The log has the entry that the receipt names."),
  "receipt-broken": message("The log does not have the entry that the service signed in the receipt."),
  "receipt-none": message("No receipt was shown; without one, a log that was made anew from its start looks the same."),
  paid: message("Paid, by seat: {paid}. Due, by seat: {due}. The stake was {stake}."),
  unpaid: message("Nothing was paid in this hand."),
  "timed-out": message("The service answered for these seats: {seats}. That was at {answered}, {waited} seconds after the question; they had {seconds} seconds."),
  "timed-out-absent": message("Seats that were away then, for which nobody waits: {seats}."),
  "timed-out-nobody": message("At entry {ply} the service answered for nobody."),
  "audit-clean": message("Nothing was found in the hand."),
  "audit-unclean": message("Something was found in the hand."),
  damage: message("The log of the game could not be read in full, so nothing was decided by it."),
  "damaged-at": message("From entry {ply} on, the service could not read its own log."),
  "more-facts": message("Further facts, as they are stored: {facts}"),
  found: message("The number of faults that the machine found in the hand when it judged: {count}. The first is at entry {ply}{rule}."),
  forced: message("Another seat had forced the centre card on seat {seat}: it had to meld it and could do nothing else."),
  legal: message("What seat {seat} could do after entry {ply} ({count} in all): {moves}."),
  "legal-more": message("Shown here are {shown} of {count}; the file dispute.json in the bundle has {listed}."),
  "legal-nothing": message("Seat {seat} could do nothing after entry {ply}."),
  "would-correct": message("If the verdict stands, the ledger changes, by seat: {amounts}."),
  statement: message("Seat {seat} said: {text}"),
  "statement-arbiter": message("Arbiter {by} said: {text}"),
  "answer-accepted": message("Seat {seat} accepts the verdict."),
  "answer-contested": message("Seat {seat} contests the verdict."),
  "answer-none": message("Seat {seat} has not answered the verdict."),
  "stands-open": message("It waits for the verdict of the machine."),
  "stands-awaiting_reveal": message("The machine judges when the cards of the hand are open."),
  "stands-judged": message("The seats can answer the verdict until {until}; after that it stands."),
  "stands-arbiter": message("It waits for the ruling of an arbiter, until {until}."),
  "closed-accepted": message("Every seat accepted the verdict: it is final."),
  "closed-expired": message("The time ran out without a ruling of an arbiter: the machine's verdict stands."),
  "closed-withdrawn": message("Seat {seat} withdrew the dispute: nothing follows from it."),
  ruling: message("Arbiter {by} ruled: {outcome}{rule}."),
  "ruling-reason": message("The arbiter's reason: {reason}"),
  corrected: message("The ledger changes, by seat: {amounts}."),
  uncorrected: message("The ledger does not change."),
  "do-meld": message("meld the centre card with {cards}"),
  "do-meld-alone": message("meld the centre card without cards of the hand"),
  "do-lay": message("meld the centre card and lay the table so: {cards}"),
  "do-discard": message("{move}; discard {card}"),
  "do-pass": message("pass"),
  "do-force": message("force the centre card on seat {seat}"),
  "do-keep": message("keep the centre card and discard {card}"),
  "do-exchange": message("give {card} to the next seat"),
  "do-fold": message("give up the hand"),
  "do-check": message("let the turn go by"),
  "do-call": message("pay what is missing to the level"),
  "do-bet": message("bet up to {to}"),
  "do-raise": message("raise to {to}"),
  "do-buy": message("buy {chips} chips"),
  "title-partial": message("What is decided in spite of the damage"),
  "partial-why": message("What follows is decided without the damaged part of the record of the game."),
  "partial-sound": message("In entries 1 to {sound} of {plies} nothing was found."),
  "partial-unsound": message("What was found begins before the second entry, so no entry is confirmed."),
  "partial-first": message("The first thing found is at entry {ply}, the one in dispute."),
  "partial-hand": message("The hand in dispute, entries {first} to {last}, stands before all that was found."),
  "partial-entry-same": message("Entry {ply} is the same as when the dispute was opened."),
  "partial-entry-other": message("Entry {ply} is not the same as when the dispute was opened."),
  "partial-entry-missing": message("Entry {ply}, which is in dispute, is not there or cannot be read."),
  "partial-head-same": message("Entry {ply} is the same as when the machine judged."),
  "partial-head-other": message("Entry {ply} is not the same as when the machine judged."),
  "partial-head-missing": message("Entry {ply}, up to which the machine judged, is not there or cannot be read."),
  "partial-receipt-agrees": message("The service signed entry {ply} (receipt {source}), and the record has it."),
  "partial-receipt-contradicts": message("The entry {ply} that the service signed (receipt {source}) is not the one that the record has (rules 12.7)."),
  "partial-receipt-other_time": message("The service signed entry {ply} (receipt {source}) with another time than that of the record (rules 12.7)."),
  "partial-receipt-missing": message("The service signed entry {ply} (receipt {source}), and the record ends before it (rules 12.7)."),
  "partial-receipt-unreadable": message("The service signed entry {ply} (receipt {source}), which cannot be read in the record."),
  "partial-receipt-other_game": message("A receipt ({source}) is of another game and says nothing about this one."),
  "partial-receipt-unproved": message("A receipt ({source}) proves nothing: no key of the list that was in force then has signed it."),
  "partial-refusal-lawful": message("The service signed (refusal {source}) that it refused the command in dispute after entry {ply}; decided again, the command is lawful."),
  "partial-refusal-forbidden": message("The service signed (refusal {source}) that it refused the command in dispute after entry {ply}; decided again, the command is forbidden."),
  "partial-refusal-beyond": message("The service signed (refusal {source}) that it refused the command in dispute after entry {ply}; whether the rules allowed it cannot be decided, because of the damage."),
  "partial-refusal-unknown": message("The service signed (refusal {source}) that it refused, after entry {ply}, another command than the one in dispute."),
  "partial-refusal-other_game": message("A signed refusal ({source}) is of another game and says nothing about this one."),
  "partial-refusal-unproved": message("A refusal ({source}) proves nothing: no key of the list that was in force then has signed it."),
  "source-record": message("in the record"),
  "source-dispute": message("that the seat brought as evidence"),
  "source-kept": message("that you kept"),
  "source-bundle": message("in contradicted.json"),
  "partial-inclusion-holds": message("The last digest of the record is covered by the signed checkpoint that it carries."),
  "partial-inclusion-fails": message("The last digest of the record is not covered by the checkpoint that it carries."),
  "partial-inclusion-none": message("The record carries no checkpoint."),
  "partial-proved": message("The claim is proved by what the service itself has signed."),
  "partial-twice": message("The service has signed two different entries with the same number: one in the receipt, and another that is named in the log of the dispute, which it signed too."),
  "partial-contradicted": message("This record is not what the service signed. Who changed it, the service or somebody who had the file, cannot be seen here: compare it with the record that the service serves."),
  "partial-open": message("Nothing more is decided here: whether what was found in the game speaks for or against the claim is for an arbiter to weigh."),
};

/** Why the machine judged so, by the code of its verdict, with its facts as values. */
const reasons = {
  deck_not_from_key: message("The deck does not follow from the key that the service had fixed before."),
  deck_with_chance_of_seats: message("These seats added chance of their own before the key was opened: {seats}. The deck follows from the key and from that chance, so the service cannot have chosen it alone."),
  deck_of_service_alone: message("The deck follows from a key that was fixed before anybody acted. No seat added chance of its own, so the service may have drawn keys until it liked one: neither that it did nor that it did not is proved."),
  move_forbidden: message("Decided again by the rules, the move in dispute is forbidden."),
  move_lawful: message("Decided again by the rules, the move in dispute is lawful."),
  entry_lawful: message("No seat acted in that entry; it is the one that the rules give."),
  command_missing: message("Without the command that was refused nothing can be decided."),
  command_forbidden: message("After entry {ply} the rules forbid the command ({refusal})."),
  refusal_unproved: message("After entry {ply} the command was lawful; that it was refused is not proved."),
  refusal_proved: message("After entry {ply} the command was lawful, and the service has signed that it refused it ({signed})."),
  receipt_contradicted: message("The log does not have entry {ply} as the service signed it in a receipt."),
  checkpoint_contradicted: message("A signed checkpoint says that the game ended at entry {ply}, with a digest that is not the last one of its log."),
  chain_broken: message("The chain of digests is broken: some entry is not the one that was written."),
  history_unproved: message("The chain of digests holds, but a log made anew from its start would hold as well. Nothing that was signed before was shown: neither that the log was altered nor that it was not is proved."),
  evidence_too_early: message("Up to entry {ply} the log is the one that the service had signed, but the entry in dispute comes later: of that one nothing is proved."),
  evidence_borne_out: message("The log has the entries that were signed, up to entry {ply}. A receipt does not show when it was signed: one made after a change of the log would be borne out as well."),
  nothing_paid: message("The hand paid nothing, and nothing was due."),
  payment_right: message("The hand has paid what the rules say."),
  payment_wrong: message("The hand has not paid what the rules say."),
  nobody_timed_out: message("In that entry the service answered for no seat."),
  seat_was_absent: message("The service answered for a seat that was away, which it may do at once."),
  time_was_over: message("When the service answered, the time was over, by its clock."),
  time_was_left: message("The service answered before the {seconds} seconds were over, by its own clock."),
  for_arbiter: message("The machine does not decide claims of this kind; an arbiter may."),
  log_senseless: message("The log of the game cannot be understood, so nothing is decided by it."),
  entry_unreadable: message("From entry {damaged_at} on, the service could not read the log of the game as it had been written."),
};

/** What follows for the hand and the ledger, if the verdict counts (RULES 13.10). */
const consequences = {
  none: message("The hand and the ledger stay as they are."),
  arbiter: message("The hand and the ledger stay as they are, unless an arbiter rules otherwise."),
  payment_corrected: message("the hand counts as it was played and what is missing is paid, by seat: {amounts}."),
  hand_annulled: message("the hand is annulled, because nobody can know how it would have ended. What it paid is paid back, by the claimant too; the ledger changes, by seat: {amounts}."),
  hand_annulled_unpaid: message("the hand is annulled; it had paid nothing, so the ledger does not change."),
  hand_annulled_unread: message("the hand is annulled; what it paid could not be read, so only an arbiter can correct the ledger."),
};

/** Whether a verdict counts: the frame of its consequence, or the sentence in the place of it. */
const standing = {
  open: message("If this verdict stands, {follows}"),
  stands: message("This verdict stands: {follows}"),
  unruled: message("The hand and the ledger stay as they are: no arbiter has ruled otherwise."),
  ruled: message("An arbiter has ruled on this claim: the ruling counts, and not this verdict."),
  withdrawn: message("The dispute was withdrawn: nothing follows from this verdict."),
};

/** The claims of disputes. */
const claims = {
  deck_chosen: message("the deck was chosen and not drawn by chance"),
  illegal_move: message("the move is against the rules"),
  wrong_refusal: message("a lawful move was refused"),
  history_altered: message("what had been played was changed afterwards"),
  wrong_payment: message("the wrong amounts were paid"),
  time_out: message("the service answered for a seat before its time was over"),
  other: message("something else"),
};

/** The outcomes of verdicts. */
const outcomes = {
  upheld: message("the claim was borne out"),
  rejected: message("the claim was not borne out"),
  undecided: message("the claim is undecided"),
};

const texts = /*#__PURE__*/Object.freeze(/*#__PURE__*/Object.defineProperty({
__proto__: null,
claims,
consequences,
dispute,
outcomes,
reasons,
standing
}, Symbol.toStringTag, { value: 'Module' }));

/** The translations of the words, which `make translations` writes from the catalogues. */

/** The languages by their codes, each in itself. */
const LANGUAGE_NAMES = { es: "Español", en: "English", fr: "Français" };

/** By the English text, after its context if it has one, the text in other languages. */
const TRANSLATIONS = {
  " (rules {rule})": { es: " (regla {rule})", fr: " (règle {rule})" },
  "A buy of less than the buy-in is accepted once; buy for the whole buy-in.": { es: "Una compra de menos de la entrada se acepta una vez; compra por la entrada completa.", fr: "Un achat de moins que la cave est accepté une fois ; achetez pour la cave entière." },
  "A forced card must join the melds of the seat without a hand card.": { es: "La carta no cabe en ese juego bajado sin cartas de la mano.", fr: "La carte ne va pas sur cet étalage sans carte de la main." },
  "A hand can be folded only where the rules have it and before you meld.": { es: "Solo te retiras donde las reglas lo dan y antes de bajar algo.", fr: "On n'abandonne que si les règles le prévoient et avant d'étaler." },
  "A meld needs at least three cards.": { es: "Una combinación tiene al menos tres cartas.", fr: "Une combinaison compte au moins trois cartes." },
  "A player has one seat at a table.": { es: "Ya tienes un lugar en esta mesa; cada jugador tiene uno.", fr: "Vous avez déjà une place à cette table ; un joueur en a une seule." },
  "A receipt ({source}) is of another game and says nothing about this one.": { es: "Un recibo ({source}) es de otra partida y no dice nada de esta.", fr: "Un reçu ({source}) est d'une autre partie et ne dit rien de celle-ci." },
  "A receipt ({source}) proves nothing: no key of the list that was in force then has signed it.": { es: "Un recibo ({source}) no prueba nada: no lo firmó ninguna llave de la lista que valiera entonces.", fr: "Un reçu ({source}) ne prouve rien : aucune clé de la liste alors en vigueur ne l'a signé." },
  "A refusal ({source}) proves nothing: no key of the list that was in force then has signed it.": { es: "Un rechazo ({source}) no prueba nada: no lo firmó ninguna llave de la lista que valiera entonces.", fr: "Un refus ({source}) ne prouve rien : aucune clé de la liste alors en vigueur ne l'a signé." },
  "A run holds every rank at most once.": { es: "Una escalera tiene cada número a lo sumo una vez.", fr: "Une séquence compte chaque valeur au plus une fois." },
  "A seat cannot claim a card that it has left.": { es: "Tú dejaste esta carta; no la puedes pedir.", fr: "Vous avez laissé cette carte ; vous ne pouvez la réclamer." },
  "A seat that has folded plays again in the next hand.": { es: "Ya te retiraste de esta mano.", fr: "Vous avez déjà abandonné cette manche." },
  "A seat that has given up, or has no cards, plays again in the next hand.": { es: "Un lugar que se ha retirado, o que no tiene cartas, vuelve a jugar en la mano siguiente.", fr: "Une place qui s'est couchée, ou qui n'a pas de cartes, rejoue à la main suivante." },
  "A set has no more cards than there are suits, or copies of its card.": { es: "Esta tercia tiene más cartas de las que caben.", fr: "Ce groupe compte plus de cartes qu'il ne peut." },
  "A set has one rank; a run has one suit and consecutive ranks.": { es: "Una combinación es tercia o escalera; estas cartas no son ninguna.", fr: "Une combinaison est un groupe ou une séquence ; ce n'est ni l'un ni l'autre." },
  "A set holds copies of one face here; one rank in several suits is none.": { es: "Aquí la tercia son copias de una carta; un número en varios palos no vale.", fr: "Ici un groupe réunit les copies d'une carte ; une valeur en plusieurs couleurs n'en est pas un." },
  "A set holds every suit at most once.": { es: "Una tercia tiene cada palo a lo sumo una vez.", fr: "Un groupe compte chaque couleur au plus une fois." },
  "A signed checkpoint says that the game ended at entry {ply}, with a digest that is not the last one of its log.": { es: "Un punto de control firmado dice que la partida acabó en la entrada {ply}, con una huella que no es la última de su registro.", fr: "Un point de contrôle signé dit que la partie a fini à l'entrée {ply}, avec une empreinte qui n'est pas la dernière de son journal." },
  "A signed refusal ({source}) is of another game and says nothing about this one.": { es: "Un rechazo firmado ({source}) es de otra partida y no dice nada de esta.", fr: "Un refus signé ({source}) est d'une autre partie et ne dit rien de celle-ci." },
  "After entry {ply} the command was lawful, and the service has signed that it refused it ({signed}).": { es: "Después de la entrada {ply} la jugada era lícita, y el servicio firmó que la rechazó ({signed}).", fr: "Après l'entrée {ply} le coup était permis, et le service a signé qu'il l'a refusé ({signed})." },
  "After entry {ply} the command was lawful; that it was refused is not proved.": { es: "Después de la entrada {ply} la jugada era lícita; que se rechazara no está probado.", fr: "Après l'entrée {ply} le coup était permis ; qu'il ait été refusé n'est pas prouvé." },
  "After entry {ply} the rules forbid the command ({refusal}).": { es: "Después de la entrada {ply} las reglas prohíben la jugada ({refusal}).", fr: "Après l'entrée {ply} les règles interdisent le coup ({refusal})." },
  "An answer in a window cannot be changed.": { es: "Ya contestaste en esta ventana; la respuesta queda.", fr: "Vous avez déjà répondu dans cette fenêtre ; la réponse reste." },
  "An arbiter has ruled on this claim: the ruling counts, and not this verdict.": { es: "Un árbitro falló sobre este reclamo: cuenta su fallo, y no este veredicto.", fr: "Un arbitre a statué sur cette réclamation : sa décision compte, et non ce verdict." },
  "Another seat had forced the centre card on seat {seat}: it had to meld it and could do nothing else.": { es: "Otro lugar obligó al lugar {seat} a jugar la carta del centro: no podía hacer otra cosa.", fr: "Une autre place avait forcé la carte du centre sur la place {seat} : elle devait la poser et ne pouvait rien faire d'autre." },
  "Another seat has forced it on you.": { es: "Te forzaron: baja la carta del centro.", fr: "Vous êtes forcé : étalez la carte du centre." },
  "Another seat is on turn; wait until you are asked.": { es: "Le toca a otro jugador; espera a que te pregunten.", fr: "C'est à un autre joueur ; attendez qu'on vous interroge." },
  "Arbiter {by} ruled: {outcome}{rule}.": { es: "El árbitro {by} falló: {outcome}{rule}.", fr: "L'arbitre {by} a décidé : {outcome}{rule}." },
  "Arbiter {by} said: {text}": { es: "El árbitro {by} declaró: {text}", fr: "L'arbitre {by} a déclaré : {text}" },
  "Ask once; a bot takes over when more than half of the others ask.": { es: "Pídelo una sola vez; un bot juega cuando lo pide más de la mitad de los otros.", fr: "Demandez-le une seule fois ; un bot joue quand plus de la moitié des autres le demandent." },
  "At entry {ply} seat {seat} did this: {move}.": { es: "En la entrada {ply} el lugar {seat} hizo esto: {move}.", fr: "À l'entrée {ply} la place {seat} a fait ceci : {move}." },
  "At entry {ply} the service answered for nobody.": { es: "En la entrada {ply} el servicio no respondió por nadie.", fr: "À l'entrée {ply} le service n'a répondu pour personne." },
  "At entry {ply} the service did this: {move}.": { es: "En la entrada {ply} el servicio hizo esto: {move}.", fr: "À l'entrée {ply} le service a fait ceci : {move}." },
  "At least three cards of every meld on the table must stay together.": { es: "De cada combinación bajada deben quedar juntas al menos tres cartas.", fr: "Trois cartes au moins de chaque combinaison étalée doivent rester ensemble." },
  "Bet no more than the chips before you.": { es: "No apuestes más que las fichas que tienes delante.", fr: "Ne misez pas plus que les jetons devant vous." },
  "Buy for at least the buy-in of the table.": { es: "Compra por al menos la entrada de la mesa.", fr: "Achetez pour au moins la cave de la table." },
  "By the list of keys of {origin} (keys: {count}, {ids}; fingerprint of the list: {fingerprint}), this was signed with {signers}.": { es: "Según la lista de llaves de {origin} (llaves: {count}, {ids}; huella de la lista: {fingerprint}), esto se firmó con {signers}.", fr: "D'après la liste de clés de {origin} (clés : {count}, {ids} ; empreinte de la liste : {fingerprint}), ceci fut signé avec {signers}." },
  "By the log, only the seats of the table, whoever opened it and the service have acted.": { es: "Según el registro, solo actuaron los lugares de la mesa, quien la abrió y el servicio.", fr: "D'après le journal, seuls ont agi les places de la table, qui l'a ouverte et le service." },
  "Chips are bought once, when a seat is taken.": { es: "Las fichas se compran una vez, al tomar un lugar.", fr: "Les jetons s'achètent une fois, quand on prend une place." },
  "Choose a hand size that these rules allow.": { es: "Aquí no se juega con ese número de cartas.", fr: "On ne joue pas ici avec ce nombre de cartes." },
  "Choose a number of seats that this game and its cards allow.": { es: "No se puede jugar con este número de lugares.", fr: "On ne peut pas jouer avec ce nombre de places." },
  "Choose a seat that is open.": { es: "Alguien ya tomó este lugar; elige uno libre.", fr: "Quelqu'un a pris cette place ; choisissez-en une libre." },
  "Choose a stake that these rules allow.": { es: "Esta apuesta no se juega aquí.", fr: "Cet enjeu ne se joue pas ici." },
  "Choose an open seat, or one that is kept for you.": { es: "Este lugar está reservado para otro jugador; elige uno libre.", fr: "Cette place est réservée à un autre joueur ; choisissez-en une libre." },
  "Choose one of the levels that are listed.": { es: "Elige uno de los niveles de la lista.", fr: "Choisissez un des niveaux de la liste." },
  "Clean: everything was checked and nothing was found.": { es: "Sin tacha: se revisó todo y no se encontró nada.", fr: "Sans reproche : tout a été vérifié et rien n'a été trouvé." },
  "Commit with 64 hex digits, then open the 16 to 64 bytes committed to, in hex.": { es: "Compromete 64 dígitos hexadecimales y abre luego los 16 a 64 bytes prometidos.", fr: "Engagez 64 chiffres hexadécimaux, puis ouvrez les 16 à 64 octets promis." },
  "Conquián: verifier": { es: "Conquián: verificador", fr: "Conquián : vérificateur" },
  "Dealing in packets goes with hands of eight cards.": { es: "Los paquetes van con manos de ocho cartas.", fr: "La donne par paquets va avec des mains de huit cartes." },
  "Decided again after entry {ply}, the command is forbidden by the rules ({code}).": { es: "Decidida de nuevo después de la entrada {ply}, la jugada está prohibida por las reglas ({code}).", fr: "Décidé de nouveau après l'entrée {ply}, le coup est interdit par les règles ({code})." },
  "Decided again after entry {ply}, the command is lawful.": { es: "Decidida de nuevo después de la entrada {ply}, la jugada es lícita.", fr: "Décidé de nouveau après l'entrée {ply}, le coup est permis." },
  "Decided again by the rules, the move in dispute is forbidden.": { es: "Decidida de nuevo según las reglas, la jugada en disputa está prohibida.", fr: "Décidé de nouveau selon les règles, le coup en litige est interdit." },
  "Decided again by the rules, the move in dispute is lawful.": { es: "Decidida de nuevo según las reglas, la jugada en disputa es lícita.", fr: "Décidé de nouveau selon les règles, le coup en litige est permis." },
  "Discard a card that is left in your hand.": { es: "Descarta una carta que te quede en la mano.", fr: "Défaussez-vous d'une carte qui reste dans votre main." },
  "Discard another card than the one you keep.": { es: "Descarta otra carta que la que guardas.", fr: "Défaussez-vous d'une autre carte que celle que vous gardez." },
  "Drop the record of a game here, or the bundle of a dispute. Nothing leaves this computer.": { es: "Suelte aquí el registro de una partida, o el paquete de una disputa. Nada sale de este equipo.", fr: "Déposez ici l'enregistrement d'une partie, ou le dossier d'un litige. Rien ne quitte cet ordinateur." },
  "Each seat gives one card in an exchange, and it cannot be changed.": { es: "Ya diste una carta en este cambio.", fr: "Vous avez déjà donné une carte dans cet échange." },
  "Each seat opens its entropy once.": { es: "Ya abriste tu azar.", fr: "Vous avez déjà ouvert votre hasard." },
  "Entropy can be committed only before the first hand.": { es: "El azar propio solo se compromete antes de la primera mano.", fr: "On n'engage son hasard qu'avant la première manche." },
  "Entry {ply} is not the same as when the dispute was opened.": { es: "La entrada {ply} no es la misma que cuando se abrió la disputa.", fr: "L'entrée {ply} n'est pas la même que quand le litige fut ouvert." },
  "Entry {ply} is not the same as when the machine judged.": { es: "La entrada {ply} no es la misma que cuando juzgó la máquina.", fr: "L'entrée {ply} n'est pas la même que quand la machine a jugé." },
  "Entry {ply} is the same as when the dispute was opened.": { es: "La entrada {ply} es la misma que cuando se abrió la disputa.", fr: "L'entrée {ply} est la même que quand le litige fut ouvert." },
  "Entry {ply} is the same as when the machine judged.": { es: "La entrada {ply} es la misma que cuando juzgó la máquina.", fr: "L'entrée {ply} est la même que quand la machine a jugé." },
  "Entry {ply}, up to which the machine judged, is not there or cannot be read.": { es: "La entrada {ply}, hasta la que juzgó la máquina, no está o no se puede leer.", fr: "L'entrée {ply}, jusqu'à laquelle la machine a jugé, n'est pas là ou ne peut être lue." },
  "Entry {ply}, which is in dispute, is not there or cannot be read.": { es: "La entrada {ply}, que está en disputa, no está o no se puede leer.", fr: "L'entrée {ply}, qui est en litige, n'est pas là ou ne peut être lue." },
  "Entry {signed}, which the service has signed, is not here: the log went back, and nothing shows what was lost.": { es: "La entrada {signed} que el servicio firmó ya no está aquí: el registro volvió atrás, y nada muestra lo que se perdió.", fr: "L'entrée {signed} que le service a signée n'est plus ici : le journal est revenu en arrière, et rien ne montre ce qui s'est perdu." },
  "Every card that lay before you must lie there afterwards.": { es: "Toda carta que tenías bajada debe seguir bajada.", fr: "Toute carte étalée devant vous doit le rester." },
  "Every deck follows from the keys and from what seats added to them: once all of that was fixed, nobody could choose a card.": { es: "Cada baraja se sigue de las llaves y de lo que los lugares les añadieron: una vez fijado todo eso, nadie pudo elegir una carta.", fr: "Chaque paquet découle des clés et de ce que les places y ont ajouté : une fois tout cela fixé, nul ne pouvait choisir une carte." },
  "Every entry carries the digest of the one before it.": { es: "Cada entrada lleva la huella de la anterior.", fr: "Chaque entrée porte l'empreinte de la précédente." },
  "Every entry carries the digest of the one before it: whoever changes one has to make every later digest anew.": { es: "Cada entrada lleva la huella de la anterior: quien cambie una tiene que rehacer todas las huellas siguientes.", fr: "Chaque entrée porte l'empreinte de la précédente : qui en change une doit refaire toutes les empreintes suivantes." },
  "Every entry was decided again: who might speak, and what followed from it.": { es: "Cada entrada se decidió de nuevo: quién podía hablar, y qué se siguió de ello.", fr: "Chaque entrée a été décidée de nouveau : qui pouvait parler, et ce qui s'ensuivit." },
  "Every line has the form that it must have.": { es: "Cada línea tiene la forma que debe tener.", fr: "Chaque ligne a la forme qu'elle doit avoir." },
  "Every move was decided again: the rules allow it and give all that followed.": { es: "Cada jugada se decidió de nuevo: las reglas la permiten y dan todo lo que siguió.", fr: "Chaque coup a été rejugé : les règles le permettent et donnent tout ce qui a suivi." },
  "Every seat accepted the verdict: it is final.": { es: "Todos los lugares aceptaron el veredicto: es definitivo.", fr: "Toutes les places ont accepté le verdict : il est définitif." },
  "Evidence": { es: "Prueba", fr: "Preuve" },
  "Findings": { es: "Hallazgos", fr: "Constats" },
  "Findings: {count}. The first is at entry {ply}.": { es: "Hallazgos: {count}. El primero está en la entrada {ply}.", fr: "Constats : {count}. Le premier est à l'entrée {ply}." },
  "Findings: {count}. The first is before the first entry.": { es: "Hallazgos: {count}. El primero está antes de la primera entrada.", fr: "Constats : {count}. Le premier précède la première entrée." },
  "From entry {damaged_at} on, the service could not read the log of the game as it had been written.": { es: "Desde la entrada {damaged_at}, el servicio no pudo leer el registro de la partida tal como se había escrito.", fr: "À partir de l'entrée {damaged_at}, le service n'a pu lire le journal de la partie tel qu'il avait été écrit." },
  "From entry {ply} on, the service could not read its own log.": { es: "Desde la entrada {ply}, el servicio no pudo leer su propio registro.", fr: "À partir de l'entrée {ply}, le service n'a pu lire son propre journal." },
  "From the first entry to the last, none is missing and none is there twice.": { es: "De la primera entrada a la última no falta ninguna y ninguna está dos veces.", fr: "De la première entrée à la dernière, aucune ne manque et aucune n'y est deux fois." },
  "Frozen at entry {ply}, because of a receipt for an entry {signed} that this log does not have": { es: "Congelada en la entrada {ply}, por un recibo de una entrada {signed} que este registro no tiene", fr: "Gelée à l'entrée {ply}, à cause d'un reçu pour une entrée {signed} que ce journal n'a pas" },
  "Further facts, as they are stored: {facts}": { es: "Otros hechos, como están guardados: {facts}", fr: "Autres faits, tels qu'ils sont conservés : {facts}" },
  "Give a card from your hand.": { es: "Da una carta que tengas en la mano.", fr: "Donnez une carte que vous tenez." },
  "Here a forced seat melds the centre card with its table alone.": { es: "El forzado no puede bajar aquí cartas de la mano.", fr: "Le joueur forcé ne peut pas ajouter ici de cartes de sa main." },
  "If the service gives the log out like this, only the service, or whoever can write to its store or its archive, could have caused it, also by accident, such as a failing disk: no player can. Keep the receipts, which prove the entries that are missing, and dispute the hand: the damage itself upholds history_altered (rules 13.2). The operator may have a backup.": { es: "Si el servicio entrega así el registro, solo pudo causarlo él, o quien puede escribir en su almacén o su archivo, también sin querer, como por un disco que falla: ningún jugador puede. Guarde los recibos, que prueban las entradas que faltan, y dispute la mano: el daño mismo da la razón a history_altered (regla 13.2). El operador puede tener una copia de seguridad.", fr: "Si le service donne ainsi le journal, lui seul, ou qui peut écrire dans son stockage ou ses archives, a pu le causer, même par accident, tel un disque défaillant : aucun joueur ne le peut. Gardez les reçus, qui prouvent les entrées manquantes, et contestez la manche : le dommage même donne raison à history_altered (règle 13.2). L'exploitant a peut-être une sauvegarde." },
  "If the service gives the log out like this, only the service, or whoever can write to its store, could have lost the entries: no player can remove any. What is missing is not shown here. The game does not go on: a newer copy of the store brings it back, or the operator voids it (rules 12.8).": { es: "Si el servicio entrega así el registro, solo él, o quien puede escribir en su almacén, pudo perder las entradas: ningún jugador puede quitarlas. Lo que falta no se ve aquí. La partida no sigue: vuelve con una copia más nueva del almacén, o el operador la anula (regla 12.8).", fr: "Si le service donne ainsi le journal, lui seul, ou qui peut écrire dans son stockage, a pu perdre les entrées : aucun joueur ne peut en enlever. Ce qui manque n'est pas montré ici. La partie ne continue pas : une copie plus récente du stockage la ramène, ou l'opérateur l'annule (règle 12.8)." },
  "If the verdict stands, the ledger changes, by seat: {amounts}.": { es: "Si el veredicto queda en pie, las cuentas cambian, por lugar: {amounts}.", fr: "Si le verdict tient, les comptes changent, par place : {amounts}." },
  "If this verdict stands, {follows}": { es: "Si este veredicto queda en pie, {follows}", fr: "Si ce verdict tient, {follows}" },
  "If you distrust the service, take the script from elsewhere: it is in the source and the Python package of Conquián as replays/verifier/verifier.js, and in the bundle of every dispute. Compare `sha256sum verifier.js`, and run `node verifier.js audit FILE`.": { es: "Si desconfía del servicio, tome el programa de otra parte: está en el código fuente y en el paquete de Python de Conquián como replays/verifier/verifier.js, y en el paquete de cada disputa. Compare `sha256sum verifier.js` y ejecute `node verifier.js audit ARCHIVO`.", fr: "Si vous vous méfiez du service, prenez le programme ailleurs : il est dans le code source et le paquet Python de Conquián sous replays/verifier/verifier.js, et dans le dossier de chaque litige. Comparez `sha256sum verifier.js` et lancez `node verifier.js audit FICHIER`." },
  "In entries 1 to {sound} of {plies} nothing was found.": { es: "En las entradas 1 a {sound}, de {plies}, no se encontró nada.", fr: "Dans les entrées 1 à {sound}, sur {plies}, rien n'a été trouvé." },
  "In every position each card is in exactly one place.": { es: "En cada posición cada carta está en un solo sitio.", fr: "Dans chaque position, chaque carte est à un seul endroit." },
  "In its own words: {text}": { es: "En sus propias palabras: {text}", fr: "Dans ses propres mots : {text}" },
  "In that entry the service answered for no seat.": { es: "En esa entrada el servicio no contestó por ningún lugar.", fr: "Dans cette entrée, le service n'a répondu pour aucune place." },
  "Incomplete: nothing was found, but these were not checked or are not there: {missing}.": { es: "Incompleta: no se encontró nada, pero esto no se revisó o no está: {missing}.", fr: "Incomplète : rien n'a été trouvé, mais ceci n'a pas été vérifié ou manque : {missing}." },
  "It is a fork, and the record of its parent was not given: nothing proves where it comes from.": { es: "Es una bifurcación, y no se dio el registro de su origen: nada prueba de dónde viene.", fr: "C'est une bifurcation, et l'enregistrement de son origine n'a pas été donné : rien ne prouve d'où elle vient." },
  "It shows a proof that the game ended at entry {ply} with the digest {digest}, under a signed checkpoint (size {size}).": { es: "Presenta una prueba de que la partida acabó en la entrada {ply} con la huella {digest}, bajo un punto de control firmado (tamaño {size}).", fr: "Elle produit une preuve que la partie a fini à l'entrée {ply} avec l'empreinte {digest}, sous un point de contrôle signé (taille {size})." },
  "It shows a receipt, signed with the key {key}, for entry {ply} with the digest {digest}.": { es: "Presenta un recibo firmado con la llave {key} por la entrada {ply}, con la huella {digest}.", fr: "Elle produit un reçu signé avec la clé {key}, pour l'entrée {ply} avec l'empreinte {digest}." },
  "It shows a refusal, signed with the key {key}: after entry {ply} the service refused a command of this seat ({code}){rule}.": { es: "Presenta un rechazo firmado con la llave {key}: después de la entrada {ply} el servicio le rechazó una jugada ({code}){rule}.", fr: "Elle produit un refus, signé avec la clé {key} : après l'entrée {ply} le service lui a refusé un coup ({code}){rule}." },
  "It takes no commands until the operator voids it or restores its log.": { es: "No admite jugadas hasta que quien opera el servicio la anule o restaure su registro.", fr: "Elle ne prend aucun coup tant que l'exploitant ne l'a pas annulée ou n'a pas rétabli son journal." },
  "It takes no more moves; read the result.": { es: "La partida terminó; ya no acepta jugadas.", fr: "La partie est finie ; elle n'accepte plus de coups." },
  "It waits for the ruling of an arbiter, until {until}.": { es: "Espera el fallo de un árbitro, hasta el {until}.", fr: "Il attend la décision d'un arbitre, jusqu'au {until}." },
  "It waits for the verdict of the machine.": { es: "Espera el veredicto de la máquina.", fr: "Il attend le verdict de la machine." },
  "It was judged by the log of the game up to entry {ply}, with the digest {digest}.": { es: "Se juzgó según el registro de la partida hasta la entrada {ply}, con la huella {digest}.", fr: "Il fut rendu d'après le journal de la partie jusqu'à l'entrée {ply}, avec l'empreinte {digest}." },
  "It was not checked whether the dispute is about a hand of this game, between the players whom its record names, because that record has findings.": { es: "No se comparó con la partida si la disputa es sobre una mano suya y entre los jugadores que nombra, porque su registro tiene hallazgos.", fr: "Il n'a pas été vérifié que le litige porte sur une manche de cette partie, entre les joueurs que nomme son enregistrement, car celui-ci a des constats." },
  "It was not judged anew here: the record of the game has findings, or the service could not read it then.": { es: "No se juzgó aquí de nuevo: el registro de la partida tiene hallazgos, o el servicio no lo podía leer entonces.", fr: "Il n'a pas été rejugé ici : l'enregistrement de la partie a des constats, ou le service ne pouvait le lire alors." },
  "Its last digest is covered by a signed checkpoint of the log of all games.": { es: "Su última huella está cubierta por un punto de control firmado del registro de todas las partidas.", fr: "Sa dernière empreinte est couverte par un point de contrôle signé du journal de toutes les parties." },
  "Judged anew here": { es: "Juzgado aquí de nuevo", fr: "Rejugé ici" },
  "Judged anew here, it is the same verdict, facts and moves included.": { es: "Juzgado aquí de nuevo, es el mismo veredicto, hechos y jugadas incluidos.", fr: "Rejugé ici, c'est le même verdict, faits et coups compris." },
  "Key list that you trust (optional)": { es: "Lista de llaves en que confías (opcional)", fr: "Liste de clés à laquelle vous vous fiez (facultatif)" },
  "Language": { es: "Idioma", fr: "Langue" },
  "Lay it as several shorter runs, if you can.": { es: "Esta escalera es más larga de lo permitido; bájala en varias, si puedes.", fr: "Cette séquence dépasse la limite ; étalez-la en plusieurs, si possible." },
  "Lay only the centre card, your table and your hand.": { es: "Baja solo la carta del centro, lo ya bajado y lo de tu mano.", fr: "N'étalez que la carte du centre, votre étalage et votre main." },
  "Make a table with fewer seats.": { es: "Abre una mesa con menos lugares.", fr: "Ouvrez une table avec moins de places." },
  "Make a table with more seats.": { es: "Abre una mesa con más lugares.", fr: "Ouvrez une table avec plus de places." },
  "Name a discard: this meld does not go out.": { es: "Di qué descartas: con esto no sales todavía.", fr: "Nommez une défausse : ce coup ne vous fait pas sortir." },
  "Name a seat that plays the next hand.": { es: "Ese lugar descansa la mano siguiente; nombra uno que la juegue.", fr: "Cette place se repose à la prochaine manche ; nommez-en une qui joue." },
  "Name no discard: this meld goes out.": { es: "No descartes: con esto sales.", fr: "Ne nommez pas de défausse : ce coup vous fait sortir." },
  "No card lies in two melds: a code was named more often than the packs hold it.": { es: "Una carta no puede estar en dos combinaciones: se nombró más veces de las que hay.", fr: "Une carte ne sert qu'une fois : on l'a nommée plus souvent qu'elle n'existe." },
  "No checkpoint covers it: nothing proves that others were not shown another log.": { es: "Ningún punto de control la cubre: nada prueba que a otros no se les haya mostrado otro registro.", fr: "Aucun point de contrôle ne la couvre : rien ne prouve qu'on n'ait pas montré un autre journal à d'autres." },
  "No claim window is open to you now.": { es: "Ahora no puedes decir «me sirve».", fr: "Vous ne pouvez pas réclamer de carte maintenant." },
  "No force window is open to you now.": { es: "Ahora no puedes forzar.", fr: "Vous ne pouvez pas forcer maintenant." },
  "No key of the list of {origin} (keys: {count}, {ids}; fingerprint of the list: {fingerprint}) has signed anything that agrees with this log.": { es: "De la lista de llaves de {origin} (llaves: {count}, {ids}; huella de la lista: {fingerprint}) ninguna firmó nada que concuerde con este registro.", fr: "Aucune clé de la liste de {origin} (clés : {count}, {ids} ; empreinte de la liste : {fingerprint}) n'a signé quoi que ce soit qui concorde avec ce journal." },
  "No list of keys was given, so nothing proves which service wrote this: another log, made anew from its start, would be as consistent.": { es: "No se dio ninguna lista de llaves, así que nada prueba qué servicio escribió esto: otro registro, hecho de nuevo desde el principio, sería igual de coherente.", fr: "Aucune liste de clés n'a été donnée, rien ne prouve donc quel service a écrit ceci : un autre journal, refait depuis le début, serait aussi cohérent." },
  "No log can show who played at a seat, or whether players told each other their cards.": { es: "Ningún registro puede mostrar quién jugaba en cada lugar, ni si unos jugadores dijeron sus cartas a otros.", fr: "Aucun journal ne peut montrer qui jouait à une place, ni si des joueurs se sont dit leurs cartes." },
  "No receipt was given: nothing that was kept outside the service was compared with the log.": { es: "No se dio ningún recibo: nada que se haya guardado fuera del servicio se comparó con el registro.", fr: "Aucun reçu n'a été donné : rien de gardé hors du service n'a été comparé au journal." },
  "No receipt was shown; without one, a log that was made anew from its start looks the same.": { es: "No se presentó ningún recibo; sin él, un registro hecho de nuevo desde el principio es igual.", fr: "Aucun reçu ne fut produit ; sans reçu, un journal refait depuis le début a le même aspect." },
  "No seat acted in that entry; it is the one that the rules give.": { es: "Ningún lugar actuó en esa entrada; es la que dan las reglas.", fr: "Aucune place n'a agi dans cette entrée ; c'est celle que donnent les règles." },
  "No seat added chance of its own, so it is not proved that the service did not draw keys until it liked one.": { es: "Ningún lugar añadió azar propio, así que no está probado que el servicio no haya sacado llaves hasta que una le gustó.", fr: "Aucune place n'a ajouté son propre hasard, il n'est donc pas prouvé que le service n'a pas tiré de clés jusqu'à en trouver une à son goût." },
  "No seat can cause it by its moves, because the service writes the entries: it has accepted what the rules do not allow, or somebody has changed the log. If the service gives it out like this, the hand can be disputed (rules 13.2).": { es: "Ningún lugar puede causarlo con sus jugadas, porque las entradas las escribe el servicio: aceptó lo que las reglas no permiten, o alguien cambió el registro. Si el servicio lo entrega así, la mano se puede disputar (regla 13.2).", fr: "Aucune place ne peut le causer par ses coups, car le service écrit les entrées : il a accepté ce que les règles ne permettent pas, ou quelqu'un a changé le journal. Si le service le donne ainsi, la manche peut être contestée (règle 13.2)." },
  "Not every entry carries the digest of the one before it.": { es: "Las entradas no llevan todas la huella de la anterior.", fr: "Les entrées ne portent pas toutes l'empreinte de la précédente." },
  "Nothing follows the end of the game.": { es: "Nada sigue al final de la partida.", fr: "Rien ne suit la fin de la partie." },
  "Nothing more is decided here: whether what was found in the game speaks for or against the claim is for an arbiter to weigh.": { es: "Más no se decide aquí: si lo que se encontró en la partida habla a favor o en contra del reclamo, lo pesa un árbitro.", fr: "Rien de plus n'est décidé ici : si ce qui a été trouvé dans la partie parle pour ou contre la réclamation, c'est à un arbitre d'en juger." },
  "Nothing was found in the hand.": { es: "En la mano no se encontró nada.", fr: "Rien n'a été trouvé dans la manche." },
  "Nothing was paid in this hand.": { es: "En esta mano no se ha pagado nada.", fr: "Rien n'a été payé dans cette manche." },
  "Of {member} the report has only the first {shown} of {count} characters: all of them are in the file that was audited, at entry {ply}.": { es: "De {member} el informe solo tiene los primeros {shown} caracteres de {count}: todos están en el archivo que se revisó, en la entrada {ply}.", fr: "De {member} le rapport n'a que les {shown} premiers caractères sur {count} : tous sont dans le fichier vérifié, à l'entrée {ply}." },
  "Only a card turned up from the stock can be forced.": { es: "Solo se fuerza con una carta volteada de la baceta.", fr: "On ne force qu'avec une carte retournée du talon." },
  "Only receipts were given: they were not compared with any log.": { es: "Solo se dieron recibos: no se compararon con ningún registro.", fr: "Seuls des reçus ont été donnés : ils n'ont été comparés à aucun journal." },
  "Only the host may do this for another seat, or begin.": { es: "Solo el anfitrión puede hacerlo por otro lugar, o comenzar.", fr: "L'hôte seul peut le faire pour une autre place, ou commencer." },
  "Only the service, or whoever has its key, could have caused it: no player and nobody who held this file can make these signatures. A log has one entry with each number, so at least one of the two that were signed is not in it. The two receipts prove it by themselves, without any log: keep them together, show them to those who have kept others, and claim history_altered in a dispute (rules 13.2).": { es: "Solo pudo causarlo el servicio, o quien tiene su llave: ni un jugador ni quien tuvo este archivo puede hacer esas firmas. Un registro tiene una sola entrada con cada número, así que al menos una de las dos firmadas no está en él. Los dos recibos lo prueban por sí solos, sin registro: guárdelos juntos, muéstrelos a quien guarde otros y abra una disputa por history_altered (regla 13.2).", fr: "Seul le service, ou qui a sa clé, a pu le causer : ni un joueur ni qui a eu ce fichier ne peut faire ces signatures. Un journal n'a qu'une entrée par numéro : l'une au moins des deux entrées signées n'y est donc pas. Les deux reçus le prouvent seuls, sans journal : gardez-les ensemble, montrez-les à qui en a gardé d'autres, et ouvrez un litige pour history_altered (règle 13.2)." },
  "Only the service, or whoever has its key, could have caused it: no player and nobody who held this file can make these signatures. The later receipt stands, by the chain of digests, for every entry before its own, and so for another entry than the one of the kept receipt. The two receipts prove it together with the public parts of the entries from the one to the other, whatever else is in this file. Whether it was done on purpose, or the service went on with an old copy of its store, is not shown. Keep this file and the receipt together, show them to those who have kept others, and claim history_altered (rules 13.2).": { es: "Solo pudo causarlo el servicio, o quien tiene su llave: ni un jugador ni quien tuvo este archivo puede hacer esas firmas. El recibo posterior responde, por la cadena de huellas, de cada entrada anterior, y así de otra entrada que la del recibo guardado. Lo prueban los dos recibos junto con las partes públicas de las entradas que van del uno al otro, sea lo que sea el resto del archivo. No se ve si fue a propósito o si el servicio siguió con una copia vieja de su almacén. Guarde este archivo y el recibo juntos, muéstrelos a quien guarde otros, y reclame history_altered (regla 13.2).", fr: "Seul le service, ou qui a sa clé, a pu le causer : ni un joueur ni qui a eu ce fichier ne peut faire ces signatures. Le reçu postérieur répond, par la chaîne d'empreintes, de chaque entrée précédente, donc d'une autre entrée que celle du reçu gardé. Les deux reçus le prouvent avec les parties publiques des entrées de l'un à l'autre, quel que soit le reste du fichier. On ne voit pas si c'était voulu ou si le service a continué sur une vieille copie de son stockage. Gardez ce fichier et le reçu ensemble, montrez-les à qui en a gardé d'autres, et réclamez history_altered (règle 13.2)." },
  "Only what is before the damage can be read, and of that what is public: what follows, and cards and moves that are hidden, could not be looked at.": { es: "Solo se puede leer lo que está antes del daño, y de eso lo público: no se pudo mirar lo que sigue, ni las cartas y jugadas ocultas.", fr: "On ne peut lire que ce qui précède le dommage, et de cela ce qui est public : on n'a pu regarder ni la suite, ni les cartes et coups cachés." },
  "Paid, by seat: {paid}. Due, by seat: {due}. The stake was {stake}.": { es: "Se pagó, por lugar: {paid}. Se debía, por lugar: {due}. Lo que se jugaba: {stake}.", fr: "Payé, par place : {paid}. Dû, par place : {due}. L'enjeu était de {stake}." },
  "Receipts and signed refusals that you kept (optional)": { es: "Recibos y rechazos firmados que guardaste (opcional)", fr: "Reçus et refus signés que vous avez gardés (facultatif)" },
  "Receipts were compared with the log, but without keys nobody knows who has signed them.": { es: "Se compararon recibos con el registro, pero sin llaves nadie sabe quién los firmó.", fr: "Des reçus ont été comparés au journal, mais sans clés nul ne sait qui les a signés." },
  "Receipts: {count}, for entries up to {plies}.": { es: "Recibos: {count}; entradas hasta la {plies}.", fr: "Reçus : {count}, pour des entrées jusqu'à {plies}." },
  "Record of the game, or bundle of the dispute": { es: "Registro de la partida, o paquete de la disputa", fr: "Enregistrement de la partie, ou dossier du litige" },
  "Record of the parent, if this is a fork (optional)": { es: "Registro de la partida de origen, si es una bifurcación (opcional)", fr: "Enregistrement de la partie d'origine, si c'est une bifurcation (facultatif)" },
  "SHA-256 of verifier.js, as told by whoever serves this page:": { es: "SHA-256 de verifier.js, según quien sirve esta página:", fr: "SHA-256 de verifier.js, selon qui sert cette page :" },
  "Save the two receipts, which prove it by themselves": { es: "Guardar los dos recibos, que lo prueban por sí solos", fr: "Enregistrer les deux reçus, qui le prouvent seuls" },
  "Say so once; play begins when every seat is ready.": { es: "Ya dijiste que estás listo.", fr: "Vous avez déjà dit que vous êtes prêt." },
  "Seat {seat} accepts the verdict.": { es: "El lugar {seat} acepta el veredicto.", fr: "La place {seat} accepte le verdict." },
  "Seat {seat} added evidence later ({at}).": { es: "El lugar {seat} añadió pruebas más tarde ({at}).", fr: "La place {seat} a ajouté des preuves plus tard ({at})." },
  "Seat {seat} added this chance of its own to the deck: {entropy}": { es: "El lugar {seat} añadió este azar propio a la baraja: {entropy}", fr: "La place {seat} a ajouté ce hasard au paquet : {entropy}" },
  "Seat {seat} contests the verdict.": { es: "El lugar {seat} impugna el veredicto.", fr: "La place {seat} conteste le verdict." },
  "Seat {seat} could do nothing after entry {ply}.": { es: "El lugar {seat} no podía hacer nada después de la entrada {ply}.", fr: "La place {seat} ne pouvait rien faire après l'entrée {ply}." },
  "Seat {seat} disputes entry {ply}, in hand {hand}, and claims: {claim}.": { es: "El lugar {seat} disputa la entrada {ply}, de la mano {hand}, y afirma: {claim}.", fr: "La place {seat} conteste l'entrée {ply}, dans la manche {hand}, et affirme : {claim}." },
  "Seat {seat} has not answered the verdict.": { es: "El lugar {seat} no ha contestado al veredicto.", fr: "La place {seat} n'a pas répondu au verdict." },
  "Seat {seat} said: {text}": { es: "El lugar {seat} declaró: {text}", fr: "La place {seat} a déclaré : {text}" },
  "Seat {seat} withdrew the dispute: nothing follows from it.": { es: "El lugar {seat} retiró la disputa: no tiene efecto.", fr: "La place {seat} a retiré le litige : rien n'en découle." },
  "Seats that added chance of their own to the deck: {seats}.": { es: "Añadieron azar propio a la baraja los lugares: {seats}.", fr: "Places qui ont ajouté leur propre hasard au paquet : {seats}." },
  "Seats that added no chance of their own: {seats}. If none of the seats did, the deck depends on the service alone: it fixed its key before play, but nobody else can know how it chose that key.": { es: "Lugares que no añadieron azar propio: {seats}. Si ninguno lo añadió, la baraja depende solo del servicio: fijó su llave antes del juego, pero nadie más puede saber cómo la eligió.", fr: "Places qui n'ont pas ajouté leur propre hasard : {seats}. Si aucune ne l'a fait, le paquet dépend du seul service : il a fixé sa clé avant le jeu, mais nul autre ne peut savoir comment il l'a choisie." },
  "Seats that were away then, for which nobody waits: {seats}.": { es: "Lugares entonces ausentes, a los que no se espera: {seats}.", fr: "Places alors absentes, que l'on n'attend pas : {seats}." },
  "Shown here are {shown} of {count}; the file dispute.json in the bundle has {listed}.": { es: "Aquí están {shown} de {count}; el archivo dispute.json del paquete tiene {listed}.", fr: "En voici {shown} sur {count} ; le fichier dispute.json du dossier en a {listed}." },
  "Something was found in the hand.": { es: "En la mano se encontró algo.", fr: "Quelque chose a été trouvé dans la manche." },
  "Such a meld must contain a card that was turned up from the stock.": { es: "Esta combinación debe tener una carta volteada de la baceta.", fr: "Cette combinaison doit contenir une carte retournée du talon." },
  "Take the seat again to play on.": { es: "Ya dejaste este lugar; vuelve a tomarlo para seguir jugando.", fr: "Vous avez quitté cette place ; reprenez-la pour continuer à jouer." },
  "Teams need an even number of seats, at least four.": { es: "Los equipos necesitan lugares pares, al menos cuatro.", fr: "Les équipes demandent un nombre pair de places, quatre au moins." },
  "That the command was sent and refused is in no log, and this verdict does not prove it.": { es: "Que la jugada se enviara y se rechazara no está en ningún registro, y este veredicto no lo prueba.", fr: "Que le coup ait été envoyé et refusé n'est dans aucun journal, et ce verdict ne le prouve pas." },
  "The arbiter's reason: {reason}": { es: "Motivo del árbitro: {reason}", fr: "Motif de l'arbitre : {reason}" },
  "The card you go out with must have been turned up from the stock.": { es: "La carta con que sales debe haber sido volteada de la baceta.", fr: "La carte qui vous fait sortir doit avoir été retournée du talon." },
  "The chain of digests holds, but a log made anew from its start would hold as well. Nothing that was signed before was shown: neither that the log was altered nor that it was not is proved.": { es: "La cadena de huellas se sostiene, pero un registro hecho de nuevo desde el principio se sostendría igual. No se presentó nada que se hubiera firmado antes: ni que se cambiara ni que no se cambiara está probado.", fr: "La chaîne des empreintes tient, mais un journal refait depuis le début tiendrait aussi. Rien qui ait été signé avant n'a été produit : il n'est prouvé ni que le journal a été changé, ni qu'il ne l'a pas été." },
  "The chain of digests is broken: some entry is not the one that was written.": { es: "La cadena de huellas está rota: alguna entrada no es la que se escribió.", fr: "La chaîne des empreintes est rompue : une entrée n'est pas celle qui fut écrite." },
  "The chance that seat {seat} added: {chance}.": { es: "El azar que añadió el lugar {seat}: {chance}.", fr: "Le hasard ajouté par la place {seat} : {chance}." },
  "The checkpoint covers it, but without keys nobody knows who has signed it.": { es: "El punto de control la cubre, pero sin llaves nadie sabe quién lo firmó.", fr: "Le point de contrôle la couvre, mais sans clés nul ne sait qui l'a signé." },
  "The claim": { es: "El reclamo", fr: "La réclamation" },
  "The claim is proved by what the service itself has signed.": { es: "El reclamo queda probado por lo que el propio servicio firmó.", fr: "La réclamation est prouvée par ce que le service lui-même a signé." },
  "The command that it says was refused: {move}.": { es: "La jugada que dice que se le rechazó: {move}.", fr: "Le coup qui, dit-elle, lui fut refusé : {move}." },
  "The command that was refused was not given, so there was nothing to decide.": { es: "No se dijo qué jugada se rechazó, así que no había nada que decidir.", fr: "Le coup refusé n'a pas été indiqué, il n'y avait donc rien à décider." },
  "The deck also follows from the chance of these seats, fixed before the key was opened: {seats}. If a player knows these bytes as its own, the service cannot have chosen the deck alone.": { es: "La baraja se sigue también del azar de estos lugares, fijado antes de abrir la llave: {seats}. Si un jugador reconoce esos bytes como suyos, el servicio no pudo elegir la baraja por sí solo.", fr: "Le paquet découle aussi du hasard de ces places, fixé avant l'ouverture de la clé : {seats}. Si un joueur reconnaît ces octets comme les siens, le service n'a pas pu choisir le paquet à lui seul." },
  "The deck does not follow from the key that the service had fixed before.": { es: "La baraja no resulta de la llave que el servicio había fijado antes.", fr: "Le paquet ne découle pas de la clé que le service avait fixée auparavant." },
  "The deck follows from a key that was fixed before anybody acted. No seat added chance of its own, so the service may have drawn keys until it liked one: neither that it did nor that it did not is proved.": { es: "La baraja resulta de una llave fijada antes de que nadie actuara. Ningún lugar añadió azar propio, así que el servicio pudo sacar llaves hasta que una le gustara: ni que lo hiciera ni que no lo hiciera está probado.", fr: "Le paquet découle d'une clé fixée avant que quiconque agisse. Aucune place n'a ajouté son propre hasard, le service a donc pu tirer des clés jusqu'à en trouver une à son goût : il n'est prouvé ni qu'il l'a fait, ni qu'il ne l'a pas fait." },
  "The deck follows from the key that the service had fixed before.": { es: "La baraja se sigue de la llave que el servicio había fijado antes.", fr: "Le paquet découle de la clé que le service avait fixée auparavant." },
  "The dispute is about a hand of this game, between the players whom its record names.": { es: "La disputa es sobre una mano de esta partida, entre los jugadores que nombra su registro.", fr: "Le litige porte sur une manche de cette partie, entre les joueurs que nomme son enregistrement." },
  "The dispute was withdrawn: nothing follows from this verdict.": { es: "La disputa se retiró: de este veredicto no se sigue nada.", fr: "Le litige a été retiré : rien ne découle de ce verdict." },
  "The entry {ply} that the service signed (receipt {source}) is not the one that the record has (rules 12.7).": { es: "La entrada {ply} que firmó el servicio (recibo {source}) es otra que la del registro (regla 12.7).", fr: "L'entrée {ply} que le service a signée (reçu {source}) n'est pas celle de l'enregistrement (règle 12.7)." },
  "The files that repeat what the records say (dispute.json, receipts.json, proofs.json) were not checked, because a record cannot be read in full.": { es: "Los archivos que repiten lo que dicen los registros (dispute.json, receipts.json, proofs.json) no se revisaron, porque un registro no se puede leer entero.", fr: "Les fichiers qui répètent les enregistrements (dispute.json, receipts.json, proofs.json) n'ont pas été vérifiés, car un enregistrement ne peut être lu en entier." },
  "The first thing found is at entry {ply}, the one in dispute.": { es: "Lo primero que se encontró está en la entrada {ply}, la que está en disputa.", fr: "La première chose trouvée est à l'entrée {ply}, celle en litige." },
  "The hand and the ledger stay as they are, unless an arbiter rules otherwise.": { es: "La mano y las cuentas quedan como están, salvo que un árbitro falle otra cosa.", fr: "La manche et les comptes restent tels quels, à moins qu'un arbitre n'en décide autrement." },
  "The hand and the ledger stay as they are.": { es: "La mano y las cuentas quedan como están.", fr: "La manche et les comptes restent tels quels." },
  "The hand and the ledger stay as they are: no arbiter has ruled otherwise.": { es: "La mano y las cuentas quedan como están: ningún árbitro falló otra cosa.", fr: "La manche et les comptes restent tels quels : aucun arbitre n'en a décidé autrement." },
  "The hand has not paid what the rules say.": { es: "La mano no pagó lo que dicen las reglas.", fr: "La manche n'a pas payé ce que disent les règles." },
  "The hand has paid what the rules say.": { es: "La mano pagó lo que dicen las reglas.", fr: "La manche a payé ce que disent les règles." },
  "The hand in dispute, entries {first} to {last}, stands before all that was found.": { es: "La mano en disputa, entradas {first} a {last}, está antes de todo lo que se encontró.", fr: "La manche en litige, entrées {first} à {last}, est avant tout ce qui a été trouvé." },
  "The hand paid nothing, and nothing was due.": { es: "La mano no pagó nada, ni debía pagar nada.", fr: "La manche n'a rien payé, et rien n'était dû." },
  "The header says what the log says.": { es: "El encabezado dice lo que dice el registro.", fr: "L'en-tête dit ce que dit le journal." },
  "The highest rank is not next to the lowest.": { es: "La carta más alta no va junto a la más baja.", fr: "La plus haute valeur ne touche pas la plus basse." },
  "The host removes others before the first hand; a bot plays for a person who is away.": { es: "El anfitrión abre lugares de otros antes de la primera mano; un bot juega por una persona ausente.", fr: "L'hôte libère les places des autres avant la première manche ; un bot joue pour une personne absente." },
  "The keys of all hands, and what seats added to them, were fixed before the cards were dealt.": { es: "Las llaves de todas las manos, y lo que los lugares les añadieron, se fijaron antes de repartir las cartas.", fr: "Les clés de toutes les manches, et ce que les places y ont ajouté, furent fixées avant que les cartes soient distribuées." },
  "The keys opened at the end are those that were fixed at the start.": { es: "Las llaves abiertas al final son las que se fijaron al principio.", fr: "Les clés ouvertes à la fin sont celles fixées au début." },
  "The last digest of the record is covered by the signed checkpoint that it carries.": { es: "La última huella del registro está cubierta por el punto de control firmado que trae.", fr: "La dernière empreinte de l'enregistrement est couverte par le point de contrôle signé qu'il porte." },
  "The last digest of the record is not covered by the checkpoint that it carries.": { es: "La última huella del registro no está cubierta por el punto de control que trae.", fr: "La dernière empreinte de l'enregistrement n'est pas couverte par le point de contrôle qu'il porte." },
  "The ledger changes, by seat: {amounts}.": { es: "Las cuentas cambian, por lugar: {amounts}.", fr: "Les comptes changent, par place : {amounts}." },
  "The ledger does not change.": { es: "Las cuentas no cambian.", fr: "Les comptes ne changent pas." },
  "The limit is the most that a seat may bet in a round.": { es: "El límite es lo más que un lugar puede apostar en una ronda.", fr: "La limite est le plus qu'une place peut miser dans un tour." },
  "The list of keys is not that of the service at that time, or somebody else has written this log. Compare the list with copies from elsewhere; until then it is not proved who wrote it.": { es: "La lista de llaves no es la del servicio de entonces, o el registro lo escribió otro. Compare la lista con copias obtenidas en otra parte; hasta entonces no está probado quién lo escribió.", fr: "La liste de clés n'est pas celle du service d'alors, ou un autre a écrit ce journal. Comparez la liste avec des copies d'ailleurs ; d'ici là, il n'est pas prouvé qui l'a écrit." },
  "The log does not come to its end: nothing proves that no entries are missing after the last.": { es: "El registro no llega a su final: nada prueba que no falten entradas después de la última.", fr: "Le journal n'arrive pas à sa fin : rien ne prouve qu'il ne manque pas d'entrées après la dernière." },
  "The log does not have entry {ply} as the service signed it in a receipt.": { es: "El registro no tiene la entrada {ply} tal como el servicio la firmó en un recibo.", fr: "Le journal n'a pas l'entrée {ply} telle que le service l'a signée dans un reçu." },
  "The log does not have the entry that the service signed in the receipt.": { es: "El registro no tiene la entrada que el servicio firmó en el recibo.", fr: "Le journal n'a pas l'entrée que le service a signée dans le reçu." },
  "The log has the entries that were signed, up to entry {ply}. A receipt does not show when it was signed: one made after a change of the log would be borne out as well.": { es: "El registro tiene las entradas que se firmaron, hasta la entrada {ply}. Un recibo no muestra cuándo se firmó: uno hecho después de un cambio del registro se confirmaría igual.", fr: "Le journal a les entrées qui ont été signées, jusqu'à l'entrée {ply}. Un reçu ne montre pas quand il a été signé : un reçu fait après un changement du journal serait confirmé aussi." },
  "The log has the entry that the receipt names.": { es: "El registro tiene la entrada que dice el recibo.", fr: "Le journal a l'entrée que nomme le reçu." },
  "The log of the dispute cannot be read in full: this is what could be read of it.": { es: "El registro de la disputa no se puede leer entero: aquí está lo que se pudo leer.", fr: "Le journal du litige ne peut être lu en entier : voici ce qui a pu en être lu." },
  "The log of the game cannot be understood, so nothing is decided by it.": { es: "El registro de la partida no se puede entender, así que por él no se decide nada.", fr: "Le journal de la partie ne peut être compris, rien n'est donc décidé d'après lui." },
  "The log of the game could not be read in full, so nothing was decided by it.": { es: "El registro de la partida no se pudo leer entero, así que no se decidió nada por él.", fr: "Le journal de la partie ne put être lu en entier, rien ne fut donc décidé d'après lui." },
  "The machine does not decide claims of this kind; an arbiter may.": { es: "La máquina no decide un reclamo así; puede hacerlo un árbitro.", fr: "La machine ne décide pas des réclamations de cette sorte ; un arbitre le peut." },
  "The machine has not judged it yet.": { es: "La máquina no la ha juzgado todavía.", fr: "La machine ne l'a pas encore jugée." },
  "The machine judges when the cards of the hand are open.": { es: "La máquina juzga cuando se abran las cartas de la mano.", fr: "La machine juge quand les cartes de la manche sont ouvertes." },
  "The number of faults that the machine found in the hand when it judged: {count}. The first is at entry {ply}{rule}.": { es: "Al juzgar, la máquina encontró en la mano este número de faltas: {count}. La primera está en la entrada {ply}{rule}.", fr: "Nombre de fautes que la machine a trouvées dans la manche en jugeant : {count}. La première est à l'entrée {ply}{rule}." },
  "The position it starts from is that of its parent.": { es: "La posición de la que parte es la de su origen.", fr: "La position dont elle part est celle de son origine." },
  "The ranks of a run follow each other without a gap.": { es: "Los números de una escalera se siguen sin hueco.", fr: "Les valeurs d'une séquence se suivent sans trou." },
  "The receipts agree with the log.": { es: "Los recibos concuerdan con el registro.", fr: "Les reçus concordent avec le journal." },
  "The record carries no checkpoint.": { es: "El registro no trae ningún punto de control.", fr: "L'enregistrement ne porte aucun point de contrôle." },
  "The rulebook in the record is the one that its first entry names.": { es: "El reglamento que trae el registro es el que nombra su primera entrada.", fr: "Le règlement que porte l'enregistrement est celui que nomme sa première entrée." },
  "The rules allow it.": { es: "Las reglas lo permiten.", fr: "Les règles le permettent." },
  "The rules do not allow it.": { es: "Las reglas no lo permiten.", fr: "Les règles ne le permettent pas." },
  "The rules of this game say who deals the next hand.": { es: "Aquí la mesa no elige quién reparte la mano siguiente.", fr: "Ici, la table ne choisit pas qui distribue la manche suivante." },
  "The rules sheet can be played and has the hash that was written down at the start.": { es: "La hoja de reglas se puede jugar y su huella es la anotada al principio.", fr: "La feuille de règles est jouable et son empreinte est celle notée au début." },
  "The seats can answer the verdict until {until}; after that it stands.": { es: "Los lugares pueden contestar al veredicto hasta el {until}; después queda en pie.", fr: "Les places peuvent répondre au verdict jusqu'au {until} ; ensuite il tient." },
  "The seats of a table are numbered from 0.": { es: "La mesa no tiene un lugar con ese número.", fr: "Cette table n'a pas de place de ce numéro." },
  "The service answered before the {seconds} seconds were over, by its own clock.": { es: "El servicio contestó antes de que pasaran los {seconds} segundos, por su propio reloj.", fr: "Le service a répondu avant que les {seconds} secondes soient passées, selon sa propre horloge." },
  "The service answered for a seat that was away, which it may do at once.": { es: "El servicio contestó por un lugar ausente, lo que puede hacer enseguida.", fr: "Le service a répondu pour une place absente, ce qu'il peut faire aussitôt." },
  "The service answered for these seats: {seats}. That was at {answered}, {waited} seconds after the question; they had {seconds} seconds.": { es: "El servicio respondió por los lugares {seats} a las {answered}, {waited} segundos después de preguntar; tenían {seconds} segundos.", fr: "Le service a répondu pour ces places : {seats}. C'était à {answered}, {waited} secondes après la question ; elles avaient {seconds} secondes." },
  "The service has signed that after entry {ply} it refused a command of seat {seat} ({code}, rules {rule}). Whether the rules allowed that command is decided again from the log, where the command is shown.": { es: "El servicio firmó que después de la entrada {ply} rechazó una orden del lugar {seat} ({code}, regla {rule}). Si las reglas permitían esa orden se decide de nuevo por el registro, con la orden a la vista.", fr: "Le service a signé qu'après l'entrée {ply} il a refusé une commande de la place {seat} ({code}, règle {rule}). Si les règles permettaient cette commande se décide de nouveau par le journal, quand elle est montrée." },
  "The service has signed that after entry {ply} it refused a command of somebody without a seat ({code}, rules {rule}).": { es: "El servicio firmó que después de la entrada {ply} rechazó una orden de alguien sin lugar ({code}, regla {rule}).", fr: "Le service a signé qu'après l'entrée {ply} il a refusé une commande de quelqu'un sans place ({code}, règle {rule})." },
  "The service has signed two different entries with the same number: one in the receipt, and another that is named in the log of the dispute, which it signed too.": { es: "El servicio firmó dos entradas distintas con un mismo número: una en el recibo, y otra que nombra el registro de la disputa, que también firmó.", fr: "Le service a signé deux entrées différentes sous un même numéro : l'une dans le reçu, l'autre que nomme le journal du litige, qu'il a signé aussi." },
  "The service signed (refusal {source}) that it refused the command in dispute after entry {ply}; decided again, the command is forbidden.": { es: "El servicio firmó (rechazo {source}) que rechazó la jugada en disputa después de la entrada {ply}; decidida de nuevo, está prohibida.", fr: "Le service a signé (refus {source}) qu'il a refusé le coup en litige après l'entrée {ply} ; décidé de nouveau, ce coup est interdit." },
  "The service signed (refusal {source}) that it refused the command in dispute after entry {ply}; decided again, the command is lawful.": { es: "El servicio firmó (rechazo {source}) que rechazó la jugada en disputa después de la entrada {ply}; decidida de nuevo, es lícita.", fr: "Le service a signé (refus {source}) qu'il a refusé le coup en litige après l'entrée {ply} ; décidé de nouveau, ce coup est permis." },
  "The service signed (refusal {source}) that it refused the command in dispute after entry {ply}; whether the rules allowed it cannot be decided, because of the damage.": { es: "El servicio firmó (rechazo {source}) que rechazó la jugada en disputa después de la entrada {ply}; si las reglas la permitían no se puede decidir, por el daño.", fr: "Le service a signé (refus {source}) qu'il a refusé le coup en litige après l'entrée {ply} ; à cause du dommage, on ne peut décider si les règles le permettaient." },
  "The service signed (refusal {source}) that it refused, after entry {ply}, another command than the one in dispute.": { es: "El servicio firmó (rechazo {source}) que rechazó después de la entrada {ply} otra jugada que la que está en disputa.", fr: "Le service a signé (refus {source}) qu'il a refusé, après l'entrée {ply}, un autre coup que celui en litige." },
  "The service signed entry {ply} (receipt {source}) with another time than that of the record (rules 12.7).": { es: "El servicio firmó la entrada {ply} (recibo {source}) con otra hora que la del registro (regla 12.7).", fr: "Le service a signé l'entrée {ply} (reçu {source}) avec une autre heure que celle de l'enregistrement (règle 12.7)." },
  "The service signed entry {ply} (receipt {source}), and the record ends before it (rules 12.7).": { es: "El servicio firmó la entrada {ply} (recibo {source}), y el registro termina antes (regla 12.7).", fr: "Le service a signé l'entrée {ply} (reçu {source}), et l'enregistrement finit avant (règle 12.7)." },
  "The service signed entry {ply} (receipt {source}), and the record has it.": { es: "El servicio firmó la entrada {ply} (recibo {source}), y el registro la tiene.", fr: "Le service a signé l'entrée {ply} (reçu {source}), et l'enregistrement l'a." },
  "The service signed entry {ply} (receipt {source}), which cannot be read in the record.": { es: "El servicio firmó la entrada {ply} (recibo {source}), que en el registro no se puede leer.", fr: "Le service a signé l'entrée {ply} (reçu {source}), illisible dans l'enregistrement." },
  "The signature of the receipt, or of the checkpoint, is genuine: the service, or whoever has its key, has signed something other than what this file says. Get the record again: if the service gives it out like this, only the service, or whoever has its key or its store, could have caused it. Keep what was signed: with it a dispute can claim history_altered (rules 13.2).": { es: "La firma del recibo, o del punto de control, es auténtica: el servicio, o quien tiene su llave, firmó algo distinto de lo que dice este archivo. Pida el registro otra vez: si el servicio lo entrega así, solo él, o quien tiene su llave o su almacén, pudo causarlo. Guarde lo firmado: con ello se puede abrir una disputa por history_altered (regla 13.2).", fr: "La signature du reçu, ou du point de contrôle, est authentique : le service, ou qui a sa clé, a signé autre chose que ce que dit ce fichier. Redemandez l'enregistrement : si le service le donne ainsi, lui seul, ou qui a sa clé ou son stockage, a pu le causer. Gardez ce qui est signé : cela permet d'ouvrir un litige pour history_altered (règle 13.2)." },
  "The time ran out without a ruling of an arbiter: the machine's verdict stands.": { es: "El tiempo se acabó sin fallo de un árbitro: queda en pie el veredicto de la máquina.", fr: "Le délai est passé sans décision d'un arbitre : le verdict de la machine tient." },
  "The times are those of the service's clock.": { es: "Las horas son las del reloj del servicio.", fr: "Les heures sont celles de l'horloge du service." },
  "The times in the log never go back.": { es: "Las horas del registro nunca van hacia atrás.", fr: "Les heures du journal ne reculent jamais." },
  "The token of a seat that is played or free is not replaced by another seat.": { es: "El otro no renueva la llave de un lugar que se juega o que está libre.", fr: "Un autre ne renouvelle pas le jeton d'une place jouée ou libre." },
  "The variant has no keeping, or too many turns have passed without a meld.": { es: "La carta del centro no se puede guardar aquí.", fr: "La carte du centre ne peut pas être gardée ici." },
  "The verdict of the machine": { es: "El veredicto de la máquina", fr: "Le verdict de la machine" },
  "There is a bet in this round already: raise it.": { es: "En esta ronda ya hay una apuesta: súbela.", fr: "Il y a déjà une mise dans ce tour : relancez-la." },
  "There is a bet to pay: call, raise or fold.": { es: "Hay una apuesta que pagar: iguala, sube o retírate.", fr: "Il y a une mise à payer : suivez, relancez ou couchez-vous." },
  "There is a refusal to seat {seat} after entry {ply} ({code}, rules {rule}), but without keys nobody knows who has signed it.": { es: "Hay un rechazo al lugar {seat} después de la entrada {ply} ({code}, regla {rule}), pero sin llaves nadie sabe quién lo firmó.", fr: "Il y a un refus à la place {seat} après l'entrée {ply} ({code}, règle {rule}), mais sans clés nul ne sait qui l'a signé." },
  "There is a refusal to somebody without a seat after entry {ply} ({code}, rules {rule}), but without keys nobody knows who has signed it.": { es: "Hay un rechazo a alguien sin lugar después de la entrada {ply} ({code}, regla {rule}), pero sin llaves nadie sabe quién lo firmó.", fr: "Il y a un refus à quelqu'un sans place après l'entrée {ply} ({code}, règle {rule}), mais sans clés nul ne sait qui l'a signé." },
  "There is no bet in this round yet: bet.": { es: "En esta ronda aún no hay apuesta: apuesta.", fr: "Il n'y a pas encore de mise dans ce tour : misez." },
  "There is no bet to pay: check or bet.": { es: "No hay apuesta que pagar: pasa o apuesta.", fr: "Il n'y a pas de mise à payer : passez ou misez." },
  "These keys came with the bundle: compare them with a list that you got elsewhere.": { es: "Estas llaves vinieron en el paquete: compárelas con una lista obtenida en otra parte.", fr: "Ces clés sont venues avec le dossier : comparez-les avec une liste obtenue ailleurs." },
  "These seats added chance of their own before the key was opened: {seats}. The deck follows from the key and from that chance, so the service cannot have chosen it alone.": { es: "Estos lugares añadieron azar propio antes de que se abriera la llave: {seats}. La baraja resulta de la llave y de ese azar, así que el servicio no pudo elegirla por sí solo.", fr: "Ces places ont ajouté leur propre hasard avant l'ouverture de la clé : {seats}. Le paquet découle de la clé et de ce hasard, le service n'a donc pu le choisir à lui seul." },
  "This command does not answer the question that is open now.": { es: "Esta jugada no responde a lo que se pregunta ahora.", fr: "Ce coup ne répond pas à la question posée maintenant." },
  "This option or value does not go with the variant or the other options.": { es: "Esta opción o este valor no va con el juego o con las demás opciones.", fr: "Cette option ou cette valeur ne va pas avec le jeu ou les autres options." },
  "This page needs JavaScript. In a terminal: node verifier.js audit FILE": { es: "Esta página necesita JavaScript. En una terminal: node verifier.js audit ARCHIVO", fr: "Cette page a besoin de JavaScript. Dans un terminal : node verifier.js audit FICHIER" },
  "This record is not what the service signed. Who changed it, the service or somebody who had the file, cannot be seen here: compare it with the record that the service serves.": { es: "Este registro no es el que el servicio firmó. Quién lo cambió, el servicio o alguien que tuvo el archivo, no se ve aquí: compárelo con el registro que sirve el servicio.", fr: "Cet enregistrement n'est pas ce que le service a signé. Qui l'a changé, le service ou quelqu'un qui avait le fichier, ne se voit pas ici : comparez-le à celui que sert le service." },
  "This verdict stands: {follows}": { es: "Este veredicto queda en pie: {follows}", fr: "Ce verdict tient : {follows}" },
  "Up to entry {ply} the log is the one that the service had signed, but the entry in dispute comes later: of that one nothing is proved.": { es: "Hasta la entrada {ply} el registro es el que el servicio había firmado, pero la entrada en disputa viene después: de ella no está probado nada.", fr: "Jusqu'à l'entrée {ply} le journal est celui que le service avait signé, mais l'entrée en litige vient après : de celle-ci rien n'est prouvé." },
  "Use the code as it was given to you; it opens one seat once.": { es: "Usa el código tal como te lo dieron; abre un solo lugar y una sola vez.", fr: "Donnez le code tel que vous l'avez reçu ; il ouvre une seule place, une seule fois." },
  "What cannot be proven": { es: "Lo que no se puede probar", fr: "Ce qui ne peut être prouvé" },
  "What follows is decided without the damaged part of the record of the game.": { es: "Lo que sigue se decide sin la parte dañada del registro de la partida.", fr: "Ce qui suit se décide sans ce qui est endommagé dans l'enregistrement de la partie." },
  "What is decided in spite of the damage": { es: "Lo que se decide a pesar del daño", fr: "Ce qui se décide malgré le dommage" },
  "What is proven": { es: "Lo que queda probado", fr: "Ce qui est prouvé" },
  "What seat {seat} could do after entry {ply} ({count} in all): {moves}.": { es: "Lo que el lugar {seat} podía hacer después de la entrada {ply} ({count} en total): {moves}.", fr: "Ce que la place {seat} pouvait faire après l'entrée {ply} ({count} en tout) : {moves}." },
  "What some have won others have lost, hand by hand.": { es: "Lo que unos ganaron otros lo perdieron, mano por mano.", fr: "Ce que les uns ont gagné, les autres l'ont perdu, manche par manche." },
  "What the record claims": { es: "Lo que el registro afirma", fr: "Ce que l'enregistrement affirme" },
  "What the seats say": { es: "Lo que dicen los lugares", fr: "Ce que disent les places" },
  "What the verdict stands on": { es: "En qué se apoya el veredicto", fr: "Sur quoi repose le verdict" },
  "What was found begins before the second entry, so no entry is confirmed.": { es: "Lo que se encontró empieza antes de la segunda entrada, así que no se confirma ninguna.", fr: "Ce qui a été trouvé commence avant la deuxième entrée, aucune n'est donc confirmée." },
  "What was hidden during play is what was sealed then.": { es: "Lo que estuvo oculto durante el juego es lo que entonces se selló.", fr: "Ce qui était caché pendant le jeu est ce qui fut scellé alors." },
  "What you lay must include the centre card.": { es: "Lo que bajas debe usar la carta del centro.", fr: "Les combinaisons doivent utiliser la carte du centre." },
  "When the service answered, the time was over, by its clock.": { es: "Cuando el servicio contestó, el tiempo había terminado, por su reloj.", fr: "Quand le service a répondu, le temps était passé, selon son horloge." },
  "Where the dispute stands": { es: "En qué quedó la disputa", fr: "Où en est le litige" },
  "Who could have caused it, and what follows ({titles}): {told}": { es: "Quién pudo causarlo y qué sigue ({titles}): {told}", fr: "Qui a pu le causer, et ce qui suit ({titles}) : {told}" },
  "Whoever chose or held one of the files could have caused it, or the service if it gives them out like this. Get the records again; until they agree, it is not proved where this one comes from.": { es: "Pudo causarlo quien eligió o tuvo uno de los archivos, o el servicio si los entrega así. Pida los registros otra vez; mientras no concuerden, no está probado de dónde viene este.", fr: "Quiconque a choisi ou eu un des fichiers a pu le causer, ou le service s'il les donne ainsi. Redemandez les enregistrements ; tant qu'ils ne concordent pas, l'origine n'est pas prouvée." },
  "Whoever has the keys of the service could have made all of this anew and signed it again: only a receipt or a checkpoint that somebody has kept shows whether that was done.": { es: "Quien tiene las llaves del servicio pudo rehacer todo esto y firmarlo de nuevo: solo un recibo o un punto de control que alguien haya guardado muestra si lo hizo.", fr: "Qui a les clés du service a pu refaire tout ceci et le signer de nouveau : seul un reçu ou un point de contrôle gardé par quelqu'un montre si cela a été fait." },
  "Whoever held this file could have caused it, by mistake too, or the service if it gives the file out like this. Get the file again, and compare it with a copy that somebody else has kept.": { es: "Pudo causarlo quien tuvo este archivo, también por descuido, o el servicio si lo entrega así. Pida el archivo otra vez y compárelo con una copia que otra persona haya guardado.", fr: "Quiconque a eu ce fichier a pu le causer, même par erreur, ou le service s'il le donne ainsi. Redemandez le fichier et comparez-le avec une copie gardée par quelqu'un d'autre." },
  "Whoever held this file could have caused it, or the service if it gives the file out like this. That this is in the log of all games is not proved: ask with `conquian log inclusion`, and compare with a checkpoint that was kept.": { es: "Pudo causarlo quien tuvo este archivo, o el servicio si lo entrega así. No está probado que esté en el registro de todas las partidas: pregunte con `conquian log inclusion` y compare con un punto de control guardado.", fr: "Quiconque a eu ce fichier a pu le causer, ou le service s'il le donne ainsi. Il n'est pas prouvé que ceci soit au journal de toutes les parties : demandez par `conquian log inclusion` et comparez avec un point de contrôle gardé." },
  "Whoever held this file could have caused it, or the service, which keeps the keys until the end. Of the deck of this hand nothing is proved; if the service gives it out like this, a dispute can claim deck_chosen or history_altered (rules 13.2).": { es: "Pudo causarlo quien tuvo este archivo, o el servicio, que guarda las llaves hasta el final. De la baraja de esta mano no queda probado nada; si el servicio lo entrega así, se puede abrir una disputa por deck_chosen o history_altered (regla 13.2).", fr: "Quiconque a eu ce fichier a pu le causer, ou le service, qui garde les clés jusqu'à la fin. Du paquet de cette manche rien n'est prouvé ; si le service le donne ainsi, on peut ouvrir un litige pour deck_chosen ou history_altered (règle 13.2)." },
  "Whoever held this file, or can write to the store of the service, could have caused it. Get the record again: if the service gives it out like this, compare it with receipts and checkpoints that were kept; if it is of a game, a dispute can claim history_altered (rules 13.2).": { es: "Pudo causarlo quien tuvo este archivo, o quien puede escribir en el almacén del servicio. Pida el registro otra vez: si el servicio lo entrega así, compárelo con los recibos y puntos de control guardados; si es de una partida, se puede abrir una disputa por history_altered (regla 13.2).", fr: "Quiconque a eu ce fichier, ou peut écrire dans le stockage du service, a pu le causer. Redemandez l'enregistrement : si le service le donne ainsi, comparez-le aux reçus et points de contrôle gardés ; si c'est celui d'une partie, on peut ouvrir un litige pour history_altered (règle 13.2)." },
  "Whoever made or copied the receipt could have caused it, or the list of keys is not that of the service at that time. This receipt proves nothing against the log. Compare the list with copies from elsewhere.": { es: "Pudo causarlo quien hizo o copió el recibo, o la lista de llaves no es la de entonces. Este recibo no prueba nada contra el registro. Compare la lista con copias obtenidas en otra parte.", fr: "Quiconque a fait ou copié le reçu a pu le causer, ou la liste de clés n'est pas celle d'alors. Ce reçu ne prouve rien contre le journal. Comparez la liste avec des copies d'ailleurs." },
  "Whose keys": { es: "De quién son las llaves", fr: "De qui sont les clés" },
  "With your table they do not divide into valid melds.": { es: "Estas cartas no se pueden acomodar en combinaciones válidas.", fr: "Ces cartes ne se disposent pas en combinaisons valables." },
  "Without a list of keys nobody knows whether the receipt is the service's: whoever made the receipt or held this file could have caused it. Audit again with a list of keys from elsewhere.": { es: "Sin una lista de llaves nadie sabe si el recibo es del servicio: pudo causarlo quien hizo el recibo o quien tuvo este archivo. Revise otra vez con una lista de llaves obtenida en otra parte.", fr: "Sans liste de clés nul ne sait si le reçu est du service : quiconque a fait le reçu ou eu ce fichier a pu le causer. Vérifiez de nouveau avec une liste de clés obtenue ailleurs." },
  "Without the command that was refused nothing can be decided.": { es: "Sin la jugada que se rechazó no se puede decidir nada.", fr: "Sans le coup refusé, rien ne peut être décidé." },
  "You have acted and no complete raise came after, or no other seat can pay more.": { es: "Ya has actuado y después no hubo una subida completa, o ningún otro lugar puede pagar más.", fr: "Vous avez agi et aucune relance complète n'a suivi, ou aucune autre place ne peut payer davantage." },
  "You may not force this card on that seat.": { es: "No puedes forzar esta carta en ese lugar.", fr: "Vous ne pouvez pas forcer cette carte à cette place." },
  "Your standing answer is this one already, or you have changed it too often in this hand.": { es: "Ya respondes así por adelantado, o lo has cambiado demasiadas veces en esta mano.", fr: "Vous répondez déjà ainsi d'avance, ou l'avez changé trop souvent dans cette manche." },
  "a checkpoint (none covers the log; the service signs one shortly after the end)": { es: "un punto de control (ninguno cubre el registro; el servicio firma uno poco después del final)", fr: "un point de contrôle (aucun ne couvre le journal ; le service en signe un peu après la fin)" },
  "a checkpoint has a note, an index, a size and a path": { es: "un punto de control tiene note, index, size y path", fr: "un point de contrôle a note, index, size et path" },
  "a colon is missing": { es: "faltan dos puntos", fr: "deux-points manquent" },
  "a comma or an end is missing": { es: "falta una coma o un final", fr: "une virgule ou une fin manque" },
  "a game of bots alone has no clock, so its time is 0": { es: "una partida de solo programas no tiene reloj: su hora es 0", fr: "une partie de seuls programmes n'a pas d'horloge : son heure est 0" },
  "a header": { es: "un encabezado", fr: "un en-tête" },
  "a hidden part has an audience, a part and a salt": { es: "una parte oculta tiene audience, part y salt", fr: "une partie cachée a audience, part et salt" },
  "a key has an algorithm and a public key": { es: "una llave tiene algoritmo y parte pública", fr: "une clé a un algorithme et une partie publique" },
  "a key is not ASCII": { es: "una clave no es ASCII", fr: "un nom n'est pas ASCII" },
  "a key list has v 1 and keys": { es: "una lista de llaves tiene v 1 y keys", fr: "une liste de clés a v 1 et keys" },
  "a key list says whose keys they are": { es: "una lista de llaves dice de quién son", fr: "une liste de clés dit à qui elles sont" },
  "a key says from when until when it signs": { es: "una llave dice desde cuándo y hasta cuándo firma", fr: "une clé dit de quand à quand elle signe" },
  "a key stands there twice": { es: "una llave está dos veces", fr: "une clé y est deux fois" },
  "a lawful move was refused": { es: "se rechazó una jugada permitida", fr: "un coup permis a été refusé" },
  "a number has a fraction or an exponent": { es: "un número tiene fracción o exponente", fr: "un nombre a une fraction ou un exposant" },
  "a number is not well-formed": { es: "un número está mal formado", fr: "un nombre est mal formé" },
  "a player has a kind, a player and a bot": { es: "un jugador tiene kind, player y bot", fr: "un joueur a kind, player et bot" },
  "a proof has receipts and a checkpoint": { es: "una prueba tiene receipts y checkpoint", fr: "une preuve a receipts et checkpoint" },
  "a receipt": { es: "un recibo", fr: "un reçu" },
  "a receipt has texts": { es: "un recibo tiene textos", fr: "un reçu a des textes" },
  "a receipt names its key": { es: "un recibo nombra su llave", fr: "un reçu nomme sa clé" },
  "a receipt names ply and time": { es: "un recibo dice la entrada y la hora", fr: "un reçu dit l'entrée et l'heure" },
  "a receipt names the log": { es: "un recibo nombra el registro", fr: "un reçu nomme le journal" },
  "a receipt proves nothing: {reason}": { es: "un recibo no prueba nada: {reason}", fr: "un reçu ne prouve rien : {reason}" },
  "a receipt tells against the log: {reason}": { es: "un recibo contradice el registro: {reason}", fr: "un reçu contredit le journal : {reason}" },
  "a refusal": { es: "un rechazo", fr: "un refus" },
  "a refusal cites a paragraph": { es: "un rechazo cita un párrafo", fr: "un refus cite un paragraphe" },
  "a refusal does not fit the log: {reason}": { es: "un rechazo no cabe en el registro: {reason}", fr: "un refus ne va pas avec le journal : {reason}" },
  "a refusal names a seat or none": { es: "un rechazo nombra un lugar o ninguno", fr: "un refus nomme une place ou aucune" },
  "a refusal names its code": { es: "un rechazo nombra su código", fr: "un refus nomme son code" },
  "a refusal names its key": { es: "un rechazo nombra su llave", fr: "un refus nomme sa clé" },
  "a refusal names ply and time": { es: "un rechazo dice la entrada y la hora", fr: "un refus dit l'entrée et l'heure" },
  "a refusal names the log": { es: "un rechazo nombra el registro", fr: "un refus nomme le journal" },
  "a refusal proves nothing: {reason}": { es: "un rechazo no prueba nada: {reason}", fr: "un refus ne prouve rien : {reason}" },
  "a reveal has deal_keys and game_key": { es: "la apertura de las llaves tiene deal_keys y game_key", fr: "l'ouverture des clés a deal_keys et game_key" },
  "a rulebook has an edition, a hash and paragraphs": { es: "un reglamento tiene edition, hash y paragraphs", fr: "un règlement a edition, hash et paragraphs" },
  "a signature of the service (there is none that agrees with the log)": { es: "una firma del servicio (no hay ninguna que concuerde con el registro)", fr: "une signature du service (il n'y en a aucune qui concorde avec le journal)" },
  "a text is not well-formed": { es: "un texto está mal formado", fr: "un texte est mal formé" },
  "a value is missing": { es: "falta un valor", fr: "une valeur manque" },
  "actors": { es: "quién actuó", fr: "qui a agi" },
  "after the entries there is no place for this line": { es: "después de las entradas no hay lugar para esta línea", fr: "après les entrées il n'y a pas de place pour cette ligne" },
  "an entry has a digest, hidden and public": { es: "una entrada tiene digest, hidden y public", fr: "une entrée a digest, hidden et public" },
  "an integer is too large": { es: "un entero es demasiado grande", fr: "un entier est trop grand" },
  "audience is 0 to 255": { es: "audience va de 0 a 255", fr: "audience va de 0 à 255" },
  "before the first entry": { es: "antes de la primera entrada", fr: "avant la première entrée" },
  "bet up to {to}": { es: "apostar hasta {to}", fr: "miser jusqu'à {to}" },
  "between a name and its value\u0004: ": { es: ": ", fr: " : " },
  "between values\u0004; ": { es: "; ", fr: " ; " },
  "buy {chips} chips": { es: "comprar {chips} fichas", fr: "acheter {chips} jetons" },
  "by a signed checkpoint the game ended at entry {ply}, with a digest that is not the last one of this record": { es: "según un punto de control firmado la partida acabó en la entrada {ply}, con una huella que no es la última de este registro", fr: "selon un point de contrôle signé la partie a fini à l'entrée {ply}, avec une empreinte qui n'est pas la dernière de cet enregistrement" },
  "cards": { es: "cartas", fr: "cartes" },
  "check of a dispute\u0004decisions": { es: "decisiones", fr: "décisions" },
  "check of a dispute\u0004game": { es: "partida", fr: "partie" },
  "check of an audit\u0004money": { es: "cuentas", fr: "comptes" },
  "commitments": { es: "compromisos", fr: "engagements" },
  "cut here: with --json all {count} characters are printed": { es: "cortado aquí: con --json salen los {count} caracteres", fr: "coupé ici : avec --json les {count} caractères sont imprimés" },
  "damaged_at is an entry of the log": { es: "damaged_at es una entrada del registro", fr: "damaged_at est une entrée du journal" },
  "damaged_at is not the entry after those that are there": { es: "damaged_at no es la entrada que sigue a las que hay", fr: "damaged_at n'est pas l'entrée qui suit celles qui sont là" },
  "deal": { es: "reparto", fr: "distribution" },
  "deal_keys are 64 hex digits each": { es: "deal_keys son 64 cifras hexadecimales cada una", fr: "deal_keys sont 64 chiffres hexadécimaux chacune" },
  "decisions": { es: "jugadas", fr: "coups" },
  "digests": { es: "huellas", fr: "empreintes" },
  "edition is a number from 1": { es: "edition es un número desde 1", fr: "edition est un nombre à partir de 1" },
  "end": { es: "final", fr: "fin" },
  "entry {ply} is missing here": { es: "aquí falta la entrada {ply}", fr: "ici manque l'entrée {ply}" },
  "event {number} ({type}) is not what the rules give": { es: "el suceso {number} ({type}) no es el que dan las reglas", fr: "l'événement {number} ({type}) n'est pas celui que donnent les règles" },
  "events are objects with a type": { es: "events son objetos con type", fr: "events sont des objets avec type" },
  "findings not shown here: {count}; with --json all of them are printed": { es: "hallazgos que no se muestran aquí: {count}; con --json salen todos", fr: "constats non montrés ici : {count} ; avec --json tous sont imprimés" },
  "force the centre card on seat {seat}": { es: "obligar al lugar {seat} a jugar la carta del centro", fr: "forcer la carte du centre sur la place {seat}" },
  "format": { es: "forma", fr: "forme" },
  "frozen without a reason: {reason}": { es: "congelada sin razón: {reason}", fr: "gelée sans raison : {reason}" },
  "frozen: the log does not have the entry {ply} for which there is a receipt": { es: "congelada: el registro no tiene la entrada {ply} de la que hay un recibo", fr: "gelée : le journal n'a pas l'entrée {ply} dont il y a un reçu" },
  "game and actor are texts": { es: "game y actor son textos", fr: "game et actor sont des textes" },
  "game is a game id": { es: "game es el identificador de una partida", fr: "game est l'identifiant d'une partie" },
  "gaps": { es: "huecos", fr: "lacunes" },
  "give up the hand": { es: "abandonar la mano", fr: "abandonner la manche" },
  "give {card} to the next seat": { es: "dar {card} al lugar siguiente", fr: "donner {card} à la place suivante" },
  "half a character stands alone": { es: "hay medio carácter suelto", fr: "un demi-caractère est isolé" },
  "header": { es: "encabezado", fr: "en-tête" },
  "heading of a report\u0004Audit of the dispute": { es: "Revisión de la disputa", fr: "Vérification du litige" },
  "heading of a report\u0004Audit of the game": { es: "Revisión de la partida", fr: "Vérification de la partie" },
  "heading of a report\u0004Audit of the receipts of": { es: "Revisión de los recibos de", fr: "Vérification des reçus de" },
  "hidden cards and moves (the keys of the deck are not open)": { es: "las cartas y jugadas ocultas (las llaves de la baraja no se han abierto)", fr: "les cartes et coups cachés (les clés du paquet ne sont pas ouvertes)" },
  "in contradicted.json": { es: "de contradicted.json", fr: "de contradicted.json" },
  "in the record": { es: "que viene en el registro", fr: "de l'enregistrement" },
  "inclusion": { es: "punto de control", fr: "point de contrôle" },
  "index and size are numbers": { es: "index y size son números", fr: "index et size sont des nombres" },
  "it has no keys": { es: "no tiene llaves", fr: "elle n'a pas de clés" },
  "it is not UTF-8": { es: "no es UTF-8", fr: "ce n'est pas de l'UTF-8" },
  "it is not an object": { es: "no es un objeto", fr: "ce n'est pas un objet" },
  "it is not in canonical form": { es: "no está en forma canónica", fr: "ce n'est pas sous forme canonique" },
  "it is of another game": { es: "es de otra partida", fr: "il est d'une autre partie" },
  "it is signed with a key that the list does not have": { es: "está firmado con una llave que no está en la lista", fr: "il est signé avec une clé qui n'est pas dans la liste" },
  "it is signed with a key that was not yet in force at its time": { es: "está firmado con una llave que a su hora aún no valía", fr: "il est signé avec une clé pas encore en vigueur à son heure" },
  "it is signed with a key that was retired at its time": { es: "está firmado con una llave que a su hora ya se había retirado", fr: "il est signé avec une clé déjà retirée à son heure" },
  "its end is missing": { es: "le falta el final", fr: "sa fin manque" },
  "its signature is not one of that key": { es: "su firma no es de esa llave", fr: "sa signature n'est pas de cette clé" },
  "keep the centre card and discard {card}": { es: "quedarse con la carta del centro y tirar {card}", fr: "garder la carte du centre et se défausser de {card}" },
  "kind is a word": { es: "kind es una palabra", fr: "kind est un mot" },
  "label of a report\u0004Checks": { es: "Comprobaciones", fr: "Contrôles" },
  "label of a report\u0004Entries": { es: "Entradas", fr: "Entrées" },
  "label of a report\u0004Game": { es: "Juego", fr: "Jeu" },
  "label of a report\u0004Hands ended": { es: "Manos acabadas", fr: "Manches finies" },
  "label of a report\u0004Last digest": { es: "Última huella", fr: "Dernière empreinte" },
  "label of a report\u0004Seats": { es: "Lugares", fr: "Places" },
  "label of a report\u0004Time": { es: "Tiempo", fr: "Temps" },
  "label of a report\u0004bot": { es: "programa", fr: "programme" },
  "label of a report\u0004entry": { es: "entrada", fr: "entrée" },
  "label of a report\u0004open": { es: "lugar libre", fr: "place libre" },
  "label of a report\u0004person": { es: "persona", fr: "personne" },
  "let the turn go by": { es: "dejar pasar el turno", fr: "passer sans miser" },
  "line {line}: {detail}": { es: "línea {line}: {detail}", fr: "ligne {line} : {detail}" },
  "meld the centre card and lay the table so: {cards}": { es: "jugar la carta del centro y dejar la mesa así: {cards}", fr: "poser la carte du centre et arranger la table ainsi : {cards}" },
  "meld the centre card with {cards}": { es: "jugar la carta del centro con {cards}", fr: "poser la carte du centre avec {cards}" },
  "meld the centre card without cards of the hand": { es: "jugar la carta del centro sin cartas de la mano", fr: "poser la carte du centre sans carte de la main" },
  "no event tells under which rules the game is played": { es: "ningún suceso dice con qué reglas se juega", fr: "aucun événement ne dit selon quelles règles on joue" },
  "no key of the list has signed the checkpoint": { es: "ninguna llave de la lista firmó el punto de control", fr: "aucune clé de la liste n'a signé le point de contrôle" },
  "no key was opened that was committed to": { es: "no se abrió ninguna llave que se hubiera fijado antes", fr: "aucune clé fixée d'avance n'a été ouverte" },
  "nobody of this name acts at the table": { es: "nadie de este nombre actúa en la mesa", fr: "personne de ce nom n'agit à la table" },
  "nobody of this name acts in a dispute": { es: "nadie con ese nombre actúa en una disputa", fr: "personne de ce nom n'agit dans un litige" },
  "not everything could be checked (cases left out: {count})": { es: "no se pudo revisar todo (casos que faltan: {count})", fr: "tout n'a pu être vérifié (cas laissés de côté : {count})" },
  "note is a text": { es: "note es un texto", fr: "note est un texte" },
  "numbers are whole": { es: "los números son enteros", fr: "les nombres sont entiers" },
  "of a dispute nothing is hidden": { es: "en una disputa nada está oculto", fr: "d'un litige rien n'est caché" },
  "only programs play: no clock": { es: "juegan solo programas: sin reloj", fr: "seuls des programmes jouent : pas d'horloge" },
  "paragraphs are texts": { es: "paragraphs son textos", fr: "paragraphs sont des textes" },
  "parent": { es: "origen", fr: "origine" },
  "pass": { es: "pasar", fr: "passer" },
  "path is a list of hashes": { es: "path es una lista de huellas", fr: "path est une liste d'empreintes" },
  "pay what is missing to the level": { es: "pagar lo que falta para el nivel", fr: "payer ce qui manque jusqu'au niveau" },
  "player and bot are names or null": { es: "player y bot son nombres o null", fr: "player et bot sont des noms ou null" },
  "plies is a number of entries": { es: "plies es un número de entradas", fr: "plies est un nombre d'entrées" },
  "ply and time are numbers": { es: "ply y time son números", fr: "ply et time sont des nombres" },
  "quotation of an English text\u0004The rulebook says: {text}": { es: "El reglamento dice (decide el texto en inglés): {text}", fr: "Le règlement dit (le texte anglais fait foi) : {text}" },
  "raise to {to}": { es: "subir a {to}", fr: "relancer à {to}" },
  "receipt_key is the id of a key": { es: "receipt_key es el identificador de una llave", fr: "receipt_key est l'identifiant d'une clé" },
  "receipts": { es: "recibos", fr: "reçus" },
  "record is \"conquian\"": { es: "record es \"conquian\"", fr: "record est \"conquian\"" },
  "report\u0004The deck does not follow from the key that the service had fixed before.": { es: "La baraja no se sigue de la llave que el servicio había fijado antes.", fr: "Le paquet ne découle pas de la clé que le service avait fixée auparavant." },
  "reveal": { es: "revelación", fr: "révélation" },
  "rulebook": { es: "reglamento", fr: "règlement" },
  "rulebook has an edition and a hash": { es: "rulebook tiene edition y hash", fr: "rulebook a edition et hash" },
  "rules": { es: "hoja de reglas", fr: "feuille de règles" },
  "rules_hash is not that of the sheet": { es: "rules_hash no es la huella de la hoja", fr: "rules_hash n'est pas l'empreinte de la feuille" },
  "seals": { es: "sellos", fr: "sceaux" },
  "seals are pairs of audience and hash": { es: "seals son pares de destinatario y huella", fr: "seals sont des paires de destinataire et d'empreinte" },
  "seat {seat} did not open what it had committed to": { es: "el lugar {seat} no abrió lo que había prometido", fr: "la place {seat} n'a pas ouvert ce qu'elle avait promis" },
  "side of the evidence\u0004derived": { es: "derivado", fr: "dérivé" },
  "side of the evidence\u0004recorded": { es: "registrado", fr: "enregistré" },
  "signature is 128 hex digits": { es: "signature son 128 cifras hexadecimales", fr: "signature compte 128 chiffres hexadécimaux" },
  "something else": { es: "otra cosa", fr: "autre chose" },
  "something follows the value": { es: "algo sigue al valor", fr: "quelque chose suit la valeur" },
  "that the seat brought as evidence": { es: "que presentó el lugar", fr: "produit par la place" },
  "that you kept": { es: "que guardaste", fr: "que vous avez gardé" },
  "the bundle is larger than any can be": { es: "el paquete es mayor de lo que puede ser", fr: "le dossier est plus grand qu'il ne peut être" },
  "the cards are not those of the pack": { es: "las cartas no son las de la baraja", fr: "les cartes ne sont pas celles du paquet" },
  "the cards are not those of the packs": { es: "las cartas no son las de la baraja", fr: "les cartes ne sont pas celles du jeu" },
  "the cards do not add up": { es: "las cartas no cuadran", fr: "le compte des cartes n'y est pas" },
  "the cards of the hand were not open then": { es: "las cartas de la mano aún no estaban abiertas", fr: "les cartes de la manche n'étaient pas encore ouvertes" },
  "the checkpoint in evidence is not the service's": { es: "el punto de control que se aporta no es del servicio", fr: "le point de contrôle produit n'est pas du service" },
  "the checkpoint is not the one that the proof is for": { es: "el punto de control no es el de la prueba", fr: "le point de contrôle n'est pas celui de la preuve" },
  "the checkpoint is of another log than the keys": { es: "el punto de control es de otro registro que las llaves", fr: "le point de contrôle est d'un autre journal que les clés" },
  "the checkpoint is signed with a key that was not in force": { es: "el punto de control está firmado con una llave que no valía", fr: "le point de contrôle est signé avec une clé qui n'était pas en vigueur" },
  "the claim is undecided": { es: "el reclamo queda sin decidir", fr: "la réclamation reste indécise" },
  "the claim was borne out": { es: "el reclamo se confirmó", fr: "la réclamation est confirmée" },
  "the claim was not borne out": { es: "el reclamo no se confirmó", fr: "la réclamation n'est pas confirmée" },
  "the clock goes back": { es: "el reloj va hacia atrás", fr: "l'horloge recule" },
  "the command is none of a dispute": { es: "esa orden no es de una disputa", fr: "cette commande n'est pas d'un litige" },
  "the command is not stored as such a command is": { es: "la jugada no está guardada como se guarda una así", fr: "le coup n'est pas noté comme un tel coup l'est" },
  "the commitment to the key of hand {number} does not hold": { es: "el compromiso sobre la llave de la mano {number} no se cumple", fr: "l'engagement sur la clé de la manche {number} ne tient pas" },
  "the deal keys in the last line do not follow from the key": { es: "las llaves de las manos de la última línea no se siguen de la llave", fr: "les clés des manches de la dernière ligne ne découlent pas de la clé" },
  "the deck was chosen and not drawn by chance": { es: "la baraja fue elegida y no sacada al azar", fr: "le paquet a été choisi et non tiré au hasard" },
  "the decks (the game was told without its keys)": { es: "las barajas (la partida se contó sin sus llaves)", fr: "les paquets (la partie est racontée sans ses clés)" },
  "the digest does not follow from the entry and the one before": { es: "la huella no se sigue de la entrada y de la anterior", fr: "l'empreinte ne découle pas de l'entrée et de la précédente" },
  "the digest is not that of the parent": { es: "la huella no es lo que dice el origen", fr: "l'empreinte n'est pas ce que dit l'origine" },
  "the directory of the zip file is damaged": { es: "el índice del archivo zip está dañado", fr: "l'index du fichier zip est abîmé" },
  "the dispute was over before": { es: "la disputa ya había terminado", fr: "le litige était déjà clos" },
  "the entry belongs to another game": { es: "la entrada es de otra partida", fr: "l'entrée est d'une autre partie" },
  "the entry has another time": { es: "la entrada tiene otra hora", fr: "l'entrée a une autre heure" },
  "the entry here has another number": { es: "la entrada que está aquí tiene otro número", fr: "l'entrée qui est ici a un autre numéro" },
  "the entry in dispute is not one of this game": { es: "la entrada en disputa no es de esta partida", fr: "l'entrée en litige n'est pas de cette partie" },
  "the events are not what the rules give": { es: "los sucesos no son los que dan las reglas", fr: "les événements ne sont pas ceux que donnent les règles" },
  "the events do not fit the position": { es: "los sucesos no caben en la posición", fr: "les événements ne vont pas avec la position" },
  "the file cannot be read: {reason}": { es: "el archivo no se puede leer: {reason}", fr: "le fichier ne peut être lu : {reason}" },
  "the files that repeat what the records say": { es: "los archivos que repiten los registros", fr: "les fichiers qui répètent les enregistrements" },
  "the form is wrong: {reason}": { es: "la forma no es correcta: {reason}", fr: "la forme n'est pas correcte : {reason}" },
  "the game is not that of the parent": { es: "la partida no es lo que dice el origen", fr: "la partie n'est pas ce que dit l'origine" },
  "the game that the fork comes from (its record was not given)": { es: "el origen de la bifurcación (no se dio su registro)", fr: "l'origine de la bifurcation (son enregistrement n'a pas été donné)" },
  "the game was over at entry {ply}": { es: "la partida había terminado en la entrada {ply}", fr: "la partie était finie à l'entrée {ply}" },
  "the hand counts as it was played and what is missing is paid, by seat: {amounts}.": { es: "la mano vale como se jugó y se paga lo que falta, por lugar: {amounts}.", fr: "la manche vaut comme elle fut jouée et ce qui manque est payé, par place : {amounts}." },
  "the hand in dispute is not that of the entry": { es: "la mano en disputa no es la de la entrada", fr: "la manche en litige n'est pas celle de l'entrée" },
  "the hand is annulled, because nobody can know how it would have ended. What it paid is paid back, by the claimant too; the ledger changes, by seat: {amounts}.": { es: "la mano se anula, porque nadie puede saber cómo habría terminado. Lo que pagó se devuelve, también por quien reclama; las cuentas cambian, por lugar: {amounts}.", fr: "la manche est annulée, car nul ne peut savoir comment elle aurait fini. Ce qu'elle a payé est rendu, aussi par qui réclame ; les comptes changent, par place : {amounts}." },
  "the hand is annulled; it had paid nothing, so the ledger does not change.": { es: "la mano se anula; no había pagado nada, así que las cuentas no cambian.", fr: "la manche est annulée ; elle n'avait rien payé, les comptes ne changent donc pas." },
  "the hand is annulled; what it paid could not be read, so only an arbiter can correct the ledger.": { es: "la mano se anula; lo que pagó no se pudo leer, así que solo un árbitro puede corregir las cuentas.", fr: "la manche est annulée ; ce qu'elle a payé n'a pu être lu, seul un arbitre peut donc corriger les comptes." },
  "the hash is not that of the paragraphs": { es: "la huella no es la de los párrafos", fr: "l'empreinte n'est pas celle des paragraphes" },
  "the header of a damaged log has damaged_at, game, plies, record and v": { es: "el encabezado de un registro dañado tiene damaged_at, game, plies, record y v", fr: "l'en-tête d'un journal endommagé a damaged_at, game, plies, record et v" },
  "the hidden part is not the one that was sealed": { es: "la parte oculta no es la que se selló", fr: "la partie cachée n'est pas celle qui fut scellée" },
  "the hidden parts are not those that the entry lists": { es: "las partes ocultas no son las que la entrada enumera", fr: "les parties cachées ne sont pas celles que l'entrée énumère" },
  "the hidden parts do not fit the entry": { es: "las partes ocultas no caben en la entrada", fr: "les parties cachées ne vont pas avec l'entrée" },
  "the id of a key follows from it": { es: "el identificador de una llave se sigue de ella", fr: "l'identifiant d'une clé en découle" },
  "the key in the last line is not the one that was committed to": { es: "la llave de la última línea no es la que se había fijado", fr: "la clé de la dernière ligne n'est pas celle qui avait été fixée" },
  "the key list": { es: "la lista de llaves", fr: "la liste de clés" },
  "the key list is none: {reason}": { es: "la lista de llaves no lo es: {reason}", fr: "la liste de clés n'en est pas une : {reason}" },
  "the ledger does not add up": { es: "las cuentas no cuadran", fr: "les comptes ne tombent pas juste" },
  "the line cannot be taken as it is: {reason}": { es: "la línea no se puede tomar como está: {reason}", fr: "la ligne ne peut être prise telle quelle : {reason}" },
  "the line is longer than {count} bytes": { es: "la línea pasa de {count} bytes", fr: "la ligne dépasse {count} octets" },
  "the line of the proof has nothing else": { es: "la línea de la prueba no tiene nada más", fr: "la ligne de la preuve n'a rien d'autre" },
  "the line of the proof is missing": { es: "falta la línea de la prueba", fr: "la ligne de la preuve manque" },
  "the line of the rulebook has nothing else": { es: "la línea del reglamento no tiene nada más", fr: "la ligne du règlement n'a rien d'autre" },
  "the line of the rulebook is missing": { es: "falta la línea del reglamento", fr: "la ligne du règlement manque" },
  "the line that opens the keys has nothing else": { es: "la línea que abre las llaves no tiene nada más", fr: "la ligne qui ouvre les clés n'a rien d'autre" },
  "the line that opens the keys is missing": { es: "falta la línea que abre las llaves", fr: "la ligne qui ouvre les clés manque" },
  "the log (none was given to compare the receipts with)": { es: "el registro (no se dio ninguno con el que comparar los recibos)", fr: "le journal (aucun n'a été donné pour y comparer les reçus)" },
  "the log does not contradict the receipt": { es: "el registro no contradice el recibo", fr: "le journal ne contredit pas le reçu" },
  "the log does not end with the reveal": { es: "el registro no termina con la apertura de las llaves", fr: "le journal ne finit pas par l'ouverture des clés" },
  "the log has another digest there": { es: "el registro tiene ahí otra huella", fr: "le journal y a une autre empreinte" },
  "the log has no such entry": { es: "el registro no tiene esa entrada", fr: "le journal n'a pas cette entrée" },
  "the log names a key that the list does not have": { es: "el registro nombra una llave que no está en la lista", fr: "le journal nomme une clé qui n'est pas dans la liste" },
  "the log names a key that was not in force then": { es: "el registro nombra una llave que entonces no valía", fr: "le journal nomme une clé qui n'était pas en vigueur alors" },
  "the machine judges otherwise: {members}": { es: "la máquina juzga de otro modo: {members}", fr: "la machine juge autrement : {members}" },
  "the move is against the rules": { es: "la jugada va contra las reglas", fr: "le coup est contre les règles" },
  "the note of the checkpoint is not one": { es: "la nota del punto de control no lo es", fr: "la note du point de contrôle n'en est pas une" },
  "the parties are not the players of the game": { es: "las partes no son los jugadores de la partida", fr: "les parties ne sont pas les joueurs de la partie" },
  "the parties are not the seats of the game": { es: "las partes no son los lugares de la partida", fr: "les parties ne sont pas les places de la partie" },
  "the path does not lead from the end of the game to the root": { es: "el camino no lleva del final de la partida a la raíz", fr: "le chemin ne mène pas de la fin de la partie à la racine" },
  "the position is not that of the parent": { es: "la posición no es lo que dice el origen", fr: "la position n'est pas ce que dit l'origine" },
  "the proof of inclusion has not the form of one": { es: "la prueba de inclusión no tiene la forma de una", fr: "la preuve d'inclusion n'a pas la forme d'une preuve" },
  "the public part": { es: "la parte pública", fr: "la partie publique" },
  "the receipt in evidence is not the service's": { es: "el recibo que se aporta no es del servicio", fr: "le reçu produit n'est pas du service" },
  "the receipts": { es: "los recibos", fr: "les reçus" },
  "the record has no entries": { es: "el registro no tiene entradas", fr: "l'enregistrement n'a pas d'entrées" },
  "the record is longer than {count} bytes": { es: "el registro pasa de {count} bytes", fr: "l'enregistrement dépasse {count} octets" },
  "the record of the parent has no such entry at which a hand is played": { es: "el registro de origen no tiene esa entrada con una mano en juego", fr: "l'enregistrement d'origine n'a pas cette entrée avec une manche en cours" },
  "the record of the parent is not clean itself": { es: "el registro de origen no está limpio él mismo", fr: "l'enregistrement d'origine n'est pas net lui-même" },
  "the records do not tell what must stand beside them": { es: "los registros no dicen qué debe estar junto a ellos", fr: "les enregistrements ne disent pas ce qui doit être à côté d'eux" },
  "the refusal in evidence is not the service's": { es: "el rechazo que se aporta no es del servicio", fr: "le refus produit n'est pas du service" },
  "the rulebook is not the one that entry 1 names": { es: "el reglamento no es el que nombra la entrada 1", fr: "le règlement n'est pas celui que nomme l'entrée 1" },
  "the rules cannot be asked about it": { es: "no se puede preguntar a las reglas por esto", fr: "on ne peut interroger les règles là-dessus" },
  "the rules refuse it: {code}": { es: "las reglas no lo permiten ({code})", fr: "les règles le refusent ({code})" },
  "the rules sheet is not that of the parent": { es: "la hoja de reglas no es lo que dice el origen", fr: "la feuille de règles n'est pas ce que dit l'origine" },
  "the salt does not follow from the key of the hand": { es: "la sal no se sigue de la llave de la mano", fr: "le sel ne découle pas de la clé de la manche" },
  "the service answered for a seat before its time was over": { es: "el servicio respondió por un lugar antes de que se acabara su tiempo", fr: "le service a répondu pour une place avant la fin de son temps" },
  "the service has signed two different entries for ply {ply}": { es: "el servicio firmó dos entradas distintas con el número {ply}", fr: "le service a signé deux entrées différentes pour le numéro {ply}" },
  "the service has signed two histories: another entry {ply}, and entry {later}, which is chained to the entry {ply} of this log": { es: "el servicio firmó dos historias: otra entrada {ply}, y la entrada {later}, que está encadenada con la entrada {ply} de este registro", fr: "le service a signé deux histoires : une autre entrée {ply}, et l'entrée {later}, enchaînée à l'entrée {ply} de ce journal" },
  "the sheet cannot be played by: {name}": { es: "con esta hoja no se puede jugar: {name}", fr: "cette feuille n'est pas jouable : {name}" },
  "the signature of the checkpoint is wrong": { es: "la firma del punto de control no es correcta", fr: "la signature du point de contrôle est fausse" },
  "the signatures (no list of keys was given that you got elsewhere)": { es: "las firmas (no se dio una lista de llaves obtenida en otra parte)", fr: "les signatures (aucune liste de clés obtenue ailleurs n'a été donnée)" },
  "the table does not hold what was melded": { es: "en la mesa no está lo que se bajó", fr: "l'étalage n'a pas ce qui fut étalé" },
  "the table has no such seat": { es: "la mesa no tiene ese lugar", fr: "la table n'a pas cette place" },
  "the verdict (it could not be made again)": { es: "el veredicto (no se pudo hacer otra vez)", fr: "le verdict (il n'a pu être refait)" },
  "the verdict stands on another log": { es: "el veredicto descansa en otro registro", fr: "le verdict repose sur un autre journal" },
  "the wrong amounts were paid": { es: "se pagó una cantidad equivocada", fr: "les montants payés sont faux" },
  "there are more than {count} entries": { es: "hay más de {count} entradas", fr: "il y a plus de {count} entrées" },
  "there is nothing": { es: "no hay nada", fr: "il n'y a rien" },
  "this is a zip file, which is no record": { es: "este es un archivo zip, que no es un registro", fr: "ceci est un fichier zip, qui n'est pas un enregistrement" },
  "this is no whole zip file": { es: "este no es un archivo zip entero", fr: "ce n'est pas un fichier zip entier" },
  "this is not a record": { es: "esto no es el registro de una partida", fr: "ceci n'est pas l'enregistrement d'une partie" },
  "this is not the bundle of a dispute": { es: "este no es el paquete de una disputa", fr: "ce n'est pas le dossier d'un litige" },
  "this is not the header of a dispute's record": { es: "este no es el encabezado del registro de una disputa", fr: "ceci n'est pas l'en-tête de l'enregistrement d'un litige" },
  "this is the record of a dispute, which is proved in its bundle, beside the game": { es: "este es el registro de una disputa, que se prueba en su paquete, junto a la partida", fr: "ceci est l'enregistrement d'un litige, qui se prouve dans son dossier, à côté de la partie" },
  "this is the record of a tournament, which conquian audit proves; here only its games are": { es: "este es el registro de un torneo, que prueba conquian audit; aquí solo se prueban sus partidas", fr: "ceci est l'enregistrement d'un tournoi, que prouve conquian audit ; ici, on ne prouve que ses parties" },
  "this version of the rules is not known here": { es: "aquí no se conoce esta versión de las reglas", fr: "cette version des règles n'est pas connue ici" },
  "times": { es: "horas", fr: "heures" },
  "unknown field {name}": { es: "campo desconocido {name}", fr: "champ inconnu {name}" },
  "unknown option {name}": { es: "opción desconocida {name}", fr: "option inconnue {name}" },
  "unknown variant {name}": { es: "variante desconocida {name}", fr: "variante inconnue {name}" },
  "v is 1": { es: "v es 1", fr: "v est 1" },
  "v is 1 or 2": { es: "v es 1 o 2", fr: "v est 1 ou 2" },
  "v is not that of a record of this form": { es: "v no es la de un registro de esta forma", fr: "v n'est pas celle d'un enregistrement de cette forme" },
  "values are nested too deep": { es: "hay valores metidos a demasiada profundidad", fr: "des valeurs sont imbriquées trop profond" },
  "variant is a name": { es: "variant es un nombre", fr: "variant est un nom" },
  "what had been played was changed afterwards": { es: "lo ya jugado se cambió después", fr: "ce qui avait été joué a été changé ensuite" },
  "what is hidden is not what the keys and the rules give": { es: "lo oculto no es lo que dan las llaves y las reglas", fr: "ce qui est caché n'est pas ce que donnent les clés et les règles" },
  "what is stored is not what was written": { es: "lo guardado no es lo que se escribió", fr: "ce qui est gardé n'est pas ce qui fut écrit" },
  "what was refused is no command of the game": { es: "lo rechazado no es una jugada", fr: "ce qui fut refusé n'est pas un coup de la partie" },
  "whether the dispute fits the game": { es: "si la disputa corresponde a la partida", fr: "si le litige correspond à la partie" },
  "without a readable id": { es: "sin identificador legible", fr: "sans identifiant lisible" },
  "{card} did not lie in the centre": { es: "{card} no estaba en el centro", fr: "{card} n'était pas au centre" },
  "{card} is not where it is taken from": { es: "{card} no está de donde se toma", fr: "{card} n'est pas là d'où on la prend" },
  "{card} was not on top of the stock": { es: "{card} no estaba encima de la baceta", fr: "{card} n'était pas sur le talon" },
  "{code} means: {sentence}": { es: "{code} quiere decir: {sentence}", fr: "{code} veut dire : {sentence}" },
  "{move}; discard {card}": { es: "{move}; tirar {card}", fr: "{move} ; se défausser de {card}" },
  "{name} does not belong in a bundle": { es: "{name} no es parte de un paquete", fr: "{name} ne fait pas partie d'un dossier" },
  "{name} is 64 hex digits": { es: "{name} son 64 cifras hexadecimales", fr: "{name} est fait de 64 chiffres hexadécimaux" },
  "{name} is a list": { es: "{name} es una lista", fr: "{name} est une liste" },
  "{name} is an object": { es: "{name} es un objeto", fr: "{name} est un objet" },
  "{name} is compressed, as no file of a bundle is": { es: "{name} está comprimido, como ningún archivo de un paquete", fr: "{name} est compressé, comme aucun fichier d'un dossier" },
  "{name} is damaged": { es: "{name} está dañado", fr: "{name} est abîmé" },
  "{name} is missing": { es: "falta {name}", fr: "{name} manque" },
  "{name} is not a list of receipts": { es: "{name} no es una lista de recibos", fr: "{name} n'est pas une liste de reçus" },
  "{name} is not that of the log": { es: "{name} no es lo que dice el registro", fr: "{name} n'est pas ce que dit le journal" },
  "{name} is not the list of keys that is trusted": { es: "{name} no es la lista de llaves en que se confía", fr: "{name} n'est pas la liste de clés à laquelle on se fie" },
  "{name} is not what the records tell": { es: "{name} no es lo que cuentan los registros", fr: "{name} n'est pas ce que disent les enregistrements" },
  "{name} stands there twice": { es: "{name} está dos veces", fr: "{name} y est deux fois" },
  "{outcome}{rule}.": { es: "{outcome}{rule}.", fr: "{outcome}{rule}." },
  "{sentence}: {reason}": { es: "{sentence}: {reason}", fr: "{sentence} : {reason}" },
  "{type} without a hand": { es: "{type} sin una mano", fr: "{type} sans donne" },
  "{what} has the members {names}": { es: "{what} tiene los miembros {names}", fr: "{what} a les membres {names}" },
  "{what} is not JSON": { es: "{what} no es JSON", fr: "{what} n'est pas du JSON" },
};

/** The words of the verifier, by language. */

const LANGUAGES = Object.keys(LANGUAGE_NAMES);

/** A text in a language, in English where there is no translation; what is no message is written as it is. */
function translate(text, lang, values = {}) {
  if (!(text instanceof Message)) return String(text);
  const key = text.context === "" ? text.text : `${text.context}\u0004${text.text}`;
  const translations = Object.hasOwn(TRANSLATIONS, key) ? TRANSLATIONS[key] : {};
  return filled(translations[lang] || text.text, { ...text.values, ...values }, (value) => translate(value, lang));
}

/** A table with the words of every language under each of its names. */
function inAllLanguages(table) {
  const inLanguage = (text, lang) => (Array.isArray(text) ? text.map((one) => translate(one, lang)) : template(text, lang));
  const each = (text) => Object.fromEntries(LANGUAGES.map((lang) => [lang, inLanguage(text, lang)]));
  return Object.fromEntries(Object.entries(table).map(([name, text]) => [name, each(text)]));
}

/** A text in a language with the names of its places. */
function template(text, lang) {
  const names = [...text.text.matchAll(/\{(\w+)\}/g)].map(([place, name]) => [name, place]);
  return translate(text, lang, Object.fromEntries(names));
}

/** What stands between a name and its value, and between values. */
const colon = (lang) => translate(messageIn("between a name and its value", ": "), lang);
const semicolon = (lang) => translate(messageIn("between values", "; "), lang);

/** The report on a dispute in words. */


/**
 * Return why a verdict is so and what follows, in a language; null for one of the first version, which has no codes. `ended` is
 * how its dispute ended: `accepted`, `expired`, `withdrawn` or `ruled`, null while it is open.
 */
function verdictSentences({ code, consequence, facts, correction }, lang, ended = null) {
  if (code === undefined) return null;
  const entropy = Array.isArray(facts.entropy_of_seats) ? facts.entropy_of_seats : [];
  const seats = entropy.flatMap((text, seat) => (text ? [seat] : []));
  const values = { ...facts, seats, amounts: amountsText(correction || []) };
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : "";
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
  return translate(dispute[name], lang, values);
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
function reportOnDispute(document, lang, paragraphs = {}, again = [], game = gameNamed("conquian")) {
  const report = new DisputeReport(document, lang, paragraphs, game);
  const sections = [
    ["title-claim", report.claim()], ["title-verdict", [...report.verdict(), ...again]], ["title-facts", report.facts()],
    ["title-statements", report.statements()], ["title-end", report.end()],
  ];
  return sections.filter(([, lines]) => lines.length > 0).map(([name, lines]) => ({ title: disputeSentence(name, lang), lines }));
}

/** What the refusal with this code means, as a sentence behind the code; none for one that is not of the rules. */
function meaning(code, lang) {
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
    const lines = [this.say("claim", { seat, ply, hand, claim: claims[claim] }), this.say("words", { text })];
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
    const sentence = this.say(name, { ...values, outcome: outcomes[outcome], rule: this.rule(rule) });
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
function disputeSections({ report, facts, document, again }, lang) {
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
function partialLines(found, lang) {
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

/** The report in words: title, verdict and sections of lines. */


/** The sentences for checks of a dispute that were left out because the game is not clean. */
const UNJUDGED = { decisions: "unjudged", parent: "uncompared", format: "unbeside" };

/**
 * The report as a page: `{title, verdict, sections: [{title, lines}]}`, every line plain text. Only where it `isWhole`
 * has it all findings, with all of what anybody can compare.
 */
function pageOf({ report, facts }, lang, isWhole = false) {
  const say = (name, values = {}) => translate(sentences[name], lang, values);
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
  if (Object.hasOwn(missing, what)) return translate(missing[what], lang);
  const left = { decisions: "verdictmissing", parent: "gamemissing", format: "besidemissing" };
  return facts.title === "dispute" && Object.hasOwn(left, what) ? translate(sentences[left[what]], lang) : checkName(what, facts, lang);
}

/** Return a line for each cause of findings: who can have caused them, and what follows. */
function causeLines(report, facts, lang, say) {
  const causes$1 = [...new Set(report.findings.slice(0, FINDINGS_MOST).map(({ cause }) => cause))];
  return causes$1.map((cause) => {
    const names = new Set(report.findings.filter((one) => one.cause === cause).map(({ check }) => checkName(check, facts, lang)));
    return say("cause", { titles: [...names], told: causes[cause] });
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
  const { checks, disputeChecks } = texts$1;
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
    const { refusals } = texts$1, isCode = isText(evidence.refusal) && Object.hasOwn(refusals, evidence.refusal);
    const meant = isCode ? `. ${translate(refusals[evidence.refusal], lang).replace(/\.$/, "")}` : "";
    const text = meant + (rule !== null && facts.paragraphs[rule] !== undefined ? ` [${facts.paragraphs[rule]}]` : "");
    const cited = rule === null ? "" : translate(dispute.rule, lang, { rule });
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
  const named = (name) => (Object.hasOwn(sides, name) ? translate(sides[name], lang) : name);
  const parts = Object.keys(evidence).map((name) => `${named(name)} ${brief(evidence[name])}`);
  return parts.length === 0 ? "" : `. ${say("evidence")}${colon(lang)}${parts.join(semicolon(lang))}`;
}

/** Return a sentence for each member of the evidence that was cut: where all of it is. */
function cutLines({ ply, evidence }, lang) {
  return cutIn(evidence).map((one) => translate(sentences.evidencecut, lang, { ...one, ply }));
}

/** The plies of findings: one, a few, or the first and the last. */
function pliesOf(group) {
  const plies = [...new Set(group.map(({ ply }) => ply))];
  return plies.length <= 3 ? plies.join(", ") : `${plies[0]} … ${plies[plies.length - 1]} (${plies.length})`;
}

const printable = (text) => text.replace(/[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "?");

/** The report as text for a terminal. */
function textOfPage(page) {
  const sections = page.sections.map(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)].map(printable).join("\n"));
  return [printable(page.title), printable(page.verdict), "", ...sections].join("\n") + "\n";
}

/** The pages on a bundle: the game, then the dispute with its verdict and whose keys were trusted. */
function pagesOf({ game, dispute, partial, own }, lang, isWhole = false) {
  const page = pageOf(dispute, lang, isWhole);
  const heard = [...disputeSections(dispute, lang), ...(partial === null ? [] : [partialLines(partial, lang)])];
  const whose = own ? [{ title: translate(sentences.whose, lang), lines: [translate(sentences.ownkeys, lang)] }] : [];
  const shown = new Set(heard.flatMap(({ lines }) => lines));
  const rest = page.sections.map((one) => ({ ...one, lines: one.lines.filter((line) => !shown.has(line)) })).filter(({ lines }) => lines.length > 0);
  return [pageOf(game, lang, isWhole), { ...page, sections: [...heard, ...rest, ...whose] }];
}

/** The page of the verifier in a browser. */


const STYLE = `
:root { color-scheme: light dark; --ink: #1d2021; --paper: #fbf9f4; --line: #cfc8b8; --good: #1c6b3a; --bad: #a3231f; --soft: #f1ecdf; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece6d8; --paper: #1b1c1d; --line: #4b4a45; --good: #7fd39b; --bad: #ff8f86; --soft: #26272a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; }
form { display: grid; gap: .8rem; border: 2px dashed var(--line); border-radius: .6rem; padding: 1rem; background: var(--soft); }
label { display: grid; gap: .2rem; font-weight: 600; }
label, input, select { min-width: 0; }
input, select { font: inherit; font-weight: 400; width: 100%; min-height: 2.75rem; }
.verdict { border-left: .4rem solid; padding: .6rem .9rem; background: var(--soft); font-weight: 600; }
.clean { color: var(--good); } .findings { color: var(--bad); } .incomplete { color: var(--ink); }
footer { margin-top: 2rem; border-top: 1px solid var(--line); font-size: .9rem; } code { overflow-wrap: anywhere; }
ul { padding-left: 1.2rem; margin: 0; } li { overflow-wrap: anywhere; margin: .15rem 0; }
`;

const FILES = ["record", "keys", "receipts", "parent"];

/** Brings the page to life: a form for files, and the report on them. */
function openPage(home, document) {
  const sheet = new globalThis.CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const make = (tag, text, more = {}) => Object.assign(document.createElement(tag), text === null ? {} : { textContent: text }, more);
  const wanted = (globalThis.navigator.language || "en").slice(0, 2);
  const state = { lang: LANGUAGES.includes(wanted) ? wanted : "en", record: null, keys: null, receipts: null, parent: null, unread: {} };
  const lead = make("p", ""), area = make("section", null, { ariaLive: "polite" }), form = make("form", null);
  const digest = make("p", ""), elsewhere = make("p", ""), foot = make("footer", null);
  const served = /^[0-9a-f]{64}$/.test(home.dataset.sha256 || "") ? home.dataset.sha256 : null;
  foot.append(...(served === null ? [] : [digest]), elsewhere);
  const fields = Object.fromEntries(FILES.map((name) => [name, make("input", null, { type: "file", id: `conquian-${name}` })]));
  fields.language = make("select", null, { id: "conquian-language" });
  fields.language.append(...LANGUAGES.map((one) => make("option", LANGUAGE_NAMES[one], { value: one, selected: one === state.lang })));
  const labels = Object.entries(fields).map(([name, field]) => ({ name, text: labelled(make, form, field) }));
  const draw = () => {
    const say = (name) => translate(page[name], state.lang);
    document.documentElement.lang = state.lang;
    document.title = say("document");
    lead.textContent = say("lead");
    digest.replaceChildren(`${say("digest")} `, make("code", served));
    elsewhere.textContent = say("elsewhere");
    for (const { name, text } of labels) text.textContent = say(name);
    area.replaceChildren(...reportNodes(make, state));
  };
  listen(document, form, fields, state, draw);
  home.replaceChildren(make("h1", "Conquián"), lead, form, area, foot);
  draw();
}

/** Puts a labelled field into the form and returns the element that holds the label's text. */
function labelled(make, form, field) {
  const label = make("label", null), text = make("span", "");
  label.append(text, field);
  form.append(label);
  return text;
}

/** Takes files that are chosen, and files that are dropped anywhere as what they look like. */
function listen(document, form, fields, state, draw) {
  fields.language.onchange = () => {
    state.lang = fields.language.value;
    draw();
  };
  for (const name of FILES) {
    fields[name].onchange = async () => {
      const [file] = fields[name].files;
      state[name] = file === undefined ? null : await contents(state, name, file);
      draw();
    };
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    for (const file of event.dataTransfer.files) await drop(fields, state, file);
    draw();
  });
}

async function drop(fields, state, file) {
  const bytes = await contents(state, "record", file);
  const name = bytes === null ? "record" : kindOf(bytes), shown = new globalThis.DataTransfer();
  state[name] = bytes;
  shown.items.add(file);
  fields[name].files = shown.files;
}

/** The bytes of a file, null where it cannot be read; `state.unread` then says why, by the name of its field. */
async function contents(state, name, file) {
  delete state.unread[name];
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (fault) {
    state.unread[name] = message("the file cannot be read: {reason}", { reason: file.name });
    return null;
  }
}

/** The report on the files that are there, as elements. */
function reportNodes(make, state) {
  const complain = (detail) => [make("p", printable(translate(detail, state.lang)), { className: "verdict findings", role: "status" })];
  const [unread] = Object.values(state.unread);
  if (unread !== undefined) return complain(unread);
  if (state.record === null && state.receipts === null) return [];
  try {
    const { pages, twice } = pagesOn(state);
    return [...pages.flatMap((page) => pageNodes(make, page)), ...savingNodes(make, twice, state.lang)];
  } catch (fault) {
    return complain(fault instanceof Unreadable ? fault.text : message("the file cannot be read: {reason}", { reason: fault.message }));
  }
}

/** The pages on a record, on the bundle of a dispute, or on receipts alone; and the receipts of a ply that was signed twice. */
function pagesOn(state) {
  const keys = state.keys === null ? null : keysIn(state.keys);
  const receipts = state.receipts === null ? [] : receiptsIn(state.receipts);
  if (state.parent !== null) needRecord(state.parent);
  const one = (found) => ({ pages: [pageOf(found, state.lang, true)], twice: twiceIn(found.report) });
  if (state.record === null) return one(examineReceipts(receipts, { keys }));
  if (isZip(state.record)) {
    const found = examineKept(state.record, { keys, receipts, parent: state.parent });
    return { pages: pagesOf(found, state.lang, true), twice: twiceIn(found.game.report, found.dispute.report) };
  }
  needRecord(state.record);
  return one(examine(state.record, { keys, receipts, parent: state.parent }));
}

/** A link that saves the receipts of a ply that was signed twice. */
function savingNodes(make, twice, lang) {
  if (twice === null) return [];
  const file = new globalThis.Blob([JSON.stringify(twice, null, 2) + "\n"], { type: "application/json" });
  const link = make("a", translate(page.twice, lang), { href: globalThis.URL.createObjectURL(file), download: "two-receipts.json" }), line = make("p", null);
  line.append(link);
  return [line];
}

function pageNodes(make, page) {
  const verdict = make("p", page.verdict, { className: `verdict ${page.result}`, role: "status" });
  const sections = page.sections.flatMap(({ title, lines }) => {
    const list = make("ul", null);
    list.append(...lines.map((line) => make("li", printable(line))));
    return [make("h2", title), list];
  });
  return [make("h2", printable(page.title)), verdict, ...sections];
}

/** The scenario files of the rules, played again: of hands, which their game reads, and of tables. */


const TABLE = {
  type: "create", game: "g-0a0123456789abcdefghijkl", entropy: "none", reveal: "game", game_key: "01".repeat(32),
};

/** Decides a command: the table after it, or the code of the refusal. */
function decided(table, seat, command) {
  try {
    return { code: "accepted", table: decide(table, seat, command).table };
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return { code: fault.code, table };
  }
}

/** Return the differences between a scenario of a table of `seats` open seats and the rules, as sentences. */
function tableDifferences(play, { variant, options, seats, refused = "accepted", steps = [], then = {} }) {
  const found = [], game = gameNamed(play), sheet = game.sheetOf(variant, options);
  const expect = (what, wanted, got) => {
    if (!same(wanted, got)) found.push(`${what}: ${JSON.stringify(wanted)} expected, ${JSON.stringify(got)} found`);
  };
  const places = range(seats).map(() => ({ kind: "open" })), wrong = game.seatsFault(sheet, seats);
  const made = { ...TABLE, play, rules: sheet, seats: places, token_hashes: places.map(() => "") };
  let { code, table } = decided(null, null, made);
  expect("table", refused, wrong || code);
  steps.forEach((step, at) => {
    ({ code, table } = decided(table, step.seat, step.command));
    expect(`step ${at + 1}`, step.accepted ? "accepted" : step.reason, code);
  });
  for (const [name, wanted] of Object.entries(then)) expect(name, wanted, THEN[name](table));
  return found;
}

const THEN = { status: ({ status }) => status, chips: chipsOf, balances: ({ balances }) => balances };

/** Runs the scenarios of one file: how many there are, and by id what differs. */
function vectors({ game: play = "conquian", scenarios }) {
  const failures = [];
  for (const scenario of scenarios) {
    let found;
    try {
      found = "seats" in scenario ? tableDifferences(play, scenario) : gameNamed(play).differences(scenario);
    } catch (error) {
      found = [error.message];
    }
    if (found.length) failures.push({ id: scenario.id, differs: found });
  }
  return { scenarios: scenarios.length, failures };
}

/** The command line, for Node. */


const USAGE = `usage: node verifier.js audit FILE [--keys FILE] [--receipts FILE] [--parent FILE] [--lang ${LANGUAGES.join("|")}] [--json]
       node verifier.js audit BUNDLE.zip [--keys FILE] [--receipts FILE] [--parent FILE] [--lang ${LANGUAGES.join("|")}] [--json]
       node verifier.js audit RECEIPTS [--keys FILE] [--lang ${LANGUAGES.join("|")}] [--json]
       (--save-twice FILE writes the receipts of a ply that was signed twice to FILE)
       node verifier.js audit --batch [--keys FILE]
       node verifier.js vectors FILE...
exit status: 0 clean: everything was checked and nothing was found, 1 something was found, 2 there is nothing that can
be audited, 3 incomplete: nothing was found, but something was not checked or is not there, such as a list of keys
`;

const UNREADABLE = 2;

/** The exit status by what an audit comes to. */
const STATUS = { clean: 0, findings: 1, incomplete: 3 };

function fileAt(path) {
  try {
    return require("fs").readFileSync(path);
  } catch (fault) {
    throw new Unreadable(`${path} cannot be read: ${fault.code || fault.message}`);
  }
}

const FLAGS = ["--json", "--batch"];
const VALUES = ["--keys", "--receipts", "--parent", "--lang", "--save-twice"];

function optionsIn(words) {
  const options = { files: [], lang: "en" };
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (FLAGS.includes(word)) options[word.slice(2)] = true;
    else if (VALUES.includes(word) && at + 1 < words.length) options[word.slice(2)] = words[++at];
    else if (word.startsWith("--")) throw new Unreadable(USAGE);
    else options.files.push(word);
  }
  if (!LANGUAGES.includes(options.lang)) throw new Unreadable(`the languages are ${LANGUAGES.join(", ")}`);
  return options;
}

const readOption = (path, read) => (path === undefined ? null : read(fileAt(path)));

function auditCommand(words, write) {
  const options = optionsIn(words);
  const keys = readOption(options.keys, keysIn);
  if (options.batch) return batch(keys, write);
  if (options.files.length !== 1) throw new Unreadable(USAGE);
  const kept = { keys, receipts: readOption(options.receipts, receiptsIn) || [], parent: readOption(options.parent, (bytes) => bytes) };
  const bytes = fileAt(options.files[0]);
  if (isZip(bytes)) return auditBundle(bytes, kept, options, write);
  const alone = receiptsAlone(bytes);
  if (alone === null) needRecord(bytes);
  const found = alone === null ? examine(bytes, kept) : examineReceipts([...alone, ...kept.receipts], kept);
  saveTwice(options["save-twice"], found.report);
  write(options.json ? JSON.stringify(found.report, null, 2) + "\n" : textOfPage(pageOf(found, options.lang)));
  return STATUS[found.report.result];
}

function saveTwice(path, ...reports) {
  const both = twiceIn(...reports);
  if (path === undefined || both === null) return;
  try {
    require("fs").writeFileSync(path, JSON.stringify(both, null, 2) + "\n");
  } catch (fault) {
    throw new Unreadable(`${path} cannot be written: ${fault.code || fault.message}`);
  }
}

function auditBundle(bytes, kept, { lang, json, ...options }, write) {
  const found = examineKept(bytes, kept);
  const { game, dispute, partial, clean, result } = found;
  saveTwice(options["save-twice"], game.report, dispute.report);
  if (json) write(JSON.stringify({ game: game.report, dispute: dispute.report, partial, clean, result }, null, 2) + "\n");
  else write(pagesOf(found, lang).map(textOfPage).join("\n"));
  return STATUS[result];
}

/** Reports on many records: objects `{record: base64} | {file}`, with `keys` and `receipts`, a line each. */
async function batch(keys, write) {
  const lines = require("readline").createInterface({ input: process.stdin, crlfDelay: Infinity });
  for await (const line of lines) {
    if (line.trim() === "") continue;
    const asked = JSON.parse(line);
    const bytes = asked.record === undefined ? fileAt(asked.file) : unbase64(asked.record);
    const parent = asked.parent === undefined ? null : unbase64(asked.parent);
    const kept = { keys: asked.keys === undefined ? keys : asked.keys, receipts: asked.receipts || [], parent };
    write(JSON.stringify(audit(bytes, kept)) + "\n");
  }
  return 0;
}

/** Runs scenario files: tells what does not come out as it stands there, and a sum for each file. */
function vectorsCommand(words, write) {
  if (words.length === 0 || words.some((word) => word.startsWith("--"))) throw new Unreadable(USAGE);
  let failed = 0;
  for (const path of words) {
    const file = jsonIn(fileAt(path), path);
    if (!isObject(file) || !Array.isArray(file.scenarios)) throw new Unreadable(`${path} holds no scenarios`);
    const { scenarios, failures } = vectors(file);
    for (const { id, differs } of failures) write(printable(`${id}: ${differs.join("; ")}`) + "\n");
    write(`${path}: ${scenarios - failures.length} of ${scenarios} pass\n`);
    failed += failures.length;
  }
  return failed === 0 ? 0 : 1;
}

async function main(words) {
  const commands = { audit: auditCommand, vectors: vectorsCommand };
  const [name, ...rest] = words;
  try {
    if (!Object.hasOwn(commands, name || "")) throw new Unreadable(USAGE);
    process.exitCode = await commands[name](rest, (text) => process.stdout.write(text));
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    process.stderr.write(fault.message.split("\n").map(printable).join("\n").trimEnd() + "\n");
    process.exitCode = UNREADABLE;
  }
}

/** The entry: what other scripts may call, the command line in Node, and the page in a browser. */


/** The game of this service, with what tests compare of it. */
const game = gameNamed("conquian");

/** Derive section 6 of the published vector of a shuffle, for tests of this file. */
function shuffleVector({ pack, packs, game: id, game_key: gameKey, hand_number: hand, entropy_by_seat: parts }) {
  const key = dealKey(unhex(gameKey), hand), entropy = parts.map(unhex);
  const mixed = shuffleKey(key, entropy), below = chance(drawKey(dealKey(unhex(gameKey), 1), entropy));
  return {
    deal_key: hex(key), commitment: commitmentTo(id, hand, key), game_commitment: commitmentTo(id, 0, unhex(gameKey)),
    shuffle_key: hex(mixed), deck: shuffled(game.wholeDeck({ pack, packs }), mixed), draws: range(4).map(() => below(parts.length)),
    entropy_commitments: entropy.map((one, seat) => (one.length ? entropyCommitment(id, seat, one) : null)),
  };
}

/** Read a line: its canonical text, null if it is no object, and whether it has that form. */
function readLine(bytes) {
  const { value, fault } = objectFrom(bytes);
  return { canonical: value === null ? null : canonical(value), exact: fault === null, fault };
}

/** The words of all languages, for pages and tests. */
const words = () => ({
  checks: inAllLanguages(checks), words: { ...inAllLanguages(sentences), ...inAllLanguages(page) },
  report: inAllLanguages(dispute), claims: inAllLanguages(claims), outcomes: inAllLanguages(outcomes),
  causes: inAllLanguages(causes), refusals: inAllLanguages(refusals), missing: inAllLanguages(missing),
  reasons: inAllLanguages(reasons), consequences: inAllLanguages(consequences), standing: inAllLanguages(standing),
});

const api = {
  // The audit, and reports on it.
  audit, examine, examineDispute, examineBundle, examineKept, examineReceipts, isSound, pageOf, pagesOf, cutLines, partialLines, reportOnDispute,
  heardOf: disputeSections, sentencesOf: verdictSentences, told: translate, retold: replayRecord, words,
  files: { needRecord, keysIn, receiptsIn, twiceIn, kindOf, isZip, unzipped, Unreadable },
  // For those who check the verifier.
  Rules: game, rulesOf: gameNamed, vectors, sha256, sha512, hmac, signed: isSignedBy, hex, unhex, shuffleVector, readJson: readLine,
};
globalThis.ConquianVerifier = api;
if (typeof module === "object" && module.exports) module.exports = api;
if (typeof require === "function" && typeof module === "object" && require.main === module) main(process.argv.slice(2));
if (typeof document === "object" && document.getElementById("conquian-verifier") !== null) {
  openPage(document.getElementById("conquian-verifier"), document);
}

})();
