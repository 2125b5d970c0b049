"""Invariants of every ply of a simulated game: conservation of cards and money, correct legal moves."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.bots.strategy import Chance
from app.games.cards import Seat, faces
from app.games.codec import Json
from app.games.errors import Refused
from app.games.table.state import Table

_TRIES = 6
"""Number of random commands that are tried at each ply."""

_KEPT = 200
"""Number of legal moves that are kept as patterns of these."""


class Checks:
    """Checks of one game, which raise AssertionError; their samples are derived from `key`."""

    def __init__(self, key: bytes) -> None:
        self._chance = Chance(key)
        self._patterns: list[Json] = []

    def position(self, table: Table) -> None:
        """Check one position of a game."""
        _demand(sum(table.balances) + table.house == 0, "balances and house do not sum to zero")
        _demand(all(chips >= 0 for chips in table.chips), "a seat has less than no chips")
        if table.hand is not None:
            self._hand(table)

    def _hand(self, table: Table) -> None:
        play, hand = table.play, table.hand
        fault = play.hand_fault(table.rules, hand)
        _demand(fault is None, f"the hand cannot be: {fault and fault.text}")
        awaited, order = play.awaited(hand), play.order(hand)
        _demand(play.is_over(hand) != bool(awaited), "somebody is asked if and only if it goes on")
        listed = {seat: play.legal(hand, seat) for seat in order}
        for seat, commands in listed.items():
            _demand(bool(commands) == (seat in awaited), "moves are listed for the seats that are asked")
            for command in commands:
                _demand(_refusal(table, seat, command) is None, f"a listed move is refused: {command}")
        moves = {
            seat: [play.command_to_json(legal_command) for legal_command in commands]
            for seat, commands in listed.items()
        }
        self._keep([move for each in moves.values() for move in each])
        for _ in range(_TRIES if self._patterns else 0):
            seat = self._chance.pick(order)
            self._try(table, seat, [_meant(move) for move in moves[seat]])

    def _keep(self, moves: Sequence[Json]) -> None:
        self._patterns = [*self._patterns, *moves][-_KEPT:]

    def _try(self, table: Table, seat: Seat, listed: Sequence[Any]) -> None:
        """Check that a random command is accepted if it is listed, else refused with a documented code."""
        document = self._changed(table, self._chance.pick(self._patterns))
        code = _refusal(table, seat, table.play.command_from_json(document))
        _demand((code is None) == (_meant(document) in listed), f"{document} by seat {seat} gives {code}")
        _demand(code is None or code in table.play.reasons, f"{code} is not documented")

    def _changed(self, table: Table, value: Any) -> Any:
        """Return a legal move of this game or a part of one, in half of the cases with another value."""
        if isinstance(value, Mapping):
            parts = {name: self._changed(table, part) for name, part in value.items() if name != "type"}
            return {"type": value["type"], **parts}
        if isinstance(value, list):
            return [self._changed(table, part) for part in value if self._chance.below(4)]
        if isinstance(value, bool) or value is None or self._chance.below(2):
            return value
        if isinstance(value, int):
            return max(0, value + self._chance.below(7) - 3)
        return self._chance.pick(faces(table.rules.pack))


def _refusal(table: Table, seat: Seat, command: Any) -> str | None:
    try:
        table.play.decide(table.hand, seat, command)
    except Refused as refusal:
        return refusal.code
    return None


def _meant(move: Json) -> Json:
    """Return a value that is equal for moves that name the same cards."""
    return {name: sorted(part) if isinstance(part, list) else part for name, part in move.items()}


def _demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)
