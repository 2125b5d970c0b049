/** Scenarios of hands, played again. */

import { includesAll } from "./cards.js";
import { decide } from "./decide.js";
import { evolve } from "./evolve.js";
import { othersAfter, undealt } from "./hand.js";
import { layable } from "./legal.js";
import { PLAIN, VARIANTS, completed } from "./sheet.js";
import { TextError, message } from "../../words/message.js";

/** The sheet of a variant with the options that a scenario names. */
export function sheetOf(variant, options) {
  if (!Object.hasOwn(VARIANTS, variant)) throw new TextError(message("unknown variant {name}", { name: variant }));
  const sheet = { ...completed(VARIANTS[variant]), variant };
  for (const [name, value] of Object.entries(options)) {
    if (name === "hand_size") sheet.hand_sizes = [value];
    else if (name === "me_sirve") sheet.claims = value;
    else if (Object.hasOwn(PLAIN, name)) sheet[name] = value;
    else throw new TextError(message("unknown option {name}", { name }));
  }
  if (variant === "four-deal" && sheet.pack === "spanish40") sheet.packs = 2;
  return sheet;
}

const POSITION = [
  "hand_number", "players", "dealer", "phase", "to_act", "centre", "hands", "tables",
  "hands_that_do_not_matter", "stock", "dead", "table_cards_that_came_from_the_stock", "folded",
  "legal_melds_before",
];

/** The hand that stands in the position of a scenario. */
function positioned(scenario) {
  const { position } = scenario;
  const strange = Object.keys(position).find((name) => !POSITION.includes(name));
  if (strange !== undefined) throw new TextError(message("unknown field {name}", { name: strange }));
  const sheet = sheetOf(scenario.variant, scenario.options);
  const seats = Array.from({ length: position.players }, (_, seat) => seat);
  const hand = {
    ...undealt(sheet, seats, position.players, position.hand_number || 1),
    phase: position.phase, turn: position.to_act, hands: position.hands, tables: position.tables,
    stock: position.stock, discards: position.dead, centre: position.centre,
    turned: position.table_cards_that_came_from_the_stock || [], folded: position.folded || [],
  };
  const asked = {
    force_window: othersAfter(hand, hand.turn),
    claim_window: othersAfter(hand, hand.turn).filter((seat) => seat !== hand.centre.left_by),
  }[hand.phase] || [hand.turn];
  return { ...hand, awaited: asked };
}

/** Return the differences between a scenario and the rules, as sentences. */
export function differences(scenario) {
  const found = [];
  let hand = positioned(scenario);
  const expect = (what, wanted, got) => {
    if (JSON.stringify(wanted) !== JSON.stringify(got))
      found.push(`${what}: ${JSON.stringify(wanted)} expected, ${JSON.stringify(got)} found`);
  };
  const { legal_melds_before: before } = scenario;
  if (before !== undefined) expect("legal melds before", before, layable(hand, hand.turn).length);
  scenario.steps.forEach((step, at) => {
    const { events, refusal } = decide(hand, step.seat, step.command);
    expect(`step ${at + 1}`, step.accepted ? "accepted" : step.reason, events ? "accepted" : refusal);
    if (events) hand = events.reduce(evolve, hand);
  });
  for (const [name, wanted] of Object.entries(scenario.then)) expect(name, ...THEN[name](wanted, hand));
  return found;
}

const sortedBag = (codes) => codes.slice().sort();
const sortedMelds = (melds) => melds.map((meld) => sortedBag(meld).join(" ")).sort();

const bySeat = (wanted, places, sort) => [
  Object.entries(wanted).map(([seat, cards]) => [Number(seat), sort(cards)]),
  Object.keys(wanted).map((seat) => [Number(seat), sort(places[seat])]),
];

/** The fields of `then`: for each the wanted and the actual value, in comparable form. */
const THEN = {
  phase: (wanted, hand) => [wanted, hand.phase],
  to_act: (wanted, hand) => [wanted, hand.turn],
  centre: (wanted, hand) => [wanted, hand.centre && hand.centre.card],
  hands: (wanted, hand) => bySeat(wanted, hand.hands, sortedBag),
  tables: (wanted, hand) => bySeat(wanted, hand.tables, sortedMelds),
  dead_includes: (wanted, hand) => [true, includesAll([].concat(wanted), hand.discards)],
  legal_melds: (wanted, hand) => [wanted, layable(hand, hand.turn).length],
  result: (wanted, hand) => [wanted, resultOf(hand.result, wanted)],
};

/** The result in the words of the scenario files. */
const resultOf = (result, wanted) =>
  result && Object.fromEntries(Object.keys(wanted).map((name) => [name, result[name]]));
