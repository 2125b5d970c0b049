"""Failures of entrants and times of their decisions, kept in the catalogue beside the records of the games.

Details hold the cards of a seat, so they are sealed at rest like the hidden parts of a log.
"""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from sqlalchemy import Connection, Engine

from app.store.errors import Unreadable
from app.store.vault import StorageCipher
from app.tournament.durations import Counts
from app.tournament.failures import TRIAL, Failure, Kind, told
from app.tournament.tournament import Tournament
from replays.catalogue import failing
from replays.catalogue.connecting import read, writing
from replays.catalogue.failing import FailureRow

_SAID: Final = 16_384
_SEATS: Final = 12
_QUESTION: Final = 262_144
"""So many bytes of a question are kept; a larger one, of a long hand, is kept without its events."""


@dataclass(frozen=True, slots=True)
class Failures:
    """The failures and times in the catalogue behind `engine`, sealed by `cipher`.

    Every method may raise CatalogueUnavailable.
    """

    engine: Engine
    cipher: StorageCipher

    def enter(
        self,
        connection: Connection,
        tournament: str,
        some: Iterable[Failure],
        times: Mapping[int, Counts],
    ) -> None:
        """Enter `some` failures and add `times` by entrant, in the transaction of `connection`."""
        failing.enter_failures(connection, tournament, map(self._row, some))
        if times:
            failing.add_times(connection, tournament, times)

    def note(self, tournament: str, some: Iterable[Failure]) -> None:
        """Enter `some` failures in a transaction of their own."""
        with writing(self.engine) as connection:
            self.enter(connection, tournament, some, {})

    def note_live(
        self, tournament: str, fixture: int, some: Iterable[Failure], times: Mapping[int, Counts]
    ) -> None:
        """Enter `some` failures in the live game of a fixture, and once for it add `times` by entrant."""
        with writing(self.engine) as connection:
            fresh = failing.time_game(connection, tournament, fixture)
            self.enter(connection, tournament, some, times if fresh else {})

    def restore(self, tournament: str, some: Sequence[Failure]) -> int:
        """Enter `some` failures again, and return how many of them were not known."""
        with writing(self.engine) as connection:
            before = len(failing.failures(connection, tournament))
            self.enter(connection, tournament, some, {})
            return len(failing.failures(connection, tournament)) - before

    def note_trial(self, tournament: str, some: Iterable[Failure]) -> None:
        """Enter `some` failures at the trial question in the place of earlier ones."""
        with writing(self.engine) as connection:
            failing.forget_failures(connection, tournament, TRIAL)
            self.enter(connection, tournament, some, {})

    def of(self, state: Tournament) -> list[Failure]:
        """The failures of a tournament as far as they may be shown, without details."""
        rows = read(self.engine, lambda connection: failing.failures(connection, state.id))
        return told(state, map(self._failure, rows))

    def page(self, tournament: str, after: int, limit: int) -> tuple[list[Failure], int | None]:
        """Failures of about `limit` games after the one of this number, and the last if more follow.

        They may be of games whose result nobody may see yet; their details are not read.
        """
        most = limit * _SEATS + 1
        rows = read(
            self.engine, lambda connection: failing.failures_after(connection, tournament, after, most)
        )
        found = [self._failure(row) for row in rows]
        numbers = sorted({one.fixture for one in found})
        kept = set(numbers[:limit])
        return (
            [one for one in found if one.fixture in kept],
            numbers[limit - 1] if len(numbers) > limit else None,
        )

    def between(self, tournament: str, first: int, last: int) -> list[Failure]:
        """Failures in the games from the number `first` to `last`, without details.

        They may be of games whose result nobody may see yet.
        """
        rows = read(
            self.engine, lambda connection: failing.failures_between(connection, tournament, first, last)
        )
        return [self._failure(row) for row in rows]

    def of_game(self, state: Tournament, fixture: int) -> list[Failure]:
        """The failures in the game of a fixture as far as they may be shown, with their details."""
        return told(state, self.details(state.id, fixture))

    def details(self, tournament: str, fixture: int) -> list[Failure]:
        """The failures in the game of a fixture, with their details.

        They may be of a game whose result nobody may see yet.
        """
        rows = read(self.engine, lambda connection: failing.failures_of_game(connection, tournament, fixture))
        return list(map(self._failure, rows))

    def times(self, tournament: str) -> Mapping[int, Counts]:
        """By entrant the counts of the times of its decisions."""
        return read(self.engine, lambda connection: failing.times(connection, tournament))

    def _row(self, one: Failure) -> FailureRow:
        detail = None
        if one.question is not None or one.answer or one.said or one.ended:
            sealed = zlib.compress(_detail(one))
            detail = self.cipher.seal(_place(one.game), one.ply, sealed)
        return FailureRow(one.fixture, one.seat, one.entrant, str(one.kind), one.ply, one.game, detail)

    def _failure(self, row: FailureRow) -> Failure:
        return Failure(
            fixture=row.fixture,
            game=row.game,
            seat=row.seat,
            entrant=row.entrant,
            kind=Kind(row.kind),
            ply=row.ply,
            **({} if row.detail is None else self._opened(row, row.detail)),
        )

    def _opened(self, row: FailureRow, sealed: bytes) -> dict[str, Any]:
        """What a detail holds; nothing where its key is gone."""
        try:
            opened = self.cipher.open(_place(row.game), row.ply, sealed)
        except Unreadable:
            return {}
        found: dict[str, Any] = orjson.loads(zlib.decompress(opened))
        return found


def _detail(one: Failure) -> bytes:
    question = one.question
    if question is not None and len(orjson.dumps(question)) > _QUESTION:
        question = {**question, "events": []}
    kept = {"question": question, "answer": one.answer, "said": one.said[-_SAID:], "ended": one.ended}
    return orjson.dumps(kept)


def _place(game: str) -> str:
    """The name under which details are sealed, so that none opens as a part of the log of its game."""
    return f"{game}/failure"
