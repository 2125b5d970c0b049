// The signs of the commands of hold'em in the notation.

import { word } from "../../sign.js";

/** The commands that are written with the centre card: none. */
export const CENTRE = [];

export const SIGNS = {
  bet: ({ to }) => word("bet", to),
  raise: ({ to }) => word("raise", to),
  buy: ({ chips }) => word("buy", chips),
};
