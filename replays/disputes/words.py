"""Refusals of disputes; the paragraphs are those of RULES.md."""

from dataclasses import dataclass
from typing import Final

from app.http.errors import Code, register
from app.i18n import Message

STALE: Final = Message("Read the dispute again and decide on its current ply.")
"""Detail of `stale_ply` for a dispute."""


@dataclass(frozen=True, slots=True)
class RefusalText:
    """A refusal: its paragraph of RULES.md, and its status, title and sentence."""

    rule: str
    code: Code


ROWS: dict[str, RefusalText] = {
    "dispute_party": RefusalText(
        "13.1",
        Code(
            403,
            "You are no party to this dispute",
            "Act as a seat of the game, or as an arbiter who has none.",
        ),
    ),
    "dispute_ply": RefusalText(
        "13.1",
        Code(422, "This entry belongs to no hand", "Name an entry that belongs to a hand of this game."),
    ),
    "dispute_hand_open": RefusalText(
        "13.1", Code(409, "The hand is still being played", "Open the dispute when the hand is over.")
    ),
    "dispute_closed": RefusalText(
        "13.1",
        Code(
            409,
            "It is too late for this",
            "Do nothing: the dispute accepts no more commands, and its result stands.",
        ),
    ),
    "dispute_repeated": RefusalText(
        "13.1",
        Code(
            409,
            "You have disputed this already",
            "Follow the dispute that you have opened on this hand with this claim.",
        ),
    ),
    "dispute_command": RefusalText(
        "13.2",
        Code(
            422,
            "The refused command is missing, wrong or unwanted",
            "With `wrong_refusal` give the refused command as you sent it, with any other claim none.",
        ),
    ),
    "dispute_receipt": RefusalText(
        "13.2",
        Code(
            422,
            "This receipt is not from this service",
            "Give a receipt that this service signed for this game.",
        ),
    ),
    "dispute_refusal": RefusalText(
        "13.9",
        Code(
            422,
            "This refusal is not of this command",
            "Give the refusal that this service signed of this command, seat and hand.",
        ),
    ),
    "dispute_checkpoint": RefusalText(
        "13.9",
        Code(
            422,
            "This checkpoint does not cover the game",
            "Give a proof of inclusion of this game as this service served it, with leaf and note.",
        ),
    ),
    "dispute_evidence": RefusalText(
        "13.9",
        Code(
            409,
            "This dispute takes no more evidence",
            "Say what it shows in a statement, or contest the verdict and leave it to an arbiter.",
        ),
    ),
    "dispute_unjudged": RefusalText(
        "13.5",
        Code(
            409,
            "There is no verdict yet",
            "Wait for the machine's verdict; a statement can be made at any time.",
        ),
    ),
    "dispute_answered": RefusalText(
        "13.5", Code(409, "You have answered the verdict", "Do nothing: your answer is in the dispute.")
    ),
    "dispute_statements": RefusalText(
        "13.5",
        Code(409, "Too many statements", "Make no more statements here; the other answers still count."),
    ),
    "dispute_uncontested": RefusalText(
        "13.6",
        Code(
            409,
            "There is nothing for an arbiter to rule on",
            "Rule where the machine could not decide, or a seat contests its verdict.",
        ),
    ),
    "dispute_correction": RefusalText(
        "13.6",
        Code(
            422,
            "The correction does not sum to zero",
            "Give one amount for every seat; together they sum to zero.",
        ),
    ),
}
"""Every code of a DisputeRefused."""


POINTERS: Final = {
    "dispute_ply": "/ply",
    "dispute_command": "/command",
    "dispute_receipt": "/receipt",
    "dispute_refusal": "/refusal",
    "dispute_checkpoint": "/checkpoint",
}
"""By code the member of the body that is at fault."""


FROZEN: Final = Message(
    "The game is frozen: its hand can be disputed once the operator has voided it (`conquian games void`)."
    " Keep your receipt and ask for that."
)
"""Detail of `dispute_hand_open` for the hand of a frozen game."""


def exists(dispute: str) -> Message:
    """Return the detail of `dispute_repeated` if `dispute` is the existing one."""
    return Message(
        "This claim is dispute {dispute} already. While it is open, evidence is added to it by a move"
        " `evidence` to /v1/disputes/{dispute}/moves."
    ).filled(dispute=dispute)


def install() -> None:
    """Add the codes to the catalogue."""
    register({name: row.code for name, row in ROWS.items()})
