/** The commands of a hand, the one between hands, and what each of them names (HOLDEM 5, 7.2). */

import { isText, isWhole } from "../../values.js";

/** By command the member that it must have, null for none. */
const MEMBERS = { check: null, bet: "to", call: null, raise: "to", fold: null, buy: "chips" };

/** The commands that change a sitting and no hand. */
export const COMMANDS_BETWEEN = ["buy"];

/** Return whether a command is one of a hand, whatever else it names. */
export const isHandCommand = ({ type }) => Object.hasOwn(MEMBERS, type) && !COMMANDS_BETWEEN.includes(type);

/** The command that a document stands for, null if it is none. */
export function read(document) {
  if (document === null || typeof document !== "object" || !isText(document.type)) return null;
  if (!Object.hasOwn(MEMBERS, document.type)) return null;
  const { type } = document, wanted = MEMBERS[type], known = ["type", "v", wanted];
  if (!Object.keys(document).every((name) => known.includes(name))) return null;
  if (wanted === null) return { type };
  const chips = document[wanted];
  return isWhole(chips) && chips >= 0 ? { type, [wanted]: chips } : null;
}

/** Return whether `document` is a command that a seat can give, whatever the rules say of it. */
export const isPlayable = (document) => read(document) !== null;

/** The paragraph of each command, as verdicts cite it. */
export const RULES_OF_COMMANDS = { check: "5.3", bet: "5.3", call: "5.4", raise: "5.3", fold: "5.5", buy: "7.2" };
