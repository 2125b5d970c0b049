// What the page of a table takes of its game: the tray before the player, and the legal moves by kind.

import { answers } from "./conquian/asking.js";
import { tray } from "./conquian/tray.js";
import { gameNamed } from "./names.js";

const GAMES = { conquian: { answers, tray } };

/** Of the game of a variant. @param {string | undefined} variant */
export const played = (variant) => GAMES[gameNamed(variant)];
