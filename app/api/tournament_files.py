"""Downloads of tournaments: plots and tables."""

from typing import Any, Final

from flask import Response, request

from app.api import not_found
from app.api.schemas.requests import LanguageQuery
from app.api.tournament_commands import seen_tournament
from app.http.answers import schema_of
from app.http.blueprint import Blueprint, downloads, produces
from app.http.errors import Problem
from app.http.fields import Choice, StrictSchema
from app.http.headers import JSON, language_asked
from app.i18n import Message
from app.tournament.manifest_parser import checked
from app.tournament.plot_data import PlotView
from app.tournament.plots import PLOTS, PNG, SVG, Theme, pictures
from app.tournament.trf import has_trf
from replays.api.report_answers import may_wait, sent
from replays.tournaments.lookup import Lookup, SeenTournament
from replays.tournaments.reports import EXPORT_JSON, EXPORT_TRF, GAMES_CSV, STANDINGS_CSV, numbers, picture

Json = dict[str, Any]

_MEDIA: Final = {SVG: "image/svg+xml", PNG: "image/png"}
_BEGINS: Final = {SVG: "<svg ...", PNG: "PNG..."}
_CSV: Final = "text/csv"
_TRF: Final = "text/plain"
_GAMES: Final = "games"
_STANDINGS: Final = "standings"
_CSV_EXAMPLE: Final = (
    "fixture,round,table,deck,seat,entrant,name,balance,score,ending,at_fault,failure,plies,hands,game,"
    "digest,marks\r\n"
    "1,1,1,1,0,0,uno,2,1.0,finished,,,41,1,g-17b3v0w1x5z8k2m4n6p7q9r0,5e...,contradicted\r\n"
)
_TRF_EXAMPLE: Final = (
    "012 Copa\n042 2026/11/21\n062 2\n072 0\n082 0\n092 Individual: Swiss-System\nXXR 1\n"
    f"001    1      {'uno':<33}{'':33} 1.0    1     2 w 1\n"
    f"001    2      {'dos':<33}{'':33} 0.0    2     1 b 0\n"
)


_NUMBERS_EXAMPLE: Final[PlotView] = {
    "plot": "ratings",
    "system": "elo",
    "series": [
        [
            {"x": 1, "y": 21.5, "plus_minus": 14.25, "name": "uno"},
            {"x": 2, "y": -21.5, "plus_minus": 14.25, "name": "dos"},
        ]
    ],
    "levels": [],
}


class PictureQuery(LanguageQuery):
    """Background of a plot."""

    theme = Choice(
        Theme, load_default=Theme.LIGHT, metadata={"description": "The background of the plot: light or dark"}
    )


class TableQuery(StrictSchema):
    """Table to export."""

    what = Choice(
        (_GAMES, _STANDINGS),
        load_default=_GAMES,
        metadata={"description": "A line for each seat of each game, or one for each entrant"},
    )


def blueprint(lookup: Lookup) -> Blueprint:
    """Return the resources for files of /v1/tournaments."""
    resource = Blueprint(
        "tournament_files", __name__, url_prefix="/v1/tournaments", description="Tournaments as files"
    )
    files = _Files(lookup)
    for kind, media in _MEDIA.items():
        _add_picture(resource, files, kind, media)
    _add_numbers(resource, files)
    _add_tables(resource, files)
    return resource


def _add_picture(resource: Blueprint, files: "_Files", kind: str, media: str) -> None:
    def drawn(query: Json, tournament: str, name: str) -> Response:
        return files.picture(tournament, name, kind, query.get("lang"), Theme(query["theme"]))

    drawn.__name__ = f"picture_{kind}"
    drawn.__doc__ = f"""Draw a tournament as {kind.upper()}

    `name` is one of {", ".join(PLOTS)}; `llr`, the course of the test, exists for an SPRT only. It is drawn
    when the tournament is over; until then the answer is 202.
    """
    shape = {"type": "string", "format": "binary"}
    view = resource.response(200, shape, content_type=media, example=_BEGINS[kind])(may_wait(resource)(drawn))
    view = downloads(media)(resource.arguments(PictureQuery, location="query")(view))
    resource.route(f"/<tournament_id:tournament>/plots/<name>.{kind}", methods=["GET"])(view)


def _add_numbers(resource: Blueprint, files: "_Files") -> None:
    @resource.route("/<tournament_id:tournament>/plots/<name>.json", methods=["GET"])
    @resource.response(200, schema_of(PlotView), example=_NUMBERS_EXAMPLE)
    @may_wait(resource)
    def plot_numbers(tournament: str, name: str) -> Response:
        """Get the numbers that a plot of a tournament shows

        `name` is that of the plot. The plot of the ratings has only the best entrants; the standings have
        all. Until the tournament is over the answer is 202.
        """
        return files.numbers(tournament, name)


def _add_tables(resource: Blueprint, files: "_Files") -> None:
    @resource.route("/<tournament_id:tournament>/export.csv", methods=["GET"])
    @produces(_CSV)
    @resource.arguments(TableQuery, location="query")
    @resource.response(200, {"type": "string"}, content_type=_CSV, example=_CSV_EXAMPLE)
    @may_wait(resource)
    def export_csv(query: Json, tournament: str) -> Response:
        """Download the games or the standings of a tournament as CSV

        The form is that of RFC 4180. `what` chooses between the games and the standings. Until the tournament
        is over the answer is 202; the standings and the games so far have addresses of their own.
        """
        name = GAMES_CSV if query["what"] == _GAMES else STANDINGS_CSV
        return files.table(tournament, "csv", name, _CSV)

    @resource.route("/<tournament_id:tournament>/export.trf", methods=["GET"])
    @produces(_TRF)
    @resource.response(200, {"type": "string"}, content_type=_TRF, example=_TRF_EXAMPLE)
    @may_wait(resource)
    def export_trf(tournament: str) -> Response:
        """Download a Swiss tournament of two as a FIDE report file (TRF16)

        Tournaments of other formats have no such file. Until the tournament is over the answer is 202.
        """
        return files.table(tournament, "trf", EXPORT_TRF, _TRF)

    @resource.route("/<tournament_id:tournament>/export.json", methods=["GET"])
    @resource.response(200, {"type": "object"}, example={"manifest": {"name": "Copa"}, "games": []})
    @may_wait(resource)
    def export_json(tournament: str) -> Response:
        """Download all results of a tournament as JSON

        The file has the manifest, the standings and the games as one JSON object. Until the tournament is
        over the answer is 202.
        """
        return files.table(tournament, "json", EXPORT_JSON, JSON)


_NO_TRF: Final = Message("Only a Swiss tournament of tables of two has a TRF.")
_NO_LLR: Final = Message("Only a tournament with the sequential test (SPRT) has this picture.")


class _Files:
    """Serves files of the tournaments of `lookup`."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup

    def picture(self, tournament: str, name: str, kind: str, lang: str | None, theme: Theme) -> Response:
        """Return a plot of a finished tournament."""
        seen = self._with_plot(tournament, name)
        language = language_asked(request, lang)
        response = sent(self._lookup, seen, picture(name, language, theme, kind), _MEDIA[kind])
        response.content_language.add(str(language))
        response.vary.add("Accept-Language")
        return response

    def numbers(self, tournament: str, name: str) -> Response:
        """Return the numbers of a plot of a finished tournament."""
        return sent(self._lookup, self._with_plot(tournament, name), numbers(name), JSON)

    def _with_plot(self, tournament: str, name: str) -> SeenTournament:
        """Return a tournament that has the plot `name`. Raises Problem for another one."""
        seen = seen_tournament(self._lookup, tournament)
        known = pictures(checked(seen.summary["manifest"]))
        if name not in known:
            raise Problem("not_found", _NO_LLR) if name == "llr" else not_found.named(known)
        return seen

    def table(self, tournament: str, kind: str, name: str, media: str) -> Response:
        """Return a table as a download."""
        seen = seen_tournament(self._lookup, tournament)
        if name == EXPORT_TRF and not has_trf(checked(seen.summary["manifest"])):
            raise Problem("not_found", _NO_TRF)
        content_type = media if media == JSON else f"{media}; charset=utf-8"
        return sent(self._lookup, seen, name, content_type, filename=f"{tournament}.{kind}")
