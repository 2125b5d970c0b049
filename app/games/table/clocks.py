"""Time at a table: how long the open question may stay open, and what the service says when it is over.

Nothing here knows what time it is. The store's clock measures, its append script refuses what is late.
"""

from typing import Any

from app.games.cards import Seat
from app.games.errors import ConfigRefused
from app.games.table.commands import Create, Expire, Void
from app.games.table.state import Place, Status, Table, awaited

BOUNDS = {"decision_seconds": (1, 86_400), "window_seconds": (1, 86_400), "deal_delay_seconds": (0, 86_400)}
"""The least and the most seconds of each limit (RULES 11.8)."""

MISSED_MAX = 3
"""How many answers in a row a seat may let pass before it is away."""

ANSWERED = (Status.COMMITTING, Status.PLAYING, Status.BETWEEN_HANDS)
"""The statuses in which an answer is given for a seat whose time is over."""

NOT_REVEALED = "not_revealed"
"""Why a game is void in which a seat did not open its entropy in time; it counts against that seat."""

_WAITING_SECONDS = 24 * 3600
_ABANDONED_SECONDS = 7 * 24 * 3600


def check(command: Create) -> None:
    """ConfigRefused for a limit out of bounds, or where only some of them are given."""
    given = [getattr(command, name) for name in BOUNDS]
    if all(one is None for one in given):
        return
    for name, value in zip(BOUNDS, given, strict=True):
        low, high = BOUNDS[name]
        if type(value) is not int or not low <= value <= high:
            raise ConfigRefused("config_option", name)


def goes_away(place: Place) -> bool:
    """Whether the next answer that is missed makes the seat be away."""
    return place.away or place.missed + 1 >= MISSED_MAX


def late(table: Table) -> tuple[Seat, ...]:
    """The persons who are asked now and whose time runs."""
    persons = table.persons
    return tuple([seat for seat in awaited(table) if seat in persons])


def undecided(table: Table) -> tuple[Seat, ...]:
    """Of those the ones who have left no answer that stands; who they are is not for the others to know."""
    persons = late(table)
    if not table.in_hand:
        return persons
    open_to = table.play.undecided(table.hand)
    return tuple(seat for seat in persons if seat in open_to)


def absent(table: Table) -> tuple[Seat, ...]:
    """The seats that are asked and not waited for."""
    places = table.places
    if table.status not in ANSWERED or not any(place.away or place.left for place in places):
        return ()
    return tuple([seat for seat in late(table) if places[seat].away or places[seat].left])


def same_question(before: Table, after: Table) -> bool:
    """Whether the question open in `after` was open in `before` already."""
    return _question(before) == _question(after)


def _question(table: Table) -> tuple[Any, ...]:
    asked = table.play.question(table.hand) if table.in_hand else 0
    return table.status, table.hand_number, asked


def seconds(table: Table) -> int | None:
    """How long the position may stay as it is, from when its question was put; None where nobody sits, and in
    a frozen game, which waits for an operator.

    Persons who are asked have the time of the table; a table that lacks seats is given up after a day, and
    every other one after a week.
    """
    if table.has_ended or table.is_frozen or len(table.bots) == len(table.places):
        return None
    if table.status is Status.WAITING:
        return _WAITING_SECONDS if table.lacks_seats else _ABANDONED_SECONDS
    limits = table.limits
    if limits is None or not late(table):
        return _ABANDONED_SECONDS
    if table.status is Status.BETWEEN_HANDS:
        return limits.deal_delay
    window = table.in_hand and table.play.is_window(table.hand)
    return limits.window if window else limits.decision


def keeps(before: Table, after: Table) -> bool:
    """Whether the deadline of `before` is still that of `after`: time runs for the same question."""
    if not same_question(before, after):
        return False
    timed = before.status is Status.WAITING or bool(late(before))
    return timed and seconds(before) == seconds(after)


def expiry(table: Table) -> Expire | Void:
    """What the service says when the time of this position is over."""
    if table.status is Status.WAITING:
        return Void("not_filled" if table.lacks_seats else "abandoned")
    if table.status is Status.REVEALING:
        return Void(NOT_REVEALED, late(table))
    if table.limits is None or not late(table):
        return Void("abandoned")
    return Expire(undecided(table))
