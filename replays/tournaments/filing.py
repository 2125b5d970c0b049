"""Games that were played in memory, filed together: one blob, one sync, one transaction with their leaves.

Before anything is entered the blob has been read back whole, and every record in it decompressed and
compared, so that what stands in the file is what the scribe has proved (`replays.tournaments.scribe`). One
game of each batch, which nobody can foresee, is audited besides like any other: its commands are decided
again.

Cut off anywhere it is done again. A game that the catalogue has already counts as it stands there.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection

from app.signing import now_ms
from app.tournament.durations import Counts
from app.tournament.failures import Failure
from app.tournament.schedule import Fixture, Result
from app.tournament.tournament import Tournament
from replays.archive.archive import Archive
from replays.archive.blob import Blob, Filed, check
from replays.archive.errors import DamagedBlob
from replays.archive.files import Reached, Step, go_on
from replays.archive.forms import GAMES
from replays.archive.logs import publics_in
from replays.archive.signing import LogSigner
from replays.catalogue import rows
from replays.catalogue.connecting import reading
from replays.catalogue.summary import summary
from replays.tournaments.failing import Failures
from replays.tournaments.playing import FAILED, Playout, game_id, result_of

_log: Final = logging.getLogger(__name__)

_TOGETHER: Final = 300
"""How many games one query names."""


@dataclass(frozen=True, slots=True)
class Filing:
    """Files games into `archive` and signs the log of all games by `signer`; `reached` hears each step.

    Errors of store, archive, catalogue and tree pass through.
    """

    archive: Archive
    signer: LogSigner
    failures: Failures
    clock: Callable[[], int] = now_ms
    reached: Reached = go_on

    def known(self, state: Tournament, fixtures: Sequence[Fixture]) -> Mapping[int, Result]:
        """The results of those of `fixtures` whose games are filed, by their numbers."""
        named = {str(game_id(state.id, fixture.number)): fixture for fixture in fixtures}
        names = list(named)
        found = set[str]()
        with reading(self.archive.engine) as connection:
            for begin in range(0, len(names), _TOGETHER):
                found |= rows.known(connection, names[begin : begin + _TOGETHER])
        return {named[game].number: self._result(named[game], game) for game in found}

    def file(
        self, state: Tournament, fixtures: Mapping[int, Fixture], played: Sequence[Playout]
    ) -> list[Result]:
        """The results of games that are filed now; DamagedBlob if what was written is not what was played.

        TreeForked, and nothing is entered, if the log of the catalogue is not the one that was signed.
        """
        self.signer.check()
        filed = [one.filed for one in played]
        blob = self.archive.put(filed)
        self.archive.check(blob)
        self.reached(Step.READ_BACK)
        check(blob, filed)
        _audit_one(blob, filed)
        self.reached(Step.VERIFIED)
        told = list(zip(blob.members, (one.summary for one in played), strict=True))

        def then(connection: Connection, old: set[str]) -> None:
            fresh = [one for one in played if one.filed.game not in old]
            self.failures.enter(connection, state.id, _failures(fresh), _times(fresh))

        old = self.archive.enter(blob, told, self.clock(), self.reached, then)
        self.reached(Step.COMMITTED)
        self.signer.sign()
        return [
            self._result(fixtures[one.result.fixture], one.filed.game)
            if one.filed.game in old
            else one.result
            for one in played
        ]

    def _result(self, fixture: Fixture, game: str) -> Result:
        """What the game of a fixture came to by its record in the archive."""
        found = self.archive.find(game)
        record = None if found is None else self.archive.record(found)
        if found is None or record is None:
            raise DamagedBlob(f"the game {game} is in the catalogue and not in the archive")
        publics = list(publics_in(record))
        return result_of(
            fixture, Filed(game, found.plies, found.digest, record), summary(publics), _at_fault(publics)
        )


def _failures(played: Iterable[Playout]) -> list[Failure]:
    return [one.failure for one in played if one.failure is not None]


def _times(played: Iterable[Playout]) -> dict[int, Counts]:
    found: dict[int, Counter[int]] = {}
    for one in played:
        for entrant, counts in one.times.items():
            found.setdefault(entrant, Counter()).update(counts)
    return dict(found)


def _at_fault(publics: Iterable[Mapping[str, Any]]) -> tuple[int, ...]:
    events = (event for public in publics for event in public["events"] if event["type"] == "game-voided")
    return next((tuple(event["seats"]) for event in events if event["reason"] == FAILED), ())


def _audit_one(blob: Blob, filed: Sequence[Filed]) -> None:
    """DamagedBlob if an audit finds anything in the game that the hash of the blob chooses."""
    chosen = filed[int(blob.name[-12:-4], 16) % len(filed)]
    fault = GAMES.fault(chosen.record)
    if fault is not None:
        _log.critical("The game %s, played just now, is not sound: %s.", chosen.game, fault)
        raise DamagedBlob(fault)
