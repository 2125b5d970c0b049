/** The hand after an event. */

import { completeLevel } from "./betting.js";

const put = (list, at, value) => list.map((item, index) => (index === at ? value : item));
const added = (list, at, chips) => put(list, at, list[at] + chips);

const pays = (hand, seat, chips) => ({
  ...hand,
  stacks: added(hand.stacks, seat, -chips),
  bets: added(hand.bets, seat, chips),
  paid: added(hand.paid, seat, chips),
});
const acts = (hand, seat, complete) => ({ ...hand, acted: put(hand.acted, seat, complete), turn: null });

function raises(hand, { seat, to }) {
  const after = { ...pays(hand, seat, to - hand.bets[seat]), level: to, raiser: seat };
  return acts(after, seat, completeLevel(after));
}

const EVOLVE = {
  "blind-posted": (hand, { seat, amount, live, level }) =>
    (live ? { ...pays(hand, seat, amount), level }
      : { ...hand, stacks: added(hand.stacks, seat, -amount), dead: hand.dead + amount }),
  "holes-dealt": (hand, { holes, stock }) => ({ ...hand, holes, stock }),
  "stock-shuffled": (hand, { stock }) => ({ ...hand, stock }),
  "turn-given": (hand, { seat }) => ({ ...hand, turn: seat }),
  checked: (hand, { seat }) => acts(hand, seat, completeLevel(hand)),
  "bet-placed": raises,
  called: (hand, { seat, amount }) => acts(pays(hand, seat, amount), seat, completeLevel(hand)),
  raised: raises,
  "hand-given-up": (hand, { seat }) => ({ ...hand, folded: [...hand.folded, seat], turn: hand.turn === seat ? null : hand.turn }),
  "board-dealt": (hand, { street, cards }) => ({
    ...hand, street, board: [...hand.board, ...cards], stock: hand.stock.slice(cards.length), bets: hand.bets.map(() => 0),
    acted: hand.bets.map(() => null), level: 0, raiser: null, turn: null,
  }),
  "bet-returned": (hand, { seat, amount }) => pays(hand, seat, -amount),
  "hand-shown": (hand, { seat }) => ({ ...hand, shown: [...hand.shown, seat] }),
  "pots-won": (hand, { awards }) => ({
    ...hand, awards, turn: null, over: true,
    stacks: hand.stacks.map((chips, seat) =>
      awards.flatMap(({ shares }) => shares).filter((share) => share.seat === seat).reduce((sum, share) => sum + share.chips, chips)),
  }),
};

export const evolve = (hand, event) => EVOLVE[event.type](hand, event);
