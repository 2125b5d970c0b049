/** The deal (RULES 3), and how a hand goes on after a command (4, 5, 8, 9). */

import { evolve } from "./evolve.js";
import {
  answerOf, forcers, hasFolded, nextSeat, othersAfter, plays, stands, tableCards,
} from "./hand.js";
import { proposal } from "./melding.js";

/** 3.2: packets belong to hands of eight. */
function packets(sheet, size) {
  const style = { packets_4_4: [4, 4], packets_3_5: [3, 5] }[sheet.deal_style];
  return style && size === 8 ? style : Array(size).fill(1);
}

/** The events that deal `deck` to the seats that play, up to the first question; idle ones get no cards. */
export function deal(undealtHand, deck) {
  const play = new Play(undealtHand);
  const { sheet: rules, hand_size: size, order: seats } = play.hand;
  const hands = play.hand.hands.map(() => []);
  let top = 0;
  for (const packet of packets(rules, size))
    for (const seat of seats) {
      hands[seat].push(...deck.slice(top, top + packet));
      top += packet;
    }
  play.record({ type: "dealt", hands, stock: deck.slice(top) });
  if (rules.exchange) play.ask("exchange", seats[0], seats);
  else play.firstTurn();
  return play.events;
}

export class Play {
  constructor(hand) {
    this.hand = hand;
    this.events = [];
    this.leaver = undefined; // who has just left the centre card, until a question says so
  }

  record(event) {
    this.hand = evolve(this.hand, event);
    this.events.push(event);
  }

  ask(phase, turn, awaited) {
    const event = { type: "asked", phase, turn, awaited: awaited.slice() };
    if (this.leaver !== undefined) event.left_by = this.leaver;
    this.leaver = undefined;
    this.record(event);
  }

  // 5 The first turn.
  firstTurn() {
    const first = this.hand.order[0];
    if (!this.turnCard(first)) return;
    this.ask(this.hand.sheet.first_turn === "offer" ? "offer" : "new", first, [first]);
  }

  // 4.1, 9.2: turns the top card up; false if the hand is drawn because there is none.
  turnCard(seat) {
    if (this.hand.stock.length === 0) {
      this.record({ type: "hand-ended", termination: "tablas" });
      return false;
    }
    this.leaver = undefined;
    this.record({ type: "card-turned", seat, card: this.hand.stock[0] });
    return true;
  }

  turnUp(seat) {
    if (!this.turnCard(seat)) return;
    this.ask("new", seat, [seat]);
    if (!hasFolded(this.hand, seat)) return;
    this.record({ type: "passed", seat }); // 8.5: at once
    this.leave(seat);
  }

  // 8.5: the first seat from `seat` on that still plays, `seat` itself if nobody does; all where a folded
  // seat turns up its cards.
  turner(seat) {
    const { sheet, order } = this.hand;
    if (!sheet.fold_skips_turn || order.every((one) => hasFolded(this.hand, one))) return seat;
    return [seat, ...othersAfter(this.hand, seat)].find((one) => !hasFolded(this.hand, one));
  }

  // 4.2: `by` has left the centre card to the next seat; 8.5: which, having folded, passes at once, or
  // whose turn is skipped.
  leave(by) {
    const seat = nextSeat(this.hand, by);
    const folded = hasFolded(this.hand, seat);
    this.leaver = by;
    if (folded && this.hand.sheet.fold_skips_turn) this.turnUp(this.turner(nextSeat(this.hand, seat)));
    else {
      this.ask("left", seat, [seat]);
      if (!folded) return;
      this.record({ type: "passed", seat });
      this.claims(seat);
    }
  }

  // 4.4: the seat on turn has not used the card; first the others may force it.
  decline(keeping) {
    const seat = this.hand.turn;
    const asked = forcers(this.hand, seat);
    if (asked.length) {
      // 8.3: where a card can be kept nobody sees whether the seat passed or keeps.
      if (!this.hand.sheet.keep_centre) this.record({ type: "passed", seat });
      else this.record({ type: "declined", seat, ...(keeping === null ? {} : { keeping }) });
      this.ask("force_window", seat, asked);
      this.giveStandingPasses();
    } else if (keeping !== null) this.keep(keeping);
    else {
      this.record({ type: "passed", seat });
      this.passOn();
    }
  }

  passOn() {
    if (this.hand.centre.left_by === null) this.leave(this.hand.turn);
    else this.claims(this.hand.turn);
  }

  // 8.3: a keep is carried out and ends the turn without claims.
  keep(discard) {
    const seat = this.hand.turn;
    this.record({ type: "kept", seat, card: this.hand.centre.card, discard });
    this.leave(seat);
  }

  // 8.1: the claim window, if somebody may claim.
  claims(seat) {
    const by = this.hand.centre.left_by;
    const asked = othersAfter(this.hand, seat).filter((one) => one !== by && !hasFolded(this.hand, one));
    if (!this.hand.sheet.claims || asked.length === 0) {
      this.turnUp(this.turner(seat));
      return;
    }
    this.ask("claim_window", seat, asked);
    this.giveStandingPasses();
  }

  // 8.6: once the only answers that are missing and could change something are passes that stand, they
  // are given, and the window closes.
  giveStandingPasses() {
    const window = this.hand.phase === "claim_window" ? "claim" : "force";
    const open = this.missing();
    if (!open.every((seat) => stands(this.hand, seat, window))) return;
    for (const seat of open) {
      if (window === "claim") this.record({ type: "answered", seat, answer: { type: "pass" } });
      else this.record({ type: "passed", seat });
    }
    this.closeWindow();
  }

  // The seats asked whose answers are missing and matter: none after the first claim (8.2).
  missing() {
    const claim = this.firstClaim();
    const after = othersAfter(this.hand, this.hand.turn);
    const before = claim === undefined ? after : after.slice(0, after.indexOf(claim));
    return before.filter((seat) => this.hand.awaited.includes(seat));
  }

  // The first seat in order whose answer is a claim.
  firstClaim() {
    const claimants = this.hand.answers.filter((one) => one.command.type === "meld").map((one) => one.seat);
    return othersAfter(this.hand, this.hand.turn).find((seat) => claimants.includes(seat));
  }

  closeWindow() {
    if (this.hand.phase === "claim_window") this.closeClaims();
    else if (this.hand.keeping !== null) this.keep(this.hand.keeping);
    else this.passOn();
  }

  // 8.2: the first claim in order wins; every seat before it has answered.
  closeClaims() {
    const seat = this.firstClaim();
    if (seat === undefined) {
      this.record({ type: "claims-closed" });
      this.turnUp(this.turner(this.hand.turn));
    } else {
      const claim = answerOf(this.hand, seat);
      this.record({ type: "claims-closed", seat });
      this.meld(seat, claim);
    }
  }

  // 6.4, 9.1: a meld that was judged already is laid.
  meld(seat, command) {
    const event = { type: "melded", seat, ...proposal(this.hand, seat, command) };
    if (command.discard !== undefined) event.discard = command.discard;
    this.record(event);
    if (tableCards(this.hand, seat).length > this.hand.hand_size)
      this.record({ type: "hand-ended", termination: "went_out", winner: seat });
    else this.leave(seat);
  }

  // 3.3: everybody has chosen, the cards go to the next seats.
  exchange() {
    const given = this.hand.hands.map((_, seat) =>
      plays(this.hand, seat) ? answerOf(this.hand, seat).card : null);
    const received = given.map(() => null);
    for (const seat of this.hand.order) received[nextSeat(this.hand, seat)] = given[seat];
    this.record({ type: "exchanged", given, received });
    this.firstTurn();
  }
}
