/** Commands in words, and forced melds, for the report on a dispute. */

import { canonical, hasMembers, isObject } from "../../values.js";

/** The paragraph that obliges a seat to a meld. */
export const OBLIGATION = "7.4";

/** Return whether a verdict with these facts and lawful moves is on a lawful meld of a seat that had only melds to choose from. */
export function isObliged(facts, legal) {
  const moves = isObject(legal) && Array.isArray(legal.moves) && legal.count === legal.moves.length ? legal.moves : [];
  const lawful = facts.lawful === true && isObject(facts.command) && facts.command.type === "meld";
  return lawful && moves.length > 0 && moves.every((move) => isObject(move) && move.type === "meld");
}

/** Commands of one form: what their words name, and the member that has it. */
const PLAIN_COMMANDS = { pass: {}, fold: {}, force: { seat: "seat" }, keep: { card: "discard" }, exchange: { card: "card" } };

/** A command in words; one that no seat gives as it is stored. `say` gives a sentence of the report by its name. */
export function narrated({ type, ...rest }, say) {
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
