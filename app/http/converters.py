"""URL converters: a path part of the wrong form gives 404 and never reaches a key or a number."""

from collections.abc import Callable
from typing import Any, Final

from werkzeug.routing import BaseConverter

from app.http.credentials import GAME_ID, ID_BODY, PLAYER_ID

DISPUTE_ID = f"d-{ID_BODY}"
WEBHOOK_ID = f"w-{ID_BODY}"
TOURNAMENT_ID = f"t-{ID_BODY}"
MESSAGE_ID = "msg_[0-9a-f]{32}"


class PlyConverter(BaseConverter):
    """Matches a ply in ASCII digits without leading zeros, and converts it to int.

    The `int` converter of werkzeug accepts Arabic digits and fails on thousands of them.
    """

    regex = "0|[1-9][0-9]{0,14}"

    def to_python(self, value: str) -> int:
        """Return the ply as int."""
        return int(value)


def pattern_parameter(converter: BaseConverter) -> dict[str, object]:
    """The OpenAPI schema of a path parameter that is a text."""
    return {"type": "string", "pattern": f"^{converter.regex}$"}


def ply_parameter(converter: PlyConverter) -> dict[str, object]:
    """The OpenAPI schema of a `ply` path parameter."""
    return {"type": "integer", "minimum": 0}


_IDS: Final = {
    "game_id": GAME_ID,
    "player_id": PLAYER_ID,
    "dispute_id": DISPUTE_ID,
    "webhook_id": WEBHOOK_ID,
    "tournament_id": TOURNAMENT_ID,
    "message_id": MESSAGE_ID,
}
"""Patterns of ids by the names of their converters, so that braces or NUL never reach a key of the store."""

CONVERTERS: dict[str, type[BaseConverter]] = {
    **{name: type(name, (BaseConverter,), {"regex": pattern}) for name, pattern in _IDS.items()},
    "ply": PlyConverter,
}
"""Converters by their names in addresses."""

PARAMETERS: tuple[tuple[type[BaseConverter], Callable[[Any], dict[str, object]]], ...] = tuple(
    (converter, ply_parameter if converter is PlyConverter else pattern_parameter)
    for converter in CONVERTERS.values()
)
"""The function that documents each converter."""
