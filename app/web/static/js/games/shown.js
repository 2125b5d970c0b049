// What pages take of a game to show it: the board, and its events in sentences.

import { board } from "./conquian/board.js";
import { TELL } from "./conquian/said.js";
import { gameNamed } from "./names.js";

const GAMES = { conquian: { board, TELL } };

/** Of the game of a variant. @param {string | undefined} variant */
export const shown = (variant) => GAMES[gameNamed(variant)];
