/** The scenario files of the rules, played again: of hands, which their game reads, and of tables. */

import { gameNamed } from "./games/games.js";
import { Refusal } from "./refusal.js";
import { decide } from "./table/decide.js";
import { chipsOf } from "./table/state.js";
import { range, same } from "./values.js";

const TABLE = {
  type: "create", game: "g-0a0123456789abcdefghijkl", entropy: "none", reveal: "game", game_key: "01".repeat(32),
};

/** Decides a command: the table after it, or the code of the refusal. */
function decided(table, seat, command) {
  try {
    return { code: "accepted", table: decide(table, seat, command).table };
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return { code: fault.code, table };
  }
}

/** Return the differences between a scenario of a table of `seats` open seats and the rules, as sentences. */
function tableDifferences(play, { variant, options, seats, refused = "accepted", steps = [], then = {} }) {
  const found = [], game = gameNamed(play), sheet = game.sheetOf(variant, options);
  const expect = (what, wanted, got) => {
    if (!same(wanted, got)) found.push(`${what}: ${JSON.stringify(wanted)} expected, ${JSON.stringify(got)} found`);
  };
  const places = range(seats).map(() => ({ kind: "open" })), wrong = game.seatsFault(sheet, seats);
  const made = { ...TABLE, play, rules: sheet, seats: places, token_hashes: places.map(() => "") };
  let { code, table } = decided(null, null, made);
  expect("table", refused, wrong || code);
  steps.forEach((step, at) => {
    ({ code, table } = decided(table, step.seat, step.command));
    expect(`step ${at + 1}`, step.accepted ? "accepted" : step.reason, code);
  });
  for (const [name, wanted] of Object.entries(then)) expect(name, wanted, THEN[name](table));
  return found;
}

const THEN = { status: ({ status }) => status, chips: chipsOf, balances: ({ balances }) => balances };

/** Runs the scenarios of one file: how many there are, and by id what differs. */
export function vectors({ game: play = "conquian", scenarios }) {
  const failures = [];
  for (const scenario of scenarios) {
    let found;
    try {
      found = "seats" in scenario ? tableDifferences(play, scenario) : gameNamed(play).differences(scenario);
    } catch (error) {
      found = [error.message];
    }
    if (found.length) failures.push({ id: scenario.id, differs: found });
  }
  return { scenarios: scenarios.length, failures };
}
