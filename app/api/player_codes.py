"""Error codes of players and their keys."""

from collections.abc import Mapping
from typing import Final

from app.http.errors import Code, register

_ROWS: Final[Mapping[str, Code]] = {
    "player_unknown": Code(422, "There is no such player", "Name a player who exists, by id."),
    "player_twice": Code(422, "One player has two seats", "Give a player one seat at a table."),
    "key_limit": Code(
        409,
        "No more keys for this player",
        "Register another player: this one has had as many keys as one may ever have.",
    ),
}


def install() -> None:
    """Register the codes."""
    register(_ROWS)
