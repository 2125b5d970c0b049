"""Records and audits of tournaments over HTTP."""

from collections.abc import Callable
from typing import Final

from flask import Response

from app.http.answers import schema_of
from app.http.blueprint import Blueprint, downloads
from app.http.errors import Problem
from app.http.headers import JSON
from app.service.event_log import NoSuchLog
from app.store.entry import LogPosition
from app.store.keys import GameId
from replays.api.report_answers import may_wait, sent
from replays.api.schemas.audits import TournamentReportView
from replays.record.format import Proof
from replays.record.write import MEDIA_TYPE, proof_line
from replays.tournaments.lookup import Lookup, SeenTournament
from replays.tournaments.reports import AUDIT, AUDIT_PROVED, PLACES, RECORD

_LINES: Final = {"type": "string", "description": "JSON lines: header, one an entry, proof"}
_EXAMPLE: Final = (
    '{"plies":4,"record":"conquian-tournament","tournament":"t-17b3v0w1x5z8k2m4n6p7q9r0","v":1}\n'
    '{"digest":"...","hidden":[...],"public":{...}}\n...\n{"proof":{"checkpoint":null,"receipts":[]}}\n'
)
_MARKS: Final = "contradicted receipts and disputes of its games"
_AUDIT_EXAMPLE: Final = {
    "scope": "record",
    "tournament": "t-17b3v0w1x5z8k2m4n6p7q9r0",
    "plies": 4,
    "digest": "5e" * 32,
    "clean": True,
    "result": "clean",
    "not_checked": [],
    "findings": [],
    "checks": [{"check": "decisions", "looked": 4, "left_out": 0}],
}


def blueprint(lookup: Lookup, prove: Callable[[str, LogPosition, int], Proof]) -> Blueprint:
    """Return the resources for records of finished tournaments; `prove` returns the proof of a record."""
    resource = Blueprint(
        "tournament_records", __name__, url_prefix="/v1/tournaments", description="Records of tournaments"
    )

    @resource.route("/<tournament_id:tournament>/record", methods=["GET"])
    @downloads(MEDIA_TYPE)
    @resource.response(200, _LINES, content_type=MEDIA_TYPE, example=_EXAMPLE)
    @may_wait(resource)
    def record(tournament: str) -> Response:
        """Download the record of a finished tournament

        The record has the whole log and the seeds, so that the tournament can be audited elsewhere. Until
        the tournament is over the answer is 202, with how far it is.
        """
        seen = _seen(lookup, tournament)
        for name in (RECORD, PLACES):
            lookup.report(seen, name)
        proof = _proof(lookup, seen)
        response = sent(
            lookup,
            seen,
            RECORD,
            MEDIA_TYPE,
            tag="c" if proof.checkpoint else "",
            filename=f"{tournament}.jsonl",
            tail=proof_line(proof),
        )
        if lookup.marked(seen).by_game:  # marks change no byte of a record
            response.headers["Link"] = (
                f'</v1/tournaments/{tournament}/audit>; rel="related"; title="{_MARKS}"'
            )
        return response

    @resource.route("/<tournament_id:tournament>/audit", methods=["GET"])
    @resource.response(200, schema_of(TournamentReportView), example=_AUDIT_EXAMPLE)
    @may_wait(resource)
    def audit_tournament_log(tournament: str) -> Response:
        """Audit the log of a tournament

        The audit decides every command again and checks the seals and the seeds. Games have audits of their
        own; `conquian audit TOURNAMENT` also checks the deck and the result of each game, independently of
        this service. Until the tournament is over the answer is 202.
        """
        seen = _seen(lookup, tournament)
        lookup.report(seen, PLACES)
        proof = _proof(lookup, seen)
        proved = bool(proof.checkpoint)
        return sent(lookup, seen, AUDIT_PROVED if proved else AUDIT, JSON, tag="c" if proved else "")

    def _proof(lookup: Lookup, seen: SeenTournament) -> Proof:
        last = lookup.report_files.last(seen.tournament)
        return prove(seen.tournament, last, last.time)

    return resource


def _seen(lookup: Lookup, tournament: str) -> SeenTournament:
    try:
        return lookup.seen(GameId(tournament))
    except NoSuchLog:
        raise Problem("not_found") from None
