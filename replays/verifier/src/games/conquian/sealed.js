/** The events of a hand that hide something until the reveal (RULES 12.3). */

import { EACH, NOBODY, OWNER } from "../../record/sealing.js";

/** By event the audience of each hidden field. */
export const SEALED_EVENTS = {
  dealt: { hands: EACH, stock: NOBODY },
  restocked: { stock: NOBODY },
  answered: { answer: OWNER },
  exchanged: { given: EACH, received: EACH },
  declined: { keeping: OWNER },
  "standing-changed": { claim: OWNER, force: OWNER },
};

/** Events that seal the command that led to them. */
export const SEALING_EVENTS = ["answered", "declined", "standing-changed"];

/** Events of the deal, the one with the cards first. */
export const DEAL_EVENTS = ["dealt", "restocked"];

/** The event that shuffles the stock of a fork. */
export const restocked = (stock) => ({ type: "restocked", stock });
