/** Checks of what is public: the chain of digests, the order, the actors, header, rules sheet and rulebook. */

import { concat, hex, unhex } from "../bytes.js";
import { gameNamed } from "../games/games.js";
import { sha256 } from "../hashes.js";
import { ENTRY_LIMIT, publicFault } from "../record/forms.js";
import { canonicalBytes, isAbsent, isObject, isText, isWhole, same } from "../values.js";
import { message } from "../words/message.js";

/**
 * The plies of entries in the order of the lines, from what they claim, with those that are `missing` before
 * each. In its place is an entry that claims the ply after the last one in its place, counting the strays
 * between them or not, or a later ply from which the next line goes on. All others are strays: they go by the
 * ply that stood there.
 */
export function numbered(claims) {
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
export function checkChain(builder, entries, game, timeless) {
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
export function checkDigest(builder, entry, before) {
  const made = before.map((one) => sha256(concat(one, entry.bytes)));
  const right = made.length === 0 || made.some((one) => hex(one) === entry.digest);
  if (right) return [unhex(entry.digest)];
  builder.find("digests", entry.ply, message("the digest does not follow from the entry and the one before"), null, {
    recorded: entry.digest, derived: hex(made[0]),
  });
  return [unhex(entry.digest), made[0], before[0]];
}

export const ENDS = ["game-ended", "game-voided"];
export const endEvent = (entry) => (entry && entry.sound ? entry.public.events.find((event) => ENDS.includes(event.type)) : undefined);

/** RULES 12.4: the log ends with the entry that opens the keys, and with no other. */
export function checkEnd(builder, entries) {
  const at = entries.findIndex((entry) => endEvent(entry));
  const last = entries[entries.length - 1];
  for (const entry of at < 0 ? [] : entries.slice(at + 1)) {
    if (entry) builder.find("end", entry.ply, message("the game was over at entry {ply}", { ply: entries[at].ply }), "11.1");
  }
  if (at < 0) builder.leftOut("end");
  if (last && last.sound && !endEvent(last)) builder.find("end", last.ply, message("the log does not end with the reveal"), "12.4");
}

/** Check the actors: the host at ply 1 and when it replaces a token from no seat, else a seat of the table or the service. */
export function checkActors(builder, entries, seats) {
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
export function seatOfActor(actor, seats) {
  const match = /^seat:(0|[1-9][0-9]?)$/.exec(actor);
  return match && Number(match[1]) < seats ? Number(match[1]) : null;
}

/** The event that made the table, null where ply 1 does not tell. */
export function creationEvent(entries) {
  const first = entries[0];
  const events = first && Array.isArray(first.public.events) ? first.public.events : [];
  const event = events.find((one) => isObject(one) && one.type === "created");
  const whole = event !== undefined && isObject(event.rules) && Array.isArray(event.seats) && event.seats.every(isObject);
  return whole ? event : null;
}

/** The header says of the log what the log says; of a log that is damaged the damage is to blame. */
export function checkHeader(builder, header, entries) {
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

export function playersOf(entries, created) {
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
export function checkRules(builder, record, entries) {
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
export function checkRulebook(builder, record, entries) {
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
export const follows = (before, entry) => Boolean(before && entry) && hex(sha256(concat(unhex(before.digest), entry.bytes))) === entry.digest;
