/** The games that can be verified. A game is a folder beside this file; no other module knows one. */

import * as conquian from "./conquian/index.js";
import * as holdem from "./holdem/index.js";

const GAMES = { conquian, holdem };

export const isGame = (name) => Object.hasOwn(GAMES, name);

/** The game of this name; the first one where a record does not tell, so that the rest of it can be checked. */
export const gameNamed = (name) => (isGame(name) ? GAMES[name] : conquian);

/** The game that is played at a table, or will be. */
export const gameAt = (table) => gameNamed(table === null ? null : table.play);
