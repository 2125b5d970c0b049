"""Failures of entrants entered again from the exports of tournaments in the archive.

An export has the game, the seat and the kind of each failure. What was asked and answered, the last words of
a program and how long decisions took are in the catalogue alone.
"""

import re
from typing import Final

import orjson

from app.tournament.failures import Failure, Kind
from replays.archive.errors import DamagedBlob
from replays.archive.files import Files
from replays.tournaments.failing import Failures
from replays.tournaments.reports import EXPORT_JSON, FOLDER

_EXPORT: Final = re.compile(rf"{FOLDER}/([0-9]+)/(t-[a-z0-9]+)/{re.escape(EXPORT_JSON)}")


def enter_failures(files: Files, failures: Failures) -> int:
    """Enter the failures that exports tell of, and return how many the catalogue did not have."""
    exports = dict[str, tuple[int, str]]()
    for name in files.names(FOLDER):
        if (found := _EXPORT.fullmatch(name)) is not None:
            exports[found[2]] = max(exports.get(found[2], (0, "")), (int(found[1]), name))
    return sum(
        failures.restore(tournament, _failures(files, name))
        for tournament, (_, name) in sorted(exports.items())
    )


def _failures(files: Files, name: str) -> list[Failure]:
    """Return the failures in an export; none in one of another form."""
    try:
        return [
            Failure(
                fixture=int(one["fixture"]),
                game=str(one["game"]),
                seat=int(one["seat"]),
                entrant=int(one["entrant"]),
                kind=Kind(one["kind"]),
                ply=int(one["ply"]),
            )
            for one in orjson.loads(files.read(name)).get("failures", ())
        ]
    except (DamagedBlob, KeyError, TypeError, ValueError, AttributeError):
        return []
