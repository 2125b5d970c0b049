"""A plain replay: the table at every ply of a record, from its bytes, with nothing proved.

The events of an entry are looked up by their bytes: most entries of most games have one of a few hundred
sequences, which are parsed once. The audit (`replays.audit`) checks the rest of the line.
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
"""The beginning of the line of an entry."""

_OPEN: Final = b'","hidden":[],"public":{"actor":"'
"""The bytes between the digest and the actor of an entry without hidden parts."""

OPENED: Final = len(ENTRY) + 64
"""The index in the line of an entry of the byte after its digest."""

_ACTOR: Final = OPENED + len(_OPEN)
"""The index of the actor in the line of an entry without hidden parts."""

_EVENTS: Final = b',"events":['
_BRIEF: Final = 200
"""The most bytes of a text that is remembered; longer ones are hardly ever repeated."""

_SHORT: Final = 75
"""The same for one event: cards turned and questions are shorter, melds hardly ever."""

_AFTER: Final = b',"game":"'
"""The bytes after the events; no member after them holds a text that a player chose."""

_RULEBOOK: Final = b'{"rulebook":'
_REMEMBERED: Final = 4096


def begin(record: bytes) -> int:
    """Return the index of the first entry of `record`, after its header and its rulebook."""
    at = record.index(b"\n") + 1
    return record.index(b"\n", at) + 1 if record.startswith(_RULEBOOK, at) else at


def entries(record: bytes) -> BytesIO:
    """Return the lines of `record` from its first entry on, each with its newline.

    A stream of bytes finds the next newline several times faster than bytes are split.
    """
    lines = BytesIO(record)
    lines.seek(begin(record))
    return lines


def tables(record: bytes) -> Iterator[Table]:
    """Yield the table after every entry of `record`, from ply 1.

    Bytes that are no record raise any exception, or give tables that make no sense.
    """
    lines = entries(record)
    table = fold(None, 1, _events(None, next(lines)))
    yield table
    play, known = table.play, _repeated(table.play.name)
    for ply, line in enumerate(lines, 2):
        if line.startswith(_OPEN, OPENED):
            text = line[_ACTOR : line.rindex(_AFTER)]
            moves = known.get(text)
            table = fold(table, ply, _entry_events(play, text) if moves is None else moves)
        elif line.startswith(ENTRY):
            table = fold(table, ply, _events(table, line))
        else:
            return
        yield table


@lru_cache
def _repeated(play: str) -> dict[bytes, Sequence[Any]]:
    """Return the events that entries of the game `play` repeat, by the bytes of the entry."""
    return {}


class _Known(dict[bytes, Any]):
    """Events of `play` by the bytes between their braces, each read on demand."""

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


def _entry_events(play: Game, text: bytes) -> Sequence[Any]:
    """Return the events of an entry, of which `text` is the part from its actor up to the game's id."""
    at = text.index(_EVENTS) + len(_EVENTS)
    try:
        events = tuple(map(_known(play.name).__getitem__, text[at + 1 : -2].split(b"},{")))
    except (
        KeyError,
        ValueError,
    ):  # no event, or a chosen text that looks like the end of one
        events = decode_events(play, parse(text[at - 1 :]))
    if len(text) < _BRIEF and events and goes_on(events):
        known = _repeated(play.name)
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
