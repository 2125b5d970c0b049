/**
 * What a seat, a spectator or everybody may see of a position that was folded from a record in the browser.
 *
 * It has the form of the API's views, so that a board draws either. Tables are those of the verifier's
 * `retold`; nothing here asks the network.
 */

import { read } from "./games/read.js";

/** The view of `table` at `ply` for `seat` (null: a spectator), as `GET /v1/games/{id}/positions/{ply}` has it. */
export function viewOf(table, ply, seat) {
  const { sheet, hand, places } = table;
  const play = read(table.play);
  return {
    game: table.game,
    variant: sheet.variant,
    ply,
    decision: null,
    status: table.status,
    pack: sheet.pack,
    hand_number: table.hand_number,
    dealer: table.dealer,
    awaited: table.status === "playing" ? play.awaitedIn(hand) : table.awaited,
    answered: table.status === "playing" ? play.answeredIn(hand) : table.answered,
    ...(hand === null ? play.UNBEGUN : play.handView(hand, seat)),
    you: seat,
    stake: table.stake,
    money: sheet.money ?? "money",
    house: table.house,
    banks: banksOf(table),
    chosen_dealer: table.chosen,
    seats: places.map((place, at) => seatView(table, place, at)),
  };
}

function seatView(table, place, seat) {
  const { hand, order, balances } = table;
  return {
    seat,
    kind: place.kind,
    player: place.player,
    bot: place.bot,
    balance: balances[seat],
    sits_out: order.length > 0 && !order.includes(seat),
    away: place.away,
    left: place.left,
    ...(place.standIn && { replacement: { bot: place.standIn, asked_by: [], needed: 0 } }),
    ...read(table.play).seatView(hand, seat, table),
  };
}

function banksOf({ sheet, balances }) {
  if (!sheet.bank) return [];
  const shares = (team) => balances.filter((_, seat) => seat % sheet.teams === team);
  const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
  return Array.from({ length: sheet.teams }, (_, team) => ({ team, banker: team, balance: sum(shares(team)) }));
}

/** Every hand by seat and the stock: what the position shows once the game is over. */
export const revealedOf = ({ play, hand }) => (hand === null ? { hands: [], stock: [] } : read(play).revealedOf(hand));
