"""Claims and outcomes of a dispute."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message
from replays.disputes.state import Claim, VerdictOutcome

CLAIMS: Final[Mapping[Claim, Message]] = MappingProxyType(
    {
        Claim.DECK_CHOSEN: Message("the deck was chosen and not drawn by chance"),
        Claim.ILLEGAL_MOVE: Message("the move is against the rules"),
        Claim.WRONG_REFUSAL: Message("a lawful move was refused"),
        Claim.HISTORY_ALTERED: Message("what had been played was changed afterwards"),
        Claim.WRONG_PAYMENT: Message("the wrong amounts were paid"),
        Claim.TIME_OUT: Message("the service answered for a seat before its time was over"),
        Claim.OTHER: Message("something else"),
    }
)

OUTCOMES: Final[Mapping[VerdictOutcome, Message]] = MappingProxyType(
    {
        VerdictOutcome.UPHELD: Message("the claim was borne out"),
        VerdictOutcome.REJECTED: Message("the claim was not borne out"),
        VerdictOutcome.UNDECIDED: Message("the claim is undecided"),
    }
)

FORCED: Final = Message(
    "Another seat had forced the centre card on seat {seat}: it had to meld it and could do nothing else."
)
"""Why a meld was lawful that a seat was forced to make."""
