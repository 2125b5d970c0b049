"""All there is to judge a claim by, and what a claim comes to.

What an audit finds of one hand: its own entries, and what every hand stands on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.games.codec import Json, freeze
from app.games.game import Game
from app.games.table.state import Table
from app.service.entry_codec import DecodedEntry, advance, decode_entry
from app.store.entry import Entry
from replays.audit.chain import Link, link_of
from replays.audit.commitments import Pair, check_commitments, check_seals
from replays.audit.decisions import DecisionCheck
from replays.audit.public_part import check_public
from replays.audit.report import Check, Finding, ReportBuilder, Scope
from replays.disputes.hands import HandSpan
from replays.disputes.state import Dispute, VerdictOutcome

CLOCKS_MS: Final = 2_000
"""Difference that the clocks of two hosts may have before a time-out is judged as early or in time."""

DECK: Final = (Check.COMMITMENTS, Check.DEAL, Check.SEALS)
MOVE: Final = (Check.DECISIONS, Check.CARDS, Check.FORMAT)

_STORED: Final = {"card_not_in_hand": "10.1", "card_reused": "6.8"}
"""Paragraphs of codes as stored verdicts cite them, where refusals cite another today."""


@dataclass(frozen=True, slots=True)
class Case:
    """A dispute, the log of its game, the hand, and what the audit found of that."""

    dispute: Dispute
    entries: Sequence[Entry]
    hand: HandSpan
    found: tuple[Finding, ...]

    @property
    def play(self) -> Game:
        """The game that is played."""
        return self.table(1).play

    def table(self, ply: int) -> Table:
        """Return the game right after entry `ply`."""
        position = advance(None, tuple(self.entries[:ply]))
        if position is None:
            raise ValueError("there is no position before the first entry")
        return position.table

    def entry(self, ply: int) -> DecodedEntry:
        """Return entry `ply`, decoded with its hidden parts."""
        play = self.table(1).play if ply > 1 else None
        return decode_entry(play, self.entries[ply - 1])

    def among(self, *checks: Check) -> list[Finding]:
        """Return the findings of these checks."""
        return [finding for finding in self.found if finding.check in checks]

    def has(self, ply: int, digest: str) -> bool:
        """Return whether the log has an entry `ply` with this digest."""
        return 0 < ply <= len(self.entries) and self.entries[ply - 1].digest.hex() == digest

    def ends(self, plies: int, digest: str) -> bool:
        """Return whether the log ends with entry `plies` and this digest."""
        return plies == len(self.entries) and self.has(plies, digest)


@dataclass(frozen=True, slots=True)
class Opinion:
    """Result of a claim: the outcome, the paragraph, the facts, the amounts to pay back.

    `code` is the reason, from version 2 of the judge on.
    """

    outcome: VerdictOutcome
    rule: str | None
    facts: Json
    correction: tuple[int, ...] | None = None
    code: str | None = None


def command_of(table: Table, document: Mapping[str, Any]) -> Any:
    """Return the command of a hand that a document stands for."""
    return table.play.command_from_json({name: freeze(value) for name, value in document.items()})


def cited(play: Game, wrong: Sequence[Finding], rule: str) -> str:
    """Return the paragraph that the first of these findings names, `rule` where none does.

    Of a refusal it is that of its code, as every verdict that is stored has it.
    """
    return next((cited for finding in wrong if (cited := _cited(play, finding))), rule)


def _cited(play: Game, finding: Finding) -> str | None:
    code = str(finding.evidence.get("refusal"))
    return cited_for(play, code) or finding.rule


def cited_for(play: Game, code: str) -> str | None:
    """Return the paragraph of the rulebook of `play` that a verdict cites for a refusal code.

    None for an unknown code.
    """
    known = play.reasons.get(code)
    return _STORED.get(code) or (known.rule if known else None)


def refund(hand: HandSpan) -> tuple[int, ...] | None:
    """Return the amounts that undo the payment of the hand: a void hand pays nothing (RULES 11.5)."""
    amounts = hand.settled["amounts"] if hand.settled else []
    return tuple(-amount for amount in amounts) if any(amounts) else None


CHAIN: Final = (Check.FORMAT, Check.GAPS, Check.DIGESTS, Check.ACTORS, Check.TIMES)
"""Checks that hold for every entry or for none: an altered one makes doubtful what comes after it."""

_FOUNDATION: Final = (Check.COMMITMENTS, Check.RULES)


def findings(entries: Sequence[Entry], key: bytes, hand: HandSpan) -> tuple[Finding, ...]:
    """Return the findings about `hand` in the log `entries` that may be public now.

    If its cards are open, these are all; `key` is the key of the game. Findings that only hidden cards of
    other hands would show are left out.
    """
    notes = ReportBuilder()
    links = [link_of(entry.ply, entry.public, entry.digest) for entry in entries]
    check_public(notes, links)
    if hand.revealed:
        _check_hidden(notes, entries, links, key, hand)
    last = entries[-1]
    report = notes.report(Scope.PUBLIC, last.game, last.ply, last.digest)
    return tuple(finding for finding in report.findings if _concerns(finding, hand))


def _check_hidden(
    notes: ReportBuilder, entries: Sequence[Entry], links: Sequence[Link | None], key: bytes, hand: HandSpan
) -> None:
    upto = hand.last or len(entries)
    pairs: list[Pair] = [
        (link, entry) for link, entry in zip(links, entries, strict=True) if link and entry.ply <= upto
    ]
    check_commitments(notes, key, pairs)
    check_seals(notes, key, pairs)
    DecisionCheck(notes, key).run(pairs, 0)


def _concerns(finding: Finding, hand: HandSpan) -> bool:
    last = hand.last or finding.ply
    if hand.first <= finding.ply <= last:
        return True
    if finding.ply > last:
        return False
    return finding.check in CHAIN or (finding.ply <= 1 and finding.check in _FOUNDATION)
