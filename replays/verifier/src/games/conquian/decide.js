/** The events of a command in a hand, or its refusal (RULES 10). */

import { Refusal } from "../../refusal.js";
import { read } from "./commands.js";
import {
  hasAnswered, hasFolded, inTurn, inWindow, isForceable, isFromSource, isIdle, nextSeat, plays, stands,
} from "./hand.js";
import { judge } from "./melding.js";
import { Play } from "./play.js";
import { check, refuse } from "./refusals.js";

/**
 * Decide the document of a command by `seat`: {events}, or {refusal: code, rule: paragraph};
 * `malformed`, which is no paragraph's, for what is no command.
 */
export function decide(hand, seat, document) {
  const play = new Play(hand);
  try {
    const command = read(document);
    check(command !== null, "malformed");
    check(Number.isInteger(seat) && seat >= 0 && seat < hand.hands.length, "seat_unknown");
    act(play, hand, seat, command);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: error.code, rule: error.rule };
  }
  return { events: play.events };
}

function act(play, hand, seat, command) {
  check(hand.phase !== "over", "game_over");
  if (command.type === "standing") return stand(play, hand, seat, command);
  check((command.type === "exchange") === (hand.phase === "exchange"), "wrong_phase");
  if (hand.phase === "forced") whenForced(hand, seat, command);
  return ACTS[command.type](play, hand, seat, command);
}

/** 10.2 */
function whenForced(hand, seat, command) {
  if (seat === hand.turn) check(command.type === "meld", "forced_must_meld");
  else refuse(command.type === "force" ? "force_closed" : "wrong_phase", "10.2");
}

const ACTS = {
  exchange(play, hand, seat, command) {
    check(!hasAnswered(hand, seat), "already_passed");
    check(hand.hands[seat].includes(command.card), "card_not_in_hand", "3.3");
    play.record({ type: "answered", seat, answer: command });
    if (play.hand.awaited.length === 0) play.exchange();
  },

  meld(play, hand, seat, command) {
    if (!hand.awaited.includes(seat) || hand.phase === "force_window") unasked(hand, seat);
    judge(hand, seat, command);
    if (hand.phase !== "claim_window") play.meld(seat, command);
    else answerClaim(play, seat, command);
  },

  pass(play, hand, seat, command) {
    if (inWindow(hand)) {
      check(!hasAnswered(hand, seat), "already_answered", "10.4");
      check(hand.awaited.includes(seat), "wrong_phase", "10.4");
    } else check(hand.awaited.includes(seat), "not_your_turn", "10.4");
    if (hand.phase === "claim_window") answerClaim(play, seat, command);
    else if (hand.phase === "force_window") passForce(play, seat);
    else if (hand.phase === "offer") passOffer(play, seat);
    else play.decline(null);
  },

  force(play, hand, seat, command) {
    if (seat === hand.turn) forceInTurn(hand, seat, command);
    else {
      check(hand.phase !== "force_window" || !hasAnswered(hand, seat), "already_answered", "10.5");
      check(hand.phase === "force_window" && hand.awaited.includes(seat), "force_closed");
      check(command.seat === hand.turn, "force_target");
    }
    play.record({ type: "forced", by: seat, seat: command.seat });
    play.ask("forced", command.seat, [command.seat]);
  },

  keep(play, hand, seat, command) {
    check(hand.sheet.keep_centre, "keep_forbidden");
    check(seat === hand.turn, "not_your_turn", "10.6");
    check(inTurn(hand), "wrong_phase", "10.6");
    check(hand.phase === "new" || !isIdle(hand), "keep_forbidden", "8.4");
    check(command.discard !== hand.centre.card, "keep_discard_same");
    check(hand.hands[seat].includes(command.discard), "discard_not_in_hand");
    play.decline(command.discard);
  },

  fold(play, hand, seat) {
    check(hand.sheet.fold, "fold_not_allowed");
    check(!hasFolded(hand, seat), "already_folded");
    check(seat === hand.turn, "not_your_turn", "10.7");
    check(inTurn(hand), "wrong_phase", "10.7");
    check(hand.tables[seat].length === 0, "fold_not_allowed");
    play.record({ type: "folded", seat });
    play.passOn();
  },
};

/** 10.3 */
function unasked(hand, seat) {
  check(seat !== hand.turn, "wrong_phase", "10.3");
  if (hand.phase === "claim_window") {
    check(!hasAnswered(hand, seat), "already_answered", "10.3");
    check(seat !== hand.centre.left_by, "claim_own_card", "10.3");
  }
  refuse(hand.sheet.claims ? "claim_closed" : "not_your_turn", "10.3");
}

/** 10.5, by the seat on turn. */
function forceInTurn(hand, seat, command) {
  check(hand.sheet.force_by_turn_player, "force_target");
  check(command.seat !== seat && plays(hand, command.seat), "force_target");
  check(isFromSource(hand), "force_source");
  check(isForceable(hand, command.seat), "force_no_fit");
  check(inTurn(hand), "wrong_phase", "10.5");
}

function answerClaim(play, seat, command) {
  play.record({ type: "answered", seat, answer: command });
  play.giveStandingPasses();
}

function passForce(play, seat) {
  play.record({ type: "passed", seat });
  play.giveStandingPasses();
}

/** 5.1 */
function passOffer(play, seat) {
  play.record({ type: "passed", seat });
  const seats = play.hand.order;
  if (seat === seats[seats.length - 1]) play.turnUp(seat);
  else play.ask("offer", nextSeat(play.hand, seat), [nextSeat(play.hand, seat)]);
}

/** 8.6 */
const STANDING_CHANGES = 20;

function stand(play, hand, seat, command) {
  const { sheet } = hand;
  check(plays(hand, seat), "wrong_phase", "8.6");
  check(command.claim === undefined || sheet.claims, "claim_closed", "8.6");
  check(command.force === undefined || sheet.force_by_opponents, "force_closed", "8.6");
  const wanted = {};
  for (const window of ["claim", "force"]) {
    const now = stands(hand, seat, window);
    wanted[window] = command[window] === undefined ? now : command[window];
  }
  const changes = ["claim", "force"].some((window) => wanted[window] !== stands(hand, seat, window));
  const before = hand.stood.filter((one) => one === seat).length;
  check(changes && before < STANDING_CHANGES, "already_standing");
  play.record({ type: "standing-changed", seat, ...wanted });
  if (inWindow(play.hand)) play.giveStandingPasses();
}
