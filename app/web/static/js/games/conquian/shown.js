// What pages take of Conquián to show it.

export { board } from "./board.js";
export { SPOKEN, TELL, winnersIn } from "./said.js";
