// What pages take of hold'em to show it, with its style sheet.

import { applied } from "./sheet.js";

export { board } from "./board.js";
export { SPOKEN, TELL, winnersIn } from "./said.js";

await applied;
