"""The report of an audit: findings by ply and check, and the number of plies of each check."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any, Final

from app.games.values import value
from app.i18n import Message
from app.store.canonical import canonical

FINDINGS_LIMIT: Final = 1_000
"""The most findings that a report lists; later ones mostly follow from these."""

EVIDENCE_LIMIT: Final = 2_000
"""The most characters of one member of the evidence, as canonical JSON."""

_GIVEN: Final = frozenset({"rules_give", "derived"})
"""The evidence that comes from no file and is never cut: the rules give no more than an entry needs."""


class Check(StrEnum):
    """A check of an audit; the values are stable."""

    FORMAT = "format"
    HEADER = "header"
    RULEBOOK = "rulebook"
    GAPS = "gaps"
    DIGESTS = "digests"
    ACTORS = "actors"
    TIMES = "times"
    RULES = "rules"
    SEALS = "seals"
    COMMITMENTS = "commitments"
    REVEAL = "reveal"
    DEAL = "deal"
    DECISIONS = "decisions"
    CARDS = "cards"
    MONEY = "money"
    RECEIPTS = "receipts"
    INCLUSION = "inclusion"
    END = "end"
    PARENT = "parent"


_CHECKS: Final = tuple(Check)


class Cause(StrEnum):
    """The place of the fault that a finding shows, and so who could have caused it; the values are stable."""

    FILE = "file"
    LOG = "log"
    PLAY = "play"
    DECK = "deck"
    PARENT = "parent"
    KEY = "key"
    RECEIPT = "receipt"
    UNSIGNED = "unsigned"
    CONTRADICTION = "contradiction"
    FROZEN = "frozen"
    DAMAGE = "damage"
    TWO_SIGNATURES = "two_signatures"
    TWO_HISTORIES = "two_histories"
    CHECKPOINT = "checkpoint"


CAUSES: Final[Mapping[Check, Cause]] = {
    **dict.fromkeys((Check.FORMAT, Check.HEADER, Check.RULEBOOK), Cause.FILE),
    **dict.fromkeys((Check.GAPS, Check.DIGESTS, Check.TIMES, Check.END), Cause.LOG),
    **dict.fromkeys((Check.ACTORS, Check.RULES, Check.DECISIONS, Check.CARDS, Check.MONEY), Cause.PLAY),
    **dict.fromkeys((Check.SEALS, Check.COMMITMENTS, Check.REVEAL, Check.DEAL), Cause.DECK),
    Check.PARENT: Cause.PARENT,
    Check.RECEIPTS: Cause.RECEIPT,
    Check.INCLUSION: Cause.CHECKPOINT,
}
"""The cause of findings by a check, if it names no other one."""


class AuditResult(StrEnum):
    """The result of an audit; the values are stable."""

    CLEAN = "clean"
    INCOMPLETE = "incomplete"
    FINDINGS = "findings"


class Unchecked(StrEnum):
    """A subject that was missing and not checked; the values are stable, and none is that of a check."""

    KEYS = "keys"
    SIGNATURE = "signature"
    CHECKPOINT = "checkpoint"
    HIDDEN = "hidden"
    DECK = "deck"
    PARENT_RECORD = "parent_record"
    LOG = "log"


class Scope(StrEnum):
    """The data of an audit: a record, the public parts of a game, moves without keys, or receipts."""

    RECORD = "record"
    PUBLIC = "public"
    MOVES = "moves"
    RECEIPTS = "receipts"


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault at ply `ply` (0: the header).

    `rule` is the paragraph of the rules concerned, if there is one, `message` describes the fault, `evidence`
    has the values that show it, `kind` is its cause, None for the usual cause of its check.
    """

    ply: int
    check: Check
    rule: str | None
    message: Message
    evidence: Mapping[str, Any]
    kind: Cause | None = None

    @property
    def detail(self) -> str:
        """The description of the fault, in English."""
        return str(self.message)

    @property
    def cause(self) -> Cause:
        """The cause of the fault: its own, or the usual one of its check."""
        return self.kind or CAUSES[self.check]


@value
class Done:
    """The plies that a check has looked at, and those that it could not because of earlier findings."""

    check: Check
    looked: int
    left_out: int


@dataclass(frozen=True, slots=True)
class Report:
    """The result of an audit of `plies` entries; `digest` is the last, to compare with one kept elsewhere.

    `signers` are the ids of the keys whose receipts agree with the log, `compared` is the number of receipts
    that were compared with the log, by any signer. `absent` names the subjects that were missing.

    A chain that is made anew from the start is consistent in itself: only a digest kept elsewhere shows that
    its times or actors were changed.
    """

    scope: Scope
    game: str | None
    plies: int
    digest: str | None
    findings: tuple[Finding, ...]
    checks: tuple[Done, ...]
    signers: tuple[str, ...] = ()
    compared: int = 0
    absent: tuple[Unchecked, ...] = ()

    @property
    def not_checked(self) -> tuple[str, ...]:
        """The subjects that were missing, and the checks that did not look at everything."""
        return (*map(str, self.absent), *(str(done.check) for done in self.checks if done.left_out))

    @property
    def result(self) -> AuditResult:
        """Findings if there are any, else incomplete if anything was not checked, else clean."""
        if self.findings:
            return AuditResult.FINDINGS
        return AuditResult.INCOMPLETE if self.not_checked else AuditResult.CLEAN

    @property
    def clean(self) -> bool:
        """True if everything was checked, signatures by a list of keys included, and nothing was found."""
        return self.result is AuditResult.CLEAN

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings, except that the log was frozen for a reason: the rest of it is right nevertheless."""
        return tuple(finding for finding in self.findings if finding.cause is not Cause.FROZEN)

    @property
    def sound(self) -> bool:
        """True if the available log is complete and correct, regardless of its signatures."""
        return not self.faults and not any(done.left_out for done in self.checks)


def worst(*reports: Report) -> AuditResult:
    """Return the worst result of several reports."""
    results = {report.result for report in reports}
    worst_first = (AuditResult.FINDINGS, AuditResult.INCOMPLETE, AuditResult.CLEAN)
    return next(result for result in worst_first if result in results)


class ReportBuilder:
    """Findings and counts, collected while an audit runs."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._looked: defaultdict[Check, int] = defaultdict(int)
        self._left_out: defaultdict[Check, int] = defaultdict(int)
        self._signers: dict[str, None] = {}
        self._compared = 0
        self._absent: dict[Unchecked, None] = {}

    def find(
        self,
        check: Check,
        ply: int,
        message: Message,
        rule: str | None = None,
        kind: Cause | None = None,
        /,
        **evidence: Any,
    ) -> None:
        """Note a finding; long evidence is cut to its beginning and its length: `{"cut", "characters"}`."""
        if len(self._findings) < FINDINGS_LIMIT:
            shown = {name: _clipped(name, plain(value)) for name, value in evidence.items()}
            self._findings.append(Finding(ply, check, rule, message, shown, kind))

    def absent(self, what: Unchecked) -> None:
        """Note that a subject is missing."""
        self._absent[what] = None

    @property
    def found(self) -> tuple[Finding, ...]:
        """The findings so far, in the order in which they were noted."""
        return tuple(self._findings)

    def signed(self, key: str) -> None:
        """Note that a valid statement signed with this key agrees with the log."""
        self._signers[key] = None

    def compared(self) -> None:
        """Note that a receipt was compared with the log."""
        self._compared += 1

    def looked(self, *checks: Check, plies: int = 1) -> None:
        """Note that `checks` were made on so many plies."""
        for check in checks:
            self._looked[check] += plies

    def left_out(self, *checks: Check, plies: int = 1) -> None:
        """Note that `checks` could not be made on so many plies."""
        for check in checks:
            self._left_out[check] += plies

    def damage(self) -> int:
        """Return the first ply at which the log itself is damaged or breaks a rule, 0 if there is none."""
        broken = (Check.FORMAT, Check.GAPS, Check.DIGESTS, Check.DECISIONS, Check.END)
        return min(
            (finding.ply for finding in self._findings if finding.check in broken and finding.ply), default=0
        )

    def report(self, scope: Scope, game: str | None, plies: int, digest: bytes | None) -> Report:
        """Return the report of everything noted, its findings in the order of plies."""
        counts = [(check, self._looked.get(check, 0), self._left_out.get(check, 0)) for check in _CHECKS]
        done = tuple([Done(*each) for each in counts if any(each[1:])])
        findings = tuple(sorted(self._findings, key=lambda finding: finding.ply))
        last = digest.hex() if digest else None
        signers = tuple(self._signers)
        if not signers and Unchecked.KEYS not in self._absent:
            self.absent(Unchecked.SIGNATURE)
        absent = tuple(reason for reason in Unchecked if reason in self._absent)
        return Report(scope, game, plies, last, findings, done, signers, self._compared, absent)


def plain(value: Any) -> Any:
    """Return `value` as JSON: dataclasses as objects with their type, bytes as hex.

    >>> plain(Done(Check.CARDS, 2, 0))
    {'type': 'Done', 'check': 'cards', 'looked': 2, 'left_out': 0}
    """
    if is_dataclass(value) and not isinstance(value, type):
        inner = {item.name: plain(getattr(value, item.name)) for item in fields(value)}
        return {"type": type(value).__name__, **inner}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    return value.hex() if isinstance(value, bytes) else str(value) if isinstance(value, StrEnum) else value


def _clipped(name: str, value: Any) -> Any:
    try:
        text = canonical(value).decode()
    except (ValueError, RecursionError):
        value = text = ascii(value)
    if len(text) <= EVIDENCE_LIMIT or name in _GIVEN:
        return value
    return {"cut": text[:EVIDENCE_LIMIT], "characters": len(text)}


def cut_in(evidence: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """Return for each member of the evidence that was cut its characters shown, and all it has.

    >>> cut_in({"command": {"cut": "[1,", "characters": 9}, "actor": 0})
    {'command': (3, 9)}
    """
    cut = {name: value for name, value in evidence.items() if isinstance(value, dict) and set(value) == _CUT}
    return {name: (len(value["cut"]), value["characters"]) for name, value in cut.items()}


_CUT: Final = {"cut", "characters"}
