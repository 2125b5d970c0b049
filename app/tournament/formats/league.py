"""League: tables of three to twelve seats, until everybody has met everybody as evenly as can be found.

In each round those sit out who did so least; the others are set down one after another where they have met
least, then two change places as long as that makes the squares of all meetings sum to less. A cycle ends with
that round, among those after which everybody has met everybody, after which games and then meetings are most
even; of small fields several cycles are drawn and the most even one is taken. All follows from the pairing
seed before the first game.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from math import gcd
from typing import Final

from app.games.shuffle import below, words
from app.tournament.formats.format import Format, Reason
from app.tournament.manifest import Manifest
from app.tournament.schedule import Pairing, Played

Tables = tuple[tuple[int, ...], ...]

_SWEEPS: Final = 4
_TRIES: Final = 60
_EFFORT: Final = 4_000
_LARGE: Final = 32
_HUGE: Final = 64
"""In larger fields less is tried, and a cycle is as short as can be, whoever met whom."""
_LONGEST: Final = 4
"""A cycle is looked for in so many times the least number of rounds, or until all can have played as much."""


def rounds(manifest: Manifest) -> int:
    """Those of all cycles."""
    return len(_schedule(manifest)) * int(manifest.parameter("cycles", 1))


def next_round(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
    """The tables of the next round; who sits out has a bye."""
    number = len(done) + 1
    return None if number > rounds(manifest) else _round(manifest, number)


def _round(manifest: Manifest, number: int) -> tuple[Pairing, ...]:
    schedule = _schedule(manifest)
    cycle, turn = divmod(number - 1, len(schedule))
    seated = [_turned(table, cycle) for table in schedule[turn]]
    playing = {one for table in seated for one in table}
    byes = [(one,) for one in range(len(manifest.entrants)) if one not in playing]
    return tuple(Pairing(number, at, table) for at, table in enumerate([*seated, *byes], 1))


def _turned(table: tuple[int, ...], by: int) -> tuple[int, ...]:
    by %= len(table)
    return table[by:] + table[:by]


def explain(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
    """How often those of a table have met before, at least and at most, and who sits out."""
    met = _Met(len(manifest.entrants))
    for before in range(1, number):
        met.add([pairing.entrants for pairing in _round(manifest, before)])
    return tuple(_reason(met, pairing) for pairing in _round(manifest, number))


def _reason(met: "_Met", pairing: Pairing) -> Reason:
    found: Reason = {"table": pairing.table, "entrants": list(pairing.entrants)}
    if pairing.is_bye:
        return {**found, "rule": "league_bye", "byes": met.byes(pairing.entrants[0])}
    times = [met.times(*pair) for pair in combinations(pairing.entrants, 2)]
    return {**found, "rule": "league", "least": min(times), "most": max(times)}


def _schedule(manifest: Manifest) -> tuple[Tables, ...]:
    seed = b"".join(word.to_bytes(4, "big") for word in islice(manifest.chance("league"), 8))
    return _cycle(len(manifest.entrants), manifest.seats, seed)


class _Met:
    """How often any two have met, how often everybody has played, and at which seats."""

    def __init__(self, entrants: int) -> None:
        self._times = [[0] * entrants for _ in range(entrants)]
        self._seats = [[0] * entrants for _ in range(entrants)]
        self.games = [0] * entrants
        self._rounds = 0

    def times(self, one: int, other: int) -> int:
        """How often two have met."""
        return self._times[one][other]

    def byes(self, one: int) -> int:
        """How often somebody sat out."""
        return self._rounds - self.games[one]

    def cost(self, one: int, table: Sequence[int]) -> int:
        """By how much the sum of squares of meetings grows if `one` meets these."""
        times = self._times[one]
        return sum(2 * times[other] + 1 for other in table if other != one)

    def add(self, tables: Sequence[tuple[int, ...]]) -> None:
        """Counts a round."""
        self._rounds += 1
        for table in tables:
            for one, other in combinations(table, 2):
                self._times[one][other] += 1
                self._times[other][one] += 1
            for seat, one in enumerate(table if len(table) > 1 else ()):
                self.games[one] += 1
                self._seats[one][seat] += 1

    def seated(self, table: Sequence[int]) -> tuple[int, ...]:
        """The table turned so that its seats are most even."""
        turns = [_turned(tuple(table), by) for by in range(len(table))]
        return min(turns, key=lambda turn: sum(self._seats[one][seat] for seat, one in enumerate(turn)))

    def unevenness(self) -> tuple[int, int]:
        """By how much games, and meetings, differ at most; both are no news where somebody has not met."""
        every = [self._times[one][other] for one, other in combinations(range(len(self.games)), 2)]
        return max(self.games) - min(self.games), max(every) - min(every)

    @property
    def all_met(self) -> bool:
        """Whether everybody has met everybody."""
        return all(times for at, row in enumerate(self._times) for times in row[:at])


@lru_cache(maxsize=64)
def _cycle(entrants: int, seats: int, seed: bytes) -> tuple[Tables, ...]:
    """The rounds of one cycle: the most even of some that are drawn, then the shortest."""
    chance = words(seed)
    tries = max(1, min(_TRIES, _EFFORT // entrants**2))
    return min((_tried(entrants, seats, chance) for _ in range(tries)), key=lambda found: found[0])[1]


def _tried(entrants: int, seats: int, chance: Iterator[int]) -> tuple[tuple[int, ...], tuple[Tables, ...]]:
    """Rounds after which everybody has met everybody, and how uneven and long they are."""
    met, found = _Met(entrants), list[Tables]()
    best: tuple[int, ...] = ()
    longest = _longest(entrants, seats)
    while not best or (len(found) < longest and best[:2] > (0, 0)):
        drawn = list(range(entrants))
        order = [drawn.pop(below(len(drawn), chance)) for _ in range(entrants)]
        found.append(_tables(met, order, seats))
        met.add(found[-1])
        ended = met.all_met if entrants <= _HUGE else len(found) == longest
        if ended and (not best or met.unevenness() < best[:2]):
            best = (*met.unevenness(), len(found))
    return best, tuple(found[: best[2]])


def _longest(entrants: int, seats: int) -> int:
    least = -(-(entrants - 1) // (seats - 1))
    if entrants > _LARGE:
        return least
    return max(_LONGEST * least, entrants // gcd(entrants, entrants % seats))


def _tables(met: _Met, order: Sequence[int], seats: int) -> Tables:
    """The next round: entrants taken in `order` where nothing else decides."""
    ready = sorted(order, key=lambda one: met.games[one])
    places = len(order) // seats
    tables: list[list[int]] = [[] for _ in range(places)]
    for one in ready[: places * seats]:
        free = [table for table in tables if len(table) < seats]
        min(free, key=lambda table: (met.cost(one, table), len(table))).append(one)
    bench = ready[places * seats :]
    for _ in range(0 if len(order) > _HUGE else _SWEEPS):
        if not _improved(met, tables, bench):
            break
    return tuple(met.seated(table) for table in tables)


def _improved(met: _Met, tables: Sequence[list[int]], bench: list[int]) -> bool:
    """Whether two who change places made meetings more even; every two places are tried once."""
    found = False
    for one, other in combinations(tables, 2):
        for here, there in product(range(len(one)), range(len(other))):
            found |= _exchanged(met, one, here, other, there)
    for table in tables:
        for here, there in product(range(len(table)), range(len(bench))):
            found |= _called(met, table, here, bench, there)
    return found


def _exchanged(met: _Met, one: list[int], here: int, other: list[int], there: int) -> bool:
    """Lets two change tables if that is better; whether it is."""
    a, b = one[here], other[there]
    before = met.cost(a, one) + met.cost(b, other)
    after = met.cost(a, _without(other, there)) + met.cost(b, _without(one, here))
    if after >= before:
        return False
    one[here], other[there] = b, a
    return True


def _called(met: _Met, table: list[int], here: int, bench: list[int], there: int) -> bool:
    """Lets somebody who sits out, and has played as much, take a place if that is better; whether it is."""
    a, b = table[here], bench[there]
    if met.games[a] != met.games[b] or met.cost(b, _without(table, here)) >= met.cost(a, table):
        return False
    table[here], bench[there] = b, a
    return True


def _without(table: Sequence[int], place: int) -> list[int]:
    return [*table[:place], *table[place + 1 :]]


FORMAT: Final = Format(rounds, next_round, explain, ahead=True)
"""League."""
