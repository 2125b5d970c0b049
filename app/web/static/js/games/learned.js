// How each game is explained to newcomers: chapters made from a rule sheet.

import { chapters as conquian } from "./conquian/learn.js";
import { chapters as holdem } from "./holdem/learn.js";
import { byGame } from "./names.js";

/** The games with lessons and a first hand with help. */
export const LESSONS_OF = new Set(["conquian"]);

/** The chapters of a game: a function of the rules of a variant. */
export const learned = byGame({ conquian, holdem }, {});
