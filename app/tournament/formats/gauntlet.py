"""Gauntlet: one entrant, the hero, meets every other in each cycle, one a round.

Whom it meets when is drawn by the pairing seed; who sits first is exchanged from meeting to meeting. The hero
is the entrant that the manifest names, else the first.
"""

from collections.abc import Sequence
from typing import Final

from app.tournament.formats.format import Format, Reason
from app.tournament.manifest import Manifest
from app.tournament.schedule import Pairing, Played


def rounds(manifest: Manifest) -> int:
    """One for each other entrant and cycle."""
    return (len(manifest.entrants) - 1) * int(manifest.parameter("cycles", 1))


def hero(manifest: Manifest) -> int:
    """Who meets all others."""
    named = manifest.parameter("hero", manifest.entrants[0].name)
    return next(one for one, entrant in enumerate(manifest.entrants) if entrant.name == named)


def next_round(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
    """The hero and the next of the others."""
    number = len(done) + 1
    return None if number > rounds(manifest) else (_pairing(manifest, number),)


def _pairing(manifest: Manifest, number: int) -> Pairing:
    champion = hero(manifest)
    others = [one for one in manifest.drawn("gauntlet") if one != champion]
    cycle, turn = divmod(number - 1, len(others))
    pair = (champion, others[turn])
    return Pairing(number, 1, pair if (cycle + turn) % 2 == 0 else pair[::-1])


def explain(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
    """Why these meet."""
    cycle, turn = divmod(number - 1, len(manifest.entrants) - 1)
    entrants = list(_pairing(manifest, number).entrants)
    return (
        {
            "rule": "gauntlet",
            "table": 1,
            "entrants": entrants,
            "hero": hero(manifest),
            "cycle": cycle + 1,
            "turn": turn + 1,
            "turns": len(manifest.entrants) - 1,
        },
    )


FORMAT: Final = Format(rounds, next_round, explain, ahead=True)
"""Gauntlet."""
