"""Reports of audits as JSON: in answers of the API, in stored reports, and as the program prints them."""

from collections.abc import Mapping
from typing import Annotated, Final, NotRequired, TypedDict

from app.games.codec import Json
from app.store.keys import LogKind, kind_of
from replays.audit.report import (
    CAUSES,
    AuditResult,
    Cause,
    Check,
    Done,
    Finding,
    Report,
    Scope,
    Unchecked,
    plain,
)

_NAMES: Final[Mapping[LogKind | None, str]] = {LogKind.DISPUTE: "dispute", LogKind.TOURNAMENT: "tournament"}


class FindingView(TypedDict):
    """A finding."""

    ply: Annotated[int, "The entry concerned; 0 for the header of the record"]
    check: Annotated[str, "The check that found it", {"enum": [*map(str, Check)]}]
    rule: Annotated[str | None, "Paragraph of the rules"]
    detail: str
    evidence: Annotated[Json, "What was recorded and what should be"]
    cause: Annotated[
        str,
        "What it is of; `page` says of each who could have caused it and what follows",
        {"enum": [*map(str, Cause)]},
    ]


class CheckView(TypedDict):
    """Coverage of a check."""

    check: Annotated[str, {"enum": [*map(str, Check)]}]
    looked: Annotated[int, "Plies it was made on"]
    left_out: Annotated[int, "Plies it could not be made on"]


class AuditedView(TypedDict):
    """The result of an audit."""

    plies: int
    digest: Annotated[str | None, "The last digest, to compare with one you kept"]
    clean: Annotated[bool, "Whether `result` is `clean`"]
    findings: list[FindingView]
    checks: list[CheckView]
    page: NotRequired[Annotated[str, "The report in words, where `lang` asks for it"]]


class GameReportView(AuditedView):
    """The report of an audit of a game."""

    scope: Annotated[
        str,
        "public: the game is not over, so only what is public could be checked; "
        "moves: it was told without its keys; receipts: receipts alone, in no answer of the service",
        {"enum": [*map(str, Scope)]},
    ]
    game: str | None
    result: Annotated[
        str,
        "clean: everything was checked and nothing was found; incomplete: nothing was "
        "found, but what `not_checked` names was not checked or is absent; findings: something was found",
        {"enum": [*map(str, AuditResult)]},
    ]
    not_checked: Annotated[
        list[Annotated[str, {"enum": [*map(str, Unchecked), *map(str, Check)]}]],
        "keys: no list was trusted; signature: nothing is signed; checkpoint: none covers "
        "the end yet; hidden: not opened; deck: its keys are missing; parent_record: of a fork; log: "
        "receipts alone; else a check with `left_out`",
    ]


def game_report(report: Report) -> GameReportView:
    """Return the report of an audit of a game as a JSON object."""
    return {
        "scope": str(report.scope),
        "game": report.game,
        "plies": report.plies,
        "digest": report.digest,
        "clean": report.clean,
        "result": str(report.result),
        "not_checked": list(report.not_checked),
        "findings": [_finding(finding) for finding in report.findings],
        "checks": [_check(done) for done in report.checks],
    }


def as_json(report: Report) -> Json:
    """Return a report as a JSON object; the id stands under its kind, `game` or another."""
    name = _NAMES.get(kind_of(report.game or ""), "game")
    return {name if member == "game" else member: value for member, value in game_report(report).items()}


def renewed(report: Json) -> Json:
    """Return a report that was stored as JSON, in its present form.

    Old ones have no result. They are of foreign games, without keys and without a checkpoint.
    """
    if "result" in report:
        return report
    findings = [{**finding, "cause": str(CAUSES[Check(finding["check"])])} for finding in report["findings"]]
    absent = (Unchecked.SIGNATURE, Unchecked.DECK) if report["scope"] == Scope.MOVES else (Unchecked.KEYS,)
    missing = [*map(str, absent), *(done["check"] for done in report["checks"] if done["left_out"])]
    result = AuditResult.FINDINGS if findings else AuditResult.INCOMPLETE
    renewed = {"clean": False, "result": str(result), "not_checked": missing, "findings": findings}
    return {**report, **renewed}


def _finding(finding: Finding) -> FindingView:
    return {
        "ply": finding.ply,
        "check": str(finding.check),
        "rule": finding.rule,
        "detail": finding.detail,
        "evidence": plain(finding.evidence),
        "cause": str(finding.cause),
    }


def _check(done: Done) -> CheckView:
    return {"check": str(done.check), "looked": done.looked, "left_out": done.left_out}
