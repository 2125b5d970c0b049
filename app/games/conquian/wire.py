"""Conquián's commands and events as JSON."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from app.games.cards import Card, Seat
from app.games.codec import Codec
from app.games.conquian.commands import COMMANDS, Command, Meld, Standing
from app.games.conquian.events import EVENTS, Event
from app.games.conquian.state import Phase, Termination


def _card(value: Any) -> Card:
    if not isinstance(value, str):
        raise ValueError("a card is a text")
    return Card(value)


def _cards(value: Any) -> tuple[Card, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError("cards are a list")
    return tuple(map(_card, value))


def _melds(value: Any) -> tuple[tuple[Card, ...], ...]:
    if not isinstance(value, list | tuple):
        raise ValueError("melds are a list")
    return tuple(map(_cards, value))


def _seat(value: Any) -> Seat:
    if type(value) is not int:
        raise ValueError("a seat is a number")
    return Seat(value)


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError("whether a seat stands by a pass is true or false")
    return value


_READERS = {
    "card": _card,
    "discard": _card,
    "use": _cards,
    "melds": _melds,
    "seat": _seat,
    "claim": _flag,
    "force": _flag,
}
_COMMANDS: Codec[Command] = Codec(COMMANDS, _READERS, {})


_REQUIRED = {
    made: tuple(item.name for item in fields(made) if item.default is MISSING) for made in COMMANDS.values()
}


def command_to_json(command: Command) -> dict[str, Any]:
    """The command as the API and the log have it."""
    return _COMMANDS.to_json(command)


def command_from_json(document: Mapping[str, Any]) -> Command:
    """The command a document stands for; ValueError if it is none."""
    command = _COMMANDS.from_json(document)
    if any(getattr(command, name) is None for name in _REQUIRED[type(command)]):
        raise ValueError("a field is missing")
    if isinstance(command, Meld) and (command.melds is None) == (command.use is None):
        raise ValueError("a meld names either melds or use")
    if isinstance(command, Standing) and command.claim is None and command.force is None:
        raise ValueError("a standing answer names claim or force")
    return command


events: Codec[Event] = Codec(
    EVENTS,
    {"phase": Phase, "termination": Termination, "answer": command_from_json},
    {"phase": str, "termination": str, "answer": command_to_json},
)
"""The codec of the events."""
