"""Invariants of every ply of a simulated game: conservation of cards and money, correct legal moves."""

from collections import Counter
from typing import Any

from app.bots.strategy import Chance
from app.games.cards import Card, Seat, canonical_deck
from app.games.conquian.commands import Command, Exchange, Fold, Force, Keep, Meld, Pass
from app.games.conquian.decide import decide
from app.games.conquian.legal import legal
from app.games.conquian.reasons import REASONS
from app.games.conquian.state import State
from app.games.errors import Refused
from app.games.table.state import Table

_TRIES = 6
"""Number of random commands that are tried at each ply."""


class Checks:
    """Checks of one game, which raise AssertionError; their samples are derived from `key`."""

    def __init__(self, key: bytes) -> None:
        self._chance = Chance(key)

    def position(self, table: Table) -> None:
        """Check one position of a game."""
        _demand(sum(table.balances) + table.house == 0, "balances and house do not sum to zero")
        if table.hand is not None:
            self._hand(table.hand)

    def _hand(self, hand: State) -> None:
        _check_cards(hand)
        _demand((hand.result is None) == bool(hand.awaited), "somebody is asked if and only if it goes on")
        listed = {seat: legal(hand, seat) for seat in hand.order}
        for seat, commands in listed.items():
            _demand(bool(commands) == (seat in hand.awaited), "moves are listed for the seats that are asked")
            for command in commands:
                _demand(_refusal(hand, seat, command) is None, f"a listed move is refused: {command}")
        for _ in range(_TRIES):
            seat = self._chance.pick(hand.order)
            self._try(hand, seat, {_meant(command) for command in listed[seat]})

    def _try(self, hand: State, seat: Seat, listed: set[Any]) -> None:
        """Check that a random command is accepted if it is listed, else refused with a documented code."""
        command = self._command(hand, seat)
        code = _refusal(hand, seat, command)
        _demand((code is None) == (_meant(command) in listed), f"{command} by seat {seat} gives {code}")
        _demand(code is None or code in REASONS, f"{code} is not documented")

    def _command(self, hand: State, seat: Seat) -> Command:
        pick, held = self._chance.pick, hand.hands[seat]
        cards = held or canonical_deck(hand.rules.pack, 1)
        kind = pick((Exchange, Meld, Meld, Meld, Pass, Force, Keep, Fold))
        if kind is Meld:
            use = [card for card in held if not self._chance.below(3)]
            return Meld(use=tuple(use), discard=pick((None, *cards)))
        if kind is Force:
            return Force(Seat(self._chance.below(len(hand.hands) + 1)))
        return kind(pick(cards)) if kind in (Exchange, Keep) else kind()


def _check_cards(hand: State) -> None:
    """Check that every card of the packs is in exactly one place."""
    places = Counter[Card]((*hand.stock, *hand.discards))
    places.update([] if hand.centre is None else [hand.centre.card])
    for seat in hand.order:
        places.update((*hand.hands[seat], *hand.table_cards(seat)))
    _demand(places == Counter(canonical_deck(hand.rules.pack, hand.rules.packs)), "cards are not conserved")


def _refusal(hand: State, seat: Seat, command: Command) -> str | None:
    try:
        decide(hand, seat, command)
    except Refused as refusal:
        return refusal.code
    return None


def _meant(command: Command) -> Any:
    """Return a value that is equal for commands that lay the same cards."""
    if isinstance(command, Meld) and command.use is not None:
        return "use", tuple(sorted(command.use)), command.discard
    return command


def _demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)
