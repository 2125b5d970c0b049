"""Time of listing the moves of one seat, in the hands that take longest."""

from random import Random
from time import thread_time_ns

from app.games.conquian.decide import decide
from app.games.conquian.evolve import fold
from app.games.conquian.legal import legal
from app.games.conquian.variants import TABLE_OF_VARIANTS
from tests.bench.conquian import dealt
from tests.bench.rounds import SEED

_Row = tuple[str, str, dict[str, str], int, int]
_HANDS: tuple[_Row, ...] = (
    ("paco, twelve players", "paco", {}, 12, 12),
    ("yuca", "mexican-3", {"wild_card": "2O"}, 3, 60),
)


def listing_costs() -> list[tuple[str, int, float, float]]:
    """By hand: its name, how many listings were timed, and their median and 99th percentile in ms.

    Every position of random hands is listed for the seat that is asked, nothing of it known before; the time
    is that of the processor, whatever else the machine does.
    """
    return [
        _cost(name, variant, options, players, hands) for name, variant, options, players, hands in _HANDS
    ]


def _cost(
    name: str, variant: str, options: dict[str, str], players: int, hands: int
) -> tuple[str, int, float, float]:
    chance, taken = Random(SEED), []
    for _ in range(hands):
        state = dealt(TABLE_OF_VARIANTS.sheet(variant, options), players, chance)
        while state.result is None:
            seat = state.awaited[0]
            began = thread_time_ns()
            moves = tuple(legal(state, seat))
            taken.append(thread_time_ns() - began)
            state = fold(state, decide(state, seat, chance.choice(moves)))
    taken.sort()
    return name, len(taken), taken[len(taken) // 2] / 1e6, taken[len(taken) * 99 // 100] / 1e6
