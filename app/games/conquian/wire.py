"""Conquián's commands and events as JSON."""

from collections.abc import Mapping
from typing import Any

from app.games.codec import Codec
from app.games.conquian.commands import COMMANDS, Command
from app.games.conquian.events import EVENTS, Event
from app.games.conquian.state import Phase, Termination

_COMMANDS: Codec[Command] = Codec(COMMANDS, {}, {})


def command_to_json(command: Command) -> dict[str, Any]:
    """The command as the API and the log have it."""
    return _COMMANDS.to_json(command)


def command_from_json(document: Mapping[str, Any]) -> Command:
    """The command a document stands for; ValueError if it is none."""
    return _COMMANDS.from_json(document)


events: Codec[Event] = Codec(
    EVENTS,
    {"phase": Phase, "termination": Termination, "answer": command_from_json},
    {"phase": str, "termination": str, "answer": command_to_json},
)
"""The codec of the events."""
