"""The record of a tournament: its log as canonical JSON lines.

    {"plies", "record": "conquian-tournament", "tournament", "v": 1}
    {"digest": hex, "hidden": [{"audience", "part": {}, "salt": hex}], "public": {}}   one line per entry
    {"proof": {"checkpoint": null | {...}, "receipts": [receipt]}}

Everything before the proof never changes once the tournament is over. There is no line for the seeds: the
last entry reveals them, and the hidden part of the first has their sealed form.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from app.i18n import Message
from app.service.aggregates import Aggregate
from app.service.tournaments import TournamentLog
from app.store.entry import Entry
from app.tournament.state import Tournament
from replays.record.errors import NotRevealed
from replays.record.write import entry_line, json_line

KIND: Final = "conquian-tournament"
FORMAT: Final = 1


def body(entries: Sequence[Entry]) -> Iterator[bytes]:
    """Yield the lines of the record of a tournament's log, without its proof."""
    header = {"tournament": entries[0].game, "plies": len(entries), "record": KIND, "v": FORMAT}
    yield json_line(header)
    yield from map(entry_line, entries)


def ended(entries: Sequence[Entry]) -> bytes:
    """Return the record of a finished tournament, without its proof. Raises NotRevealed."""
    if not folded(entries).is_over:
        raise NotRevealed(
            Message("the tournament {name} is not over, so it has no record yet").filled(name=entries[0].game)
        )
    return b"".join(body(entries))


def folded(entries: Sequence[Entry]) -> Tournament:
    """Return the state of a tournament after its log. Raises Unreadable."""
    return Aggregate(TournamentLog()).folded(entries).state
