"""What a stream tells of a tournament: its entries after a ply, then how it ends."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import orjson

from app.http.streaming import StreamItem, closing
from app.store.entry import Entry
from app.store.keys import GameId
from replays.tournaments.lookup import Lookup

_AT_ONCE: Final = 100


def entry(one: Entry) -> dict[str, Any]:
    """An entry as everybody gets it, byte for byte."""
    return {"ply": one.ply, "digest": one.digest.hex(), "public": orjson.Fragment(one.public)}


@dataclass(slots=True)
class Following:
    """One reader of one tournament, and the ply up to which everything was told."""

    lookup: Lookup
    tournament: GameId
    ply: int

    def news(self) -> Iterator[StreamItem]:
        """The entries that were not told yet; after the last of a tournament that is over, that it is."""
        seen = self.lookup.seen(self.tournament)
        while some := self.lookup.entries(seen, self.ply, _AT_ONCE):
            for one in some:
                self.ply = one.ply
                yield StreamItem("entry", orjson.dumps(entry(one)), one.ply)
        if seen.is_over:
            yield closing("end", str(seen.state), self.ply)
