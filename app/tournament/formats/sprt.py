"""SPRT: two entrants play until their sequential test is decided, or a number of games is reached.

A round has `batch` decks, at least those of one pairing. Games of a round after the deciding unit count in
the standings, but not in the test. The first seat alternates between tables.
"""

from collections.abc import Sequence
from typing import Final

from app.tournament.formats.format import Format, Reason
from app.tournament.manifest import Manifest
from app.tournament.schedule import Pairing, Played
from app.tournament.sprt import games_per_unit, seated, sprt

_BATCH: Final = 50
_GAMES: Final = 100_000


def rounds(manifest: Manifest) -> None:
    """Return None: the test ends when it is decided."""


def next_round(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
    """Return the same pairing at several tables; None when the test is over."""
    tables = min(_tables(manifest), _left(manifest, done))
    if tables <= 0 or sprt(manifest, done).decision is not None:
        return None
    seats = seated(manifest)
    return tuple(
        Pairing(len(done) + 1, table, seats if table % 2 else seats[::-1]) for table in range(1, tables + 1)
    )


def _tables(manifest: Manifest) -> int:
    batch = int(manifest.parameter("batch", _BATCH))
    return max(1, batch // manifest.decks_per_pairing)


def _left(manifest: Manifest, done: Sequence[Played]) -> int:
    """Return the number of pairings that the number of games still allows."""
    most = int(manifest.parameter("games", _GAMES))
    played = sum(len(played_round.fixtures) for played_round in done)
    return (most - played) // (games_per_unit(manifest) * manifest.decks_per_pairing)


def explain(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
    """Return the ratio of the test before the round, and its bounds."""
    running = sprt(manifest, done[: number - 1])
    return (
        {
            "rule": "sprt",
            "llr": f"{running.llr:.3f}",
            "lower": f"{running.test.lower:.3f}",
            "upper": f"{running.test.upper:.3f}",
            "units": sum(running.counts),
        },
    )


FORMAT: Final = Format(rounds, next_round, explain)
"""Sequential probability ratio test."""
