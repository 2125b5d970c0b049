"""Recovery of entrants' failures from the exports of archived tournaments.

An export has the game, the seat and the kind of each failure. Questions, answers, output of programs and
times of decisions are in the catalogue only.
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
                kind=Kind(failure["kind"]),
                ply=int(failure["ply"]),
            )
            for failure in orjson.loads(files.read(name)).get("failures", ())
        ]
    except (DamagedBlob, KeyError, TypeError, ValueError, AttributeError):
        return []
