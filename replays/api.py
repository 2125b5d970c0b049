"""The audit of a game over HTTP, and who may read whole logs."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

import orjson
from flask import Response

from app.entries import Position
from app.handler import Games, NoSuchGame
from app.http.blueprint import Blueprint, ProblemSchema
from app.http.errors import Problem
from app.http.headers import JSON, PROBLEM_JSON
from app.store.entry import Entry
from app.store.errors import Damaged, Tampered
from app.store.keys import GameId
from replays.audit import audit, audit_public
from replays.errors import NotRevealed
from replays.findings import Check, Notes, Report, Scope, as_json
from replays.forms import Proof
from replays.proving import Prove
from replays.record import write
from replays.schemas import ReportView
from replays.sending import add_record, tagged

Admit = Callable[[Position], object]

_REPORTS: Final = 256

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


def blueprint(games: Games, admit: Admit, prove: Prove = lambda entries: Proof()) -> Blueprint:
    """The resources under /v1/games/{id} that stand on the whole log of one of `games`.

    `admit` raises a Problem for a reader whose token is not valid for that game, `prove` gives the proof
    that a record ends with.
    """
    found = Blueprint("replays", __name__, url_prefix="/v1", description="Records and audits")
    reader = _Reader(games, admit)
    add_record(found, reader.entries, prove)
    _add_audit(found, reader)
    return found


def _add_audit(found: Blueprint, reader: "_Reader") -> None:
    @found.route("/games/<game_id:game>/audit")
    @found.response(200, ReportView, example=_AUDIT_EXAMPLE)
    @found.alt_response(404, schema=ProblemSchema, content_type=PROBLEM_JSON, description="No such game")
    def audit_game(game: str) -> Response:
        """What an audit of the game finds

        Of a game that is not over, only what is public is checked. To be independent of this service, fetch
        the record and audit it yourself.
        """
        report, plies = reader.report(game)
        return tagged(Response(report, content_type=JSON), str(plies))


class _Reader:
    """Reads whole logs for those who may see the game; what an audit found is kept for the next reader."""

    def __init__(self, games: Games, admit: Admit) -> None:
        self._games = games
        self._admit = admit
        self._lock = Lock()
        self._reports: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    def entries(self, game: str) -> tuple[Entry, ...]:
        """Every entry of `game`; Problem if there is none or the caller may not see it."""
        return self._games.entries(self._position(game).game, 0)

    def report(self, game: str) -> tuple[bytes, int]:
        """The report on `game` as JSON, and the ply up to which it looked."""
        try:
            position = self._position(game)
            return self._kept(position), position.ply
        except Damaged as damage:
            report = _damaged(damage)
            return orjson.dumps(as_json(report)), report.plies

    def _position(self, game: str) -> Position:
        try:
            position = self._games.current(GameId(game))
        except NoSuchGame:
            raise Problem("not_found") from None
        self._admit(position)
        return position

    def _parent(self, position: Position) -> bytes | None:
        """The record of the game that a fork comes from, which is over."""
        origin = position.table.origin
        return None if origin is None else b"".join(write(self._games.entries(GameId(origin.game), 0)))

    def _kept(self, position: Position) -> bytes:
        """An audit computes for long: one at a time, and once for each ply of a game."""
        key = position.game, position.ply
        with self._lock:
            if key not in self._reports:
                entries = self._games.entries(position.game, 0, position.ply)
                self._reports[key] = orjson.dumps(as_json(_report(entries, self._parent(position))))
            while len(self._reports) > _REPORTS:
                self._reports.popitem(last=False)
            return self._reports[key]


def _report(entries: tuple[Entry, ...], parent: bytes | None) -> Report:
    try:
        return audit(b"".join(write(entries)), parent)
    except NotRevealed:
        return audit_public((entry.public for entry in entries), (entry.digest for entry in entries))


def _damaged(damage: Damaged) -> Report:
    """The report on a log of which the store itself says that it is not what was written."""
    notes = Notes()
    check = Check.DIGESTS if isinstance(damage, Tampered) else Check.SEALS
    notes.find(check, damage.ply, "what is stored is not what was written")
    return notes.report(Scope.PUBLIC, damage.game, damage.ply, None)
