// The games by their names, as the first entry of a log and the variants have them. A game is a folder beside this file;
// `played`, `shown`, `read` and `offered` have what pages take of it.

/** The game where none is named. */
export const USUAL = "conquian";

/** A variant of each other game. @type {Record<string, string>} */
export const VARIANT_OF = { holdem: "caesars-holdem" };

/** The names of all games. */
export const GAMES = [USUAL, ...Object.keys(VARIANT_OF)];

/**
 * What pages take of each game, by its name; of the usual one where it is not known. Parts of a game that is not among
 * `known` are fetched by `learn`, which has to be awaited before.
 * @template Part
 * @param {Record<string, Part>} known  by the name of the game
 * @param {Record<string, () => Promise<Part>>} others
 * @returns {((play: string | undefined) => Part) & {learn: (play: string | undefined) => Promise<void>}}
 */
export function byGame(known, others) {
  const of = (play) => known[GAMES.includes(play) ? play : USUAL];
  const learn = async (play) => {
    if (GAMES.includes(play)) known[play] ??= await others[play]();
  };
  return Object.assign(of, { learn });
}
