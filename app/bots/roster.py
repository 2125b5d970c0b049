"""The bots a table can seat, by name, and how one of them decides."""

import hmac
from collections.abc import Mapping, Sequence

from app.bots import greedy, random
from app.bots.strategy import Chance, Move, Strategy, View

BOTS: Mapping[str, Strategy] = {"random": random.choose, "greedy": greedy.choose}
"""Every strategy by the name it is seated under."""


def decision(bot: str, view: View, moves: Sequence[Move], bot_key: bytes) -> Move:
    """The move of `bot` for the question that is open in `view`.

    Its chance is HMAC-SHA-256(bot key, game || decision || seat), so that asking twice gives the same move
    and nobody without the key can foresee it (RULES 12.5).
    """
    place = view["game"].encode() + view["decision"].to_bytes(4, "big") + view["you"].to_bytes(1, "big")
    return BOTS[bot](view, moves, Chance(hmac.digest(bot_key, place, "sha256")))
