"""Archiving of games that were played in memory: one blob, one sync, one transaction with their leaves.

Before the games are entered the blob is read back, and every record in it is decompressed and compared, so
that the file contains what the log writer has proved (`replays.tournaments.log_writer`). One game of each
batch, chosen by the hash of the blob, also gets a full audit, in which its commands are decided again.

An interrupted batch can be repeated. A game that is already in the catalogue keeps its stored result.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection

from app.games.table.state import Table
from app.service.entry_codec import advance
from app.service.signing import now_ms
from app.tournament.durations import Counts
from app.tournament.failures import Failure
from app.tournament.manifest import Manifest
from app.tournament.schedule import Fixture, FixtureResult
from app.tournament.state import Tournament
from replays.archive.archive import Archive
from replays.archive.blobs import Blob, Filed, check
from replays.archive.errors import DamagedBlob
from replays.archive.files import ArchivingStep, Reached, go_on
from replays.archive.kinds import GAMES, entries_in, publics_in
from replays.archive.signing import LogSigner
from replays.catalogue import rows
from replays.catalogue.connecting import reading
from replays.catalogue.summary import summary
from replays.tournaments.failures import Failures
from replays.tournaments.playing import FAILED, Playout, game_id, placed, result_of

_log: Final = logging.getLogger("replays.tournaments.filing")


@dataclass(frozen=True, slots=True)
class BatchArchiver:
    """Archives games and signs the transparency log with `signer`; `reached` is called after each step.

    Errors of store, archive, catalogue and transparency log are passed on.
    """

    archive: Archive
    signer: LogSigner
    failures: Failures
    clock: Callable[[], int] = now_ms
    reached: Reached = go_on

    def known(self, state: Tournament, fixtures: Sequence[Fixture]) -> Mapping[int, FixtureResult]:
        """Return the results of those `fixtures` whose games are archived, by number."""
        by_game = {str(game_id(state.id, fixture.number)): fixture for fixture in fixtures}
        with reading(self.archive.engine) as connection:
            known = rows.known(connection, list(by_game))
        return {by_game[game].number: self._result(state.manifest, by_game[game], game) for game in known}

    def file(
        self, state: Tournament, fixtures: Mapping[int, Fixture], played: Sequence[Playout]
    ) -> list[FixtureResult]:
        """Archive games and return their results. Raises DamagedBlob if the file differs from the games.

        Raises TreeForked, before anything is entered, if the catalogue does not have all signed leaves.
        """
        self.signer.check()
        filed = [playout.filed for playout in played]
        blob = self.archive.put(filed)
        self.archive.check(blob)
        self.reached(ArchivingStep.READ_BACK)
        check(blob, filed)
        _audit_one(blob, filed)
        self.reached(ArchivingStep.VERIFIED)
        members = list(zip(blob.members, (playout.summary for playout in played), strict=True))

        def then(connection: Connection, old: set[str]) -> None:
            fresh = [playout for playout in played if playout.filed.game not in old]
            self.failures.enter(connection, state.id, _failures(fresh), _times(fresh))

        old = self.archive.enter(blob, members, self.clock(), self.reached, then)
        self.reached(ArchivingStep.COMMITTED)
        self.signer.sign()
        return [
            self._result(state.manifest, fixtures[playout.result.fixture], playout.filed.game)
            if playout.filed.game in old
            else playout.result
            for playout in played
        ]

    def _result(self, manifest: Manifest, fixture: Fixture, game: str) -> FixtureResult:
        """Return the result of a fixture from the archived record of its game."""
        place = self.archive.find(game)
        record = None if place is None else self.archive.record(place)
        if place is None or record is None:
            raise DamagedBlob(f"the game {game} is in the catalogue and not in the archive")
        publics = list(publics_in(record))
        return result_of(
            fixture,
            Filed(game, place.plies, place.digest, record),
            summary(publics),
            _at_fault(publics),
            placed(manifest, lambda: _end_of(record)),
        )


def _end_of(record: bytes) -> Table:
    """Return the table at the end of an archived record."""
    position = advance(None, entries_in(record))
    if position is None:
        raise DamagedBlob("an archived record has no entries")
    return position.table


def _failures(played: Iterable[Playout]) -> list[Failure]:
    return [playout.failure for playout in played if playout.failure is not None]


def _times(played: Iterable[Playout]) -> dict[int, Counts]:
    by_entrant: dict[int, Counter[int]] = {}
    for playout in played:
        for entrant, counts in playout.times.items():
            by_entrant.setdefault(entrant, Counter()).update(counts)
    return dict(by_entrant)


def _at_fault(publics: Iterable[Mapping[str, Any]]) -> tuple[int, ...]:
    events = (event for public in publics for event in public["events"] if event["type"] == "game-voided")
    return next((tuple(event["seats"]) for event in events if event["reason"] == FAILED), ())


def _audit_one(blob: Blob, filed: Sequence[Filed]) -> None:
    """Raise DamagedBlob if the audit of a game, chosen by the hash of the blob, has findings."""
    chosen = filed[int(blob.name[-12:-4], 16) % len(filed)]
    fault = GAMES.fault(chosen.record)
    if fault is not None:
        _log.critical("The game %s, played just now, is not sound: %s.", chosen.game, fault)
        raise DamagedBlob(fault)
