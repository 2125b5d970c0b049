/** The events of a command in a hand, or its refusal (HOLDEM 3 to 6). */

import { Refusal } from "../../refusal.js";
import { STREETS, blindsCount, contenders, levelsOpen, mayRaise, nextToAct, opensRound, owed, posts } from "./betting.js";
import { read } from "./commands.js";
import { evolve } from "./evolve.js";
import { awardsOf } from "./pots.js";
import { check } from "./refusals.js";

const CARDS_OF = { flop: 3, turn: 1, river: 1 };

/** A hand with the events that have happened since. */
class Course {
  constructor(hand) {
    this.hand = hand;
    this.events = [];
  }

  record(event) {
    this.events.push(event);
    this.hand = evolve(this.hand, event);
  }
}

/** 3.2, 4.2: the events of the deal: blinds, hole cards and the first turn. */
export function deal(hand, deck) {
  const course = new Course(hand), { sheet, order } = hand;
  const playing = order.filter((seat) => hand.stacks[seat] > 0), live = blindsCount(sheet);
  for (const [seat, due] of posts(sheet, order)) {
    const chips = Math.min(due, course.hand.stacks[seat]);
    if (chips > 0) course.record({ type: "blind-posted", seat, amount: chips, live, level: live ? due : 0 });
  }
  const holes = hand.stacks.map((_, seat) => {
    const at = playing.indexOf(seat);
    return at < 0 ? [] : [deck[at], deck[at + playing.length]];
  });
  course.record({ type: "holes-dealt", holes, stock: deck.slice(2 * playing.length) });
  if (contenders(course.hand).length === 1) endWithoutShowing(course);
  else beginRound(course);
  return course.events;
}

/**
 * Decide the document of a command by `seat`: {events}, or {refusal: code, rule: paragraph};
 * `malformed`, which is no paragraph's, for what is no command of a hand.
 */
export function decide(hand, seat, document) {
  const course = new Course(hand);
  try {
    const command = read(document);
    check(command !== null && Object.hasOwn(ACTS, command.type), "malformed");
    check(!hand.over, "game_over");
    check(contenders(hand).includes(seat), "hand_dead");
    check(seat === hand.turn, "not_your_turn");
    ACTS[command.type](course, seat, command);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: error.code, rule: error.rule };
  }
  follow(course, seat);
  return { events: course.events };
}

const ACTS = {
  check(course, seat) {
    check(owed(course.hand, seat) === 0, "chips_owed");
    course.record({ type: "checked", seat });
  },
  call(course, seat) {
    const amount = owed(course.hand, seat);
    check(amount > 0, "nothing_owed");
    course.record({ type: "called", seat, amount });
  },
  fold(course, seat) {
    check(owed(course.hand, seat) > 0, "nothing_owed", "5.5");
    course.record({ type: "hand-given-up", seat });
  },
  bet(course, seat, { to }) {
    check(course.hand.level === 0, "bet_made");
    checkLevel(course.hand, seat, to);
    course.record({ type: "bet-placed", seat, to });
  },
  raise(course, seat, { to }) {
    check(course.hand.level > 0, "no_bet");
    checkLevel(course.hand, seat, to);
    course.record({ type: "raised", seat, to });
  },
};

function checkLevel(hand, seat, to) {
  check(to <= hand.sheet.limit, "raise_over_limit");
  check(mayRaise(hand, seat), "raise_closed");
  check(to <= hand.bets[seat] + hand.stacks[seat], "chips_too_few");
  check(levelsOpen(hand, seat).includes(to), "bad_step");
}

/** 5.5: the events of a seat that leaves the table: its hand is dead at once. */
export function leave(hand, seat) {
  if (hand.over || !contenders(hand).includes(seat)) return [];
  const course = new Course(hand);
  course.record({ type: "hand-given-up", seat });
  if (course.hand.turn === null || contenders(course.hand).length === 1) follow(course, seat);
  return course.events;
}

function follow(course, seat) {
  if (contenders(course.hand).length === 1) return endWithoutShowing(course);
  const next = nextToAct(course.hand, seat);
  return next === null ? endRound(course) : course.record({ type: "turn-given", seat: next });
}

/** 6.6 */
function endWithoutShowing(course) {
  returnUnmatched(course);
  course.record({ type: "pots-won", awards: awardsOf(course.hand) });
}

function beginRound(course) {
  const opener = opensRound(course.hand);
  return opener === null ? endRound(course) : course.record({ type: "turn-given", seat: opener });
}

function endRound(course) {
  returnUnmatched(course);
  const { street, stock } = course.hand;
  if (street === "river") return showdown(course);
  const next = STREETS[STREETS.indexOf(street) + 1];
  course.record({ type: "board-dealt", street: next, cards: stock.slice(0, CARDS_OF[next]) });
  return beginRound(course);
}

/** 6.2 */
function returnUnmatched(course) {
  const { bets } = course.hand;
  const [highest, matched] = [...bets].sort((one, other) => other - one);
  const seat = bets.indexOf(highest);
  if (highest > matched && contenders(course.hand).includes(seat)) {
    course.record({ type: "bet-returned", seat, amount: highest - matched });
  }
}

/** 6.3 */
function showdown(course) {
  const seats = contenders(course.hand), at = Math.max(0, seats.indexOf(course.hand.raiser));
  for (const seat of [...seats.slice(at), ...seats.slice(0, at)]) {
    course.record({ type: "hand-shown", seat, cards: course.hand.holes[seat] });
  }
  course.record({ type: "pots-won", awards: awardsOf(course.hand) });
}
