"""What a stream tells of a game: its entries after a ply as this reader gets them in pages, then how it ends.

A stream ends with `end` where the game has ended, or where this reader would be refused; with `cut` where it
can be taken up again later at the same ply.
"""

import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from app.api import refusals
from app.entries import Position
from app.feed import Feed, rolled_back
from app.games.cards import Seat
from app.http.streaming import ALIVE_SECONDS, StreamItem, StreamPause, StreamSteps, closing
from app.store.entry import Entry, Place
from app.store.errors import HistoryRolledBack, OutcomeUnknown, StoreUnavailable
from app.watch import Watch, Watcher
from replays.archive.errors import ArchiveUnavailable
from replays.catalogue.errors import CatalogueUnavailable

PATIENCE_SECONDS: Final = 30.0
"""How long a stream outlives a store that is away."""

AGAIN_SECONDS: Final = 2.0
RESTARTS: Final = "service_restarting"
_AWAY: Final = (StoreUnavailable, OutcomeUnknown, ArchiveUnavailable, CatalogueUnavailable)


def shown(entry: Entry, reader: Seat | None) -> dict[str, Any]:
    """An entry as everybody gets it, byte for byte, and beside it the part that this reader may know."""
    found: dict[str, Any] = {
        "ply": entry.ply,
        "digest": entry.digest.hex(),
        "public": orjson.Fragment(entry.public),
    }
    own = next((part for part in entry.parts if part.audience == reader), None)
    if own is not None:
        found["own"] = {"audience": own.audience, "salt": own.salt.hex(), "part": orjson.Fragment(own.body)}
    return found


@dataclass(slots=True)
class Absence:
    """Since when the store has been away, for one stream."""

    since: float | None = None

    def lasts(self) -> bool:
        """Whether it is away for too long by now."""
        self.since = self.since or time.monotonic()
        return time.monotonic() - self.since > PATIENCE_SECONDS


def story(
    watch: Watch, watcher: Watcher, news: Callable[[], Iterator[StreamItem]], ply: Callable[[], int | None]
) -> StreamSteps:
    """What `news` has to tell after every wake-up, until that is `end` or the process ends.

    Errors end it with their code; a store that is away is waited for.
    """
    absence = Absence()
    while not watch.closed:
        most = ALIVE_SECONDS
        try:
            if (yield from _all_of(news())):
                return
            absence = Absence()
        except Exception as error:
            last = _last(error, absence)
            if last is not None:
                yield closing(*last, ply())
                return
            most = AGAIN_SECONDS
        yield StreamPause(watcher.wait, most)
    yield closing("cut", RESTARTS, ply())


def _all_of(news: Iterator[StreamItem]) -> Generator[StreamItem, None, bool]:
    """All that there is to tell; whether the last of it is `end`."""
    name = ""
    for told in news:
        yield told
        name = told.name
    return name == "end"


def _last(error: Exception, absence: Absence) -> tuple[str, str] | None:
    """How a stream ends with an error; None where it goes on. What nobody foresaw is raised again."""
    problem = refusals.of(error)
    if problem is None:
        raise error
    if not isinstance(error, _AWAY):
        return "end", problem.code
    return ("cut", problem.code) if absence.lasts() else None


@dataclass(slots=True)
class Following:
    """One reader of one game, and the ply up to which everything was told."""

    feed: Feed
    reader: Callable[[Position], Seat | None]
    watcher: Watcher
    ply: int
    place: Place | None = field(default=None)

    def news(self) -> Iterator[StreamItem]:
        """The entries that were not told yet; after those of a game that has ended, that it has."""
        while True:
            position = self.feed.position(self.watcher.ring)
            seat = self.reader(position)
            if rolled_back(position, self.place):
                raise HistoryRolledBack(self.ply, None)
            if position.ply <= self.ply:
                break
            for entry in self.feed.after(self.place, self.ply, position.ply):
                self.ply, self.place = entry.ply, entry
                yield StreamItem("entry", orjson.dumps(shown(entry, seat)), entry.ply)
        if position.table.has_ended:
            yield closing("end", str(position.table.status), self.ply)
