// What pages take of a game to read its records: views of a position, and the signs of the notation. It needs no page.

import * as notation from "./conquian/notation.js";
import * as positions from "./conquian/positions.js";
import { gameNamed } from "./names.js";

const GAMES = { conquian: { ...notation, ...positions } };

/** Of the game of a variant. @param {string | undefined} variant */
export const read = (variant) => GAMES[gameNamed(variant)];
