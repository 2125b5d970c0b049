"""Single elimination: an entrant is out after its first lost match; byes go to the highest seeds.

Seeds are the entrants as the manifest lists them, or with `seeding` "drawn" as its pairing seed draws them.
With `third_place` the losers of the semi-finals meet in the round of the final.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from app.tournament.formats import knockout
from app.tournament.formats.format import LISTED, Format, seeding
from app.tournament.formats.knockout import Course, Match, Stage, bracket, settled
from app.tournament.manifest import Manifest


def rounds(manifest: Manifest) -> None:
    """Return None: ties need further rounds."""


def _course(manifest: Manifest, course: Course) -> Stage:
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


FORMAT: Final = Format(
    rounds,
    knockout.next_round(_course),
    knockout.explain(_course),
    placing=knockout.placing(_course),
    tie_breaks=(),
)
"""Single elimination."""
