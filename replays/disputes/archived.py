"""How disputes are archived: their log as JSON lines, sound if it is one chain that comes to an end.

{"dispute", "game", "plies", "record": "conquian-dispute", "v": 1}
{"digest": hex, "hidden": [], "public": {}}      one line an entry
"""

from collections.abc import Sequence
from typing import Final

from app.games.codec import Json
from app.store.canonical import canonical, parse
from app.store.entry import START, Entry, Place, continues
from app.store.upcasters import upcast
from replays.archive.forms import Form
from replays.archive.logs import entries_in
from replays.catalogue.summary import DISPUTE, Player, Summary
from replays.disputes.decide import Disputes
from replays.disputes.dispute import Dispute

KIND: Final = "conquian-dispute"
FORMAT: Final = 1


def _record(entries: Sequence[Entry]) -> bytes:
    opened = parse(entries[0].public)["events"][0]
    header = {
        "record": KIND,
        "v": FORMAT,
        "dispute": entries[0].game,
        "game": opened["game"],
        "plies": len(entries),
    }
    return b"".join(canonical(line) + b"\n" for line in (header, *map(_line, entries)))


def _line(entry: Entry) -> Json:
    return {"digest": entry.digest.hex(), "hidden": [], "public": parse(entry.public)}


def _fault(record: bytes) -> str | None:
    place: Place = START
    entries = entries_in(record)
    for entry in entries:
        if not continues(entry, place):
            return f"entry {entry.ply} does not continue its log"
        place = entry
    return None if _state(entries).is_over else "the dispute is not over"


def _state(entries: Sequence[Entry]) -> Dispute:
    """What a whole log comes to; ValueError or LookupError if that makes no sense."""
    decider, state = Disputes(0), None
    for entry in entries:
        for document in parse(entry.public)["events"]:
            state = decider.evolve(state, decider.events.from_json(upcast(document)))
    if state is None:
        raise ValueError("a dispute has at least one entry")
    return state


def _summary(record: bytes) -> Summary:
    entries = entries_in(record)
    state = _state(entries)
    return Summary(
        variant="",
        rules_version=0,
        rules_hash=b"",
        status=str(state.state),
        visibility="unlisted",
        parent=state.game,
        started_ms=parse(entries[0].public)["time"],
        ended_ms=parse(entries[-1].public)["time"],
        hands=(),
        players=tuple(Player(one.seat, "person", one.player, None, 0, 0) for one in state.parties),
        kind=DISPUTE,
    )


DISPUTES: Final = Form(_record, _fault, _summary)
"""How disputes are archived."""
