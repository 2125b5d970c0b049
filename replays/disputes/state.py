"""State of a dispute: its subject, its parties, and its outcome. Times are ms since 1970."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

JUDGE: Final = 3
"""The version of the judge of disputes that are opened now; see `replays.disputes.verdict`."""


class Claim(StrEnum):
    """Kind of a claim (RULES 13.2)."""

    DECK_CHOSEN = "deck_chosen"
    ILLEGAL_MOVE = "illegal_move"
    WRONG_REFUSAL = "wrong_refusal"
    HISTORY_ALTERED = "history_altered"
    WRONG_PAYMENT = "wrong_payment"
    TIME_OUT = "time_out"
    OTHER = "other"


HIDDEN = (Claim.DECK_CHOSEN, Claim.ILLEGAL_MOVE, Claim.WRONG_REFUSAL)
"""Claims whose facts show cards, so that they wait for the reveal of the hand (RULES 13.4)."""


ABOUT_MOVES = (Claim.ILLEGAL_MOVE, Claim.WRONG_REFUSAL)
"""Claims about a move, beside which the lawful ones are listed."""


class DisputeState(StrEnum):
    """Phase of a dispute."""

    OPEN = "open"
    AWAITING_REVEAL = "awaiting_reveal"
    JUDGED = "judged"
    CLOSED = "closed"
    RULED = "ruled"


OVER = (DisputeState.CLOSED, DisputeState.RULED)
"""The states in which the log has its last entry."""


class VerdictOutcome(StrEnum):
    """Outcome of a claim, by the service or by an arbiter."""

    UPHELD = "upheld"
    REJECTED = "rejected"
    UNDECIDED = "undecided"


class Closing(StrEnum):
    """Why a dispute ended without a ruling."""

    WITHDRAWN = "withdrawn"
    ACCEPTED = "accepted"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Party:
    """A seat that a person has, with the player's id if it is known, and how it took the verdict."""

    seat: int
    player: str | None
    answer: str | None = None  # accepted, contested


@dataclass(frozen=True, slots=True)
class Statement:
    """Statement of an actor."""

    by: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence: a receipt, the refused command, its signed refusal, a proof of inclusion.

    `by` and `at` are None for evidence of the opening.
    """

    receipt: dict[str, Any] | None = None
    refused: dict[str, Any] | None = None
    refusal: dict[str, Any] | None = None
    checkpoint: dict[str, Any] | None = None
    by: str | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute as it stands.

    `ply` is the entry in dispute, `digest` its digest, `first` and `last` the entries of its hand; `seats` is
    the number of seats. `opened_with` is the evidence of the claimant at the start, `added` what came later.
    `verdict` and `ruling` are as their events have them, `correction` what the ledger is changed by at the
    end, by seat. `judge` is the version of the machine that judges.
    """

    id: str
    game: str
    ply: int
    digest: str
    hand_number: int
    first: int
    last: int
    seats: int
    seat: int
    claim: Claim
    text: str
    since: int
    parties: tuple[Party, ...]
    opened_with: Evidence = Evidence()
    added: tuple[Evidence, ...] = ()
    judge: int = 1
    state: DisputeState = DisputeState.OPEN
    until: int | None = None
    statements: tuple[Statement, ...] = ()
    verdict: Mapping[str, Any] | None = None
    ruling: Mapping[str, Any] | None = None
    closing: Closing | None = None
    correction: tuple[int, ...] | None = None

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """All evidence, in the order of its entries."""
        return (self.opened_with, *self.added)

    @property
    def command(self) -> dict[str, Any] | None:
        """The refused command, as last given in evidence."""
        given = [evidence.refused for evidence in self.evidence if evidence.refused is not None]
        return given[-1] if given else None

    @property
    def receipts(self) -> tuple[dict[str, Any], ...]:
        """Every receipt in evidence."""
        return tuple(evidence.receipt for evidence in self.evidence if evidence.receipt is not None)

    @property
    def refusals(self) -> tuple[dict[str, Any], ...]:
        """Every signed refusal in evidence."""
        return tuple(evidence.refusal for evidence in self.evidence if evidence.refusal is not None)

    @property
    def checkpoints(self) -> tuple[dict[str, Any], ...]:
        """Every proof of inclusion in evidence."""
        return tuple(evidence.checkpoint for evidence in self.evidence if evidence.checkpoint is not None)

    @property
    def is_over(self) -> bool:
        """True if the log has its last entry."""
        return self.state in OVER

    @property
    def contested(self) -> bool:
        """True if an arbiter may rule: the service could not decide, or a party contests its verdict."""
        undecided = self.verdict is not None and self.verdict["outcome"] == VerdictOutcome.UNDECIDED
        return undecided or any(party.answer == CONTESTED for party in self.parties)

    @property
    def for_arbiter(self) -> bool:
        """True if an arbiter may rule now."""
        return self.state is DisputeState.JUDGED and self.contested

    def party(self, seat: int) -> Party | None:
        """Return the party on `seat`."""
        return next((party for party in self.parties if party.seat == seat), None)


ACCEPTED, CONTESTED = "accepted", "contested"
