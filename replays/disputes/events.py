"""Events of a dispute (RULES 13). Their names are stored and never change."""

from dataclasses import dataclass

from app.games.codec import Json


@dataclass(frozen=True, slots=True)
class DisputeOpened:
    """A hand is in dispute."""

    dispute: str
    game: str
    ply: int
    digest: str
    hand_number: int
    first: int
    last: int
    seats: int
    seat: int
    claim: str
    text: str
    parties: tuple[Json, ...]
    at: int
    refused: Json | None = None
    receipt: Json | None = None
    refusal: Json | None = None
    checkpoint: Json | None = None
    judge: int | None = None


@dataclass(frozen=True, slots=True)
class EvidenceAdded:
    """Evidence was added; the verdict so far, and the answers to it, are void."""

    by: str
    at: int
    refused: Json | None = None
    receipt: Json | None = None
    refusal: Json | None = None
    checkpoint: Json | None = None


@dataclass(frozen=True, slots=True)
class RevealAwaited:
    """The facts wait for the reveal of the hand."""


@dataclass(frozen=True, slots=True)
class DisputeJudged:
    """The service has stored its verdict; answers are accepted until `until`."""

    verdict: Json
    until: int


@dataclass(frozen=True, slots=True)
class Stated:
    """A seat or an arbiter has added a statement."""

    by: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class VerdictAccepted:
    """A seat accepts the verdict."""

    seat: int


@dataclass(frozen=True, slots=True)
class VerdictContested:
    """A seat contests the verdict: an arbiter may rule until `until`."""

    seat: int
    until: int


@dataclass(frozen=True, slots=True)
class DisputeClosed:
    """The dispute is over without a ruling; the ledger is changed by `correction`, None for not at all."""

    reason: str
    correction: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class DisputeRuled:
    """An arbiter, the player `by`, has ended the dispute."""

    by: str
    outcome: str
    reason: str
    paragraph: str | None = None
    correction: tuple[int, ...] | None = None


Event = (
    DisputeOpened
    | EvidenceAdded
    | RevealAwaited
    | DisputeJudged
    | Stated
    | VerdictAccepted
    | VerdictContested
    | DisputeClosed
    | DisputeRuled
)

EVENTS: dict[str, type[Event]] = {
    "dispute-opened": DisputeOpened,
    "evidence-added": EvidenceAdded,
    "reveal-awaited": RevealAwaited,
    "dispute-judged": DisputeJudged,
    "stated": Stated,
    "verdict-accepted": VerdictAccepted,
    "verdict-contested": VerdictContested,
    "dispute-closed": DisputeClosed,
    "dispute-ruled": DisputeRuled,
}
"""The events by their stored names."""
