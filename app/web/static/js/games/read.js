// What pages take of a game to read its records: views of a position, the signs of the notation, the paragraphs behind
// an event. It needs no page.

import * as conquian from "./conquian/read.js";
import { byGame } from "./names.js";

const OTHERS = { holdem: () => import("./holdem/read.js") };

/** Of a game. */
export const read = byGame({ conquian }, OTHERS);
