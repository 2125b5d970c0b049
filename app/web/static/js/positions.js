/**
 * What a seat, a spectator or everybody may see of a position that was folded from a record in the browser.
 *
 * It has the form of the API's views, so that a board draws either. Tables are those of the verifier's
 * `retold`; nothing here asks the network.
 */

/** The view of `table` at `ply` for `seat` (null: a spectator), as `GET /v1/games/{id}/positions/{ply}` has it. */
export function viewOf(table, ply, seat) {
  const { sheet, hand, places } = table;
  return {
    game: table.game,
    variant: sheet.variant,
    ply,
    decision: null,
    status: table.status,
    pack: sheet.pack,
    target: null,
    phase: null,
    hand_number: table.hand_number,
    dealer: table.dealer,
    turn: null,
    awaited: table.status === "playing" ? hand.awaited : table.awaited,
    answered: table.status === "playing" ? hand.answered : table.answered,
    centre: null,
    stock_count: null,
    hand: null,
    answer: null,
    standing: null,
    result: null,
    ...(hand === null ? {} : handView(hand, seat)),
    you: seat,
    stake: table.stake,
    money: sheet.money ?? "money",
    house: table.house,
    banks: banksOf(table),
    chosen_dealer: table.chosen,
    seats: places.map((place, at) => seatView(table, place, at)),
  };
}

function handView(hand, seat) {
  const open = hand.sheet.waste === "face_up" && hand.sheet.pile_browsable;
  return {
    target: hand.hand_size + 1,
    phase: hand.phase,
    turn: hand.turn,
    centre: hand.centre,
    stock_count: hand.stock.length,
    ...(open ? { discards: hand.discards } : { discard_count: hand.discards.length }),
    hand: seat === null ? null : hand.hands[seat],
    answer: seat === null ? null : ownAnswer(hand, seat),
    standing: standing(hand, seat),
    result: hand.result,
  };
}

function ownAnswer(hand, seat) {
  if (hand.keeping !== null && seat === hand.turn) return { type: "keep", discard: hand.keeping };
  return hand.answers.find((one) => one.seat === seat)?.command ?? null;
}

function standing(hand, seat) {
  if (seat === null || !hand.order.includes(seat)) return null;
  return { claim: hand.claim_passes.includes(seat), force: hand.force_passes.includes(seat) };
}

function seatView({ hand, order, balances }, place, seat) {
  return {
    seat,
    kind: place.kind,
    player: place.player,
    bot: place.bot,
    balance: balances[seat],
    sits_out: order.length > 0 && !order.includes(seat),
    away: place.away,
    left: place.left,
    hand_count: hand === null ? 0 : hand.hands[seat].length,
    table: hand === null ? [] : hand.tables[seat],
    folded: hand !== null && hand.folded.includes(seat),
  };
}

function banksOf({ sheet, balances }) {
  if (!sheet.bank) return [];
  const shares = (team) => balances.filter((_, seat) => seat % sheet.teams === team);
  const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
  return Array.from({ length: sheet.teams }, (_, team) => ({ team, banker: team, balance: sum(shares(team)) }));
}

/** Every hand by seat and the stock: what the position shows once the game is over. */
export function revealedOf({ hand }) {
  return hand === null ? { hands: [], stock: [] } : { hands: hand.hands, stock: hand.stock };
}
