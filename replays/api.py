"""The record and the audit of a game over HTTP."""

from typing import Final

import orjson
from flask import Response, request

from app.handler import Games
from app.http.blueprint import Blueprint, ProblemSchema, produces
from app.http.errors import Problem
from app.http.headers import JSON, PROBLEM_JSON
from app.http.preconditions import etag
from app.store.entry import Entry
from app.store.errors import Damaged, Tampered
from app.store.keys import GameId, is_game_id
from replays.audit import audit, audit_public
from replays.errors import NotRevealed
from replays.findings import Check, Notes, Report, Scope, as_json
from replays.record import MEDIA_TYPE, write
from replays.schemas import ReportView

_LINES: Final = {"type": "string", "description": "JSON lines: header, one line an entry, the reveal"}
_RECORD_EXAMPLE: Final = (
    '{"game":"g-17...","players":[...],"plies":57,"record":"conquian","rules_hash":"...","rules_version":1,'
    '"v":1,"variant":"mexican-3"}\n{"digest":"...","hidden":[...],"public":{...}}\n...\n'
    '{"reveal":{"deal_keys":["..."],"game_key":"..."}}\n'
)
_AUDIT_EXAMPLE: Final = {
    "scope": "record",
    "game": "g-17b3v0w1x5z8k2m4n6p7q9r0",
    "plies": 57,
    "digest": "5b" * 32,
    "clean": False,
    "findings": [
        {
            "ply": 40,
            "check": "decisions",
            "rule": None,
            "detail": "the rules refuse it: run_gap",
            "evidence": {"refusal": "run_gap", "actor": 1},
        }
    ],
    "checks": [{"check": "decisions", "looked": 57, "left_out": 0}],
}


def blueprint(games: Games) -> Blueprint:
    """The resources under /v1/games/{id} that stand on the whole log of one of `games`."""
    found = Blueprint("replays", __name__, url_prefix="/v1", description="Records and audits")
    _add_record(found, games)
    _add_audit(found, games)
    return found


def _add_record(found: Blueprint, games: Games) -> None:
    @found.route("/games/<game_id:game>/record")
    @produces(MEDIA_TYPE)
    @found.response(200, _LINES, content_type=MEDIA_TYPE, example=_RECORD_EXAMPLE)
    @found.alt_response(404, schema=ProblemSchema, content_type=PROBLEM_JSON, description="No such game")
    @found.alt_response(409, schema=ProblemSchema, content_type=PROBLEM_JSON, description="Not over yet")
    def record(game: str) -> Response:
        """The record of a finished game

        Every entry with its hidden parts and the keys, so that anybody can audit it alone. Refused with
        `not_before_end` until the game is over.
        """
        entries = _entries(games, game)
        try:
            lines = write(entries)
        except NotRevealed:
            raise Problem("not_before_end", ply=len(entries)) from None
        response = Response(lines, content_type=MEDIA_TYPE)
        response.headers["Content-Disposition"] = f'attachment; filename="{game}.jsonl"'
        return _tagged(response, len(entries))


def _add_audit(found: Blueprint, games: Games) -> None:
    @found.route("/games/<game_id:game>/audit")
    @found.response(200, ReportView, example=_AUDIT_EXAMPLE)
    @found.alt_response(404, schema=ProblemSchema, content_type=PROBLEM_JSON, description="No such game")
    def audit_game(game: str) -> Response:
        """What an audit of the game finds

        Of a game that is not over, only what is public is checked. To be independent of this service, fetch
        the record and audit it yourself.
        """
        try:
            report = _report(_entries(games, game))
        except Damaged as damage:
            report = _damaged(damage)
        return _tagged(Response(orjson.dumps(as_json(report)), content_type=JSON), report.plies)


def _entries(games: Games, game: str) -> tuple[Entry, ...]:
    entries = games.entries(GameId(game), 0) if is_game_id(game) else ()
    if not entries:
        raise Problem("not_found")
    return entries


def _report(entries: tuple[Entry, ...]) -> Report:
    try:
        return audit(b"".join(write(entries)))
    except NotRevealed:
        return audit_public((entry.public for entry in entries), (entry.digest for entry in entries))


def _damaged(damage: Damaged) -> Report:
    """The report on a log of which the store itself says that it is not what was written."""
    notes = Notes()
    check = Check.DIGESTS if isinstance(damage, Tampered) else Check.SEALS
    notes.find(check, damage.ply, "what is stored is not what was written")
    return notes.report(Scope.PUBLIC, damage.game, damage.ply, None)


def _tagged(response: Response, ply: int) -> Response:
    """`response` with the ply as its entity tag, without its body for a reader that has it already."""
    response.headers["ETag"] = etag(ply)
    response.make_conditional(request)
    return response
