"""Tournaments as files: pictures, and tables for other programs."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import orjson
from flask import Response, request

from app.api import absent
from app.api.schemas import LanguageQuery
from app.games.languages import Language, Words
from app.http.aside import aside
from app.http.blueprint import Blueprint, downloads, produces
from app.http.errors import Problem
from app.http.fields import Choice, StrictSchema
from app.http.headers import JSON, preferred_language
from app.http.preconditions import etag
from app.journal import NoSuchLog, Standing
from app.store.keys import GameId
from app.tournament.exports import games_csv, standings_csv, whole_json
from app.tournament.plots import PLOTS, PNG, SVG, Theme, pictures, plot
from app.tournament.ratings import ratings
from app.tournament.standings import Standings, standings
from app.tournament.tournament import ENDED, Tournament
from app.tournament.trf import Dates, has_trf, trf
from replays.tournaments.hall import Hall

Json = dict[str, Any]

_MEDIA: Final = {SVG: "image/svg+xml", PNG: "image/png"}
_BEGINS: Final = {SVG: "<svg ...", PNG: "PNG..."}
_CSV: Final = "text/csv"
_TRF: Final = "text/plain"
_KEPT: Final = 64
"""How many pictures a process keeps."""

_GAMES: Final = "games"
_STANDINGS: Final = "standings"
_CSV_EXAMPLE: Final = (
    "fixture,round,table,deck,seat,entrant,name,balance,score,ending,at_fault,plies,hands,game,digest\r\n"
    "1,1,1,1,0,0,uno,2,1.0,finished,,41,1,g-17b3v0w1x5z8k2m4n6p7q9r0,5e...\r\n"
)
_TRF_EXAMPLE: Final = (
    "012 Copa\n042 2026/11/21\n062 2\n072 0\n082 0\n092 Individual: Swiss-System\nXXR 1\n"
    f"001    1      {'uno':<33}{'':33} 1.0    1     2 w 1\n"
    f"001    2      {'dos':<33}{'':33} 0.0    2     1 b 0\n"
)


class PictureQuery(LanguageQuery):
    """How it is drawn."""

    theme = Choice(
        Theme, load_default=Theme.LIGHT, metadata={"description": "The background of the plot: light or dark"}
    )


class TableQuery(StrictSchema):
    """Which table."""

    what = Choice(
        (_GAMES, _STANDINGS),
        load_default=_GAMES,
        metadata={"description": "A line for each seat of each game, or one for each entrant"},
    )


def blueprint(hall: Hall) -> Blueprint:
    """The files of /v1/tournaments."""
    found = Blueprint(
        "tournament_files", __name__, url_prefix="/v1/tournaments", description="Tournaments as files"
    )
    files = _Files(hall)
    for kind, media in _MEDIA.items():
        _add_picture(found, files, kind, media)
    _add_tables(found, files)
    return found


def _add_picture(found: Blueprint, files: "_Files", kind: str, media: str) -> None:
    def picture(query: Json, tournament: str, name: str) -> Response:
        return files.picture(tournament, name, kind, query.get("lang"), Theme(query["theme"]))

    picture.__name__ = f"picture_{kind}"
    picture.__doc__ = f"""Draw a tournament as {kind.upper()}

    `name` is one of {", ".join(PLOTS)}; `llr`, the course of the test, exists for an SPRT only.
    """
    shape = {"type": "string", "format": "binary"}
    view = found.response(200, shape, content_type=media, example=_BEGINS[kind])(picture)
    view = downloads(media)(found.arguments(PictureQuery, location="query")(view))
    found.route(f"/<tournament_id:tournament>/plots/<name>.{kind}", methods=["GET"])(view)


def _add_tables(found: Blueprint, files: "_Files") -> None:
    @found.route("/<tournament_id:tournament>/export.csv", methods=["GET"])
    @produces(_CSV)
    @found.arguments(TableQuery, location="query")
    @found.response(200, {"type": "string"}, content_type=_CSV, example=_CSV_EXAMPLE)
    def export_csv(query: Json, tournament: str) -> Response:
        """Download the games or the standings of a tournament as CSV

        The form is that of RFC 4180. `what` chooses between the games and the standings.
        """
        return files.sent(tournament, "csv", _CSV, lambda state: _csv(state, query["what"]))

    @found.route("/<tournament_id:tournament>/export.trf", methods=["GET"])
    @produces(_TRF)
    @found.response(200, {"type": "string"}, content_type=_TRF, example=_TRF_EXAMPLE)
    def export_trf(tournament: str) -> Response:
        """Download a Swiss tournament of two as a FIDE report file (TRF16)

        Tournaments of other formats have no such file.
        """
        return files.sent(tournament, "trf", _TRF, _trf)

    @found.route("/<tournament_id:tournament>/export.json", methods=["GET"])
    @found.response(200, {"type": "object"}, example={"manifest": {"name": "Copa"}, "games": []})
    def export_json(tournament: str) -> Response:
        """Download all results of a tournament as JSON

        The file has the manifest, the standings and the games as one JSON object.
        """
        return files.sent(tournament, "json", JSON, _json)


_NO_TRF: Final = Words(
    "Solo un torneo suizo en mesas de dos tiene un archivo TRF.",
    "Only a Swiss tournament of tables of two has a TRF.",
    "Seul un tournoi suisse à tables de deux a un fichier TRF.",
)
_NO_LLR: Final = Words(
    "Solo un torneo con la prueba SPRT tiene esta imagen.",
    "Only a tournament with the sequential test (SPRT) has this picture.",
    "Seul un tournoi avec le test SPRT a cette image.",
)


class _Files:
    """Writes the tournaments of `hall` as files."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def picture(self, tournament: str, name: str, kind: str, lang: str | None, theme: Theme) -> Response:
        """A picture, drawn once for each ply that the tournament is asked about."""
        standing = self._standing(tournament)
        if name not in pictures(standing.state.manifest):
            known = pictures(standing.state.manifest)
            raise Problem("not_found", said=_NO_LLR) if name == "llr" else absent.named(known)
        language = _language(lang)
        drawn = aside(lambda: _drawn(_Shown(standing), name, kind, language, theme))
        response = _tagged(Response(drawn, content_type=_MEDIA[kind]), standing)
        response.content_language.add(str(language))
        response.vary.add("Accept-Language")
        return response

    def sent(self, tournament: str, kind: str, media: str, write: Callable[[Tournament], bytes]) -> Response:
        """A table as a file to be kept."""
        standing = self._standing(tournament)
        response = Response(
            write(standing.state), content_type=media if media == JSON else f"{media}; charset=utf-8"
        )
        response.headers["Content-Disposition"] = f'attachment; filename="{standing.log}.{kind}"'
        return _tagged(response, standing)

    def _standing(self, tournament: str) -> Standing[Tournament]:
        try:
            return self._hall.current(GameId(tournament))
        except NoSuchLog:
            raise Problem("not_found") from None


class _Shown:
    """A tournament at a ply, known by these two alone."""

    def __init__(self, standing: Standing[Tournament]) -> None:
        self.state = standing.state
        self._place = (standing.log, standing.ply)

    def __hash__(self) -> int:
        return hash(self._place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shown) and self._place == other._place


@lru_cache(maxsize=_KEPT)
def _drawn(shown: _Shown, name: str, kind: str, language: Language, theme: Theme) -> bytes:
    return plot(name, kind, shown.state.manifest, shown.state.played, language, theme)


def _language(lang: str | None) -> Language:
    return Language(lang or preferred_language(request, [Language.EN, *map(str, Language)]))


def _table(state: Tournament) -> Standings:
    return standings(state.manifest, state.played, over=state.state in ENDED)


def _csv(state: Tournament, what: str) -> bytes:
    if what == _GAMES:
        return games_csv(state.manifest, state.played).encode()
    return standings_csv(state.manifest, _table(state), ratings(state.manifest, state.played)).encode()


def _trf(state: Tournament) -> bytes:
    if not has_trf(state.manifest):
        raise Problem("not_found", said=_NO_TRF)
    dates = Dates(state.created_ms, state.ended_ms)
    return trf(state.manifest, state.played, _table(state), dates).encode()


def _json(state: Tournament) -> bytes:
    return orjson.dumps(whole_json(state.manifest, state.played, _table(state)))


def _tagged(response: Response, standing: Standing[Tournament]) -> Response:
    response.headers["ETag"] = etag(standing.ply)
    return response
