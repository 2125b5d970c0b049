/** Checks of keys, commitments and seals (RULES 12). */

import { hex, unhex } from "../bytes.js";
import { ENTROPY_FORM, commitmentTo, dealKey, entropyCommitment, saltOf, sealOf } from "../chance.js";
import { gameNamed } from "../games/games.js";
import { GAME_FORM } from "../record/forms.js";
import { canonical, isHash, isObject, isText, range, same, within } from "../values.js";
import { endEvent } from "./chain.js";
import { message } from "../words/message.js";

/** The opened key to which ply 1 is committed, null if none was opened or ply 1 cannot be read. */
export function openedKey(record, entries, created) {
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
export function checkReveal(builder, record, key, entries, created, plies) {
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
export function checkCommitments(builder, key, entries, created) {
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
export function checkSeals(builder, key, entries, created) {
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
