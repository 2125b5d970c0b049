"""Arena: whoever is free is paired, until the time or the number of games is over.

At tables of two the pairing is the one with the fewest who met last time, then with the least sum of squared
differences of points for each game, then with the fewest who met before, then by a draw of the pairing seed.
At larger tables neighbours in the order of these points sit together. If somebody has to wait it is who has
played most; who has left is not paired. The clock is not known here: when the time is over nobody asks for
a next round.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from app.games.shuffle import below
from app.tournament.counting import counted
from app.tournament.formats.format import Format, Reason
from app.tournament.formats.history import history
from app.tournament.manifest import Manifest, TieBreak
from app.tournament.matching import Cost, paired
from app.tournament.schedule import Pairing, Played
from app.tournament.testing import games_per_unit

_DRAW: Final = 1 << 20
_FINE: Final = 1_000


def rounds(manifest: Manifest) -> None:
    """Unknown: somebody may be free at any time."""


def next_round(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
    """The tables of those who are free, none if they are too few; None when nobody is to play any more.

    Unlike in other formats the rounds `done` may have games without a result: who sits in one is not free.
    """
    hall = _Hall(manifest, done)
    return hall.pairings(len(done) + 1) if _left(manifest, done) > 0 and hall.can_go_on else None


def _left(manifest: Manifest, done: Sequence[Played]) -> int:
    """How many tables the number of games still allows."""
    played = sum(len(each.fixtures) for each in done)
    games = games_per_unit(manifest) * manifest.decks_per_pairing
    return int((int(manifest.parameter("games", played + games * len(manifest.entrants))) - played) // games)


def explain(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
    """What those who meet had made of their games, and how often they met."""
    hall = _Hall(manifest, done[: number - 1])
    return tuple(map(hall.reason, hall.pairings(number)))


class _Hall:
    """Who is free, and what everybody has made so far."""

    def __init__(self, manifest: Manifest, done: Sequence[Played]) -> None:
        every, self._left = range(len(manifest.entrants)), _left(manifest, done)
        self._seats = manifest.seats
        self._before = history(len(every), done)
        self._last = _last(done)
        self.shares, self._games = _shares(len(every), done)
        busy = {
            one
            for played in done
            for fixture in played.fixtures
            if fixture.number not in played.results
            for one in fixture.seats
        }
        drawn = manifest.drawn(f"arena {len(done) + 1}")
        here = [one for one in drawn if one not in self._before.out]
        self.can_go_on = len(here) >= self._seats
        self._free = [one for one in here if one not in busy]
        chance = manifest.chance(f"arena pairs {len(done) + 1}")
        self._draws = {(a, b): below(_DRAW, chance) for a in every for b in every}

    def pairings(self, number: int) -> tuple[Pairing, ...]:
        """The tables of this moment."""
        waiting = len(self._free) % self._seats
        playing = sorted(self._free, key=lambda one: self._games[one])[: len(self._free) - waiting]
        found = self._pairs(playing) if self._seats == 2 else self._tables(playing)
        return tuple(
            Pairing(number, table, entrants) for table, entrants in enumerate(found[: self._left], 1)
        )

    def _pairs(self, playing: Sequence[int]) -> list[tuple[int, ...]]:
        order = sorted(playing, key=lambda one: -self.shares[one])
        return [self._before.seated(*pair) for pair in paired(order, self._cost)]

    def _cost(self, one: int, other: int) -> Cost:
        apart = int(_FINE * abs(self.shares[one] - self.shares[other]))
        again = int(self._last.get(one) == other or self._last.get(other) == one)
        return again, apart**2, self._before.times(one, other), self._draws[one, other]

    def _tables(self, playing: Sequence[int]) -> list[tuple[int, ...]]:
        order = sorted(playing, key=lambda one: -self.shares[one])
        return [tuple(order[begin : begin + self._seats]) for begin in range(0, len(order), self._seats)]

    def reason(self, pairing: Pairing) -> Reason:
        """Why these meet."""
        return {
            "rule": "arena",
            "table": pairing.table,
            "entrants": list(pairing.entrants),
            "shares": [f"{float(self.shares[one]):.3f}" for one in pairing.entrants],
            "met": self._before.times(pairing.entrants[0], pairing.entrants[-1]),
        }


def _last(done: Sequence[Played]) -> Mapping[int, int]:
    """By entrant of tables of two whom it met last."""
    found = dict[int, int]()
    for played in done:
        for pairing in played.pairings:
            one, other = pairing.entrants[0], pairing.entrants[-1]
            found.update({one: other, other: one})
    return found


def _shares(entrants: int, done: Sequence[Played]) -> tuple[list[Fraction], list[int]]:
    """By entrant what it made of each game, a half before the first, and how many it played."""
    made, games = [Fraction(0)] * entrants, [0] * entrants
    for played in done:
        for game in counted(played.fixtures, played.results):
            for one, share in game.scores.items():
                made[one] += share
                games[one] += 1
    shares = [made[one] / games[one] if games[one] else Fraction(1, 2) for one in range(entrants)]
    return shares, games


FORMAT: Final = Format(
    rounds, next_round, explain, timed=True, tie_breaks=(TieBreak.WINS, TieBreak.HEAD_TO_HEAD, TieBreak.CHIPS)
)
"""Arena."""
