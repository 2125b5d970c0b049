"""URL converters: a path part of the wrong form gives 404 and never reaches a key or a number."""

from collections.abc import Callable
from typing import Any

from werkzeug.routing import BaseConverter

from app.http.credentials import GAME_ID, ID_BODY, PLAYER_ID

DISPUTE_ID = f"d-{ID_BODY}"
WEBHOOK_ID = f"w-{ID_BODY}"
TOURNAMENT_ID = f"t-{ID_BODY}"
MESSAGE_ID = "msg_[0-9a-f]{32}"


class GameIdConverter(BaseConverter):
    """Matches a game id only, so that braces or NUL never reach a key of the store."""

    regex = GAME_ID
    part_isolating = True


class PlayerIdConverter(BaseConverter):
    """Matches the id of a player only."""

    regex = PLAYER_ID
    part_isolating = True


class DisputeIdConverter(BaseConverter):
    """Matches the id of a dispute only."""

    regex = DISPUTE_ID
    part_isolating = True


class WebhookIdConverter(BaseConverter):
    """Matches the id of a webhook only."""

    regex = WEBHOOK_ID
    part_isolating = True


class TournamentIdConverter(BaseConverter):
    """Matches the id of a tournament only."""

    regex = TOURNAMENT_ID
    part_isolating = True


class MessageIdConverter(BaseConverter):
    """Matches the id of a message to a webhook only."""

    regex = MESSAGE_ID
    part_isolating = True


class PlyConverter(BaseConverter):
    """Matches a ply in ASCII digits without leading zeros, and converts it to int.

    The `int` converter of werkzeug accepts Arabic digits and fails on thousands of them.
    """

    regex = "0|[1-9][0-9]{0,14}"
    part_isolating = True

    def to_python(self, value: str) -> int:
        """Return the ply as int."""
        return int(value)


def pattern_parameter(converter: BaseConverter) -> dict[str, object]:
    """The OpenAPI schema of a path parameter that is a text."""
    return {"type": "string", "pattern": f"^{converter.regex}$"}


def ply_parameter(converter: PlyConverter) -> dict[str, object]:
    """The OpenAPI schema of a `ply` path parameter."""
    return {"type": "integer", "minimum": 0}


CONVERTERS: dict[str, type[BaseConverter]] = {
    "game_id": GameIdConverter,
    "player_id": PlayerIdConverter,
    "dispute_id": DisputeIdConverter,
    "webhook_id": WebhookIdConverter,
    "tournament_id": TournamentIdConverter,
    "message_id": MessageIdConverter,
    "ply": PlyConverter,
}
"""Converters by their names in addresses."""

PARAMETERS: tuple[tuple[type[BaseConverter], Callable[[Any], dict[str, object]]], ...] = tuple(
    (converter, ply_parameter if converter is PlyConverter else pattern_parameter)
    for converter in CONVERTERS.values()
)
"""The function that documents each converter."""
