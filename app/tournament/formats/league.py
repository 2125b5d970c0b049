"""League of tables of three to twelve seats, until all have met as evenly as can be found; sit-and-go.

In each round the entrants with the fewest byes sit out. The others are placed one by one at the table where
they have the fewest meetings; then entrants exchange places while that reduces the sum of squares of all
meetings. A cycle ends with the round, among those after which all have met, at which games and then meetings
are most even. In small fields several cycles are drawn and the most even one is used. All follows from the
pairing seed before the first game.

Sit-and-go: tables and cycles of a league, each table played until one seat has all chips. The fields of the
sheet that this needs are the game's (`Sheets.sit_and_go`), and the manifest may name no other values of them.
The seats of a game rank by `app.games.table.ending.places`.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from math import gcd
from typing import Final

from app.games.shuffle import below, words
from app.tournament.formats.format import Format, Reason
from app.tournament.manifest import Manifest, TieBreak
from app.tournament.schedule import Pairing, Played

Tables = tuple[tuple[int, ...], ...]

_SWEEPS: Final = 4
_TRIES: Final = 60
_EFFORT: Final = 4_000
_LARGE: Final = 32
_HUGE: Final = 64
"""In larger fields less is tried, and a cycle is as short as possible, whether or not all have met."""
_LONGEST: Final = 4
"""Factor on the least number of rounds that limits the length of a cycle.

A cycle may also last until all can have played the same number of games.
"""


def rounds(manifest: Manifest) -> int:
    """Return the number of rounds of all cycles."""
    return len(_schedule(manifest)) * int(manifest.parameter("cycles", 1))


def next_round(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
    """Return the tables of the next round; entrants that sit out have a bye."""
    number = len(done) + 1
    return None if number > rounds(manifest) else _round(manifest, number)


def _round(manifest: Manifest, number: int) -> tuple[Pairing, ...]:
    schedule = _schedule(manifest)
    cycle, turn = divmod(number - 1, len(schedule))
    seated = [_turned(table, cycle) for table in schedule[turn]]
    playing = {entrant for table in seated for entrant in table}
    byes = [(entrant,) for entrant in range(len(manifest.entrants)) if entrant not in playing]
    return tuple(Pairing(number, place, table) for place, table in enumerate([*seated, *byes], 1))


def _turned(table: tuple[int, ...], by: int) -> tuple[int, ...]:
    by %= len(table)
    return table[by:] + table[:by]


def explain(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
    """Return the least and greatest number of earlier meetings at each table, and the byes."""
    met = _Met(len(manifest.entrants))
    for before in range(1, number):
        met.add([pairing.entrants for pairing in _round(manifest, before)])
    return tuple(_reason(met, pairing, manifest.format) for pairing in _round(manifest, number))


def _reason(met: "_Met", pairing: Pairing, form: str) -> Reason:
    members: Reason = {"table": pairing.table, "entrants": list(pairing.entrants)}
    if pairing.is_bye:
        return {**members, "rule": f"{form}_bye", "byes": met.byes(pairing.entrants[0])}
    times = [met.times(*pair) for pair in combinations(pairing.entrants, 2)]
    return {**members, "rule": form, "least": min(times), "most": max(times)}


def _schedule(manifest: Manifest) -> tuple[Tables, ...]:
    seed = b"".join(word.to_bytes(4, "big") for word in islice(manifest.chance("league"), 8))
    return _cycle(len(manifest.entrants), manifest.seats, seed)


class _Met:
    """Number of meetings of each pair, and number of games and of seats of each entrant."""

    def __init__(self, entrants: int) -> None:
        self._times = [[0] * entrants for _ in range(entrants)]
        self._seats = [[0] * entrants for _ in range(entrants)]
        self.games = [0] * entrants
        self._rounds = 0

    def times(self, entrant: int, other: int) -> int:
        """Return the number of meetings of two entrants."""
        return self._times[entrant][other]

    def byes(self, entrant: int) -> int:
        """Return the number of rounds that the entrant sat out."""
        return self._rounds - self.games[entrant]

    def cost(self, entrant: int, table: Sequence[int]) -> int:
        """Return the increase of the sum of squares of meetings if the entrant joins this table."""
        times = self._times[entrant]
        return sum(2 * times[opponent] + 1 for opponent in table if opponent != entrant)

    def add(self, tables: Sequence[tuple[int, ...]]) -> None:
        """Add a round."""
        self._rounds += 1
        for table in tables:
            for entrant, opponent in combinations(table, 2):
                self._times[entrant][opponent] += 1
                self._times[opponent][entrant] += 1
            for seat, entrant in enumerate(table if len(table) > 1 else ()):
                self.games[entrant] += 1
                self._seats[entrant][seat] += 1

    def seated(self, table: Sequence[int]) -> tuple[int, ...]:
        """Return the table rotated so that its seats are most even."""
        turns = [_turned(tuple(table), by) for by in range(len(table))]
        return min(
            turns, key=lambda turn: sum(self._seats[entrant][seat] for seat, entrant in enumerate(turn))
        )

    def unevenness(self) -> tuple[int, int]:
        """Return the greatest differences of games, and of meetings."""
        meetings = [
            self._times[entrant][opponent] for entrant, opponent in combinations(range(len(self.games)), 2)
        ]
        return max(self.games) - min(self.games), max(meetings) - min(meetings)

    @property
    def all_met(self) -> bool:
        """True if all entrants have met each other."""
        return all(times for number, row in enumerate(self._times) for times in row[:number])


@lru_cache(maxsize=64)
def _cycle(entrants: int, seats: int, seed: bytes) -> tuple[Tables, ...]:
    """Return the rounds of one cycle: the most even of those drawn, then the shortest."""
    chance = words(seed)
    tries = max(1, min(_TRIES, _EFFORT // entrants**2))
    return min(
        (_tried(entrants, seats, chance) for _ in range(tries)), key=lambda drawn_cycle: drawn_cycle[0]
    )[1]


def _tried(entrants: int, seats: int, chance: Iterator[int]) -> tuple[tuple[int, ...], tuple[Tables, ...]]:
    """Return the unevenness and length of a drawn cycle, and its rounds."""
    met, rounds_drawn = _Met(entrants), list[Tables]()
    best: tuple[int, ...] = ()
    longest = _longest(entrants, seats)
    while not best or (len(rounds_drawn) < longest and best[:2] > (0, 0)):
        drawn = list(range(entrants))
        order = [drawn.pop(below(len(drawn), chance)) for _ in range(entrants)]
        rounds_drawn.append(_tables(met, order, seats))
        met.add(rounds_drawn[-1])
        ended = met.all_met if entrants <= _HUGE else len(rounds_drawn) == longest
        if ended and (not best or met.unevenness() < best[:2]):
            best = (*met.unevenness(), len(rounds_drawn))
    return best, tuple(rounds_drawn[: best[2]])


def _longest(entrants: int, seats: int) -> int:
    least = -(-(entrants - 1) // (seats - 1))
    if entrants > _LARGE:
        return least
    return max(_LONGEST * least, entrants // gcd(entrants, entrants % seats))


def _tables(met: _Met, order: Sequence[int], seats: int) -> Tables:
    """Return the next round; `order` decides between equal entrants."""
    ready = sorted(order, key=lambda entrant: met.games[entrant])
    places = len(order) // seats
    tables: list[list[int]] = [[] for _ in range(places)]
    for entrant in ready[: places * seats]:
        free = [table for table in tables if len(table) < seats]
        min(free, key=lambda table: (met.cost(entrant, table), len(table))).append(entrant)
    bench = ready[places * seats :]
    for _ in range(0 if len(order) > _HUGE else _SWEEPS):
        if not _improved(met, tables, bench):
            break
    return tuple(met.seated(table) for table in tables)


def _improved(met: _Met, tables: Sequence[list[int]], bench: list[int]) -> bool:
    """Exchange places while meetings get more even, each two places once; return True if any did."""
    changed = False
    for table_a, table_b in combinations(tables, 2):
        for place, other_place in product(range(len(table_a)), range(len(table_b))):
            changed |= _exchanged(met, table_a, place, table_b, other_place)
    for table in tables:
        for place, other_place in product(range(len(table)), range(len(bench))):
            changed |= _called(met, table, place, bench, other_place)
    return changed


def _exchanged(met: _Met, table: list[int], place: int, other: list[int], other_place: int) -> bool:
    """Exchange two entrants between tables if that is better; return True if it was."""
    a, b = table[place], other[other_place]
    before = met.cost(a, table) + met.cost(b, other)
    after = met.cost(a, _without(other, other_place)) + met.cost(b, _without(table, place))
    if after >= before:
        return False
    table[place], other[other_place] = b, a
    return True


def _called(met: _Met, table: list[int], place: int, bench: list[int], bench_place: int) -> bool:
    """Replace an entrant by one that sits out with as many games, if better; return True if it was."""
    a, b = table[place], bench[bench_place]
    if met.games[a] != met.games[b] or met.cost(b, _without(table, place)) >= met.cost(a, table):
        return False
    table[place], bench[bench_place] = b, a
    return True


def _without(table: Sequence[int], place: int) -> list[int]:
    return [*table[:place], *table[place + 1 :]]


FORMAT: Final = Format(rounds, next_round, explain, ahead=True)
"""League."""

SIT_AND_GO: Final = "sit_and_go"
"""The name of the format in a manifest."""

SIT_AND_GO_FORMAT: Final = Format(
    rounds, next_round, explain, ahead=True, by_place=True, tie_breaks=(TieBreak.WINS, TieBreak.HEAD_TO_HEAD)
)
"""Sit-and-go."""
