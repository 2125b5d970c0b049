"""Time at a table: the limit of the open question, and the command that follows it (RULES 11.8 to 11.10).

Nothing here reads a clock: the store measures, and its append script refuses an answer that is late.
"""

from typing import Any

from app.games.cards import Seat
from app.games.errors import ConfigRefused
from app.games.table.commands import Create, Expire, Void
from app.games.table.state import Place, Status, Table, awaited

BOUNDS = {"decision_seconds": (1, 86_400), "window_seconds": (1, 86_400), "deal_delay_seconds": (0, 86_400)}
"""The least and the most seconds of each limit (RULES 11.8)."""

MISSED_MAX = 3
"""The number of answers in a row that a seat misses before it is away (RULES 11.9)."""

ANSWERED = (Status.COMMITTING, Status.PLAYING, Status.BETWEEN_HANDS)
"""The statuses in which the service answers for a seat whose time is over."""

NOT_REVEALED = "not_revealed"
"""The reason of a void game in which a seat did not open its entropy in time; it counts against that seat."""

NOT_FILLED = "not_filled"
"""The reason of a void game whose seats were not all taken in time."""

_WAITING_SECONDS = 24 * 3600
_ABANDONED_SECONDS = 7 * 24 * 3600


def check(command: Create) -> None:
    """Refuse a limit out of bounds, and some limits without the others (ConfigRefused)."""
    given = [getattr(command, name) for name in BOUNDS]
    if all(limit is None for limit in given):
        return
    for name, value in zip(BOUNDS, given, strict=True):
        low, high = BOUNDS[name]
        if type(value) is not int or not low <= value <= high:
            raise ConfigRefused("config_option", name)


def goes_away(place: Place) -> bool:
    """Return whether the seat is away once it misses one more answer (11.9)."""
    return place.away or place.missed + 1 >= MISSED_MAX


def late(table: Table) -> tuple[Seat, ...]:
    """Return the seats of persons that are asked now: their time runs."""
    persons = table.persons
    return tuple([seat for seat in awaited(table) if seat in persons])


def undecided(table: Table) -> tuple[Seat, ...]:
    """Return the seats of `late` that stand by no answer; only the service may know which these are (8.6)."""
    persons = late(table)
    if not table.in_hand:
        return persons
    open_to = table.play.undecided(table.hand)
    return tuple(seat for seat in persons if seat in open_to)


def absent(table: Table) -> tuple[Seat, ...]:
    """Return the seats that are asked and not waited for: they are away or have left (11.9, 11.11)."""
    places = table.places
    if table.status not in ANSWERED or not any(place.away or place.left for place in places):
        return ()
    return tuple([seat for seat in late(table) if places[seat].away or places[seat].left])


def same_question(before: Table, after: Table) -> bool:
    """Return whether the question that is open in `after` was open in `before` already."""
    return _question(before) == _question(after)


def _question(table: Table) -> tuple[Any, ...]:
    asked = table.play.question(table.hand) if table.in_hand else 0
    return table.status, table.hand_number, asked


def seconds(table: Table) -> int | None:
    """Return how many seconds the position may stay as it is, counted from its question, or None for ever.

    Persons who are asked have the time of the table. A table that lacks seats is given up after a day, every
    other one after a week (11.10). A table of bots only and a frozen game, which waits for an operator, have
    no limit.
    """
    if table.has_ended or table.is_frozen or table.only_bots:
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
    """Return whether `after` has the deadline of `before`: time runs on for the same question."""
    if not same_question(before, after):
        return False
    timed = before.status is Status.WAITING or bool(late(before))
    return timed and seconds(before) == seconds(after)


def expiry(table: Table) -> Expire | Void:
    """Return the command of the service when the time of this position is over (11.8, 11.10)."""
    if table.status is Status.WAITING:
        return Void(NOT_FILLED if table.lacks_seats else "abandoned")
    if table.status is Status.REVEALING:
        return Void(NOT_REVEALED, late(table))
    if table.limits is None or not late(table):
        return Void("abandoned")
    return Expire(undecided(table))
