"""The audit of a record in which nothing is wrong: by writing the whole record again.

All before the proof follows from the commands of the entries, so it is made anew and compared; the proof is
looked at as in every audit. Anything else than equal bytes is left to the checks one by one.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from app.entries import RULES_VERSION
from app.games.codec import Json
from app.games.table import fairness
from app.games.table.commands import Deal
from app.games.table.events import Frozen, HandBegun, HandSettled, HouseCharged
from app.games.table.state import Table
from app.rulebook import edition
from app.store.canonical import canonical, parse
from app.store.keys import is_game_id
from replays.audit.chain import Link, is_key
from replays.audit.forks import check_parent, check_start
from replays.audit.inclusion import check_inclusion
from replays.audit.receipts import check_receipts
from replays.audit.report import Check, Report, ReportBuilder, Scope, Unchecked
from replays.audit.retold import Differs, Retelling
from replays.receipts import KeyList
from replays.record.format import LINE_LIMIT, SIZE_LIMIT, Proof, is_pin, parse_proof, shaped
from replays.record.read import parse_object
from replays.record.replay import begin, entries
from replays.record.write import header_line, proof_line, reveal_line, rulebook_line

_EACH: Final = (
    *(Check.FORMAT, Check.GAPS, Check.DIGESTS, Check.ACTORS, Check.TIMES, Check.END),
    *(Check.SEALS, Check.DECISIONS, Check.CARDS),
)
"""The checks that are made on every ply."""

_ONCE: Final = (Check.HEADER, Check.RULES, Check.COMMITMENTS, Check.REVEAL)


def quick(
    record: bytes, parent: bytes | None, keys: KeyList | None, receipts: Sequence[Any]
) -> Report | None:
    """The report on `record` if nothing is wrong with it, else None; the arguments are those of `audit`."""
    try:
        return _report(record, parent, keys, receipts) if len(record) <= SIZE_LIMIT else None
    except Exception:
        return None  # whatever a forger has written, the checks one by one will say what it is


def _report(record: bytes, parent: bytes | None, keys: KeyList | None, receipts: Sequence[Any]) -> Report:
    lines = entries(record).readlines()
    telling = Retelling(lines)
    telling.run()
    table, links = telling.table, Links(lines[: telling.plies])
    first = telling.first
    if not table.is_over or not is_game_id(table.game) or not _is_pinned(first):
        raise Differs
    line = reveal_line(table.game_key, fairness.opened_keys(table))
    stop = begin(record) + sum(map(len, links.lines))
    if not _begins(record, first, table) or not record.startswith(line, stop):
        raise Differs
    proof = _proof(record[stop + len(line) :], "rulebook" in first)
    builder = ReportBuilder()
    _count(builder, telling, "rulebook" in first)
    if first["events"][0].get("parent") is not None:
        check_start(builder, links)
        if parent is not None:
            check_parent(builder, links, parent, sound=quick(parent, None, None, ()) is not None)
        else:
            builder.absent(Unchecked.PARENT_RECORD)
    signed = proof.receipts if proof else ()
    if keys or receipts or signed or Frozen in telling.told:
        check_receipts(builder, links, keys, receipts, signed)
    else:
        builder.absent(Unchecked.KEYS)
    check_inclusion(builder, links, proof, keys)
    report = builder.report(Scope.RECORD, table.game, len(links), telling.digest)
    if report.findings:
        raise Differs
    return report


def _is_pinned(first: Json) -> bool:
    """Whether the first entry names versions and keys as it may; its rulebook stands before it."""
    version = first["rules_version"]
    known = type(version) is int and 1 <= version <= RULES_VERSION
    signed = "receipt_key" not in first or is_key(first["receipt_key"])
    return known and signed and ("rulebook" not in first or is_pin(first["rulebook"]))


def _begins(record: bytes, first: Json, table: Table) -> bool:
    """Whether the lines before the entries are those that the first of them and the last table ask for."""
    seats = [{"kind": str(one.kind), "player": one.player, "bot": one.bot} for one in table.places]
    header = header_line(first, table.ply, seats)
    book = _rulebook(table.play.name, first["rulebook"]) if "rulebook" in first else b""
    whole = len(header) + len(book) == begin(record)
    return whole and record.startswith(header) and record.startswith(book, len(header))


def _rulebook(play: str, pin: Json) -> bytes:
    found = edition(play, pin["edition"])
    if found is None or found.pin != pin:
        raise Differs
    return _line_of_edition(play, found.edition)


@lru_cache
def _line_of_edition(play: str, number: int) -> bytes:
    """The line that an edition is on: tens of thousands of bytes, in nearly every record the same."""
    found = edition(play, number)
    if found is None:
        raise Differs
    return rulebook_line(found)


def _proof(line: bytes, due: bool) -> Proof | None:
    if not due and not line:
        return None
    if line == proof_line(Proof()):
        return Proof()
    document, exact = parse_object(line[:-1])
    if not due or not exact or document is None or line[-1:] != b"\n" or len(line) > LINE_LIMIT:
        raise Differs
    return shaped(parse_proof, document)


def _count(builder: ReportBuilder, telling: Retelling, rulebook: bool) -> None:
    """Notes what telling the log again has looked at, check by check."""
    told = telling.told.count
    builder.looked(*_EACH, plies=telling.plies)
    builder.looked(*_ONCE, *([Check.RULEBOOK] if rulebook else []))
    for check, plies in (
        (Check.COMMITMENTS, told(HandBegun)),
        (Check.DEAL, told(Deal)),
        (Check.MONEY, told(HandSettled) + told(HouseCharged)),
    ):
        builder.looked(check, plies=plies)


class Links(Sequence[Link]):
    """The links of a log that is known to be whole, each read from its line when it is asked for."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.lines = lines

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, at: Any) -> Any:
        found = self.lines[at]
        return list(map(_link, found)) if isinstance(at, slice) else _link(found)


def _link(line: bytes) -> Link:
    document = parse(line)
    public = document["public"]
    return Link(public["ply"], canonical(public), public, bytes.fromhex(document["digest"]))
