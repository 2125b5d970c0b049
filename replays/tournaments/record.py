"""The record of a tournament: its log as JSON lines, canonical as those of a game's record.

    {"plies", "record": "conquian-tournament", "tournament", "v": 1}
    {"digest": hex, "hidden": [{"audience", "part": {}, "salt": hex}], "public": {}}   one line an entry
    {"proof": {"checkpoint": null | {...}, "receipts": [receipt]}}

Everything before the proof never changes once the tournament is over. There is no line for the seeds: the
last entry opens them, and the hidden part of the first is what it was sealed as.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from app.games.codec import Json
from app.store.canonical import canonical, parse
from app.store.entry import Entry
from app.store.upcasters import upcast
from app.tournament.decide import evolve
from app.tournament.tournament import Tournament
from app.tournament.wire import EVENT_CODEC
from replays.errors import NotRevealed
from replays.record.format import Proof
from replays.record.write import entry_line

KIND: Final = "conquian-tournament"
FORMAT: Final = 1


def body(entries: Sequence[Entry]) -> Iterator[bytes]:
    """The lines of the record of a tournament's log, without its proof."""
    header = {"tournament": entries[0].game, "plies": len(entries), "record": KIND, "v": FORMAT}
    yield canonical(header) + b"\n"
    yield from map(entry_line, entries)


def ended(entries: Sequence[Entry]) -> bytes:
    """The record of a tournament that is over, without its proof; NotRevealed while it is not."""
    if not folded(entries).is_over:
        raise NotRevealed(f"the tournament {entries[0].game} is not over, so it has no record yet")
    return b"".join(body(entries))


def completed(lines: bytes, proof: Proof) -> bytes:
    """The whole record whose lines before the proof are `lines`."""
    document: Any = {"proof": proof.as_json()}
    return lines + canonical(document) + b"\n"


def folded(entries: Sequence[Entry]) -> Tournament:
    """What a tournament's log comes to."""
    state: Tournament | None = None
    for entry in entries:
        for document in told(parse(entry.public)["events"], _hidden(entry)):
            state = evolve(state, EVENT_CODEC.from_json(upcast(document)))
    if state is None:
        raise ValueError("a log has at least one entry")
    return state


def told(shown: Sequence[Json], hidden: Sequence[tuple[int, Json]]) -> list[Json]:
    """The events of an entry with the hidden parts (audience and part) that are at hand."""
    shares = {audience: part.get("events", {}) for audience, part in hidden}
    return [
        EVENT_CODEC.merge(document, {who: each[str(at)] for who, each in shares.items() if str(at) in each})
        for at, document in enumerate(shown)
    ]


def _hidden(entry: Entry) -> list[tuple[int, Json]]:
    return [(part.audience, parse(part.body)) for part in entry.parts]
