"""Arena: free entrants are paired until the time or the number of games is over.

At tables of two the pairing has the fewest repeats of the last opponent, then the least sum of squared
differences of points per game, then the fewest earlier meetings, then a draw by the pairing seed. At larger
tables neighbours in the order of these points sit together, and from version 4 of the log on also in the
first round at tables of two, where nothing but the draw tells entrants apart. If an entrant has to wait, it
is the one with most games; an entrant that has left is not paired. This module has no clock: when the time is
over the caller asks for no further round.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from app.games.shuffle import below
from app.tournament.formats.format import Format, Reason
from app.tournament.formats.pairing import Cost, history, paired
from app.tournament.manifest import Manifest, TieBreak
from app.tournament.results import counted
from app.tournament.schedule import Pairing, Played
from app.tournament.sprt import games_per_unit

_DRAW: Final = 1 << 20
_FINE: Final = 1_000
_DRAWN_FIRST: Final = 4
"""Version of the log from which on the first round has no search for a pairing."""


def rounds(manifest: Manifest) -> None:
    """Return None: entrants may be free at any time."""


def next_round(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
    """Return the tables of the free entrants, none if they are too few; None when the arena is over.

    Unlike in other formats the rounds `done` may have games without a result; their entrants are not free.
    """
    field = _Field(manifest, done)
    return field.pairings(len(done) + 1) if _left(manifest, done) > 0 and field.can_go_on else None


def _left(manifest: Manifest, done: Sequence[Played]) -> int:
    """Return the number of tables that the number of games still allows."""
    played = sum(len(played_round.fixtures) for played_round in done)
    games = games_per_unit(manifest) * manifest.decks_per_pairing
    return int((int(manifest.parameter("games", played + games * len(manifest.entrants))) - played) // games)


def explain(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
    """Return the points per game of the entrants of each table, and how often they met."""
    field = _Field(manifest, done[: number - 1])
    return tuple(map(field.reason, field.pairings(number)))


class _Field:
    """Free entrants, and the points of all entrants so far."""

    def __init__(self, manifest: Manifest, done: Sequence[Played]) -> None:
        numbers, self._left = range(len(manifest.entrants)), _left(manifest, done)
        self._seats = manifest.seats
        self._by_cost = self._seats == 2 and (bool(done) or manifest.version < _DRAWN_FIRST)
        self._before = history(len(numbers), done)
        self._last = _last(done)
        self.shares, self._games = _shares(len(numbers), done)
        busy = {
            entrant
            for played in done
            for fixture in played.fixtures
            if fixture.number not in played.results
            for entrant in fixture.seats
        }
        drawn = manifest.drawn(f"arena {len(done) + 1}")
        present = [entrant for entrant in drawn if entrant not in self._before.out]
        self.can_go_on = len(present) >= self._seats
        self._free = [entrant for entrant in present if entrant not in busy]
        chance = manifest.chance(f"arena pairs {len(done) + 1}")
        self._draws = {(a, b): below(_DRAW, chance) for a in numbers for b in numbers}

    def pairings(self, number: int) -> tuple[Pairing, ...]:
        """Return the tables of this moment."""
        waiting = len(self._free) % self._seats
        playing = sorted(self._free, key=lambda entrant: self._games[entrant])[: len(self._free) - waiting]
        tables = self._pairs(playing) if self._by_cost else self._tables(playing)
        return tuple(
            Pairing(number, table, entrants) for table, entrants in enumerate(tables[: self._left], 1)
        )

    def _pairs(self, playing: Sequence[int]) -> list[tuple[int, ...]]:
        order = sorted(playing, key=lambda entrant: -self.shares[entrant])
        return [self._before.seated(*pair) for pair in paired(order, self._cost)]

    def _cost(self, entrant: int, opponent: int) -> Cost:
        apart = int(_FINE * abs(self.shares[entrant] - self.shares[opponent]))
        again = int(self._last.get(entrant) == opponent or self._last.get(opponent) == entrant)
        return again, apart**2, self._before.times(entrant, opponent), self._draws[entrant, opponent]

    def _tables(self, playing: Sequence[int]) -> list[tuple[int, ...]]:
        order = sorted(playing, key=lambda entrant: -self.shares[entrant])
        return [tuple(order[begin : begin + self._seats]) for begin in range(0, len(order), self._seats)]

    def reason(self, pairing: Pairing) -> Reason:
        """Return the reason of a pairing."""
        return {
            "rule": "arena",
            "table": pairing.table,
            "entrants": list(pairing.entrants),
            "shares": [f"{float(self.shares[entrant]):.3f}" for entrant in pairing.entrants],
            "met": self._before.times(pairing.entrants[0], pairing.entrants[-1]),
        }


def _last(done: Sequence[Played]) -> Mapping[int, int]:
    """Return the last opponent, by entrant, at tables of two."""
    opponents = dict[int, int]()
    for played in done:
        for pairing in played.pairings:
            first, last = pairing.entrants[0], pairing.entrants[-1]
            opponents.update({first: last, last: first})
    return opponents


def _shares(entrants: int, done: Sequence[Played]) -> tuple[list[Fraction], list[int]]:
    """Return the points per game (one half before the first game) and the number of games, by entrant."""
    points, games = [Fraction(0)] * entrants, [0] * entrants
    for played in done:
        for game in counted(played.fixtures, played.results):
            for entrant, share in game.scores.items():
                points[entrant] += share
                games[entrant] += 1
    shares = [
        points[entrant] / games[entrant] if games[entrant] else Fraction(1, 2) for entrant in range(entrants)
    ]
    return shares, games


FORMAT: Final = Format(
    rounds, next_round, explain, timed=True, tie_breaks=(TieBreak.WINS, TieBreak.HEAD_TO_HEAD, TieBreak.CHIPS)
)
"""Arena."""
