"""Round robin: everybody meets everybody once in each cycle, by the circle method.

The entrants stand on a circle in an order that the pairing seed draws; the first stays, the others go round
by one place each round. With an odd number the empty place gives a bye. Who sits first is exchanged from
cycle to cycle.
"""

from collections.abc import Sequence

from app.tournament.formats.format import Format, Reason
from app.tournament.manifest import Manifest
from app.tournament.schedule import Pairing, Played


def rounds(manifest: Manifest) -> int:
    """How many rounds there are: one less than the places on the circle in each cycle."""
    places = len(manifest.entrants) + len(manifest.entrants) % 2
    return (places - 1) * cycles(manifest)


def cycles(manifest: Manifest) -> int:
    """How often everybody meets everybody."""
    return int(manifest.parameter("cycles", 1))


def next_round(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
    """The pairings of the round after those that are done."""
    number = len(done) + 1
    return None if number > rounds(manifest) else _round(manifest, number)


def _round(manifest: Manifest, number: int) -> tuple[Pairing, ...]:
    circle = _circle(manifest, number)
    half = len(circle) // 2
    meeting = [
        (one, other) if _sits_first(manifest, number, at) else (other, one)
        for at, (one, other) in enumerate(zip(circle[:half], reversed(circle[half:]), strict=True))
    ]
    full = [pair for pair in meeting if None not in pair]
    byes = [tuple(one for one in pair if one is not None) for pair in meeting if None in pair]
    whole: list[tuple[int, ...]] = [*((a, b) for a, b in full if a is not None and b is not None), *byes]
    return tuple(Pairing(number, table, entrants) for table, entrants in enumerate(whole, 1))


def _circle(manifest: Manifest, number: int) -> list[int | None]:
    """The entrants as they stand in a round, None on the empty place."""
    drawn: list[int | None] = list(manifest.drawn("round robin"))
    drawn += [None] * (len(drawn) % 2)
    turn = (number - 1) % (len(drawn) - 1)
    others = drawn[1:]
    return [drawn[0], *others[-turn:], *others[:-turn]] if turn else drawn


def _sits_first(manifest: Manifest, number: int, at: int) -> bool:
    cycle, turn = divmod(number - 1, rounds(manifest) // cycles(manifest))
    return (cycle + (turn if at == 0 else at)) % 2 == 0


def explain(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
    """Why the pairings of a round are what they are."""
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


FORMAT = Format(rounds, next_round, explain, ahead=True)
"""Round robin."""
