"""The audit: a record proved line by line, from its bytes alone, without the service that wrote it."""

from collections.abc import Iterable, Sequence
from typing import Any, BinaryIO

from app.i18n import Message
from app.store.canonical import parse
from app.store.entry import Entry
from replays.audit.chain import Link, LogLinks, events, game_of, is_withheld, link_of, present, renumbered
from replays.audit.commitments import (
    Pair,
    check_commitments,
    check_header,
    check_reveal,
    check_rulebook,
    check_seals,
    game_key,
)
from replays.audit.confirmed import NOTHING_CONFIRMED, Confirmed, confirm
from replays.audit.decisions import DecisionCheck
from replays.audit.forks import check_parent, check_start, is_fork
from replays.audit.public_part import check_public
from replays.audit.receipts import check_inclusion, check_receipts, check_uncompared
from replays.audit.report import Cause, Check, Report, ReportBuilder, Scope, Unchecked
from replays.record.format import ENDS, DamageLine
from replays.record.read import ParsedRecord, RecordLines
from replays.record.receipts import KeyList, is_receipt, is_refusal
from replays.record.untrusted_values import member


def audit(
    source: bytes | BinaryIO,
    parent: bytes | None = None,
    keys: KeyList | None = None,
    receipts: Sequence[Any] = (),
) -> Report:
    """Return everything that is wrong with the record in `source`; no exception is raised but OSError.

    `parent` is the record that a fork names, without which the origin of the fork is not checked. `keys` is
    the list of keys that the caller trusts, without which no signature is checked. `receipts` are the
    receipts and refusals that the caller has kept.

    Each entry is decided and encoded again and compared with its bytes (`replays.audit.confirmed`). From the
    first entry that differs on, the checks explain what is wrong. A finding does not end the audit: each
    check goes on as far as what it needs can be read, and the report says on how many plies each was made and
    on how many it could not be.
    """
    lines = RecordLines(source)
    confirmed = NOTHING_CONFIRMED if lines.is_damaged else confirm(lines.entries)
    parsed = lines.parse(confirmed.plies)
    builder = ReportBuilder()
    for fault in parsed.faults:
        builder.find(
            Check.FORMAT,
            fault.ply,
            Message("line {line}: {detail}").filled(line=fault.line, detail=fault.message),
            line=fault.line,
        )
    if parsed.damage:
        return _audit_damaged(builder, parsed, parsed.damage, keys, receipts)
    links = LogLinks(lines.entries[: confirmed.plies], _links(parsed.entries, confirmed.plies))
    check_public(builder, links, confirmed)
    check_start(builder, links)
    _check_hidden(builder, parsed, links, confirmed)
    if parsed.header:
        check_header(builder, parsed.header, links, confirmed)
    if parsed.rulebook:
        check_rulebook(builder, parsed.rulebook, links)
    _leave_out(builder, parsed, links, confirmed)
    if parent is not None and is_fork(links):
        check_parent(builder, links, parent, sound=audit(parent).sound)
    elif is_fork(links):
        builder.absent(Unchecked.PARENT_RECORD)
    check_receipts(builder, links, keys, receipts, parsed.proof.receipts if parsed.proof else ())
    check_inclusion(builder, links, parsed.proof, keys)
    game = parsed.header.game if parsed.header else None
    last = parsed.entries[-1] if parsed.entries else confirmed
    return builder.report(Scope.RECORD, game, len(links), last.digest if last and links else None)


def _audit_damaged(
    builder: ReportBuilder,
    parsed: ParsedRecord,
    damage: DamageLine,
    keys: KeyList | None,
    receipts: Sequence[Any],
) -> Report:
    """Audit the entries that are left of a damaged log."""
    links = _links(parsed.entries[: damage.damaged_at - 1])
    builder.looked(Check.HEADER)
    if game_of(links) not in ("", damage.game):
        builder.find(
            Check.HEADER, 0, Message("{name} is not that of the log").filled(name="game"), header=damage.game
        )
    _check_part(
        builder, links, damage.damaged_at, keys, receipts, parsed.proof.receipts if parsed.proof else ()
    )
    last = next((link.digest for link in reversed(links) if link), None)
    return builder.report(Scope.PUBLIC, damage.game, len(links), last)


def _check_part(
    builder: ReportBuilder,
    links: Sequence[Link | None],
    damaged_at: int,
    keys: KeyList | None,
    receipts: Sequence[Any],
    proof: Sequence[Any] = (),
) -> None:
    """Check the public part of the entries before the damage; the rest cannot be checked."""
    if links:
        check_public(builder, links)
        check_start(builder, links)
    builder.find(
        Check.GAPS, damaged_at, Message("what is stored is not what was written"), None, Cause.DAMAGE
    )
    builder.left_out(Check.GAPS, Check.COMMITMENTS, Check.MONEY, Check.END)
    builder.absent(Unchecked.HIDDEN)
    beyond = [receipt for receipt in receipts if _is_beyond(receipt, damaged_at)]
    check_receipts(builder, links, keys, [receipt for receipt in receipts if receipt not in beyond], proof)
    check_uncompared(builder, beyond, keys, len(links))


def _leave_out(
    builder: ReportBuilder, parsed: ParsedRecord, links: Sequence[Link | None], confirmed: Confirmed
) -> None:
    """Note what no check could look at because it is not in the record."""
    rest = links[confirmed.plies :]
    ended = confirmed.ended_at or any(True for link in present(rest) for _ in events(link, *ENDS))
    counted = parsed.header.plies - len(links) if parsed.header else 0
    missing = max(counted, 0 if ended else 1)
    if missing:
        builder.left_out(Check.GAPS, plies=missing)
    if not ended:
        builder.left_out(Check.END)
    if parsed.header is None:
        builder.left_out(Check.HEADER)


def audit_public(
    publics: Iterable[bytes],
    digests: Iterable[bytes],
    keys: KeyList | None = None,
    receipts: Sequence[Any] = (),
    damaged_at: int | None = None,
) -> Report:
    """Return everything that is wrong with the public part of a game that may still run.

    `publics` are the public parts as canonical JSON and `digests` their digests, both from ply 1; `keys` and
    `receipts` are as in `audit`. If the game has ended and its keys wait for other games on its deck, the
    report leaves the reveal out.

    From the entry `damaged_at` on the service cannot read the log, and the given entries are those before.
    That is a finding. Of receipts for unreadable entries only the signatures are checked.
    """
    builder = ReportBuilder()
    entries = [(public, digest) for public, digest in zip(publics, digests, strict=True)]
    numbered = renumbered([_claim(public) for public, _ in entries])
    links = [link_of(ply, *entry) for ply, entry in zip(numbered, entries, strict=True)]
    for ply, link in zip(numbered, links, strict=True):
        if link is None:
            builder.find(Check.FORMAT, ply, Message("the public part is not a JSON object in canonical form"))
    if damaged_at is None:
        check_public(builder, links)
        check_start(builder, links)
        if is_withheld(link.document for link in present(links)):
            builder.left_out(Check.REVEAL)
        builder.absent(Unchecked.HIDDEN)
        check_receipts(builder, links, keys, receipts)
    else:
        _check_part(builder, links, damaged_at, keys, receipts)
    game = next((link.document.get("game") for link in links if link), None)
    last = entries[-1][1] if entries else None
    return builder.report(Scope.PUBLIC, game if isinstance(game, str) else None, len(links), last)


def _is_beyond(statement: Any, damaged_at: int) -> bool:
    """Return whether a receipt or a refusal is of an entry from `damaged_at` on."""
    return (is_receipt(statement) or is_refusal(statement)) and statement["ply"] >= damaged_at


def _claim(public: bytes) -> object:
    try:
        document = parse(public)
    except ValueError:
        return None
    return member(document, "ply")


def _links(entries: Sequence[Entry | None], confirmed: int = 0) -> list[Link | None]:
    """Return the links of the entries that follow so many confirmed ones."""
    claims = [_claim(entry.public) if entry else None for entry in entries]
    numbered = renumbered([*range(1, confirmed + 1), *claims])[confirmed:]
    pairs = zip(numbered, entries, strict=True)
    return [link_of(ply, entry.public, entry.digest) if entry else None for ply, entry in pairs]


def _check_hidden(
    builder: ReportBuilder, parsed: ParsedRecord, links: Sequence[Link | None], confirmed: Confirmed
) -> None:
    """Check everything that depends on the opened keys and the hidden parts."""
    rest = links[confirmed.plies :]
    both = zip(rest, parsed.entries, strict=True)
    pairs: list[Pair] = [(link, entry) for link, entry in both if link is not None and entry is not None]
    if confirmed.table:
        key: bytes | None = bytes.fromhex(confirmed.table.game_key)
    else:
        key = game_key(builder, parsed.reveal, pairs)
    if key is None or not (pairs or confirmed.plies):
        builder.left_out(
            Check.SEALS, Check.REVEAL, Check.DEAL, Check.DECISIONS, Check.CARDS, plies=len(links)
        )
        return
    check_reveal(builder, key, parsed.reveal, pairs, links, confirmed)
    check_commitments(builder, key, pairs, confirmed)
    check_seals(builder, key, pairs, confirmed)
    if len(pairs) < len(rest):
        builder.left_out(Check.SEALS, Check.COMMITMENTS, Check.MONEY, plies=len(rest) - len(pairs))
    unread = rest.index(None) if None in rest else len(rest)
    DecisionCheck(builder, key, confirmed).run(pairs[:unread], len(rest) - unread)
