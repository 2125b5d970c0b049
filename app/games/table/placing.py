"""Places of a sitting in which seats go out when they have no chips left."""

from app.games.table.state import Table


def places(table: Table) -> tuple[int, ...]:
    """Return the place of each seat at the end of a sitting with stacks, from 1.

    Seats with chips rank by these. Seats without chips rank below them, by the hand in which they went out,
    the last one first. Seats that went out in the same hand rank by the chips that they had before that hand
    and its charge. Seats that are equal in this share a place.
    """
    before = table.play.chips(table.sitting, tuple([balance for _, balance in table.last_played]))
    ranks = [
        (held, 0, 0) if held else (0, hand, had)
        for held, (hand, _), had in zip(table.chips, table.last_played, before, strict=True)
    ]
    return tuple([1 + sum(other > rank for other in ranks) for rank in ranks])
