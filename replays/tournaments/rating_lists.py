"""Rating lists of variants, computed by a job from finished tournaments and stored as files."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Final, TypedDict

import orjson

from app.games.codec import Json
from app.service.tournaments import TournamentService
from app.store.keys import GameId
from app.store.schedule import LiveGame
from app.tournament.hidden_names import tag_of
from app.tournament.manifest_parser import checked
from app.tournament.ratings import FinishedTournament, Rating, RatingList, System, rating_lists
from app.tournament.schedule import Played
from app.tournament.state import TournamentPhase
from replays.tournaments.lookup import Lookup, SeenTournament
from replays.tournaments.reports import ReportFiles

_LOOKED_AT: Final = 200
_LISTED: Final = 50
_PAGE: Final = 20
_FOLDER: Final = "ratings"


class ListedView(TypedDict):
    """An entrant of a rating list."""

    name: Annotated[str, "As the last tournament called it"]
    plan: Annotated[Json, "Who decides: the same plan is the same entrant"]
    rating: float
    margin: Annotated[float, "Half the width of the interval at 95 %"]
    games: int


class PastView(TypedDict):
    """A rating after a tournament."""

    row: Annotated[int, "Whose: the number of the row, from 0"]
    rating: float
    margin: float
    games: int


class MomentView(TypedDict):
    """The ratings after a tournament."""

    tournament: str
    ended: Annotated[int, "ms since 1970"]
    ratings: list[PastView]


class RatingListView(TypedDict):
    """A list by one system."""

    system: Annotated[str, {"enum": [*map(str, System)]}]
    rows: list[ListedView]
    history: list[MomentView]


class RatingsView(TypedDict):
    """The lists of a variant."""

    variant: str
    tournaments: Annotated[int, "How many went into the lists"]
    lists: list[RatingListView]


def finished(lookup: Lookup, variant: str) -> list[SeenTournament]:
    """Return the last tournaments of a variant that were played to their end, in order of their ends."""
    before: LiveGame | None = None
    looked_at, last = 0, list[SeenTournament]()
    while looked_at < _LOOKED_AT and len(last) < _LISTED:
        page = lookup.listed(_PAGE, before)
        over = (tournament for tournament in page.tournaments if tournament.state is TournamentPhase.FINISHED)
        last += [tournament for tournament in over if tournament.summary["variant"] == variant]
        looked_at, before = looked_at + _PAGE, page.next
        if before is None:
            break
    return sorted(
        lookup.without_closed(last[:_LISTED]),
        key=lambda tournament: (tournament.summary["ended"] or 0, tournament.tournament),
    )


def version(tournaments: list[SeenTournament]) -> str:
    """Return a hash of the tournaments in a list, and of the names in them that are hidden."""
    lines = (f"{seen.tournament} {tag_of(seen.hidden)}".rstrip() for seen in tournaments)
    return sha256("\n".join(lines).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class StoredRatings:
    """A stored rating list: the version of its tournaments, and the body of the response."""

    version: str
    body: bytes


def read(report_files: ReportFiles, variant: str) -> StoredRatings | None:
    """Return the stored rating list of a variant, or None."""
    if report_files.size(_FOLDER, variant) is None:
        return None
    of, _, body = report_files.read(_FOLDER, variant).partition(b"\n")
    return StoredRatings(of.decode(), body)


def make(
    report_files: ReportFiles, tournament_service: TournamentService, lookup: Lookup, variant: str
) -> None:
    """Compute the rating list of a variant, unless the stored one is of the same tournaments."""
    tournaments = finished(lookup, variant)
    of, known = version(tournaments), read(report_files, variant)
    if known is not None and known.version == of:
        return
    tournaments_rated = [_held(tournament_service, seen) for seen in tournaments]
    lists = [_list(rated) for rated in rating_lists(tournaments_rated) if rated.entries]
    body: RatingsView = {"variant": variant, "tournaments": len(tournaments_rated), "lists": lists}
    report_files.put(_FOLDER, variant, of.encode() + b"\n" + orjson.dumps(body))


@dataclass(frozen=True, slots=True)
class _Rounds:
    """Rounds of a tournament, whose log is read on iteration."""

    tournament_service: TournamentService
    tournament: GameId

    def __iter__(self) -> Iterator[Played]:
        return iter(self.tournament_service.current(self.tournament).state.played)


def _held(tournament_service: TournamentService, seen: SeenTournament) -> FinishedTournament:
    manifest = checked(seen.summary["manifest"])
    return FinishedTournament(
        seen.tournament, seen.summary["ended"] or 0, manifest, _Rounds(tournament_service, seen.tournament)
    )


def _list(rated: RatingList) -> RatingListView:
    row_of = {row.entrant: place for place, row in enumerate(rated.rows)}
    return {
        "system": str(rated.system),
        "rows": [_row(rated, row) for row in rated.rows],
        "history": [
            {
                "tournament": entry.tournament,
                "ended": entry.ended,
                "ratings": [_past(row_of[row.entrant], row) for row in entry.rows],
            }
            for entry in rated.entries
        ],
    }


def _row(rated: RatingList, row: Rating) -> ListedView:
    entrant = rated.entrants[row.entrant]
    plan = {name: value for name, value in entrant.plan.items() if name != "name"}
    return {
        "name": entrant.name,
        "plan": plan,
        "rating": row.rating,
        "margin": row.plus_minus,
        "games": row.games,
    }


def _past(number: int, row: Rating) -> PastView:
    return {"row": number, "rating": row.rating, "margin": row.plus_minus, "games": row.games}
