"""Round robin and gauntlet: all pairs meet, or one entrant meets all others.

In a round robin every two entrants meet once in each cycle, by the circle method: the entrants stand on a
circle in an order drawn by the pairing seed; the first stays, the others move on by one place each round.
With an odd number the empty place gives a bye. The first seat alternates between cycles.

In a gauntlet one entrant, the hero, meets every other in each cycle, one per round. The hero is the entrant
that the manifest names, else the first. The pairing seed draws the order of the opponents; the first seat
alternates between meetings.
"""

from collections.abc import Sequence
from typing import Final

from app.tournament.formats.format import Format, Reason
from app.tournament.manifest import Manifest
from app.tournament.schedule import Pairing, Played


def rounds(manifest: Manifest) -> int:
    """Return the number of rounds: per cycle one less than the places on the circle."""
    places = len(manifest.entrants) + len(manifest.entrants) % 2
    return (places - 1) * cycles(manifest)


def cycles(manifest: Manifest) -> int:
    """Return the number of cycles."""
    return int(manifest.parameter("cycles", 1))


def next_round(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
    """Return the pairings of the round after those that are done."""
    number = len(done) + 1
    return None if number > rounds(manifest) else _round(manifest, number)


def _round(manifest: Manifest, number: int) -> tuple[Pairing, ...]:
    circle = _circle(manifest, number)
    half = len(circle) // 2
    meeting = [
        (entrant, opponent) if _sits_first(manifest, number, place) else (opponent, entrant)
        for place, (entrant, opponent) in enumerate(zip(circle[:half], reversed(circle[half:]), strict=True))
    ]
    full = [pair for pair in meeting if None not in pair]
    byes = [tuple(entrant for entrant in pair if entrant is not None) for pair in meeting if None in pair]
    tables: list[tuple[int, ...]] = [*((a, b) for a, b in full if a is not None and b is not None), *byes]
    return tuple(Pairing(number, table, entrants) for table, entrants in enumerate(tables, 1))


def _circle(manifest: Manifest, number: int) -> list[int | None]:
    """Return the entrants on the circle in a round, None on the empty place."""
    drawn: list[int | None] = list(manifest.drawn("round robin"))
    drawn += [None] * (len(drawn) % 2)
    turn = (number - 1) % (len(drawn) - 1)
    others = drawn[1:]
    return [drawn[0], *others[-turn:], *others[:-turn]] if turn else drawn


def _sits_first(manifest: Manifest, number: int, at: int) -> bool:
    cycle, turn = divmod(number - 1, rounds(manifest) // cycles(manifest))
    return (cycle + (turn if at == 0 else at)) % 2 == 0


def explain(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
    """Return the reasons of a round's pairings."""
    per_cycle = rounds(manifest) // cycles(manifest)
    cycle, turn = divmod(number - 1, per_cycle)
    return tuple(
        {
            "rule": "circle_bye" if pairing.is_bye else "circle",
            "table": pairing.table,
            "entrants": list(pairing.entrants),
            "cycle": cycle + 1,
            "turn": turn + 1,
            "turns": per_cycle,
        }
        for pairing in _round(manifest, number)
    )


ROUND_ROBIN = Format(rounds, next_round, explain, ahead=True)
"""Round robin."""


def gauntlet_rounds(manifest: Manifest) -> int:
    """Return the number of rounds: one for each other entrant and cycle."""
    return (len(manifest.entrants) - 1) * int(manifest.parameter("cycles", 1))


def hero(manifest: Manifest) -> int:
    """Return the entrant that meets all others."""
    named = manifest.parameter("hero", manifest.entrants[0].name)
    return next(number for number, entrant in enumerate(manifest.entrants) if entrant.name == named)


def next_gauntlet_round(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
    """Return the pairing of the hero and the next opponent."""
    number = len(done) + 1
    return None if number > gauntlet_rounds(manifest) else (_gauntlet_pairing(manifest, number),)


def _gauntlet_pairing(manifest: Manifest, number: int) -> Pairing:
    champion = hero(manifest)
    others = [entrant for entrant in manifest.drawn("gauntlet") if entrant != champion]
    cycle, turn = divmod(number - 1, len(others))
    pair = (champion, others[turn])
    return Pairing(number, 1, pair if (cycle + turn) % 2 == 0 else pair[::-1])


def explain_gauntlet(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
    """Return the reason of a round's pairing."""
    cycle, turn = divmod(number - 1, len(manifest.entrants) - 1)
    entrants = list(_gauntlet_pairing(manifest, number).entrants)
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


GAUNTLET: Final = Format(gauntlet_rounds, next_gauntlet_round, explain_gauntlet, ahead=True)
"""Gauntlet."""
