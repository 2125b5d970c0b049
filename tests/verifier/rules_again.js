// Decides the hands again that tests/verifier/hands.py writes, one JSON object a line, and answers each
// with a line {decided, refused, differences}: how many commands were decided, how many of them refused,
// and what differs (`at` is the number of the step).
"use strict";

const readline = require("readline");
const { load } = require("./rules_load.js");

let Rules; // of the game of the hand that is decided again

function canonical(value) {
  if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return "{" + Object.keys(value).sort().map((key) => JSON.stringify(key) + ":" + canonical(value[key])).join(",") + "}";
}

function again(game) {
  Rules = load(process.argv[2], game.play);
  const found = { decided: 0, refused: 0, differences: [] };
  const differ = (at, wanted, got) => found.differences.push({ at, wanted, got });
  let hand = begun(game, differ);
  for (const [at, step] of game.steps.entries()) {
    if (found.differences.length) return found; // what follows would say nothing more
    hand = STEPS[step.do](hand, step, found, (wanted, got) => differ(at + 1, wanted, got));
  }
  if (game.end) compareEnd(game.end, hand, (wanted, got) => differ(game.steps.length + 1, wanted, got));
  for (const { call, args, wanted } of game.between || []) {
    const got = Rules[call](game.sheet, ...args);
    if (canonical(got) !== canonical(wanted)) differ(call, { args, wanted }, got);
  }
  return found;
}

// The hand just dealt, or the one that stands in a whole position.
function begun(game, differ) {
  if (game.position) return Rules.resume(game.sheet, game.position);
  const { table, order: seats, hand_number, deck } = game;
  const hand = Rules.undealt(game.sheet, seats, table, hand_number, game.chips);
  const events = Rules.deal(hand, deck);
  if (canonical(events) !== canonical(game.dealt)) differ(0, game.dealt, events);
  return events.reduce(Rules.evolve, hand);
}

const STEPS = {
  // An accepted command: the same events, which lead on.
  decide(hand, step, found, differ) {
    found.decided += 1;
    const { events, refusal } = Rules.decide(hand, step.seat, step.command);
    if (refusal !== undefined || canonical(events) !== canonical(step.events)) {
      differ(step, refusal || events);
      return hand;
    }
    return step.probe ? hand : events.reduce(Rules.evolve, hand);
  },
  // The whole position, from which a hand that is not over goes on.
  position(hand, step, found, differ) {
    const got = Rules.position(hand);
    if (canonical(got) !== canonical(step.position)) differ(step, got);
    return Rules.isOver(hand) ? hand : Rules.resume(hand.sheet, step.position);
  },
  refuse(hand, step, found, differ) {
    found.decided += 1;
    found.refused += 1;
    const { events, refusal, rule } = Rules.decide(hand, step.seat, step.command);
    if (refusal === undefined) differ(step, events);
    else if (refusal !== step.code || rule !== step.rule) differ(step, { refusal, rule });
    return hand;
  },
  // All lawful commands of a seat in their order, and what the service answers for it.
  legal(hand, step, found, differ) {
    const got = Rules.legal(hand, step.seat);
    if (canonical(got) !== canonical(step.commands)) differ(step, got);
    const answer = Rules.standIn(hand, step.seat);
    if (canonical(answer) !== canonical(step.stand_in)) differ(step, answer);
    return hand;
  },
};

function compareEnd(end, hand, differ) {
  const got = {
    over: Rules.isOver(hand), winner: Rules.winner(hand), hands: hand.hands, tables: hand.tables,
    payments: end.payments && Rules.payments(hand, end.stake),
  };
  for (const name of Object.keys(got).filter((one) => one in end))
    if (canonical(got[name]) !== canonical(end[name])) differ(end, { [name]: got[name] });
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  let answer;
  try {
    answer = again(JSON.parse(line));
  } catch (error) {
    answer = { decided: 0, refused: 0, differences: [{ at: -1, got: String(error.stack) }] };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
});
