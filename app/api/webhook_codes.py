"""Error codes of webhooks."""

from collections.abc import Mapping
from typing import Final

from app.http.errors import Code, register

_ROWS: Final[Mapping[str, Code]] = {
    "webhook_changes": Code(
        409,
        "This webhook was changed too often",
        "Wait a day, or make another webhook: this one was changed as often as one may be.",
    ),
    "webhook_disabled": Code(409, "This webhook is off", "Enable the webhook first."),
    "webhook_url": Code(
        422,
        "This address cannot receive webhooks",
        "Use an http or https address of the public internet, on port 443, 80 or above 1024.",
    ),
    "webhook_games": Code(
        422,
        "This webhook cannot follow that game",
        "Name games in which you have a seat; an organiser may name others that it may see.",
    ),
}


def install() -> None:
    """Add the codes to the catalogue."""
    register(_ROWS)
