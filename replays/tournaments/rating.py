"""The rating lists of variants, worked out by a job from the tournaments that are over, and kept as files."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import orjson

from app.games.codec import Json
from app.store.agenda import Live
from app.store.keys import GameId
from app.tournament.rating_lists import FinishedTournament, RatingList, rating_lists
from app.tournament.ratings import Rating
from app.tournament.reading import checked
from app.tournament.schedule import Played
from app.tournament.tournament import State
from replays.tournaments.hall import Hall
from replays.tournaments.lookup import Lookup, Seen
from replays.tournaments.reports import ReportFiles

_LOOKED_AT: Final = 200
_LISTED: Final = 50
_PAGE: Final = 20
_FOLDER: Final = "ratings"


def finished(lookup: Lookup, variant: str) -> list[Seen]:
    """Return the last tournaments of a variant that were played to their end, in the order of their ends."""
    before: Live | None = None
    looked_at, found = 0, list[Seen]()
    while looked_at < _LOOKED_AT and len(found) < _LISTED:
        page = lookup.listed(_PAGE, before)
        over = (one for one in page.tournaments if one.state is State.FINISHED)
        found += [one for one in over if one.summary["variant"] == variant]
        looked_at, before = looked_at + _PAGE, page.next
        if before is None:
            break
    return sorted(found[:_LISTED], key=lambda one: (one.summary["ended"] or 0, one.tournament))


def version(tournaments: list[Seen]) -> str:
    """Return what tells apart the lists of different tournaments."""
    return sha256("\n".join(one.tournament for one in tournaments).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Made:
    """A rating list as a job has made it: the version of its tournaments, and the body of the answer."""

    version: str
    body: bytes


def read(shelf: ReportFiles, variant: str) -> Made | None:
    """Return the rating list of a variant as it was made last; None if it never was."""
    if shelf.size(_FOLDER, variant) is None:
        return None
    of, _, body = shelf.read(_FOLDER, variant).partition(b"\n")
    return Made(of.decode(), body)


def make(shelf: ReportFiles, hall: Hall, lookup: Lookup, variant: str) -> None:
    """Work out the rating list of a variant, unless it is of the same tournaments already."""
    tournaments = finished(lookup, variant)
    of, known = version(tournaments), read(shelf, variant)
    if known is not None and known.version == of:
        return
    held = [_held(hall, one) for one in tournaments]
    lists = [_list(found) for found in rating_lists(held) if found.entries]
    body = orjson.dumps({"variant": variant, "tournaments": len(held), "lists": lists})
    shelf.put(_FOLDER, variant, of.encode() + b"\n" + body)


@dataclass(frozen=True, slots=True)
class _Rounds:
    """The rounds of a tournament, whose log is read when they are asked for."""

    hall: Hall
    tournament: GameId

    def __iter__(self) -> Iterator[Played]:
        return iter(self.hall.current(self.tournament).state.played)


def _held(hall: Hall, seen: Seen) -> FinishedTournament:
    manifest = checked(seen.summary["manifest"])
    return FinishedTournament(
        seen.tournament, seen.summary["ended"] or 0, manifest, _Rounds(hall, seen.tournament)
    )


def _list(found: RatingList) -> Json:
    row_of = {row.entrant: at for at, row in enumerate(found.rows)}
    return {
        "system": str(found.system),
        "rows": [_row(found, row) for row in found.rows],
        "history": [
            {
                "tournament": entry.tournament,
                "ended": entry.ended,
                "ratings": [{"row": row_of[row.entrant], **_rating(row)} for row in entry.rows],
            }
            for entry in found.entries
        ],
    }


def _row(found: RatingList, row: Rating) -> Json:
    entrant = found.entrants[row.entrant]
    plan = {name: value for name, value in entrant.plan.items() if name != "name"}
    return {"name": entrant.name, "plan": plan, **_rating(row)}


def _rating(row: Rating) -> Json:
    return {"rating": row.rating, "margin": row.plus_minus, "games": row.games}
