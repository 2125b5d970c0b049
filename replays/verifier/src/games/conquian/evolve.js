/** The hand after an event. */

import { without } from "./cards.js";
import { plays } from "./hand.js";

const restrictsMelds = (sheet) => sheet.keep_three || sheet.group_needs_stock_card !== "off";
const put = (list, at, value) => list.map((item, index) => (index === at ? value : item));

const afterAnswer = (hand, seat) => ({
  ...hand,
  awaited: hand.awaited.filter((one) => one !== seat),
  answered: [...hand.answered, seat],
});

const EVOLVE = {
  dealt: (hand, event) => ({ ...hand, hands: event.hands, stock: event.stock }),
  restocked: (hand, event) => ({ ...hand, stock: event.stock }),
  asked(hand, event) {
    const centre = event.left_by === undefined ? hand.centre : { ...hand.centre, left_by: event.left_by };
    const { phase, turn, awaited } = event;
    return { ...hand, phase, turn, awaited, answered: [], answers: [], centre };
  },
  answered: (hand, event) => ({
    ...afterAnswer(hand, event.seat),
    answers: [...hand.answers, { seat: event.seat, command: event.answer }],
  }),
  exchanged: (hand, event) => ({
    ...hand,
    hands: hand.hands.map((cards, seat) =>
      plays(hand, seat) ? [...without(cards, [event.given[seat]]), event.received[seat]] : cards),
  }),
  "card-turned": (hand, event) => ({
    ...hand,
    idle_turns: 0,
    stock: hand.stock.slice(1),
    discards: hand.centre ? [...hand.discards, hand.centre.card] : hand.discards,
    centre: { card: event.card, source: "stock", left_by: null },
  }),
  passed: (hand, event) => afterAnswer(hand, event.seat),
  declined: (hand, event) => ({ ...hand, keeping: event.keeping === undefined ? null : event.keeping }),
  melded(hand, event) {
    const { seat, discard } = event;
    const gone = discard === undefined ? event.used : [...event.used, discard];
    const { card, source } = hand.centre;
    return {
      ...hand,
      idle_turns: 0,
      keeping: null,
      hands: put(hand.hands, seat, without(hand.hands[seat], gone)),
      tables: put(hand.tables, seat, event.table),
      turned: source === "stock" && restrictsMelds(hand.sheet) ? [...hand.turned, card] : hand.turned,
      centre: discard === undefined ? null : { card: discard, source: "discard", left_by: seat },
    };
  },
  forced: (hand) => ({ ...hand, keeping: null }),
  kept(hand, event) {
    const { seat, card, discard } = event;
    return {
      ...hand,
      idle_turns: hand.centre.left_by === null ? 0 : hand.idle_turns + 1,
      keeping: null,
      hands: put(hand.hands, seat, [...without(hand.hands[seat], [discard]), card]),
      centre: { card: discard, source: "discard", left_by: seat },
    };
  },
  folded: (hand, event) => ({ ...hand, folded: [...hand.folded, event.seat] }),
  "standing-changed"(hand, event) {
    const { seat, claim, force } = event;
    const passes = (seats, stands) => [...seats.filter((one) => one !== seat), ...(stands ? [seat] : [])];
    return {
      ...hand,
      claim_passes: passes(hand.claim_passes, claim),
      force_passes: passes(hand.force_passes, force),
      stood: [...hand.stood, seat],
    };
  },
  "claims-closed": (hand) => hand,
  "hand-ended"(hand, event) {
    const winner = event.winner === undefined ? null : event.winner;
    const result = { termination: event.termination, winner };
    return { ...hand, phase: "over", awaited: [], answered: [], answers: [], result };
  },
};

export function evolve(hand, event) {
  return EVOLVE[event.type](hand, event);
}
