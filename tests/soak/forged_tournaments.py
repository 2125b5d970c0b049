"""Logs of tournaments forged in every way, compared with their games: a full run has 10,000."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from replays.tournaments.audit import audit_tournament
from tests.conftest import valkey_in
from tests.tournament.contests import contest
from tests.tournament.disproofs import untrue
from tests.tournament.forging import SILENT, WAYS, forged
from tests.tournament.log_steps import taken_apart, written
from tests.tournament.stage import Stage, staged
from tests.verifier.tampered import Unfit

_EACH = 40
_CONTESTS = 4


@contextmanager
def stage() -> Iterator[Stage]:
    """A stage over a store and an archive of its own."""
    with TemporaryDirectory(prefix="cq-") as home, valkey_in(Path(home)) as server:
        yield staged(f"unix://{server.unix_socket_path}", Path(home))


def logs(rng: Random, stage: Stage) -> int:
    """Some honest tournaments, and forty forged logs of them."""
    honest = [contest(rng, stage) for _ in range(_CONTESTS)]
    for original in honest:
        report = audit_tournament(original.record, games=original.games.get)
        assert report.sound, report.findings
        steps = taken_apart(original.record)
        assert written(report.game or "", steps) == original.record, "the forger writes as the service does"
        assert untrue(original.record, original.record) is None
    done = 0
    while done < _EACH:
        chosen, way = rng.choice(honest), rng.choice(list(WAYS))
        try:
            record = forged(rng, way, chosen.record)
        except Unfit:
            continue
        done += 1
        if audit_tournament(record, games=chosen.games.get).sound:
            assert way in SILENT, f"{way} was not found: {record!r}"
            wrong = untrue(chosen.record, record)
            assert wrong is None, f"{way} was not found, and {wrong}: {record!r}"
    return done
