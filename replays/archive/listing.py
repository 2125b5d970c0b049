"""The list of games: live ones, recently ended ones, and archived ones.

The three parts follow one another, each newest first. A game moves in that order only, to the top of the next
part. So a client that reads all pages misses no game, but may get a moved one again on a later page.

    BadCursor    the text is not a cursor of the list
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from app.games.codec import Json
from app.games.table.state import ENDED, Kind
from app.games.table.summary import VERSION, summary
from app.parts.outages import Part
from app.service.game_decider import NoSuchGame
from app.service.games import GameService
from app.store.canonical import parse, written
from app.store.entry import At
from app.store.errors import ILLEGIBLE, StoreUnavailable
from app.store.keys import GameId, is_game_id, is_log_id
from app.store.retention import Retention
from app.store.schedule import LiveGame
from replays.archive.archive import Archive
from replays.catalogue import rows
from replays.catalogue.connecting import read
from replays.catalogue.errors import CatalogueUnavailable
from replays.catalogue.search import Filter, ListedGame, found
from replays.catalogue.summary import DRAWN, ONLY, SeatSummary

LIVE: Final = "live"
"""Status filter for all games before the end."""

_LOOKS: Final = 200
"""Maximum of games in the store that are filtered for one page."""

_CURSOR: Final = re.compile(r"([012])\.([0-9]{1,15})\.([a-z0-9-]{0,40})")


class BadCursor(Exception):
    """The text is not a cursor of the list."""


class ListPart(IntEnum):
    """Parts of the list, in order."""

    LIVE = 0
    ENDED = 1
    ARCHIVED = 2


@dataclass(frozen=True, slots=True)
class ListCursor:
    """The place after a game in a part of the list; without a game, the top of the part."""

    part: ListPart
    ms: int = 0
    game: str = ""

    @property
    def text(self) -> str:
        """The cursor as an opaque text."""
        return urlsafe_b64encode(f"{self.part:d}.{self.ms}.{self.game}".encode()).decode().rstrip("=")


def cursor(text: str) -> ListCursor:
    """Return the cursor of `text`. Raises BadCursor."""
    try:
        plain = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("ascii")
    except ValueError:
        raise BadCursor from None
    match = _CURSOR.fullmatch(plain)
    if match is None or (match[3] and not is_log_id(match[3])):
        raise BadCursor
    return ListCursor(ListPart(int(match[1])), int(match[2]), match[3])


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of the list, with the cursor of the next one, None at the end. A page may be short or empty.

    `missing` are the parts that did not answer, so that archived games are not listed.
    """

    games: tuple[ListedGame, ...]
    next: ListCursor | None
    missing: frozenset[Part] = frozenset()


class Listing:
    """The list of games in the store and in the archive."""

    def __init__(self, games: GameService, after: Retention, archive: Archive) -> None:
        self._games = games
        self._after = after
        self._archive = archive

    def page(self, wanted: Filter, limit: int, at: ListCursor | None = None) -> ListPage:
        """Return at most `limit` games that match `wanted`, from the place `at` on.

        While the catalogue is away a page ends with the games in the store. A page that begins after them
        raises CatalogueUnavailable.
        """
        at = begins = at or ListCursor(ListPart.LIVE)
        listed_games: list[ListedGame] = []
        while at.part is not ListPart.ARCHIVED:
            page = self._stored(wanted, limit - len(listed_games), at)
            listed_games += page.games
            if page.next is not None:
                return ListPage(tuple(listed_games), page.next)
            at = ListCursor(ListPart(at.part + 1))
        if len(listed_games) == limit:
            return ListPage(tuple(listed_games), at)
        try:
            page = self._archived(wanted, limit - len(listed_games), at)
        except CatalogueUnavailable:
            if begins.part is ListPart.ARCHIVED:
                raise
            return ListPage(tuple(listed_games), at, frozenset({Part.CATALOGUE}))
        listed = {
            listed_game.game for listed_game in listed_games
        }  # a game archived meanwhile is in both parts
        return ListPage(
            (*listed_games, *[listed_game for listed_game in page.games if listed_game.game not in listed]),
            page.next,
        )

    def _stored(self, wanted: Filter, limit: int, at: ListCursor) -> ListPage:
        """Return the matching games of a part in the store."""
        if not _may_have(at.part, wanted):
            return ListPage((), None)
        matching: list[ListedGame] = []
        newest = self._games.store.live if at.part is ListPart.LIVE else self._after.newest
        remaining, size = _LOOKS, min(_LOOKS, limit + 1)
        while remaining:
            looked = newest(size, LiveGame(at.ms, GameId(at.game)) if at.game else None)
            for place_of_game, item in self._items(at.part, looked):
                if len(matching) == limit:
                    return ListPage(tuple(matching), at)
                if item is not None and fits(item, wanted):
                    matching.append(item)
                at = ListCursor(at.part, place_of_game.since_ms, place_of_game.game)
            if len(looked) < size:
                return ListPage(tuple(matching), None)
            remaining -= size
            size = remaining
        return ListPage(tuple(matching), at)

    def _items(
        self, part: ListPart, looked: Sequence[LiveGame]
    ) -> Iterator[tuple[LiveGame, ListedGame | None]]:
        """Yield each game of a part with its list entry; None for a game of another part."""
        elsewhere = self._elsewhere(part, looked)
        for live_game, stored in zip(looked, self._summaries(looked), strict=True):
            about = None if live_game.game in elsewhere else stored or self._folded(live_game.game)
            is_here = about is not None and (about["ended"] is None) == (part is ListPart.LIVE)
            yield live_game, _found(live_game, about) if about is not None and is_here else None

    def _elsewhere(self, part: ListPart, looked: Sequence[LiveGame]) -> set[str]:
        """Return ended games that are not listed here: archived ones, and other logs."""
        if part is ListPart.LIVE or not looked:
            return set()
        names = [ended_game.game for ended_game in looked]
        # Without the catalogue no archived game is listed, so there are no duplicates.
        known = set[str]()
        with suppress(CatalogueUnavailable):
            known = read(self._archive.engine, lambda connection: rows.known(connection, names))
        return known | {name for name in names if not is_game_id(name)}

    def _summaries(self, looked: Sequence[LiveGame]) -> list[Json | None]:
        """Return the stored summary of each game, None if it has to be computed."""
        kept = self._games.store.summaries([text.game for text in looked])
        summaries_found = [None if text is None else parse(text) for text in kept]
        return [
            about if about is not None and about.get("v") == VERSION else None for about in summaries_found
        ]

    def _folded(self, game: GameId) -> Json | None:
        """Compute the summary of a game from its log and store it; None without a valid log."""
        try:
            position = self._games.current(game)
        except (NoSuchGame, *ILLEGIBLE):
            return None
        about = summary(position.table, position.began, position.time)
        with suppress(StoreUnavailable):  # in a full store it is computed again
            self._games.store.describe(game, At(position.ply, position.digest), written(about))
        return about

    def _archived(self, wanted: Filter, limit: int, at: ListCursor) -> ListPage:
        if not _may_have(at.part, wanted):
            return ListPage((), None)
        before = (at.ms, at.game) if at.game else None
        page = read(self._archive.engine, lambda connection: found(connection, wanted, limit, before))
        return ListPage(page.games, page.next and ListCursor(ListPart.ARCHIVED, *page.next))


def _may_have(part: ListPart, wanted: Filter) -> bool:
    """Return True if a game of the part can match. A summary in the store has no tournament and one event."""
    over = wanted.status in ENDED
    if part is not ListPart.ARCHIVED and (wanted.tournament is not None or wanted.event not in (None, DRAWN)):
        return False
    if part is ListPart.LIVE:
        finished = (wanted.outcome, wanted.length_min, wanted.length_max, wanted.event)
        return not over and finished == (None,) * len(finished)
    return wanted.status is None or over


def fits(item: ListedGame, wanted: Filter) -> bool:
    """Return True if the same search in the catalogue would match a game in the store."""
    moment = item.started_ms if item.ended_ms is None else item.ended_ms
    return (
        _status_fits(item, wanted.status)
        and wanted.variant in (None, item.variant)
        and wanted.outcome in (None, item.outcome)
        and wanted.game in (None, item.game)
        and (wanted.event is None or item.tablas > 0)
        and _people_fit(item, wanted.people)
        and item.parent == wanted.fork_of
        and (wanted.hidden or item.visibility == "public")
        and _within(moment, wanted.since_ms, wanted.until_ms)
        and _within(item.plies, wanted.length_min, wanted.length_max)
        and _has(wanted.player, [player.player for player in item.players])
        and _has(wanted.bot, [player.bot for player in item.players])
    )


def _status_fits(item: ListedGame, status: str | None) -> bool:
    return status in (None, item.status) or (status == LIVE and item.ended_ms is None)


def _people_fit(item: ListedGame, people: str | None) -> bool:
    persons = [player.kind == Kind.PERSON for player in item.players]
    return people is None or (all(persons) if people == ONLY else any(persons))


def _within(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or low <= value) and (high is None or value <= high)


def _has(name: str | None, names: list[str | None]) -> bool:
    return name is None or name in names


def _found(live_game: LiveGame, about: Json) -> ListedGame:
    over = about["ended"] is not None
    return ListedGame(
        game=live_game.game,
        variant=about["variant"],
        status=about["status"],
        outcome=about["outcome"],
        visibility=about["visibility"],
        parent=about["parent"],
        hands=about["hands"],
        tablas=about["tablas"],
        plies=about["plies"],
        started_ms=about["began"] if over else live_game.since_ms,
        ended_ms=about["ended"] or live_game.since_ms if over else None,
        players=tuple(SeatSummary(number, *seat) for number, seat in enumerate(about["seats"])),
    )
