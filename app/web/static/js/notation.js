// A move in the signs of the notation (app/docs/notation.md), to be read beside the board.

const CENTRE = ["pass", "meld", "force", "keep"];

/**
 * An entry as the notation has it, such as `5.1:7C+6C10C/6E`; what its reader does not know is `?`.
 * @param {{ply: number, public: any, own?: any}} entry
 * @param {string | null} centre  the centre card before it
 */
export function noted(entry, centre) {
  const { actor, command, events } = entry.public;
  const who = actor.startsWith("seat:") ? actor.slice(5) : "*";
  const whole = { ...command, ...(entry.own?.part?.command ?? {}) };
  return `${entry.ply}.${who}:${sign(whole, CENTRE.includes(whole.type) ? (centre ?? "") : "", events)}`;
}

function sign(command, centre, events) {
  const write = Object.hasOwn(SIGNS, command.type ?? "") ? SIGNS[command.type] : null;
  if (command.type === undefined) return "?";
  return write === null ? command.type : write(command, centre, events);
}

const word = (name, ...items) => (items.length > 0 ? `${name}(${items.join(", ")})` : name);

const SIGNS = {
  pass: (_, centre) => `${centre}-`,
  meld({ melds, use, discard }, centre) {
    const laid = melds ? `=${melds.map((meld) => meld.join("")).join("|")}` : `+${(use ?? []).join("")}`;
    return `${centre}${laid}${discard === undefined ? "#" : `/${discard}`}`;
  },
  force: ({ seat }, centre) => `${centre}!${seat}`,
  keep: ({ discard }, centre) => `${centre}~${discard}`,
  exchange: ({ card }) => `>${card}`,
  choose_dealer: ({ seat }) => word("dealer", seat),
  expire: ({ seats }) => word("expire", ...seats),
  void: ({ reason, seats }) => word("void", /^[a-z_]+$/.test(reason) ? reason : JSON.stringify(reason), ...(seats ?? [])),
  sit: ({ seat, player }) => word("sit", seat, ...(player ? [player] : [])),
  standing: ({ type, ...said }) =>
    word("stand", ...Object.entries(said).filter(([, yes]) => typeof yes === "boolean").map(([name, yes]) => `${yes ? "+" : "-"}${name}`)),
  deal(_, __, events) {
    const begun = events.find((event) => event.type === "hand-begun");
    if (!begun) return "deal";
    return word("deal", `hand ${begun.hand_number}`, `dealer ${begun.dealer}`, `order ${begun.order.join(" ")}`, `stake ${begun.stake}`);
  },
};
