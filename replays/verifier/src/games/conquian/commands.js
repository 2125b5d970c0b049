/** The commands of a hand and what each of them names. */

import { isFlag, isListOf, isText, within } from "../../values.js";
import { PACKS, facesOf } from "./cards.js";

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
export const isHandCommand = ({ type }) => Object.hasOwn(FORMS, type);

/** The command that a document stands for, null if it is none; what is null is not there. */
export function read(document) {
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
export function isCommand(document, isCard, isSeat) {
  const command = read(document);
  if (command === null || Object.keys(command).length !== Object.keys(document).length) return false;
  const cards = [command.card, command.discard, command.use, command.melds].flat(2).filter((card) => card !== undefined);
  return cards.every(isCard) && (command.seat === undefined || isSeat(command.seat));
}

/** Return whether `document` is a command that a seat can give in a hand, whatever the rules say of it. */
export function isPlayable(document) {
  const command = read(document);
  if (command === null) return false;
  const cards = new Set(Object.values(PACKS).flatMap(facesOf));
  const lists = [command.use, command.melds, ...(command.melds || [])].filter((list) => list !== undefined);
  const named = [command.card, command.discard, command.use, command.melds].flat(2).filter((card) => card !== undefined);
  return named.every((card) => cards.has(card)) && lists.every(({ length }) => length <= 1000)
    && (command.seat === undefined || within(0, 11)(command.seat));
}

/** The paragraph of each command, as verdicts cite it. */
export const RULES_OF_COMMANDS = { exchange: "3.3", meld: "6.8", pass: "10.4", force: "10.5", keep: "10.6", fold: "10.7", standing: "8.6" };
