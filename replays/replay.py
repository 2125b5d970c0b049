"""A plain replay: the table at every ply of a record, from its bytes, with nothing proved.

What an entry says is found in its line as bytes and looked up: most entries of most games say one of a few
hundred things, which are parsed once. What those bytes are worth is for the audit (`replays.audit`).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from app.entries import opened
from app.games.registry import GAMES
from app.games.table import wire
from app.games.table.evolve import fold, goes_on, played
from app.games.table.state import Table
from app.store.canonical import parse
from replays import first

_ENTRY: Final = b'{"digest":"'
_FIRST: Final = b"\n" + _ENTRY
_OPEN: Final = b'","hidden":[],"public":{"actor":"'
"""What follows the digest of an entry that hides nothing."""

_DIGEST: Final = len(_ENTRY) + 64
_SAID: Final = _DIGEST + len(_OPEN)
BRIEF: Final = 200
"""What takes more bytes to say is hardly said twice."""

_AFTER: Final = b',"game":"'
"""What follows the events; no member after it holds any text that somebody chose."""


def tables(record: bytes) -> Iterator[Table]:
    """The table after every entry of `record`, from ply 1.

    What is no record breaks it as it likes, with an exception or with tables that are none.
    """
    table: Table | None = None
    ply, at = 0, record.find(_FIRST) + 1
    while record.startswith(_ENTRY, at):
        ply, end = ply + 1, record.index(b"\n", at)
        if table is not None and record.startswith(_OPEN, at + _DIGEST):
            events, in_hand = said(table.play.name, record[at + _SAID : record.rindex(_AFTER, at, end)])
            table = played(table, events, ply) if in_hand else fold(table, ply, events)
        else:
            table = fold(table, ply, _events(table, record[at:end]))
        yield table
        at = end + 1


@lru_cache(maxsize=4096)
def said(play: str, text: bytes) -> tuple[Sequence[Any], bool]:
    """The events of an entry, of which `text` is all from its actor on up to the game's id, and whether they
    are events of a hand alone."""
    document = parse(b'{"actor":"%b}' % text)
    events = wire.events_from_json(GAMES[play], document["events"])
    return (GAMES[play].prepared(events), True) if goes_on(events) else (events, False)


def _events(table: Table | None, line: bytes) -> Sequence[Any]:
    document = parse(line) if table else first.document(line)
    public, hidden = document["public"], document["hidden"]
    play = table.play if table else GAMES[public["events"][0]["play"]]
    return opened(play, public, {each["audience"]: each["part"] for each in hidden}).events
