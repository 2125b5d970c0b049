// What the home page takes of a game: a note beside the form of a new table, and how games of the lists ended.

import * as conquian from "./conquian/offered.js";
import * as holdem from "./holdem/chips.js";
import { byGame } from "./names.js";

/** Of a game. */
export const offered = byGame({ conquian, holdem }, {});
