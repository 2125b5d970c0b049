"""Double elimination: an entrant is out after its second lost match.

Entrants without a loss play a bracket as in single elimination. Entrants with one loss meet at the same time;
their pairing has the fewest repeats and second byes, then the bye as high in the order of seeds as possible,
then the highest seed against the lowest and so on inwards, then a draw by the pairing seed. When one of each
is left they play the final; if the entrant without a loss loses it, they play once more.
"""

from collections.abc import Sequence
from typing import Final

from app.games.shuffle import below
from app.tournament.formats import knockout
from app.tournament.formats.format import LISTED, Format, seeding
from app.tournament.formats.knockout import Course, Match, Stage, bracket, settled
from app.tournament.formats.pairing import Cost, paired
from app.tournament.formats.single_elimination import lost, matched, rounds, won
from app.tournament.manifest import Manifest

_NOBODY: Final = -1
_DRAW: Final = 1 << 20


def _course(manifest: Manifest, course: Course) -> Stage:
    pool = _OneLossPool(manifest)
    slots = bracket(pool.seeds)
    while len(slots) > 1 or len(pool.entrants) > 1:
        upper = matched(slots, pool.seeds) if len(slots) > 1 else []
        lower = pool.matches() if len(pool.entrants) > 1 else []
        yield from settled([*upper, *lower])
        pool.met(upper)
        course.out += [losers] if (losers := lost(lower)) else []
        slots = [*won(upper)] or slots
        pool.entrants = [*(won(lower) or pool.entrants), *lost(upper)]
    yield from _final(slots, pool, course)


def _final(slots: Sequence[int | None], pool: "_OneLossPool", course: Course) -> Stage:
    """Play the final, and once more if the entrant without a loss loses."""
    for rule in ("final", "bracket_reset"):
        matches = matched([*slots, *pool.entrants], pool.seeds, rule)
        yield from settled(matches)
        if matches[0].winner == slots[0]:
            break
    course.out.append(lost(matches))


class _OneLossPool:
    """Entrants with one loss, the meetings of all entrants, and the byes within the pool."""

    def __init__(self, manifest: Manifest) -> None:
        self.seeds = seeding(manifest, LISTED)
        self.entrants = list[int]()
        self._met = dict[frozenset[int], int]()
        self._byes = dict.fromkeys(self.seeds, 0)
        self._chance = manifest.chance("double elimination")

    def met(self, matches: Sequence[Match]) -> None:
        """Record the meetings."""
        for match in matches:
            if match.other is not None:
                pair = frozenset((match.one, match.other))
                self._met[pair] = self._met.get(pair, 0) + 1

    def matches(self) -> list[Match]:
        """Return the best pairing of the pool."""
        order = sorted(self.entrants, key=self.seeds.index)
        nodes = [*order, *[_NOBODY] * (len(order) % 2)]
        draws = {(a, b): below(_DRAW, self._chance) for a in nodes for b in nodes}

        def cost(entrant: int, opponent: int) -> Cost:
            place = nodes.index(entrant)
            if opponent == _NOBODY:
                return self._byes[entrant], place, 0, draws[entrant, opponent]
            fold = abs(place + nodes.index(opponent) - len(nodes) + 1)
            return self._met.get(frozenset((entrant, opponent)), 0), 0, fold**2, draws[entrant, opponent]

        matches = [self._match(entrant, opponent) for entrant, opponent in paired(nodes, cost)]
        self.met(matches)
        return matches

    def _match(self, entrant: int, other: int) -> Match:
        seeds = [self.seeds.index(seeded) + 1 for seeded in (entrant, other) if seeded != _NOBODY]
        remaining = len(self.entrants)
        if other == _NOBODY:
            before = self._byes[entrant]
            self._byes[entrant] += 1
            return Match(
                entrant, None, {"rule": "pool_bye", "seeds": seeds, "left": remaining, "byes": before}
            )
        met = self._met.get(frozenset((entrant, other)), 0)
        return Match(entrant, other, {"rule": "pool", "seeds": seeds, "left": remaining, "met": met})


FORMAT: Final = Format(
    rounds,
    knockout.next_round(_course),
    knockout.explain(_course),
    placing=knockout.placing(_course),
    tie_breaks=(),
)
"""Double elimination."""
