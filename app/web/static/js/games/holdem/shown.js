// What pages take of hold'em to show it.

export { board } from "./board.js";
export { SPOKEN, TELL, winnersIn } from "./said.js";
