"""Gauntlet: one entrant, the hero, meets every other in each cycle, one per round.

The pairing seed draws the order of the opponents; the first seat alternates between meetings. The hero is the
entrant that the manifest names, else the first.
"""

from collections.abc import Sequence
from typing import Final

from app.tournament.formats.format import Format, Reason
from app.tournament.manifest import Manifest
from app.tournament.schedule import Pairing, Played


def rounds(manifest: Manifest) -> int:
    """Return the number of rounds: one for each other entrant and cycle."""
    return (len(manifest.entrants) - 1) * int(manifest.parameter("cycles", 1))


def hero(manifest: Manifest) -> int:
    """Return the entrant that meets all others."""
    named = manifest.parameter("hero", manifest.entrants[0].name)
    return next(number for number, entrant in enumerate(manifest.entrants) if entrant.name == named)


def next_round(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
    """Return the pairing of the hero and the next opponent."""
    number = len(done) + 1
    return None if number > rounds(manifest) else (_pairing(manifest, number),)


def _pairing(manifest: Manifest, number: int) -> Pairing:
    champion = hero(manifest)
    others = [entrant for entrant in manifest.drawn("gauntlet") if entrant != champion]
    cycle, turn = divmod(number - 1, len(others))
    pair = (champion, others[turn])
    return Pairing(number, 1, pair if (cycle + turn) % 2 == 0 else pair[::-1])


def explain(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
    """Return the reason of a round's pairing."""
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
