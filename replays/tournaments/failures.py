"""Failures of entrants and times of their decisions, stored in the catalogue beside the records of the games.

Details contain the cards of a seat, so they are encrypted at rest like the hidden parts of a log.

A lost catalogue gets failures back from the exports of archived tournaments: the game, the seat and the kind
of each. Questions, answers, output of programs and times of decisions are in the catalogue only.
"""

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from sqlalchemy import Connection, Engine

from app.store.encryption import StorageCipher
from app.store.errors import Unreadable
from app.tournament.durations import Counts
from app.tournament.failures import TRIAL, Failure, FailureKind, shown_failures
from app.tournament.state import Tournament
from replays.archive.errors import DamagedBlob
from replays.archive.files import Files
from replays.catalogue import failures as catalogue_failures
from replays.catalogue.connecting import read, writing
from replays.catalogue.failures import FailureRow
from replays.tournaments.reports import EXPORT_JSON, FOLDER

_STDERR_CHARACTERS: Final = 16_384
_SEATS: Final = 12
_QUESTION: Final = 262_144
"""Maximum size of a stored question in bytes; a larger one is stored without its events."""


@dataclass(frozen=True, slots=True)
class Failures:
    """Failures and times in the catalogue behind `engine`, encrypted by `cipher`.

    Every method may raise CatalogueUnavailable.
    """

    engine: Engine
    cipher: StorageCipher

    def enter(
        self,
        connection: Connection,
        tournament: str,
        failures: Iterable[Failure],
        times: Mapping[int, Counts],
    ) -> None:
        """Add failures and the `times` of entrants, in the transaction of `connection`."""
        catalogue_failures.enter_failures(connection, tournament, map(self._row, failures))
        if times:
            catalogue_failures.add_times(connection, tournament, times)

    def note(self, tournament: str, failures: Iterable[Failure]) -> None:
        """Add failures in a transaction of their own."""
        with writing(self.engine) as connection:
            self.enter(connection, tournament, failures, {})

    def note_live(
        self, tournament: str, fixture: int, failures: Iterable[Failure], times: Mapping[int, Counts]
    ) -> None:
        """Add failures in the live game of a fixture, and its `times` once."""
        with writing(self.engine) as connection:
            fresh = catalogue_failures.time_game(connection, tournament, fixture)
            self.enter(connection, tournament, failures, times if fresh else {})

    def restore(self, tournament: str, failures: Sequence[Failure]) -> int:
        """Add failures again; return the number of failures that were missing."""
        with writing(self.engine) as connection:
            before = len(catalogue_failures.failures(connection, tournament))
            self.enter(connection, tournament, failures, {})
            return len(catalogue_failures.failures(connection, tournament)) - before

    def note_trial(self, tournament: str, failures: Iterable[Failure]) -> None:
        """Replace the failures at the trial question."""
        with writing(self.engine) as connection:
            catalogue_failures.forget_failures(connection, tournament, TRIAL)
            self.enter(connection, tournament, failures, {})

    def of(self, state: Tournament) -> list[Failure]:
        """Return the failures of a tournament that may be shown, without details."""
        return shown_failures(state, self._read(state.id))

    def page(self, tournament: str, after: int, limit: int) -> tuple[list[Failure], int | None]:
        """Return the failures of about `limit` games after this number, and the last number if more follow.

        They may belong to games whose results are still secret. Their details are not read.
        """
        failures = self._read(tournament, after + 1, limit=limit * _SEATS + 1)
        numbers = sorted({failure.fixture for failure in failures})
        kept = set(numbers[:limit])
        return (
            [failure for failure in failures if failure.fixture in kept],
            numbers[limit - 1] if len(numbers) > limit else None,
        )

    def between(self, tournament: str, first: int, last: int) -> list[Failure]:
        """Return failures in the games from `first` to `last`, without details.

        They may belong to games whose results are still secret.
        """
        return self._read(tournament, first, last)

    def of_game(self, state: Tournament, fixture: int) -> list[Failure]:
        """Return the failures in the game of a fixture that may be shown, with details."""
        return shown_failures(state, self.details(state.id, fixture))

    def details(self, tournament: str, fixture: int) -> list[Failure]:
        """Return the failures in the game of a fixture, with details.

        The result of the game may still be secret.
        """
        return self._read(tournament, fixture, fixture, detailed=True)

    def _read(
        self,
        tournament: str,
        first: int | None = None,
        last: int | None = None,
        *,
        limit: int | None = None,
        detailed: bool = False,
    ) -> list[Failure]:
        rows = read(
            self.engine,
            lambda connection: catalogue_failures.failures(
                connection, tournament, first, last, limit=limit, detailed=detailed
            ),
        )
        return list(map(self._failure, rows))

    def times(self, tournament: str) -> Mapping[int, Counts]:
        """Return the histogram of decision times, by entrant."""
        return read(self.engine, lambda connection: catalogue_failures.times(connection, tournament))

    def _row(self, failure: Failure) -> FailureRow:
        detail = None
        if failure.question is not None or failure.answer or failure.stderr or failure.ended:
            sealed = zlib.compress(_detail(failure))
            detail = self.cipher.seal(_place(failure.game), failure.ply, sealed)
        return FailureRow(
            failure.fixture,
            failure.seat,
            failure.entrant,
            str(failure.kind),
            failure.ply,
            failure.game,
            detail,
        )

    def _failure(self, row: FailureRow) -> Failure:
        return Failure(
            fixture=row.fixture,
            game=row.game,
            seat=row.seat,
            entrant=row.entrant,
            kind=FailureKind(row.kind),
            ply=row.ply,
            **({} if row.detail is None else self._opened(row, row.detail)),
        )

    def _opened(self, row: FailureRow, sealed: bytes) -> dict[str, Any]:
        """Return the stored members of a `Failure`; empty if the key of the detail was deleted."""
        try:
            opened = self.cipher.open(_place(row.game), row.ply, sealed)
        except Unreadable:
            return {}
        members: dict[str, Any] = orjson.loads(zlib.decompress(opened))
        members["stderr"] = members.pop("said", "")
        return members


def _detail(failure: Failure) -> bytes:
    question = failure.question
    if question is not None and len(orjson.dumps(question)) > _QUESTION:
        question = {**question, "events": []}
    kept = {
        "question": question,
        "answer": failure.answer,
        "said": failure.stderr[-_STDERR_CHARACTERS:],
        "ended": failure.ended,
    }
    return orjson.dumps(kept)


def _place(game: str) -> str:
    """Return the name that binds details, so that they cannot be opened as a part of the game's log."""
    return f"{game}/failure"


_EXPORT: Final = re.compile(rf"{FOLDER}/([0-9]+)/(t-[a-z0-9]+)/{re.escape(EXPORT_JSON)}")


def enter_failures(files: Files, failures: Failures) -> int:
    """Add the failures in exports; return the number of failures that the catalogue did not have."""
    exports = dict[str, tuple[int, str]]()
    for name in files.names(FOLDER):
        if (match := _EXPORT.fullmatch(name)) is not None:
            exports[match[2]] = max(exports.get(match[2], (0, "")), (int(match[1]), name))
    return sum(
        failures.restore(tournament, _failures(files, name))
        for tournament, (_, name) in sorted(exports.items())
    )


def _failures(files: Files, name: str) -> list[Failure]:
    """Return the failures in an export; none in one of another form."""
    try:
        return [
            Failure(
                fixture=int(failure["fixture"]),
                game=str(failure["game"]),
                seat=int(failure["seat"]),
                entrant=int(failure["entrant"]),
                kind=FailureKind(failure["kind"]),
                ply=int(failure["ply"]),
            )
            for failure in orjson.loads(files.read(name)).get("failures", ())
        ]
    except (DamagedBlob, KeyError, TypeError, ValueError, AttributeError):
        return []
