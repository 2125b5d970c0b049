// A move in the signs of the notation (app/docs/notation.md), to be read beside the board.

import { read } from "./games/read.js";
import { word } from "./sign.js";

/**
 * An entry as the notation has it, such as `5.1:7C+6C10C/6E`; what its reader does not know is `?`.
 * @param {{ply: number, public: any, own?: any}} entry
 * @param {string | null} centre  the centre card before it
 * @param {string | undefined} play  the name of the game
 */
export function noted(entry, centre, play) {
  const { CENTRE, SIGNS: own } = read(play);
  const { actor, command, events } = entry.public;
  const who = actor.startsWith("seat:") ? actor.slice(5) : "*";
  const whole = { ...command, ...(entry.own?.part?.command ?? {}) };
  return `${entry.ply}.${who}:${sign(whole, CENTRE.includes(whole.type) ? (centre ?? "") : "", events, { ...SIGNS, ...own })}`;
}

function sign(command, centre, events, signs) {
  const write = Object.hasOwn(signs, command.type ?? "") ? signs[command.type] : null;
  if (command.type === undefined) return "?";
  return write === null ? command.type : write(command, centre, events);
}

const SIGNS = {
  choose_dealer: ({ seat }) => word("dealer", seat),
  remove: ({ seat }) => word("remove", seat),
  seat_bot: ({ seat, bot }) => word("seat_bot", seat, bot),
  replace: ({ seat, bot }) => word("replace", seat, bot),
  expire: ({ seats }) => word("expire", ...seats),
  void: ({ reason, seats }) => word("void", /^[a-z_]+$/.test(reason) ? reason : JSON.stringify(reason), ...(seats ?? [])),
  sit: ({ seat, player }) => word("sit", seat, ...(player ? [player] : [])),
  deal(_, __, events) {
    const begun = events.find((event) => event.type === "hand-begun");
    if (!begun) return '&{"type":"deal"}'; // too few seats have chips
    return word("deal", `hand ${begun.hand_number}`, `dealer ${begun.dealer}`, `order ${begun.order.join(" ")}`, `stake ${begun.stake}`);
  },
};
