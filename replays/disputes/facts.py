"""What an audit finds of one hand: its own entries, and what every hand stands on."""

from collections.abc import Sequence
from typing import Final

from app.store.entry import Entry
from replays.audit.chain import Link, check_public, link
from replays.audit.commitments import Pair, check_commitments, check_seals
from replays.audit.decisions import DecisionCheck
from replays.audit.report import Check, Finding, ReportBuilder, Scope
from replays.disputes.hands import Hand

CHAIN: Final = (Check.FORMAT, Check.GAPS, Check.DIGESTS, Check.ACTORS, Check.TIMES)
"""Checks that hold for every entry or for none: an altered one makes doubtful what comes after it."""

_FOUNDATION: Final = (Check.COMMITMENTS, Check.RULES)


def findings(entries: Sequence[Entry], key: bytes, hand: Hand) -> tuple[Finding, ...]:
    """What is wrong with `hand` of the log `entries`, by what anybody may know of it now.

    With its cards open, that is everything; `key` is the game's. What only other hands would show is left
    out, so that nothing of them gets known.
    """
    notes = ReportBuilder()
    links = [link(entry.ply, entry.public, entry.digest) for entry in entries]
    check_public(notes, links)
    if hand.revealed:
        _check_hidden(notes, entries, links, key, hand)
    last = entries[-1]
    report = notes.report(Scope.PUBLIC, last.game, last.ply, last.digest)
    return tuple(found for found in report.findings if _concerns(found, hand))


def _check_hidden(
    notes: ReportBuilder, entries: Sequence[Entry], links: Sequence[Link | None], key: bytes, hand: Hand
) -> None:
    upto = hand.last or len(entries)
    pairs: list[Pair] = [
        (one, entry) for one, entry in zip(links, entries, strict=True) if one and entry.ply <= upto
    ]
    check_commitments(notes, key, pairs)
    check_seals(notes, key, pairs)
    DecisionCheck(notes, key).run(pairs, 0)


def _concerns(found: Finding, hand: Hand) -> bool:
    last = hand.last or found.ply
    if hand.first <= found.ply <= last:
        return True
    if found.ply > last:
        return False
    return found.check in CHAIN or (found.ply <= 1 and found.check in _FOUNDATION)
