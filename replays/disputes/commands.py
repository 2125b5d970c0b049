"""Commands to a dispute (RULES 13). Their names are stored and never change."""

from dataclasses import dataclass

from app.games.codec import Json


@dataclass(frozen=True, slots=True)
class Open:
    """Dispute the entry `ply` of `game`; `parties` are objects `{"seat", "player"}`.

    `judge` is the version of the machine that judges, None for 1.
    """

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
    refused: Json | None = None
    receipt: Json | None = None
    refusal: Json | None = None
    checkpoint: Json | None = None
    judge: int | None = None


@dataclass(frozen=True, slots=True)
class AddEvidence:
    """Add to an open dispute what it was opened without; the machine judges anew."""

    refused: Json | None = None
    receipt: Json | None = None
    refusal: Json | None = None
    checkpoint: Json | None = None


@dataclass(frozen=True, slots=True)
class AwaitReveal:
    """The facts wait for the reveal of the hand (system)."""


@dataclass(frozen=True, slots=True)
class Judge:
    """The machine's verdict (system); see `replays.disputes.verdict`."""

    verdict: Json


@dataclass(frozen=True, slots=True)
class Say:
    """Add a statement for all who can see the dispute."""

    text: str


@dataclass(frozen=True, slots=True)
class Accept:
    """Agree that the verdict ends the dispute."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Ask for an arbiter, with a reason."""

    text: str


@dataclass(frozen=True, slots=True)
class WithdrawDispute:
    """Give the dispute up (claimant)."""


@dataclass(frozen=True, slots=True)
class Rule:
    """End the dispute (arbiter); `correction` is what the ledger is changed by, by seat, summing to zero."""

    outcome: str
    reason: str
    paragraph: str | None = None
    correction: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class ExpireDispute:
    """End the dispute because its time is over (system)."""


Command = (
    Open | AddEvidence | AwaitReveal | Judge | Say | Accept | Contest | WithdrawDispute | Rule | ExpireDispute
)

COMMANDS: dict[str, type[Command]] = {
    "open": Open,
    "evidence": AddEvidence,
    "await_reveal": AwaitReveal,
    "judge": Judge,
    "statement": Say,
    "accept": Accept,
    "contest": Contest,
    "withdraw": WithdrawDispute,
    "rule": Rule,
    "expire": ExpireDispute,
}
"""The commands by their names in the log and the API."""
