"""Invitation codes: creation and parsing. A code allows its bearer to take a seat, so it is a secret like a
token.

`cq_inv_<game id>.<seat>_<secret><crc>`: it is sent in the body of a request only. The secret is derived, so
that the answer to a repeated creation can show it again; the log keeps a hash of a hash of it.
"""

import hmac
import re
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from app.http.tokens import GAME_ID, SECRET, base32, checked, has_checksum

PREFIX: Final = "cq_inv_"
LONGEST: Final = 200
"""Length limit, larger than the length of any code."""

_LABEL: Final = b"conquian/invitation-code/1"
_CODE: Final = re.compile(rf"{PREFIX}({GAME_ID})\.(0|[1-9][0-9]?)_{SECRET}")


@dataclass(frozen=True, slots=True)
class Invitation:
    """Game and seat that a code names; None if the text is not a code. The table verifies it."""

    game: str | None
    seat: int | None
    text: str = field(repr=False)

    @property
    def proof(self) -> str:
        """Hash of the code, in hex, as shown at the table."""
        return sha256(self.text.encode()).hexdigest()


def mint_invitation(token_key: bytes, game: str, seat: int) -> str:
    """Return the code for a seat of a game, always the same for the same arguments."""
    name = game.encode()
    message = _LABEL + bytes([len(name)]) + name + bytes([seat])
    return checked(f"{PREFIX}{game}.{seat}_{base32(hmac.digest(token_key, message, 'sha256'))}")


def invitation(text: str) -> Invitation:
    """Parse `text` as a code."""
    match = _CODE.fullmatch(text)
    if match is None or not has_checksum(text):
        return Invitation(None, None, text)
    return Invitation(match[1], int(match[2]), text)
