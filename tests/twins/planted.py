"""Leaks of every kind, planted in a service: each reveals a little of the stock or of another hand."""

import logging
from collections.abc import Callable, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final

import pytest
from flask import Response

from app.api import event_streams, events, moves, services
from app.games.cards import Seat
from app.games.conquian.commands import Command
from app.games.conquian.game import Conquian
from app.games.conquian.state import State
from app.games.errors import Refused
from app.service.entry_codec import Position
from app.service.games import GameService
from app.store.entry import Entry
from app.store.keys import GameId

Plant = Callable[[pytest.MonkeyPatch], None]


def _hands(patch: pytest.MonkeyPatch) -> Mapping[str, State | None]:
    """Return the hand of each game as it was read last."""
    honest, hands = GameService.current, dict[str, State | None]()

    def current(games: GameService, game: GameId) -> Position:
        position = honest(games, game)
        hands[game] = position.table.hand
        return position

    patch.setattr(GameService, "current", current)
    return hands


def _odd(hand: State | None) -> int:
    """One bit of what no seat may know."""
    return ord(hand.stock[-1][-1]) >> 1 & 1 if hand is not None and hand.stock else 0


def _bit(data: bytes) -> int:
    return sha256(data).digest()[0] & 1


def a_field_of_the_view(patch: pytest.MonkeyPatch) -> None:
    honest = Conquian.view

    def view(hand: State, seat: Seat | None) -> dict[str, Any]:
        return {**honest(hand, seat), "next": hand.stock[-1:]}

    patch.setattr(Conquian, "view", staticmethod(view))


def the_order_of_a_list(patch: pytest.MonkeyPatch) -> None:
    honest = Conquian.view

    def view(hand: State, seat: Seat | None) -> dict[str, Any]:
        seen = honest(hand, seat)
        return {**seen, "target": [1, 2][:: 1 - 2 * _odd(hand)]}

    patch.setattr(Conquian, "view", staticmethod(view))


def the_order_of_the_legal_moves(patch: pytest.MonkeyPatch) -> None:
    honest = Conquian.legal

    def legal(hand: State, seat: Seat) -> Any:
        return honest(hand, seat)[:: 1 - 2 * _odd(hand)]

    patch.setattr(Conquian, "legal", staticmethod(legal))


def the_code_of_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """A card that is not held is refused with a code that depends on the stock."""
    honest = Conquian.decide

    def decide(hand: State, seat: Seat, command: Command) -> Any:
        try:
            return honest(hand, seat, command)
        except Refused as refusal:
            if refusal.code == "card_not_yours" and _odd(hand):
                raise Refused("card_reused") from None
            raise

    patch.setattr(Conquian, "decide", staticmethod(decide))


def a_log_line(patch: pytest.MonkeyPatch) -> None:
    honest = Conquian.decide

    def decide(hand: State, seat: Seat, command: Command) -> Any:
        logging.getLogger("app.games").debug("decided before %s", hand.stock[-1:])
        return honest(hand, seat, command)

    patch.setattr(Conquian, "decide", staticmethod(decide))


def the_length_of_a_body(patch: pytest.MonkeyPatch) -> None:
    honest, hands = services.answer, _hands(patch)

    def answer(body: Any, ply: int, *more: Any, **named: Any) -> Response:
        response = honest(body, ply, *more, **named)
        if "game" in body:
            response.data += b" " * _odd(hands[body["game"]])
        return response

    patch.setattr(moves, "answer", answer)


def a_header(patch: pytest.MonkeyPatch) -> None:
    honest, hands = services.answer, _hands(patch)

    def answer(body: Any, ply: int, *more: Any, **named: Any) -> Response:
        response = honest(body, ply, *more, **named)
        if "game" in body:
            response.headers["X-Odd"] = str(_odd(hands[body["game"]]))
        return response

    patch.setattr(events, "answer", answer)


def an_entry_in_a_stream(patch: pytest.MonkeyPatch) -> None:
    """A bit of a bare checksum of what is sealed."""
    honest = event_streams.shown

    def changed(entry: Entry, reader: Seat | None) -> dict[str, Any]:
        return {**honest(entry, reader), "sum": _bit(b"".join(part.body for part in entry.parts))}

    patch.setattr(event_streams, "shown", changed)


PLANTED: Final[Mapping[str, Plant]] = MappingProxyType(
    {
        plant.__name__.replace("_", " "): plant
        for plant in (
            a_field_of_the_view,
            the_order_of_a_list,
            the_order_of_the_legal_moves,
            the_code_of_a_refusal,
            a_log_line,
            the_length_of_a_body,
            a_header,
            an_entry_in_a_stream,
        )
    }
)
"""What plants each leak, until the test is over."""
