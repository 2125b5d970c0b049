"""The record of a tournament over HTTP, and what an audit of it finds."""

from collections.abc import Callable
from typing import Final

import orjson
from flask import Response

from app.http.blueprint import Blueprint, downloads
from app.http.errors import Problem
from app.http.headers import JSON
from app.journal import NoSuchLog
from app.store.entry import Entry
from app.store.keys import GameId
from replays.errors import NotRevealed
from replays.findings import as_json
from replays.proving import Prove
from replays.receipts import KeyList
from replays.record import MEDIA_TYPE
from replays.schemas import TournamentReportView
from replays.sending import tagged
from replays.tournaments.check import audit_tournament
from replays.tournaments.hall import Hall
from replays.tournaments.record import completed, ended

_LINES: Final = {"type": "string", "description": "JSON lines: header, one an entry, proof"}
_EXAMPLE: Final = (
    '{"plies":4,"record":"conquian-tournament","tournament":"t-17b3v0w1x5z8k2m4n6p7q9r0","v":1}\n'
    '{"digest":"...","hidden":[...],"public":{...}}\n...\n{"proof":{"checkpoint":null,"receipts":[]}}\n'
)
_AUDIT_EXAMPLE: Final = {
    "scope": "record",
    "tournament": "t-17b3v0w1x5z8k2m4n6p7q9r0",
    "plies": 4,
    "digest": "5e" * 32,
    "clean": True,
    "findings": [],
    "checks": [{"check": "decisions", "looked": 4, "left_out": 0}],
}


def blueprint(hall: Hall, prove: Prove, keys: Callable[[], KeyList | None]) -> Blueprint:
    """What a tournament that is over leaves to everybody: `prove` gives its proof, `keys` are trusted."""
    found = Blueprint(
        "tournament_records", __name__, url_prefix="/v1/tournaments", description="Records of tournaments"
    )

    @found.route("/<tournament_id:tournament>/record", methods=["GET"])
    @downloads(MEDIA_TYPE)
    @found.response(200, _LINES, content_type=MEDIA_TYPE, example=_EXAMPLE)
    @found.problems("not_before_end")
    def record(tournament: str) -> Response:
        """Download the record of a finished tournament

        The record has the whole log and the seeds, so that the tournament can be audited elsewhere. Before
        the tournament is over the request is refused with `not_before_end`.
        """
        entries, lines = _lines(hall, tournament)
        proof = prove(entries)
        response = Response(completed(lines, proof), content_type=MEDIA_TYPE)
        response.headers["Content-Disposition"] = f'attachment; filename="{tournament}.jsonl"'
        return tagged(response, f"{len(entries)}{'c' if proof.checkpoint else ''}")

    @found.route("/<tournament_id:tournament>/audit", methods=["GET"])
    @found.response(200, TournamentReportView, example=_AUDIT_EXAMPLE)
    @found.problems("not_before_end")
    def audit_tournament_log(tournament: str) -> Response:
        """Audit the log of a tournament

        The audit decides every command again and checks the seals and the seeds. Games have audits of their
        own; `conquian audit TOURNAMENT` also checks the deck and the result of each game, independently of
        this service.
        """
        entries, lines = _lines(hall, tournament)
        report = audit_tournament(completed(lines, prove(entries)), keys())
        return tagged(Response(orjson.dumps(as_json(report)), content_type=JSON), str(len(entries)))

    return found


def _lines(hall: Hall, tournament: str) -> tuple[tuple[Entry, ...], bytes]:
    try:
        entries = hall.entries(GameId(tournament))
    except NoSuchLog:
        raise Problem("not_found") from None
    try:
        return entries, ended(entries)
    except NotRevealed:
        raise Problem("not_before_end", ply=len(entries)) from None
