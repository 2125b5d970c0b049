/** Scenarios of hands, played again. */

import { same } from "../../values.js";
import { TextError, message } from "../../words/message.js";
import { owed } from "./betting.js";
import { FACES } from "./cards.js";
import { deal, decide } from "./decide.js";
import { evolve } from "./evolve.js";
import { undealt } from "./hand.js";
import { legal } from "./legal.js";
import { completed, sheetFault } from "./sheet.js";
import { charges } from "./sitting.js";

/** The sheet of a variant with the options that a scenario names. */
export function sheetOf(variant, options) {
  if (variant !== "caesars-holdem") throw new TextError(message("unknown variant {name}", { name: variant }));
  const sheet = { ...completed(options), variant }, fault = sheetFault(sheet);
  if (fault !== null) throw new TextError(message("unknown option {name}", { name: fault }));
  return sheet;
}

const POSITION = ["button", "stacks", "holes", "board"];

/** The hand of a scenario, dealt: `stacks` are the chips of all seats before the collection. */
function dealt({ variant, options, position }) {
  const strange = Object.keys(position).find((name) => !POSITION.includes(name));
  if (strange !== undefined) throw new TextError(message("unknown field {name}", { name: strange }));
  const { button, stacks } = position, sheet = sheetOf(variant, options), seats = [...stacks.keys()];
  const order = [...seats.slice(button + 1), ...seats.slice(0, button + 1)].filter((seat) => stacks[seat] > 0);
  const paid = charges(sheet, 1, order, stacks, seats.length);
  const hand = undealt(sheet, order, seats.length, 1, stacks.map((chips, seat) => chips - paid[seat]));
  return deal(hand, deckOf(hand, position)).reduce(evolve, hand);
}

/** A deck that deals the cards which a scenario names; the others follow in the order of the pack. */
function deckOf({ order, stacks }, { holes = {}, board = [] }) {
  const playing = order.filter((seat) => stacks[seat] > 0), named = [...Object.values(holes).flat(), ...board];
  const rest = FACES.filter((card) => !named.includes(card));
  const hands = playing.map((seat) => (Object.hasOwn(holes, seat) ? holes[seat] : rest.splice(0, 2)));
  return [...hands.map(([first]) => first), ...hands.map(([, second]) => second), ...board, ...rest];
}

/** Return the differences between a scenario and the rules, as sentences. */
export function differences(scenario) {
  const found = [];
  let hand = dealt(scenario);
  const expect = (what, wanted, got) => {
    if (!same(wanted, got)) found.push(`${what}: ${JSON.stringify(wanted)} expected, ${JSON.stringify(got)} found`);
  };
  scenario.steps.forEach((step, at) => {
    const { events, refusal } = decide(hand, step.seat, step.command);
    expect(`step ${at + 1}`, step.accepted ? "accepted" : step.reason, events ? "accepted" : refusal);
    if (events) hand = events.reduce(evolve, hand);
  });
  for (const [name, wanted] of Object.entries(scenario.then)) expect(name, wanted, THEN[name](hand));
  return found;
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/** The fields of `then`. */
const THEN = {
  street: (hand) => hand.street,
  to_act: (hand) => hand.turn,
  level: (hand) => hand.level,
  pot: (hand) => hand.dead + sum(hand.paid),
  stacks: (hand) => hand.stacks,
  owed: (hand) => hand.stacks.map((_, seat) => owed(hand, seat)),
  board: (hand) => hand.board,
  board_count: (hand) => hand.board.length,
  hole_counts: (hand) => hand.holes.map(({ length }) => length),
  legal: (hand) => (hand.turn === null ? [] : legal(hand, hand.turn)),
  folded: (hand) => hand.folded,
  shown: (hand) => hand.shown,
  over: (hand) => hand.over,
  pots: (hand) => hand.awards.map(({ amount, shares }) => ({ amount, shares: Object.fromEntries(shares.map(({ seat, chips }) => [seat, chips])) })),
};
