"""The list of games: those that are live, those that have just ended, and those in the archive.

The three follow one another, each newest first. A game only ever moves on in that order, to the top of the
next part, so whoever goes through all pages misses none, and may meet one that moved meanwhile again on a
later page.

    BadCursor    a text that is no place in the list
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice
from typing import Final

from app.games.codec import Json
from app.games.table.state import ENDED
from app.games.table.summary import VERSION, summary
from app.handler import Games, NoSuchGame
from app.outages import Part as Source
from app.store.afterlife import Retention
from app.store.agenda import Live
from app.store.canonical import parse, written
from app.store.entry import At
from app.store.errors import ILLEGIBLE, StoreUnavailable
from app.store.keys import GameId, is_game_id, is_log_id
from replays.archive.archive import Archive
from replays.catalogue import rows
from replays.catalogue.connecting import read
from replays.catalogue.errors import CatalogueUnavailable
from replays.catalogue.finding import Filter, ListedGame, found
from replays.catalogue.summary import Player

LIVE: Final = "live"
"""The status that stands for every one before the end."""

_LOOKS: Final = 200
"""How many games in the store are looked at for one page, whether they fit or not."""

_CURSOR: Final = re.compile(r"([012])\.([0-9]{1,15})\.([a-z0-9-]{0,40})")


class BadCursor(Exception):
    """The text is no place in the list."""


class Part(IntEnum):
    """The parts of the list, in their order."""

    LIVE = 0
    ENDED = 1
    ARCHIVED = 2


@dataclass(frozen=True, slots=True)
class Cursor:
    """The place right after a game in a part of the list; without one, the top of the part."""

    part: Part
    ms: int = 0
    game: str = ""

    @property
    def text(self) -> str:
        """The cursor as a text that says nothing to a reader."""
        return urlsafe_b64encode(f"{self.part:d}.{self.ms}.{self.game}".encode()).decode().rstrip("=")


def cursor(text: str) -> Cursor:
    """The cursor that gave `text`; BadCursor if none did."""
    try:
        plain = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("ascii")
    except ValueError:
        raise BadCursor from None
    told = _CURSOR.fullmatch(plain)
    if told is None or (told[3] and not is_log_id(told[3])):
        raise BadCursor
    return Cursor(Part(int(told[1])), int(told[2]), told[3])


@dataclass(frozen=True, slots=True)
class Page:
    """Some games of the list, and where it goes on; None at its end. A page may be short, or empty.

    `missing` is what did not answer, so that archived games are not listed.
    """

    games: tuple[ListedGame, ...]
    next: Cursor | None
    missing: frozenset[Source] = frozenset()


class Listing:
    """The list over the games in the store and in the archive."""

    def __init__(self, games: Games, after: Retention, archive: Archive) -> None:
        self._games = games
        self._after = after
        self._archive = archive

    def page(self, wanted: Filter, limit: int, at: Cursor | None = None) -> Page:
        """At most `limit` games that fit `wanted`, from the place `at` on.

        While the catalogue is away a page ends with the games in the store. One that begins behind them
        raises CatalogueUnavailable.
        """
        at = begins = at or Cursor(Part.LIVE)
        some: list[ListedGame] = []
        while at.part is not Part.ARCHIVED:
            page = self._stored(wanted, limit - len(some), at)
            some += page.games
            if page.next is not None:
                return Page(tuple(some), page.next)
            at = Cursor(Part(at.part + 1))
        if len(some) == limit:
            return Page(tuple(some), at)
        try:
            page = self._archived(wanted, limit - len(some), at)
        except CatalogueUnavailable:
            if begins.part is Part.ARCHIVED:
                raise
            return Page(tuple(some), at, frozenset({Source.CATALOGUE}))
        listed = {one.game for one in some}  # one that was archived meanwhile is in both parts
        return Page((*some, *[one for one in page.games if one.game not in listed]), page.next)

    def _stored(self, wanted: Filter, limit: int, at: Cursor) -> Page:
        """What fits among the next games of a part that is in the store."""
        if not _may_have(at.part, wanted):
            return Page((), None)
        some: list[ListedGame] = []
        newest = self._games.store.live if at.part is Part.LIVE else self._after.newest
        left, size = _LOOKS, min(_LOOKS, limit + 1)
        while left:
            looked = newest(size, Live(at.ms, GameId(at.game)) if at.game else None)
            for one, item in self._items(at.part, looked):
                if len(some) == limit:
                    return Page(tuple(some), at)
                if item is not None and fits(item, wanted):
                    some.append(item)
                at = Cursor(at.part, one.since_ms, one.game)
            if len(looked) < size:
                return Page(tuple(some), None)
            left -= size
            size = left
        return Page(tuple(some), at)

    def _items(self, part: Part, looked: Sequence[Live]) -> Iterator[tuple[Live, ListedGame | None]]:
        """Yield each game of a part with what the list shows of it; None for one that is listed elsewhere."""
        elsewhere = self._elsewhere(part, looked)
        for one, kept in zip(looked, self._summaries(looked), strict=True):
            about = None if one.game in elsewhere else kept or self._folded(one.game)
            is_here = about is not None and (about["ended"] is None) == (part is Part.LIVE)
            yield one, _found(one, about) if about is not None and is_here else None

    def _elsewhere(self, part: Part, looked: Sequence[Live]) -> set[str]:
        """Return what has ended and is not listed: games that the catalogue has by now, and other logs."""
        if part is Part.LIVE or not looked:
            return set()
        names = [one.game for one in looked]
        # Without the catalogue no archived game is listed, so that none of these is listed twice.
        known = set[str]()
        with suppress(CatalogueUnavailable):
            known = read(self._archive.engine, lambda connection: rows.known(connection, names))
        return known | {name for name in names if not is_game_id(name)}

    def _summaries(self, looked: Sequence[Live]) -> list[Json | None]:
        """Return the summary of each game as it is kept, None where it has to be made."""
        kept = self._games.store.summaries([one.game for one in looked])
        found = [None if one is None else parse(one) for one in kept]
        return [about if about is not None and about.get("v") == VERSION else None for about in found]

    def _folded(self, game: GameId) -> Json | None:
        """Return the summary of a game that has none, from its log, and keep it; None without a sound log."""
        try:
            position = self._games.current(game)
        except (NoSuchGame, *ILLEGIBLE):
            return None
        about = summary(position.table, position.began, position.time)
        with suppress(StoreUnavailable):  # the store may be full: then it is made again
            self._games.store.describe(game, At(position.ply, position.digest), written(about))
        return about

    def _archived(self, wanted: Filter, limit: int, at: Cursor) -> Page:
        if not _may_have(at.part, wanted):
            return Page((), None)
        before = (at.ms, at.game) if at.game else None
        some = read(self._archive.engine, lambda connection: found(connection, wanted, limit + 1, before))
        if len(some) <= limit:
            return Page(some, None)
        last = some[limit - 1]
        return Page(some[:limit], Cursor(Part.ARCHIVED, last.ended_ms or 0, last.game))


def every(listing: Listing, wanted: Filter, together: int = 200) -> Iterator[ListedGame]:
    """All games that fit, page by page."""
    at: Cursor | None = None
    while True:
        page = listing.page(wanted, together, at)
        yield from page.games
        if page.next is None:
            return
        at = page.next


def first(listing: Listing, wanted: Filter, limit: int) -> Iterator[ListedGame]:
    """The first `limit` games that fit."""
    return islice(every(listing, wanted, min(limit, 200)), limit)


def _may_have(part: Part, wanted: Filter) -> bool:
    """Whether any game of a part could fit."""
    over = wanted.status in ENDED
    if part is Part.LIVE:
        finished = (wanted.outcome, wanted.length_min, wanted.length_max)
        return not over and finished == (None, None, None)
    return wanted.status is None or over


def fits(item: ListedGame, wanted: Filter) -> bool:
    """Whether a game in the store is one that the same search would find in the catalogue."""
    moment = item.started_ms if item.ended_ms is None else item.ended_ms
    return (
        _status_fits(item, wanted.status)
        and wanted.variant in (None, item.variant)
        and wanted.outcome in (None, item.outcome)
        and item.parent == wanted.fork_of
        and (wanted.hidden or item.visibility == "public")
        and _within(moment, wanted.since_ms, wanted.until_ms)
        and _within(item.plies, wanted.length_min, wanted.length_max)
        and _has(wanted.player, [one.player for one in item.players])
        and _has(wanted.bot, [one.bot for one in item.players])
    )


def _status_fits(item: ListedGame, status: str | None) -> bool:
    return status in (None, item.status) or (status == LIVE and item.ended_ms is None)


def _within(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or low <= value) and (high is None or value <= high)


def _has(name: str | None, names: list[str | None]) -> bool:
    return name is None or name in names


def _found(one: Live, about: Json) -> ListedGame:
    over = about["ended"] is not None
    return ListedGame(
        game=one.game,
        variant=about["variant"],
        status=about["status"],
        outcome=about["outcome"],
        visibility=about["visibility"],
        parent=about["parent"],
        hands=about["hands"],
        tablas=about["tablas"],
        plies=about["plies"],
        started_ms=about["began"] if over else one.since_ms,
        ended_ms=about["ended"] or one.since_ms if over else None,
        players=tuple(Player(at, *seat) for at, seat in enumerate(about["seats"])),
    )
