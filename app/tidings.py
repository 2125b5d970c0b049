"""What the store is told beside an entry, for those who wait: its news, who is asked, until when."""

from app.games.table import clocks
from app.games.table.state import Table, awaited, person_waits
from app.store.terms import KEEP, NO_PLAYERS, NONE, Deadline, PlayersToAct
from app.store.terms import after as ends_after


def hint(before: Table | None, after: Table, rings: bool) -> str:
    """What of an entry is news for those who follow the outbox: the end, a player seated, or that it `rings`.

    It rings for a bot that is asked, by a person or not, and for keys that are withheld.
    """
    if after.is_over:
        return "end"
    words = (("bot", "person") if person_waits(after) else ("bot",)) if rings else ()
    same = before is not None and before.places is after.places
    seated = set() if same else _players(after) - (_players(before) if before else set())
    return " ".join((*words, "seat") if seated else words)


def _players(table: Table) -> set[str | None]:
    return {one for one in (table.host, *(place.player for place in table.places)) if one is not None}


def asked(table: Table) -> PlayersToAct:
    """The players whose turn it is, and those for whom a seat is kept; a seat that was left is not asked."""
    if table.is_over:
        return NO_PLAYERS
    places = [table.places[seat] for seat in awaited(table)]
    players = tuple(one.player for one in places if one.player and not one.left)
    kept = tuple(one.reserved_for for one in table.places if one.reserved_for)
    return PlayersToAct(table.decision, players, kept)


def deadline(before: Table | None, after: Table) -> Deadline:
    """What the entry between two tables does to the deadline: a question has one for all it is put to."""
    seconds = clocks.seconds(after)
    if seconds is None:
        return NONE
    if before is not None and clocks.keeps(before, after):
        return KEEP
    return ends_after(seconds * 1000)
