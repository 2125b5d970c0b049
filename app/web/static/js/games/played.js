// What the page of a table takes of its game: the tray before the player, the legal moves by kind, how a hand ended, and
// what taking and leaving a seat is about.

import * as conquian from "./conquian/played.js";
import { byGame } from "./names.js";

const OTHERS = { holdem: () => import("./holdem/played.js") };

/** Of a game. */
export const played = byGame({ conquian }, OTHERS);
