"""Audits and records of games over HTTP, and access to whole logs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.games.codec import Json
from app.games.table.state import Status
from app.http.answers import JsonAnswer
from app.http.blocking_calls import ResultCache, in_thread_pool
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint
from app.http.errors import Problem
from app.i18n import Language
from app.service.entry_codec import Position
from app.service.game_decider import NoSuchGame
from app.service.games import GameService
from app.service.readable_log import readable, readable_position
from app.store.canonical import parse
from app.store.entry import Entry
from app.store.errors import Damaged, GameRemoved
from app.store.keys import GameId
from replays.api.record_answers import add_record
from replays.api.schemas.audits import AuditQuery, ReportView
from replays.archive.errors import RecordRemoved
from replays.archive.proof import Prove
from replays.audit.audit import audit, audit_public
from replays.audit.report import Report
from replays.audit.report_json import game_report
from replays.disputes.marks import Marks, MarksOf, unmarked
from replays.disputes.report import in_brief
from replays.record.errors import NotRevealed
from replays.record.format import Proof
from replays.record.receipts import KeyList
from replays.record.write import write_record
from replays.report.facts import Facts, facts_of_log, facts_of_record
from replays.report.page import page

Admit = Callable[[Position], object]

_REPORTS: Final = 256

_AUDIT_EXAMPLE: Final = {
    "scope": "record",
    "game": "g-17b3v0w1x5z8k2m4n6p7q9r0",
    "plies": 57,
    "digest": "5b" * 32,
    "clean": False,
    "result": "findings",
    "not_checked": [],
    "findings": [
        {
            "ply": 40,
            "check": "decisions",
            "rule": "2.3",
            "detail": "the rules refuse it: run_gap",
            "evidence": {"refusal": "run_gap", "actor": 1},
            "cause": "play",
        }
    ],
    "checks": [{"check": "decisions", "looked": 57, "left_out": 0}],
}


def blueprint(
    games: GameService,
    admit: Admit,
    prove: Prove = lambda entries: Proof(),
    keys: Callable[[], KeyList | None] = lambda: None,
    marks: MarksOf = unmarked,
) -> Blueprint:
    """Return the resources under /v1/games/{id} for records and audits.

    `admit` raises Problem for a caller that may not see a game, `prove` returns the proof of a record, `keys`
    the list of keys that an audit trusts, `marks` the marks of a game.
    """
    resource = Blueprint("replays", __name__, url_prefix="/v1", description="Records and audits")
    reader = _Reader(games, admit, prove, keys, marks)
    add_record(resource, reader.entries, prove)
    _add_audit(resource, reader)
    return resource


def _add_audit(resource: Blueprint, reader: "_Reader") -> None:
    @resource.route("/games/<game_id:game>/audit")
    @resource.arguments(AuditQuery, location="query")
    @resource.answers(200, ReportView, example=_AUDIT_EXAMPLE)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    def audit_game(query: dict[str, str], game: str) -> JsonAnswer[ReportView]:
        """Audit a game

        While the game is not over, only what is public is checked. `result` is `clean` only if everything
        was checked, a checkpoint included, which covers a game within a minute of its end. With `lang` the
        answer also has `page`, the report as text. To be independent of this service, download the record
        and audit it yourself.
        """
        audited, keys = reader.report(game)
        shown: ReportView = {**game_report(audited.report), **audited.marks.members()}
        lang = query.get("lang")
        if lang:
            disputes = [in_brief(dispute, Language(lang)) for dispute in audited.marks.disputes]
            shown["page"] = page(audited.report, audited.facts, keys, Language(lang), disputes=disputes)
        response = JsonAnswer(shown)
        response.headers.update(audited.marks.headers)
        response.set_etag(f"{audited.tag}{lang or ''}")
        return response


@dataclass(frozen=True, slots=True)
class _CachedAudit:
    """An audit, the claimed facts, the marks of the game, and a tag of its input."""

    report: Report
    facts: Facts
    marks: Marks
    tag: str


class _Reader:
    """Reads whole logs for callers that may see the game; audits are cached."""

    def __init__(
        self,
        games: GameService,
        admit: Admit,
        prove: Prove,
        keys: Callable[[], KeyList | None],
        marks: MarksOf,
    ) -> None:
        self._games = games
        self._admit = admit
        self._prove = prove
        self._keys = keys
        self._marks = marks
        self._reports = ResultCache[_CachedAudit](_REPORTS)

    def entries(self, game: str) -> tuple[tuple[Entry, ...], Mapping[str, str]]:
        """Return all entries of a game, and the headers of its marks.

        Raises Problem if it does not exist, the caller may not see it, or it is not over.
        """
        position = self._position(game)
        if not position.table.is_over:
            raise Problem("not_before_end", ply=position.ply)
        return self._games.entries(position.game, 0), self._marks(position).headers

    def report(self, game: str) -> tuple[_CachedAudit, KeyList | None]:
        """Return the audit of a game, and its list of trusted keys."""
        keys = self._keys()
        try:
            return self._kept(self._position(game), keys), keys
        except Damaged:
            return self._of_damage(GameId(game), keys), keys

    def _of_damage(self, game: GameId, keys: KeyList | None) -> _CachedAudit:
        """Return the audit of the readable part of a damaged log."""
        position = readable_position(self._games, game)
        self._admit(position)
        intact = readable(self._games, game)
        # The readable entries may end before the game does, but its marks depend on the status.
        table = position.table.changed(status=Status(intact.status)) if intact.status else position.table
        marks = self._marks(replace(position, table=table))
        damaged_at = len(intact.entries) + 1
        report, facts = in_thread_pool(lambda: _damaged(intact.entries, damaged_at, keys, marks.receipts))
        tag = f"{damaged_at}-damaged{'-' if marks.tag else ''}{marks.tag}"
        return _CachedAudit(replace(report, game=game), facts, marks, tag)

    def _position(self, game: str) -> Position:
        try:
            position = self._games.current(GameId(game))
        except NoSuchGame:
            raise Problem("not_found") from None
        self._admit(position)
        return position

    def _kept(self, position: Position, keys: KeyList | None) -> _CachedAudit:
        """Return the cached audit: one runs at a time, once per ply, checkpoint and marks of a game."""
        game, ply, origin = position.game, position.ply, position.table.origin
        last = self._games.entries(game, ply - 1, ply)
        proof = self._prove(last) if position.table.is_over else Proof()
        covered = f"-{proof.checkpoint['size']}" if proof.checkpoint else ""
        marks = self._marks(position)
        tag = f"{ply}{covered}{'-' if marks.tag else ''}{marks.tag}"

        def prepared() -> Callable[[], _CachedAudit]:
            entries = self._games.entries(game, 0, ply)
            parent = () if origin is None else self._parent(GameId(origin.game))
            return lambda: _CachedAudit(*_report(entries, proof, parent, keys, marks.receipts), marks, tag)

        return self._reports((game, tag), prepared)

    def _parent(self, game: GameId) -> tuple[Entry, ...]:
        """Return the log of the game that a fork comes from; empty if its record was removed."""
        try:
            return self._games.entries(game, 0)
        except (GameRemoved, RecordRemoved):
            return ()


def _report(
    entries: tuple[Entry, ...],
    proof: Proof,
    before: tuple[Entry, ...],
    keys: KeyList | None,
    receipts: Sequence[Json],
) -> tuple[Report, Facts]:
    """Audit a log; `before` is that of the finished game from which a fork comes.

    `receipts` are compared with the log.
    """
    parent = b"".join(write_record(before)) if before else None
    try:
        record = b"".join(write_record(entries, proof))
    except NotRevealed:
        publics = [entry.public for entry in entries]
        report = audit_public(publics, (entry.digest for entry in entries), keys, receipts)
        return report, facts_of_log(map(parse, publics))
    return audit(record, parent, keys, receipts), facts_of_record(record)


def _damaged(
    entries: Sequence[Entry], damaged_at: int, keys: KeyList | None, receipts: Sequence[Json]
) -> tuple[Report, Facts]:
    """Audit the entries before the damage of a log."""
    publics = [entry.public for entry in entries]
    report = audit_public(publics, (entry.digest for entry in entries), keys, receipts, damaged_at)
    return report, replace(facts_of_log(map(parse, publics)), damaged=True)
