"""The sequential test of a tournament: its first two entrants, on the units in the order of the schedule.

At tables of more than two seats, two entrants alternate round the table, or the other entrants fill it. The
score of a game is the share of the first one's seats that beat the second one's seats.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from app.tournament.manifest import Manifest
from app.tournament.results import CountedGame, leading, whole_units
from app.tournament.schedule import Played, orders
from app.tournament.sprt import Hypotheses, Model, Running, run

_ERROR: Final = 0.05
TESTED: Final = (0, 1)
"""The entrants whose difference is tested; the first is expected to be the better one."""


def hypotheses(manifest: Manifest) -> Hypotheses:
    """Return the hypotheses of the manifest. Raises ValueError if they are invalid."""
    return Hypotheses(
        elo0=manifest.number("elo0", 0),
        elo1=manifest.number("elo1", 10),
        alpha=manifest.number("alpha", _ERROR),
        beta=manifest.number("beta", _ERROR),
        model=Model(manifest.parameter("model", Model.LOGISTIC)),
    )


def seated(manifest: Manifest) -> tuple[int, ...]:
    """Return the entrants at a table of the test, by seat."""
    field = len(manifest.entrants)
    return tuple(seat % field for seat in range(manifest.seats))


def games_per_unit(manifest: Manifest) -> int:
    """Return the number of games on a deck."""
    return len(orders(manifest.seats, manifest.seat_orders)) if manifest.duplicates else 1


def sprt(manifest: Manifest, rounds: Iterable[Played]) -> Running:
    """Return the test up to the first game without a result, or to the deciding unit."""
    seats, games = seated(manifest), games_per_unit(manifest)
    first, second = (seats.count(tested) for tested in TESTED)
    most = 2 * first * second * games
    scores = (_score(unit, 2 * first * second) for unit in whole_units(leading(rounds)))
    return run(hypotheses(manifest), scores, games, most)


def _score(unit: Sequence[CountedGame], steps: int) -> int:
    return int(sum(game.duels[TESTED] * steps for game in unit))
