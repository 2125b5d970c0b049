"""Event stream of a tournament: its entries after a ply, and the end of the stream."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import orjson

from app.http.streaming import StreamItem, closing
from app.store.entry import Entry
from app.store.keys import GameId
from replays.tournaments.lookup import Lookup

_AT_ONCE: Final = 100


def entry(logged: Entry) -> dict[str, Any]:
    """Return an entry as JSON, with the public bytes."""
    return {"ply": logged.ply, "digest": logged.digest.hex(), "public": orjson.Fragment(logged.public)}


@dataclass(slots=True)
class TournamentFollower:
    """One reader of one tournament, and the ply up to which entries were sent."""

    lookup: Lookup
    tournament: GameId
    ply: int

    def news(self) -> Iterator[StreamItem]:
        """Yield the entries that were not sent yet, then the end of a finished tournament."""
        seen = self.lookup.seen(self.tournament)
        while page := self.lookup.entries(seen, self.ply, _AT_ONCE):
            for logged in page:
                self.ply = logged.ply
                yield StreamItem("entry", orjson.dumps(entry(logged)), logged.ply)
        if seen.is_over:
            yield closing("end", str(seen.state), self.ply)
