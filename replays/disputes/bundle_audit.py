"""The audit of a bundle: the game by its record, the dispute by its own and by that of the game, the rest by
both.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from app.games.codec import Json
from app.games.errors import GameError
from app.i18n import Message
from app.store.entry import Entry
from replays.audit.audit import audit
from replays.audit.receipts import check_histories, check_receipt, check_twice
from replays.audit.report import AuditResult, Check, Report, ReportBuilder, Scope, Unchecked, worst
from replays.disputes import bundle as bundles
from replays.disputes import record as disputes
from replays.disputes.audit import audit_dispute
from replays.disputes.bundle import MAGIC, Bundle, read
from replays.disputes.partial import ends_against, evidence_against, partial
from replays.disputes.view import shown
from replays.record.errors import BadKeys
from replays.record.format import Proof
from replays.record.read import ParsedRecord, parse_record
from replays.record.receipts import KeyList, is_receipt, read_keys
from replays.record.untrusted_values import Malformed, guarded, parse_strict
from replays.report.source import file_bytes

_PLY: Final = attrgetter("ply")


@dataclass(frozen=True, slots=True)
class Audited:
    """Findings in a bundle, and the keys used: those of the caller, or those in the bundle.

    `partial` is what is decided although the verdict could not be judged (`replays.disputes.partial`).
    """

    game: Report
    dispute: Report
    keys: KeyList
    own: bool
    partial: Json | None = None

    @property
    def result(self) -> AuditResult:
        """The worse result of the two audits."""
        return worst(self.game, self.dispute)

    @property
    def clean(self) -> bool:
        """True if both records were checked completely and have no finding."""
        return self.result is AuditResult.CLEAN


def in_file(name: str) -> Bundle | None:
    """Return the bundle in the file `name`; None if that is no zip file. Raises ReplayError for any other zip
    file.
    """
    data = file_bytes(name) if Path(name).is_file() else None  # a pipe is read once, by the audit of a game
    return read(data) if data is not None and data.startswith(MAGIC) else None


def audited(
    bundle: Bundle, keys: KeyList | None, receipts: Sequence[Any] = (), parent: bytes | None = None
) -> Audited:
    """Return the audit of both records in `bundle`. Raises BadKeys if no keys are given and those in it are
    none.

    Of the `receipts` that the caller has kept, those of the dispute are held against its log, all others
    against that of the game, whose `parent` is the record that it names if it is a fork. So are the
    contradicted receipts in the bundle, and receipts and checkpoints in evidence that the record contradicts.
    """
    trusted = keys or read_keys(bundle.keys)
    dispute = audit_dispute(bundle.dispute, bundle.game, trusted)
    heard = [
        receipt
        for receipt in receipts
        if isinstance(receipt, dict) and receipt.get("game", "") == dispute.game
    ]
    kept = [receipt for receipt in receipts if receipt not in heard]
    brought = [receipt for receipt in _contradicted(bundle) or () if receipt not in kept]
    notes = ReportBuilder()
    end = _end(bundle.dispute)
    for name, detail in (*_strays(notes, bundle), *_strange(bundle, trusted)):
        notes.find(Check.FORMAT, end, detail, file=name)
    _check_kept(notes, bundle.dispute, trusted, heard)
    more = notes.report(Scope.RECORD, None, 0, None)
    findings = tuple(sorted((*dispute.findings, *more.findings), key=_PLY))
    unjudged = [done for done in more.checks if done.check is Check.FORMAT]
    report = replace(dispute, findings=findings, checks=(*unjudged, *dispute.checks))
    held = [*kept, *brought]
    proving = [receipt for receipt in evidence_against(bundle, trusted) if receipt not in held]
    game = audit(bundle.game, parent, trusted, [*held, *proving])
    game = replace(game, findings=tuple(sorted((*game.findings, *ends_against(bundle, trusted)), key=_PLY)))
    if keys is None:
        game, report = _untrusted(game), _untrusted(report)
    decided = partial(bundle, game, report, trusted, kept, brought)
    return Audited(game, report, trusted, keys is None, decided)


def _contradicted(bundle: Bundle) -> list[Any] | None:
    """Return the contradicted receipts in a bundle, none where it has no file of them; None if that holds
    others.
    """
    if bundle.contradicted is None:
        return []
    try:
        documents = parse_strict(bundle.contradicted)
    except ValueError:
        return None
    return documents if isinstance(documents, list) and all(map(is_receipt, documents)) else None


def _untrusted(report: Report) -> Report:
    """Return the report of a check by the keys in the bundle, whose owner is unknown."""
    return replace(report, absent=(Unchecked.KEYS, *report.absent))


def _check_kept(notes: ReportBuilder, dispute: bytes, keys: KeyList, receipts: Sequence[Any]) -> None:
    """Compare kept receipts with the log of a dispute, as far as it can be read."""
    record = disputes.scanned(ReportBuilder(), dispute)
    links = record.links
    for receipt in receipts:
        check_receipt(notes, receipt, links, keys)
    check_twice(notes, [*receipts, *(record.receipts if receipts else ())], keys, len(links))
    check_histories(notes, links, keys, receipts, record.receipts)


def _end(dispute: bytes) -> int:
    """Return the ply of findings about other files: the number of entries in the header, never before any
    damage.
    """
    record = disputes.scanned(notes := ReportBuilder(), dispute)
    plies = record.header.get("plies")
    counted = plies if type(plies) is int and 0 <= plies < disputes.LINES else 0
    return max(counted, len(record.entries), *(finding.ply for finding in notes.found))


def _strays(notes: ReportBuilder, bundle: Bundle) -> Iterator[tuple[str, Message]]:
    """Yield the files that are not what follows from the records, and what is wrong with each.

    They are not judged beside a record that has an unreadable line.
    """
    game = parse_record(bundle.game)
    try:
        log, proof = disputes.read(bundle.dispute)
    except ValueError:
        log, proof = (), Proof()
    if game.faults or not log:
        notes.left_out(Check.FORMAT)
        return
    try:
        right = guarded(lambda: _beside(game, log, proof))
    except (Malformed, GameError):
        yield bundles.DISPUTE, Message("the records do not tell what must stand beside them")
        return
    for name, data in right.items():
        if name not in bundle.beside:
            yield name, Message("{name} is missing").filled(name=name)
        elif bundle.beside[name] != data:
            yield name, Message("{name} is not what the records tell").filled(name=name)


def _strange(bundle: Bundle, trusted: KeyList) -> Iterator[tuple[str, Message]]:
    """Yield the files that no bundle has, receipts that are none, and keys that are not the trusted ones
    then.
    """
    for name in bundle.strange:
        yield name, Message("{name} does not belong in a bundle").filled(name=ascii(name))
    if _contradicted(bundle) is None:
        name = bundles.CONTRADICTED
        yield name, Message("{name} is not a list of receipts").filled(name=name)
    if not _agree(bundle.keys, trusted):
        name = bundle.keys_name
        yield name, Message("{name} is not the list of keys that is trusted").filled(name=name)


def _agree(own: bytes, trusted: KeyList) -> bool:
    """Return whether the keys of a bundle are the trusted ones; either list may be the later one."""
    try:
        key_list = read_keys(own)
    except BadKeys:
        return False
    both = key_list.keys.keys() & trusted.keys.keys()
    known = both in (key_list.keys.keys(), trusted.keys.keys())
    same = all(key_list.keys[name].from_ms == trusted.keys[name].from_ms for name in both)
    return key_list.origin == trusted.origin and known and same


def _beside(game: ParsedRecord, log: Sequence[Entry], proof: Proof) -> Mapping[str, bytes]:
    """Return the files that must stand beside the records of a bundle, made from the records."""
    book = game.rulebook.paragraphs if game.rulebook else {}
    return bundles.beside(shown(disputes.folded(log), book), (game.proof or Proof(), proof))
