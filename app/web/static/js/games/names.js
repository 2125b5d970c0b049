// The game of a variant. A game is a folder beside this file; `played`, `shown` and `read` have what pages take of it.

const USUAL = "conquian";

/** The game of each variant that is not of the usual one. @type {Record<string, string>} */
const GAME_OF = {};

/** The name of the game of a variant; a sheet of a table's own is of the usual one. @param {string | undefined} variant */
export const gameNamed = (variant) => (Object.hasOwn(GAME_OF, variant ?? "") ? GAME_OF[variant] : USUAL);
