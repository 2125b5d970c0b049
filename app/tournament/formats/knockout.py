"""Single and double elimination: matches that need a winner, the bracket, the entrants with one loss.

The entrant with more points wins a match. With equal points more chips win; with equal chips the two play
further decks, in a round for tied matches only, at most twice; after that the higher seed wins.

Seeds are the entrants as the manifest lists them, or with `seeding` "drawn" as its pairing seed draws them.
They are placed in the bracket so that the best meet as late as possible; the best get the byes.

In single elimination an entrant is out after its first lost match. With `third_place` the losers of the
semi-finals meet in the round of the final.

In double elimination an entrant is out after its second lost match. Entrants without a loss play a bracket.
Entrants with one loss meet at the same time; their pairing has the fewest repeats and second byes, then the
bye as high in the order of seeds as possible, then the highest seed against the lowest and so on inwards,
then a draw by the pairing seed. When one of each is left they play the final; if the entrant without a loss
loses it, they play once more.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Final

from app.games.shuffle import below
from app.tournament.formats.format import LISTED, Format, Reason, seeding
from app.tournament.formats.pairing import Cost, paired
from app.tournament.manifest import Manifest
from app.tournament.results import Meeting, meetings
from app.tournament.schedule import Pairing, Played

_NOBODY: Final = -1
_DRAW: Final = 1 << 20

EXTRA: Final = 2
"""Maximum of rounds with further decks for a tied match."""


@dataclass(slots=True)
class Match:
    """A match of two entrants, or of one with a bye: its reason, and the points and chips of each so far.

    The entrant `one` has the higher seed.
    """

    one: int
    other: int | None
    reason: Reason
    points: list[Fraction] = field(default_factory=lambda: [Fraction(0), Fraction(0)])
    chips: list[int] = field(default_factory=lambda: [0, 0])
    rounds: int = 0

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entrants in the order of their seats, which alternates."""
        if self.other is None:
            return (self.one,)
        return (self.one, self.other) if self.rounds % 2 == 0 else (self.other, self.one)

    @property
    def winner(self) -> int | None:
        """The winner; None while further decks are needed."""
        if self.other is None:
            return self.one
        for mine, theirs in (self.points, self.chips):
            if mine != theirs:
                return self.one if mine > theirs else self.other
        return self.one if self.rounds > EXTRA else None

    @property
    def loser(self) -> int | None:
        """The loser, or None after a bye."""
        return None if self.other is None else self.other if self.winner == self.one else self.one

    def add(self, meeting: Meeting) -> None:
        """Add the points and chips of a round."""
        points, chips = meeting.points, meeting.chips
        for place, entrant in enumerate((self.one, self.other)):
            if entrant is not None:
                self.points[place] += points[entrant]
                self.chips[place] += chips[entrant]
        self.rounds += 1


Stage = Generator[Sequence[Match], Played, None]
"""Generator that yields the matches of each round and receives the round with its results."""


def settled(matches: Sequence[Match]) -> Stage:
    """Play the matches until each of them has a winner."""
    playing = [match for match in matches if match.other is not None]
    byes = [match for match in matches if match.other is None]
    while playing:
        played = yield [*playing, *byes]
        byes = []
        by_entrants = {frozenset(meeting.entrants): meeting for meeting in meetings((played,))}
        for match in playing:
            match.add(by_entrants[frozenset(match.entrants)])
        playing = [match for match in playing if match.winner is None]


@dataclass(slots=True)
class Course:
    """Course of an elimination: groups of eliminated entrants, the last ones at the end."""

    out: list[list[int]] = field(default_factory=list)

    def placing(self, entrants: int) -> tuple[tuple[int, ...], ...]:
        """Return the entrants in groups that left in the same round, those still in first."""
        eliminated = {entrant for group in self.out for entrant in group}
        remaining = tuple(entrant for entrant in range(entrants) if entrant not in eliminated)
        groups = [remaining, *(tuple(group) for group in reversed(self.out))]
        return tuple(group for group in groups if group)


Elimination = Callable[[Manifest, Course], Stage]


def _after(
    elimination: Elimination, manifest: Manifest, done: Sequence[Played], course: Course
) -> Sequence[Match]:
    """Return the matches after the rounds `done`; none when nothing is left to play."""
    stage = elimination(manifest, course)
    try:
        matches = next(stage)
        for played in done:
            matches = stage.send(played)
    except StopIteration:
        return ()
    return matches


def _next_round(
    elimination: Elimination, manifest: Manifest, done: Sequence[Played]
) -> tuple[Pairing, ...] | None:
    number, matches = len(done) + 1, _after(elimination, manifest, done, Course())
    pairings = tuple(Pairing(number, table, match.entrants) for table, match in enumerate(matches, 1))
    return pairings or None


def _explain(
    elimination: Elimination, manifest: Manifest, done: Sequence[Played], number: int
) -> tuple[Reason, ...]:
    matches = _after(elimination, manifest, done[: number - 1], Course())
    return tuple(_reason(table, match) for table, match in enumerate(matches, 1))


def _reason(table: int, match: Match) -> Reason:
    members: Reason = {"table": table, "entrants": list(match.entrants), **match.reason}
    return {**members, "rule": "further_decks", "time": match.rounds} if match.rounds else members


def _placing(
    elimination: Elimination, manifest: Manifest, done: Sequence[Played]
) -> tuple[tuple[int, ...], ...]:
    """Return the places by the finished rounds; unfinished ones are ignored."""
    course = Course()
    _after(elimination, manifest, [played for played in done if played.is_over], course)
    return course.placing(len(manifest.entrants))


def bracket(seeds: Sequence[int]) -> list[int | None]:
    """Return the entrants in bracket order; neighbours meet, and the highest seeds meet None (a bye).

    >>> bracket([10, 11, 12, 13, 14])
    [10, None, 13, 14, 11, None, 12, None]
    """
    size = 1
    while size < len(seeds):
        size *= 2
    return [seeds[place] if place < len(seeds) else None for place in places(size)]


def places(size: int) -> list[int]:
    """Return the seeds, from 0, down a bracket of `size`, a power of two.

    In each round the seeds of two opponents sum to one less than the number of entrants left, if the higher
    seed always wins.

    >>> places(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < size:
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
    return order


def _single_course(manifest: Manifest, course: Course) -> Stage:
    seeds = seeding(manifest, LISTED)
    slots, losers = bracket(seeds), list[int]()
    wanted = bool(manifest.parameter("third_place", False))
    while len(slots) > 1:
        matches = matched(slots, seeds)
        third = matched(losers, seeds, "third_place") if len(slots) == 2 and losers else []
        yield from settled([*matches, *third])
        course.out += [lost(third), won(third)] if third else []
        slots, losers = [*won(matches)], lost(matches)
        if not (wanted and len(slots) == len(losers) == 2):
            course.out.append(losers)
            losers = []


def matched(slots: Sequence[int | None], seeds: Sequence[int], rule: str = "bracket") -> list[Match]:
    """Return the matches of neighbours; the higher seed of each comes first."""
    rank = {entrant: seed for seed, entrant in enumerate(seeds, 1)}
    pairs = zip(slots[::2], slots[1::2], strict=True)
    return [_match(entrant, other, rank, rule, len(slots)) for entrant, other in pairs]


def _match(one: int | None, other: int | None, rank: Mapping[int, int], rule: str, left: int) -> Match:
    first, *rest = sorted((entrant for entrant in (one, other) if entrant is not None), key=rank.__getitem__)
    seeds = [rank[first], *(rank[entrant] for entrant in rest)]
    if not rest:
        return Match(first, None, {"rule": "bracket_bye", "seeds": seeds, "left": left})
    return Match(first, rest[0], {"rule": rule, "seeds": seeds, "left": left})


def won(matches: Sequence[Match]) -> list[int]:
    """Return the winners; all matches are settled."""
    return [match.winner for match in matches if match.winner is not None]


def lost(matches: Sequence[Match]) -> list[int]:
    """Return the losers."""
    return [match.loser for match in matches if match.loser is not None]


def _double_course(manifest: Manifest, course: Course) -> Stage:
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


def _rounds(manifest: Manifest) -> None:
    """Return None: ties need further rounds."""


def _format(elimination: Elimination) -> Format:
    return Format(
        _rounds,
        partial(_next_round, elimination),
        partial(_explain, elimination),
        placing=partial(_placing, elimination),
        tie_breaks=(),
    )


SINGLE: Final = _format(_single_course)
DOUBLE: Final = _format(_double_course)
"""Single and double elimination."""
