"""Prints the OpenAPI document of a service with Highcard: `python -m tests.second_game.document`.

A game is registered before the API is imported, because the schemas are made then.
"""

import sys

from app.games.registry import GAMES
from tests.second_game.game import HIGHCARD


def main() -> None:
    """Register Highcard, and print."""
    GAMES[HIGHCARD.name] = HIGHCARD
    from tests.frozen.doors import service  # noqa: PLC0415

    with service() as app:
        sys.stdout.write(app.test_client().get("/openapi.json").text)


if __name__ == "__main__":
    main()
