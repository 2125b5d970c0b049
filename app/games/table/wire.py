"""A table's commands and events as JSON, those of its game among them."""

from collections.abc import Iterable, Mapping
from typing import Any

from app.games.codec import Codec, Json, Split
from app.games.game import Game
from app.games.table.commands import COMMANDS, TableCommand
from app.games.table.events import EVENTS, TableEvent
from app.games.table.state import Status

_OBJECTS = {"rules": dict, "parent": dict, "position": dict, "tournament": dict}
_COMMANDS: Codec[TableCommand] = Codec(COMMANDS, {}, {})
_EVENTS: Codec[TableEvent] = Codec(
    EVENTS,
    {"status": Status, "seats": tuple, **_OBJECTS},
    {"status": str, **_OBJECTS},
)

_NOTHING: Json = {}
_OWN = frozenset(EVENTS.values())


def command_to_json(play: Game, command: Any) -> Json:
    """Return `command` as JSON, hidden fields included."""
    return _COMMANDS.to_json(command) if _COMMANDS.knows(command) else play.command_to_json(command)


def command_from_json(play: Game, document: Json) -> Any:
    """Return the command of a table or its game that a document stands for; ValueError if it is none."""
    own = str(document.get("type")) in COMMANDS
    return _COMMANDS.from_json(document) if own else play.command_from_json(document)


def events_from_json(play: Game, documents: Iterable[Json]) -> tuple[Any, ...]:
    """Return the events that documents stand for, in order."""
    own, other = _EVENTS, play.events
    return tuple([(own if each["type"] in EVENTS else other).from_json(each) for each in documents])


def _codec(play: Game, document: Json) -> Codec[Any]:
    return _EVENTS if document["type"] in EVENTS else play.events


def _codec_of(play: Game, event: Any) -> Codec[Any]:
    return _EVENTS if type(event) in _OWN else play.events


def shown_to(play: Game, event: Any, seat: int) -> Json:
    """Return one event as `seat` may read it: its public part, and the part hidden from others only."""
    codec = _codec_of(play, event)
    public, own = codec.public(event), codec.hidden(event).get(seat)
    return public if own is None else codec.merge(public, {seat: own})


def split(play: Game, seat: int | None, command: Any, events: tuple[Any, ...]) -> Split:
    """Split the command and events of an entry into the public part, and by audience the sealed parts.

    A command whose events are sealed is sealed with them: its public part is then empty.
    """
    hidden: dict[int, Json] = {}
    shown: list[Json] = []
    for at, event in enumerate(events):
        codec = _codec_of(play, event)
        shown.append(codec.public(event))
        if secrets := codec.hidden(event):
            for audience, part in secrets.items():
                hidden.setdefault(audience, {}).setdefault("events", {})[str(at)] = part
    public, parts = _split_command(play, seat, command, events)
    for audience, part in parts.items():
        hidden.setdefault(audience, {})["command"] = part
    return Split({"command": public, "events": shown}, hidden)


def _split_command(
    play: Game, seat: int | None, command: Any, events: tuple[Any, ...]
) -> tuple[Json, Mapping[int, Json]]:
    if _COMMANDS.knows(command):
        return _COMMANDS.public(command), _COMMANDS.hidden(command, seat)
    document = play.command_to_json(command)
    if seat is not None and play.seals_command(events):
        return {}, {seat: document}
    return document, {}


def merge(play: Game, public: Mapping[str, Any], parts: Mapping[int, Json]) -> tuple[Json, list[Json]]:
    """Return the command and the events again, from the public part and the parts that could be opened."""
    if not parts:
        return public["command"], public["events"]
    command, events = dict(public["command"]), list(public["events"])
    secrets: dict[str, dict[int, Json]] = {}
    for audience, part in parts.items():
        if "command" in part:
            command.update(part["command"])
        for at, secret in part.get("events", _NOTHING).items():
            secrets.setdefault(at, {})[audience] = secret
    for number, event in enumerate(events):
        known = secrets.get(str(number))
        if known is not None:
            events[number] = _codec(play, event).merge(event, known)
    return command, events
