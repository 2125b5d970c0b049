/** Commands in words, for the report on a dispute. */

import { canonical, hasMembers } from "../../values.js";

/** No paragraph obliges a seat to one command. */
export const OBLIGATION = null;

/** Return whether a verdict is on a command that its seat was obliged to: never. */
export const isObliged = () => false;

/** By command the members that its words name. */
const TOLD = { check: [], call: [], fold: [], bet: ["to"], raise: ["to"], buy: ["chips"] };

/** A command in words; one that no seat gives as it is stored. `say` gives a sentence of the report by its name. */
export function narrated({ type, ...rest }, say) {
  if (Object.hasOwn(TOLD, type) && hasMembers(rest, TOLD[type])) return say(`do-${type}`, rest);
  return Object.keys(rest).length > 0 ? `${type} ${canonical(rest)}` : type;
}
