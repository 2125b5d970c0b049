/** Limit hold'em, as tables, audits, disputes and reports use it: every game has these members. */

export { CardPlaces, isPosition } from "./positions.js";
export { DEAL_EVENTS, SEALED_EVENTS, SEALING_EVENTS, restocked } from "./sealed.js";
export { PARAGRAPHS, RULES_OF_EVENTS, SUBJECTS } from "./refusals.js";
export { COMMANDS_BETWEEN, RULES_OF_COMMANDS, isHandCommand, isPlayable, read } from "./commands.js";
export { OBLIGATION, isObliged, narrated } from "./narration.js";
export {
  END_OF_HAND, QUESTIONS, awaited, choosesDealer, inWindow, isOver, nextDealer, nextIdle, payments, position, resume, stake,
  undealt, winner,
} from "./hand.js";
export { deal, decide, leave } from "./decide.js";
export { evolve } from "./evolve.js";
export { completed, idleCount, seatsFault, sheetFault } from "./sheet.js";
export { inPackOrder, wholeDeck } from "./cards.js";
export { legal, standIn } from "./legal.js";
export {
  DROPS_LEFT, EVENTS_BETWEEN, HANDS_MOST, SEATING, charges, chips, hasEnded, keep, offers, sitting, takeSeat, unable, decideBetween,
} from "./sitting.js";
export { differences, sheetOf } from "./scenarios.js";
