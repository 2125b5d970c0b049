// Where the seats of a table lie: the reader at the bottom, the others around the middle in order of play.

import { make } from "./shell.js";

/** Which seats lie where, in order of play: on the first side, opposite, and on the other side. */
function around(count, seat) {
  const others = Array.from({ length: count - 1 }, (_, at) => (seat + 1 + at) % count);
  const side = Math.floor(others.length / 3);
  return [others.slice(0, side), others.slice(side, others.length - side), others.slice(others.length - side)];
}

/**
 * The regions of a board, in order of play, with the middle before the seat at the bottom.
 * @param {number} count  of seats
 * @param {number} own  the seat at the bottom
 * @param {boolean} clockwise
 * @param {HTMLElement} middle
 * @param {(seat: number) => HTMLElement} place  makes the place of a seat
 * @returns {HTMLElement[]}
 */
export function placed(count, own, clockwise, middle, place) {
  const [first, opposite, last] = around(count, own);
  const sides = clockwise ? ["west", "east"] : ["east", "west"];
  const region = (name, seats) => make(`div.region.${name}`, {}, ...seats.map(place));
  return [region(sides[0], first), region("north", opposite), region(sides[1], last), middle, region("south", [own])];
}
