"""A plain replay: the table at every ply of a record, from its bytes, with nothing proved.

What an entry says is found in its line as bytes and looked up: most entries of most games say one of a few
hundred things, which are parsed once. What those bytes are worth is for the audit (`replays.audit`).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any, Final

from app.games.game import Game
from app.games.registry import GAMES
from app.games.table import wire
from app.games.table.evolve import fold, goes_on
from app.games.table.state import Table
from app.service.entry_codec import decode_events
from app.store.canonical import parse

ENTRY: Final = b'{"digest":"'
"""How the line of an entry begins."""

OPEN: Final = b'","hidden":[],"public":{"actor":"'
"""What stands between the digest and the actor of an entry that hides nothing."""

OPENED: Final = len(ENTRY) + 64
SAID: Final = OPENED + len(OPEN)
EVENTS: Final = b',"events":['
BRIEF: Final = 200
"""What takes more bytes to say is hardly said twice."""

_SHORT: Final = 75
"""The same for one event: cards turned and questions are shorter, melds hardly ever."""

_AFTER: Final = b',"game":"'
"""What follows the events; no member after it holds any text that somebody chose."""

_RULEBOOK: Final = b'{"rulebook":'
_REMEMBERED: Final = 4096


def begin(record: bytes) -> int:
    """The index of the first entry of `record`, after its header and its rulebook."""
    at = record.index(b"\n") + 1
    return record.index(b"\n", at) + 1 if record.startswith(_RULEBOOK, at) else at


def entries(record: bytes) -> BytesIO:
    """The lines of `record` from its first entry on, each with its newline.

    A stream of bytes finds the next newline several times faster than bytes are split.
    """
    lines = BytesIO(record)
    lines.seek(begin(record))
    return lines


def tables(record: bytes) -> Iterator[Table]:
    """The table after every entry of `record`, from ply 1.

    What is no record breaks it as it likes, with an exception or with tables that are none.
    """
    lines = entries(record)
    table = fold(None, 1, _events(None, next(lines)))
    yield table
    play, known = table.play, _sayings(table.play.name)
    for ply, line in enumerate(lines, 2):
        if line.startswith(OPEN, OPENED):
            text = line[SAID : line.rindex(_AFTER)]
            moves = known.get(text)
            table = fold(table, ply, _said(play, text) if moves is None else moves)
        elif line.startswith(ENTRY):
            table = fold(table, ply, _events(table, line))
        else:
            return
        yield table


@lru_cache
def _sayings(play: str) -> dict[bytes, Sequence[Any]]:
    """The moves of the game `play` that entries tell again and again, by their bytes."""
    return {}


class _Known(dict[bytes, Any]):
    """Events of `play` by the bytes between their braces, each read when it is asked for."""

    def __init__(self, play: Game) -> None:
        super().__init__()
        self._play = play

    def __missing__(self, text: bytes) -> Any:
        (event,) = decode_events(self._play, [parse(b"{%b}" % text)])
        if len(text) < _SHORT:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[text] = event
        return event


@lru_cache
def _known(play: str) -> _Known:
    return _Known(GAMES[play])


def _said(play: Game, text: bytes) -> Sequence[Any]:
    """The events of an entry, of which `text` is all from its actor on up to the game's id."""
    at = text.index(EVENTS) + len(EVENTS)
    try:
        events = tuple(map(_known(play.name).__getitem__, text[at + 1 : -2].split(b"},{")))
    except (
        KeyError,
        ValueError,
    ):  # no event, or a text that somebody chose and that looks like the end of one
        events = decode_events(play, parse(text[at - 1 :]))
    if len(text) < BRIEF and events and goes_on(events):
        known = _sayings(play.name)
        if len(known) >= _REMEMBERED:
            known.clear()
        known[text] = events
    return events


def _events(table: Table | None, line: bytes) -> Sequence[Any]:
    document = parse(line)
    public, hidden = document["public"], document["hidden"]
    play = table.play if table else GAMES[public["events"][0]["play"]]
    parts = {each["audience"]: each["part"] for each in hidden}
    return decode_events(play, wire.merge(play, public, parts)[1])
