"""URL converters: a path part of the wrong shape is an unknown address, never a key or a number."""

from werkzeug.routing import BaseConverter

from app.http.tokens import GAME_ID


class GameIdConverter(BaseConverter):
    """Matches a game id and nothing else, so that braces or NUL never come near a key of the store."""

    regex = GAME_ID
    part_isolating = True


class PlyConverter(BaseConverter):
    """Matches a ply, written in ASCII digits without leading zeros, and gives it as int.

    werkzeug's own `int` takes Arabic digits and fails on thousands of them.
    """

    regex = "0|[1-9][0-9]{0,14}"
    part_isolating = True

    def to_python(self, value: str) -> int:
        """The ply as int."""
        return int(value)


def game_id_parameter(converter: GameIdConverter) -> dict[str, object]:
    """The OpenAPI schema of a `game_id` path parameter."""
    return {"type": "string", "pattern": f"^{GAME_ID}$"}


def ply_parameter(converter: PlyConverter) -> dict[str, object]:
    """The OpenAPI schema of a `ply` path parameter."""
    return {"type": "integer", "minimum": 0}
