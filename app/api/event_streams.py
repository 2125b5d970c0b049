"""Event streams of a game and of a tournament: the entries after a ply, and the end of the stream.

A stream ends with `end` when the game or the tournament is over or the reader is refused, and with `cut` if
the client can resume it later at the same ply.
"""

import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
from flask import request

from app.api import refusals
from app.api.schemas.logs import EntryView, TournamentEntryView
from app.games.cards import Seat
from app.http.errors import Problem
from app.http.streaming import (
    ALIVE_SECONDS,
    EVENT_STREAM,
    NDJSON,
    StreamItem,
    StreamPause,
    StreamSteps,
    closing,
)
from app.i18n import Message
from app.service.entry_codec import Position
from app.service.shared_reader import SharedReader, rolled_back
from app.service.subscriptions import Subscription, Subscriptions
from app.store.entry import Entry, LogPosition
from app.store.errors import HistoryRolledBack, OutcomeUnknown, StoreUnavailable
from app.store.keys import GameId
from replays.archive.errors import ArchiveUnavailable
from replays.catalogue.errors import CatalogueUnavailable
from replays.tournaments.lookup import Lookup

PATIENCE_SECONDS: Final = 30.0
"""Time that a stream survives an unavailable store."""

AGAIN_SECONDS: Final = 2.0
RESTARTS: Final = "service_restarting"
_AWAY: Final = (StoreUnavailable, OutcomeUnknown, ArchiveUnavailable, CatalogueUnavailable)


def shown(entry: Entry, reader: Seat | None) -> EntryView:
    """Return an entry as JSON: the public bytes, and the part for this reader."""
    document: EntryView = {
        "ply": entry.ply,
        "digest": entry.digest.hex(),
        "public": orjson.Fragment(entry.public),
    }
    own = next((part for part in entry.parts if part.audience == reader), None)
    if own is not None:
        document["own"] = {
            "audience": own.audience,
            "salt": own.salt.hex(),
            "part": orjson.Fragment(own.body),
        }
    return document


def last_event_id(after: int) -> int:
    """Return the ply to continue after: the Last-Event-ID of the client, or else `after`."""
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return after
    if not re.fullmatch("[0-9]{1,15}", text):
        raise Problem("bad_request", Message("Last-Event-ID is the ply of the last entry that was seen."))
    return int(text)


def stream_documents(ply: int, entry: str, end: str) -> dict[str, Any]:
    """Return the OpenAPI content of a stream in each form, with an example of an entry and of the end."""
    events = f"retry: 2000\n\nid: {ply}\nevent: entry\ndata: {entry}\n\nevent: end\ndata: {end}\n\n"
    lines = f"{entry}\n\n{end}\n"
    examples = {EVENT_STREAM: events, NDJSON: lines}
    return {form: {"schema": {"type": "string"}, "example": example} for form, example in examples.items()}


@dataclass(slots=True)
class Absence:
    """Start of the store's unavailability, for one stream."""

    since: float | None = None

    def lasts(self) -> bool:
        """Return True if the store has been unavailable for too long."""
        self.since = self.since or time.monotonic()
        return time.monotonic() - self.since > PATIENCE_SECONDS


def event_stream(
    watch: Subscriptions,
    watcher: Subscription,
    news: Callable[[], Iterator[StreamItem]],
    ply: Callable[[], int | None],
    pause: float = ALIVE_SECONDS,
) -> StreamSteps:
    """Yield the messages of `news` after every wake-up and every `pause` seconds, until `end` or the end of
    the process.

    An error ends the stream with its code; the stream waits while the store is unavailable.
    """
    absence = Absence()
    while not watch.closed:
        seconds = pause
        try:
            if (yield from _all_of(news())):
                return
            absence = Absence()
        except Exception as error:
            ending = _ending(error, absence)
            if ending is not None:
                yield closing(*ending, ply())
                return
            seconds = AGAIN_SECONDS
        yield StreamPause(watcher.wait, seconds)
    yield closing("cut", RESTARTS, ply())


def _all_of(news: Iterator[StreamItem]) -> Generator[StreamItem, None, bool]:
    """Yield all messages; return True if the last one is `end`."""
    name = ""
    for message in news:
        yield message
        name = message.name
    return name == "end"


def _ending(error: Exception, absence: Absence) -> tuple[str, str] | None:
    """Return the end of a stream for an error, None if it goes on. Unexpected errors are raised again."""
    problem = refusals.of(error)
    if problem is None:
        raise error
    if not isinstance(error, _AWAY):
        return "end", problem.code
    return ("cut", problem.code) if absence.lasts() else None


@dataclass(slots=True)
class GameFollower:
    """One reader of one game, and the ply up to which entries were sent.

    `beside` returns what has changed beside the log of a game that goes on, for the seat of the reader.
    """

    log_reader: SharedReader
    reader: Callable[[Position], Seat | None]
    watcher: Subscription
    ply: int
    beside: Callable[[Seat | None], Iterable[StreamItem]] = lambda seat: ()
    place: LogPosition | None = field(default=None)

    def news(self) -> Iterator[StreamItem]:
        """Yield the entries that were not sent yet and what changed beside them, or the end of the game."""
        while True:
            position = self.log_reader.position(self.watcher.sequence)
            seat = self.reader(position)
            if rolled_back(position, self.place):
                raise HistoryRolledBack(self.ply, None)
            if position.ply <= self.ply:
                break
            for entry in self.log_reader.after(self.place, self.ply, position.ply):
                self.ply, self.place = entry.ply, entry
                yield StreamItem("entry", orjson.dumps(shown(entry, seat)), entry.ply)
        if position.table.has_ended:
            yield closing("end", str(position.table.status), self.ply)
        else:
            yield from self.beside(seat)


_AT_ONCE: Final = 100


def entry(logged: Entry) -> TournamentEntryView:
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
