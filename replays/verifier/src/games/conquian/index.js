/** Conquián, as tables, audits, disputes and reports use it: every game has these members. */

export { CardPlaces, isPosition } from "./positions.js";
export { DEAL_EVENTS, SEALED_EVENTS, SEALING_EVENTS, restocked } from "./sealed.js";
export { PARAGRAPHS, RULES_OF_EVENTS, SUBJECTS } from "./refusals.js";
export { RULES_OF_COMMANDS, isHandCommand, isPlayable, read } from "./commands.js";
export { OBLIGATION, isObliged, narrated } from "./narration.js";
export { END_OF_HAND, QUESTIONS, awaited, inWindow, isOver, leave, position, resume, undealt, winner } from "./hand.js";
export { deal } from "./play.js";
export { decide } from "./decide.js";
export { evolve } from "./evolve.js";
export { completed, idleCount, seatsFault, sheetFault } from "./sheet.js";
export { inPackOrder, wholeDeck } from "./cards.js";
export { legal, standIn } from "./legal.js";
export { choosesDealer, nextDealer, nextIdle, payments, stake } from "./payment.js";
export { differences, sheetOf } from "./scenarios.js";
export {
  COMMANDS_BETWEEN, DROPS_LEFT, EVENTS_BETWEEN, HANDS_MOST, SEATING, charges, chips, decideBetween, hasEnded, keep, offers, sitting,
  takeSeat, unable,
} from "./sitting.js";
