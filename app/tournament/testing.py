"""The sequential test of a tournament: its first two entrants, on the units in the order of the schedule.

At tables of more seats, two entrants alone take turns round the table, else the rest of the field fills it.
What counts of a game is the share of the seats of the one that beat seats of the other.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from app.tournament.counting import Game, leading, whole_units
from app.tournament.manifest import Manifest
from app.tournament.schedule import Played, orders
from app.tournament.sprt import Hypotheses, Model, Running, run

_ERROR: Final = 0.05
TESTED: Final = (0, 1)
"""The entrants whose difference is tested: the first is meant to be the better one."""


def hypotheses(manifest: Manifest) -> Hypotheses:
    """What the manifest asks; ValueError where that is no test."""
    return Hypotheses(
        elo0=manifest.number("elo0", 0),
        elo1=manifest.number("elo1", 10),
        alpha=manifest.number("alpha", _ERROR),
        beta=manifest.number("beta", _ERROR),
        model=Model(manifest.parameter("model", Model.LOGISTIC)),
    )


def seated(manifest: Manifest) -> tuple[int, ...]:
    """Who sits at a table of the test."""
    field = len(manifest.entrants)
    return tuple(seat % field for seat in range(manifest.seats))


def games_per_unit(manifest: Manifest) -> int:
    """How many games are played on a deck."""
    return len(orders(manifest.seats, manifest.seat_orders)) if manifest.duplicates else 1


def sprt(manifest: Manifest, rounds: Iterable[Played]) -> Running:
    """The test as far as it has come: up to the first game without a result, or to the unit that decided."""
    seats, games = seated(manifest), games_per_unit(manifest)
    one, other = (seats.count(tested) for tested in TESTED)
    most = 2 * one * other * games
    scores = (_score(unit, 2 * one * other) for unit in whole_units(leading(rounds)))
    return run(hypotheses(manifest), scores, games, most)


def _score(unit: Sequence[Game], steps: int) -> int:
    return int(sum(game.duels[TESTED] * steps for game in unit))
