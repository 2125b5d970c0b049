"""The bots of hold'em: what they do with plain hands, and that they beat one another."""

from collections.abc import Sequence
from typing import Any

import pytest

from app.bots.holdem import counter
from app.bots.holdem.hand_strength import drawn, hidden_cards
from app.bots.holdem.table_view import Spot
from app.bots.roster import bots_of
from app.bots.strategy import Chance, Move, Seen
from app.games.cards import Card, Seat
from app.games.holdem.commands import Bet, Check, HandCommand, Raise
from app.games.holdem.evolve import fold
from app.games.holdem.game import HOLDEM
from app.games.holdem.state import HoldemState
from app.games.holdem.view import view
from tests.bench.holdem_ladder import Timed, advantage
from tests.games.holdem.hands import CLUB, A, B, C, D, play, stacked, start

NAMES = list(bots_of(HOLDEM.name))
ORDER = (B, C, D, A)


def asked(hand: HoldemState) -> Seat:
    """Return the seat on turn."""
    assert hand.turn is not None
    return hand.turn


def answer(bot: str, holes: dict[Seat, str], *commands: HandCommand, key: bytes = bytes(32)) -> Any:
    """Return the move of `bot` for the seat asked after `commands`, with these hole cards."""
    hand = start(CLUB, [40] * 4)
    events = HOLDEM.deal(hand, stacked(ORDER, holes, "2c 7d 9h Js Kc"))
    hand = fold(hand, events)
    history = [HOLDEM.events.to_json(event) for event in events]
    for command in commands:
        events = HOLDEM.decide(hand, asked(hand), command)
        history += [HOLDEM.events.to_json(event) for event in events]
        hand = play(hand, command)
    moves = [HOLDEM.command_to_json(command) for command in HOLDEM.legal(hand, asked(hand))]
    seen = {**view(hand, hand.turn), "you": hand.turn}
    return bots_of(HOLDEM.name)[bot].strategy(seen, moves, Chance(key), Seen(CLUB, history))


@pytest.mark.parametrize("bot", NAMES[1:])
def test_aces_bet_and_raise(bot: str) -> None:
    assert answer(bot, {B: "As Ah"})["type"] == "bet"
    assert answer(bot, {C: "As Ah"}, Bet(3))["type"] == "raise"


@pytest.mark.parametrize("bot", NAMES[1:])
def test_the_worst_hand_gives_up_against_a_large_raise_and_checks_for_nothing(bot: str) -> None:
    assert answer(bot, {D: "2s 7h"}, Bet(3), Raise(12))["type"] == "fold"


@pytest.mark.parametrize("bot", NAMES)
def test_a_bot_without_chips_buys_before_it_is_ready(bot: str) -> None:
    moves: list[Move] = [{"type": "buy", "chips": 20}, {"type": "ready"}]
    strategy = bots_of(HOLDEM.name)[bot].strategy
    assert all(strategy({}, moves, Chance(bytes([key] * 32)), Seen(CLUB)) == moves[0] for key in range(8))


@pytest.mark.parametrize("bot", NAMES)
def test_the_cards_of_others_change_no_move(bot: str) -> None:
    others: Sequence[dict[Seat, str]] = ({C: "As Ah", D: "Ks Kh"}, {C: "3s 3h", D: "4s 5h"})
    for own in ("Qs Qh", "8s 3d", "As 2d"):
        moves = [answer(bot, {B: own, **hidden}) for hidden in others]
        assert moves[0] == moves[1]


def test_a_seat_that_raised_is_taken_to_hold_better_cards_than_one_that_checked() -> None:
    hand = start(CLUB, [40] * 4)
    hand = fold(hand, HOLDEM.deal(hand, stacked(ORDER, {}, "2c 7d 9h Js Kc")))
    events = []
    for command in (Check(), Bet(3), Raise(6)):
        events += [HOLDEM.events.to_json(event) for event in HOLDEM.decide(hand, asked(hand), command)]
        hand = play(hand, command)
    spot = Spot.of({**view(hand, hand.turn), "you": hand.turn})
    history = counter.BettingHistory(spot, events, Chance(bytes(32)), CLUB.limit)
    strong, weak = (Card("As"), Card("Ah")), (Card("2s"), Card("7d"))
    for seat in (C, D):
        assert history.likelihood(seat, strong) > 3 * history.likelihood(seat, weak)
    assert history.likelihood(B, strong) < history.likelihood(B, weak)


def test_draws_are_of_the_hidden_cards_and_each_once() -> None:
    hand, board = (Card("As"), Card("Ah")), (Card("2c"), Card("7d"), Card("9h"))
    hidden = hidden_cards(hand, board)
    cards = drawn(hidden, 20, Chance(bytes(32)))
    assert len(set(cards)) == 20
    assert not {*hand, *board} & set(cards)
    assert len(hidden) == 47


def test_greedy_wins_from_chance_in_all_arrangements_of_seats() -> None:
    bots = bots_of(HOLDEM.name)
    result = advantage(Timed(bots["greedy"].strategy), Timed(bots["random"].strategy), 4, 60, chips=40)
    assert result.chips - result.margin > 0


def test_careful_wins_from_chance_in_all_arrangements_of_seats() -> None:
    bots = bots_of(HOLDEM.name)
    result = advantage(Timed(bots["careful"].strategy), Timed(bots["random"].strategy), 3, 12, chips=40)
    assert result.chips > 0
