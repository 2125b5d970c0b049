"""Invitations to a seat (RULES 11.2): what the first entry holds of one, and what opens it."""

import re
from hashlib import sha256

from app.games.cards import Seat
from app.games.shuffle import length_prefixed
from app.games.table.state import Table

_PROOF = re.compile("[0-9a-f]{64}")


def closed(game: str, seat: int, proof: str) -> str:
    """What the log keeps of an invitation from the beginning, in hex, as is `proof`: the hash of its code.

    The proof itself enters the log when the seat is taken, so that everybody can see that whoever took it
    knew the code; the code never does.
    """
    message = b"conquian/invitation/1" + length_prefixed(game.encode()) + bytes((seat,))
    return sha256(message + bytes.fromhex(proof)).hexdigest()


def opens(table: Table, seat: Seat, proof: str) -> bool:
    """Whether `proof` opens the invitation that `seat` is kept for."""
    place = table.places[seat]
    return (
        place.is_invited
        and _PROOF.fullmatch(proof) is not None
        and closed(table.game, seat, proof) == place.invitation
    )
