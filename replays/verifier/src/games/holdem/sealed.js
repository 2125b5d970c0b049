/** The events of a hand that hide something until the reveal (HOLDEM 9.2, 12.3), and those of the deal. */

import { EACH, NOBODY } from "../../record/sealing.js";

/** By event the audience of each hidden field. */
export const SEALED_EVENTS = {
  "holes-dealt": { holes: EACH, stock: NOBODY },
  "stock-shuffled": { stock: NOBODY },
};

/** Events that seal the command that led to them: bets are open. */
export const SEALING_EVENTS = [];

/** Events of the deal, the one with the cards first. */
export const DEAL_EVENTS = ["holes-dealt", "blind-posted", "stock-shuffled"];

/** The event that shuffles the stock of a fork. */
export const restocked = (stock) => ({ type: "stock-shuffled", stock });
