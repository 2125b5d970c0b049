"""A plain replay: the table at every ply of a record, from its bytes, with nothing proved.

What an entry says is found in its line as bytes and looked up: most entries of most games say one of a few
hundred things, which are parsed once. What those bytes are worth is for the audit (`replays.audit`).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from app.entries import told
from app.games.game import Game
from app.games.registry import GAMES
from app.games.table import wire
from app.games.table.evolve import fold, goes_on, played
from app.games.table.state import Table
from app.store.canonical import parse
from replays import first

ENTRY: Final = b'{"digest":"'
"""How the line of an entry begins."""

OPEN: Final = b'","hidden":[],"public":{"actor":"'
"""What stands between the digest and the actor of an entry that hides nothing."""

OPENED: Final = len(ENTRY) + 64
SAID: Final = OPENED + len(OPEN)
EVENTS: Final = b',"events":['
BRIEF: Final = 200
"""What takes more bytes to say is hardly said twice."""

_AFTER: Final = b',"game":"'
"""What follows the events; no member after it holds any text that somebody chose."""

_RULEBOOK: Final = b'{"rulebook":'
_REMEMBERED: Final = 4096


def begin(record: bytes) -> int:
    """The index of the first entry of `record`, after its header and its rulebook."""
    at = record.index(b"\n") + 1
    return record.index(b"\n", at) + 1 if record.startswith(_RULEBOOK, at) else at


def tables(record: bytes) -> Iterator[Table]:
    """The table after every entry of `record`, from ply 1.

    What is no record breaks it as it likes, with an exception or with tables that are none.
    """
    lines = iter(record[begin(record) :].split(b"\n"))
    table = fold(None, 1, _events(None, next(lines)))
    yield table
    play, known = table.play, _sayings(table.play.name)
    for ply, line in enumerate(lines, 2):
        if not line.startswith(ENTRY):
            return
        if line.startswith(OPEN, OPENED):
            text = line[SAID : line.rindex(_AFTER)]
            moves = known.get(text)
            table = fold(table, ply, _said(play, text)) if moves is None else played(table, moves, ply)
        else:
            table = fold(table, ply, _events(table, line))
        yield table


@lru_cache
def _sayings(play: str) -> dict[bytes, Sequence[Any]]:
    """The moves of the game `play` that entries tell again and again, by their bytes."""
    return {}


def _said(play: Game, text: bytes) -> Sequence[Any]:
    """The events of an entry, of which `text` is all from its actor on up to the game's id."""
    events = told(play, parse(text[text.index(EVENTS) + len(EVENTS) - 1 :]))
    if len(text) < BRIEF and events and goes_on(events):
        known = _sayings(play.name)
        if len(known) >= _REMEMBERED:
            known.clear()
        events = known[text] = play.prepared(events)
    return events


def _events(table: Table | None, line: bytes) -> Sequence[Any]:
    document = parse(line) if table else first.document(line)
    public, hidden = document["public"], document["hidden"]
    play = table.play if table else GAMES[public["events"][0]["play"]]
    parts = {each["audience"]: each["part"] for each in hidden}
    return told(play, wire.merge(play, public, parts)[1])
