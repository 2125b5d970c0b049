// The signs of the commands of a hand in the notation.

import { word } from "../../sign.js";

/** The commands that are written with the centre card. */
export const CENTRE = ["pass", "meld", "force", "keep"];

export const SIGNS = {
  pass: (_, centre) => `${centre}-`,
  meld({ melds, use, discard }, centre) {
    const laid = melds ? `=${melds.map((meld) => meld.join("")).join("|")}` : `+${(use ?? []).join("")}`;
    return `${centre}${laid}${discard === undefined ? "#" : `/${discard}`}`;
  },
  force: ({ seat }, centre) => `${centre}!${seat}`,
  keep: ({ discard }, centre) => `${centre}~${discard}`,
  exchange: ({ card }) => `>${card}`,
  standing: ({ type, ...said }) =>
    word("stand", ...Object.entries(said).filter(([, yes]) => typeof yes === "boolean").map(([name, yes]) => `${yes ? "+" : "-"}${name}`)),
};
