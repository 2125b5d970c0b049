"""Hands of hold'em for tests: rules, a hand at its start, and commands one after another."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from app.games.cards import Card, Seat, canonical_deck
from app.games.errors import Refused
from app.games.holdem.commands import HandCommand
from app.games.holdem.decide import deal, decide
from app.games.holdem.evolve import fold
from app.games.holdem.rules import HoldemRules
from app.games.holdem.state import HoldemState, undealt

CLUB = HoldemRules(variant="caesars-holdem")
A, B, C, D = map(Seat, range(4))


def rules(**options: Any) -> HoldemRules:
    """Return the club's rules with other options."""
    return replace(CLUB, **options)


def start(sheet: HoldemRules, stacks: Sequence[int], button: Seat = A) -> HoldemState:
    """Return a hand before its cards, the collection paid; seats without chips do not play."""
    seats = [Seat(number) for number in range(len(stacks))]
    order = [seat for seat in seats[button + 1 :] + seats[: button + 1] if stacks[seat]]
    left = tuple([max(0, chips - sheet.collection * (seat == button)) for seat, chips in enumerate(stacks)])
    return undealt(sheet, tuple(order), left)


def dealt(
    sheet: HoldemRules, stacks: Sequence[int], deck: Sequence[Card] = (), button: Seat = A
) -> HoldemState:
    """Return a hand with its cards dealt, the first seat asked."""
    before = start(sheet, stacks, button)
    return fold(before, deal(before, tuple(deck) or canonical_deck("french52", 1)))


def play(state: HoldemState, *commands: HandCommand) -> HoldemState:
    """Return the hand after `commands`, each by the seat on turn."""
    for command in commands:
        assert state.turn is not None, command
        state = fold(state, decide(state, state.turn, command))
    return state


def refused(state: HoldemState, seat: Seat | None, command: HandCommand) -> str:
    """Return the code of the refusal of `command`."""
    assert seat is not None
    with pytest.raises(Refused) as refusal:
        decide(state, seat, command)
    return refusal.value.code


def stacked(order: Sequence[Seat], holes: dict[Seat, str], board: str) -> tuple[Card, ...]:
    """Return a deck that gives the seats of `order` these hole cards and the board these cards."""
    named = [Card(card) for text in (*holes.values(), board) for card in text.split()]
    rest = iter([card for card in canonical_deck("french52", 1) if card not in named])
    hands = {seat: holes[seat].split() if seat in holes else [next(rest), next(rest)] for seat in order}
    first, second = ([Card(hands[seat][at]) for seat in order] for at in (0, 1))
    return (*first, *second, *map(Card, board.split()), *rest)
