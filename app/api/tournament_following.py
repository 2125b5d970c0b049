"""What a stream tells of a tournament: its entries after a ply, then how it ends."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from app.http.streaming import Told, closing
from app.store.entry import START, Entry, Place
from app.store.keys import GameId
from replays.tournaments.hall import Hall


def entry(one: Entry) -> dict[str, Any]:
    """An entry as everybody gets it, byte for byte."""
    return {"ply": one.ply, "digest": one.digest.hex(), "public": orjson.Fragment(one.public)}


@dataclass(slots=True)
class Following:
    """One reader of one tournament, and the ply up to which everything was told."""

    hall: Hall
    tournament: GameId
    ply: int
    place: Place | None = field(default=None)

    def news(self) -> Iterator[Told]:
        """The entries that were not told yet; after the last of a tournament that is over, that it is."""
        standing = self.hall.current(self.tournament)
        if standing.ply > self.ply:
            place = self.place or self.hall.store.place(self.tournament, self.ply)
            for one in self.hall.store.read(self.tournament, place or START, standing.ply):
                self.ply, self.place = one.ply, one
                yield Told("entry", orjson.dumps(entry(one)), one.ply)
        if standing.state.is_over:
            yield closing("end", str(standing.state.state), self.ply)
