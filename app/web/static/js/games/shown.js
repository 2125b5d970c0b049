// What pages take of a game to show it: the board, its events in sentences, and who wins a hand.

import * as conquian from "./conquian/shown.js";
import { byGame } from "./names.js";

const OTHERS = { holdem: () => import("./holdem/shown.js") };

/** Of a game. */
export const shown = byGame({ conquian }, OTHERS);
