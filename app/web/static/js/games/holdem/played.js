// What the page of a table takes of hold'em.

export { answers } from "./asking.js";
export { howEnded, winners } from "./outcome.js";
export * from "./seating.js";
export { tray } from "./tray.js";
