"""Whose eyes a webhook sees with: those of its owner now, as far as the key that made it could."""

from collections.abc import Callable
from dataclasses import dataclass

from app.games.cards import Seat
from app.games.table.seats import seat_of
from app.games.table.state import Table, Visibility
from app.players.state import Player, Scope
from app.service.pending_decisions import kept_seat
from app.webhooks.state import Webhook

Find = Callable[[str], Player | None]


@dataclass(frozen=True, slots=True)
class Viewer:
    """The seat that reads, None for a spectator, and whether what it is told may be answered with a move."""

    seat: Seat | None
    plays: bool


def viewer_of(find: Find, webhook: Webhook, table: Table) -> Viewer | None:
    """With which eyes `webhook` sees a game, None where it may not, or is not about it.

    A seat is told of its game by a webhook whose key can view, and so is, as a spectator, a player for whom
    a seat is kept. Without a seat only an organiser is: of the
    games that it hosts, and of those that the webhook names, a private one among them only if it is an
    arbiter too.
    """
    if webhook.games is not None and table.game not in webhook.games:
        return None
    owner = find(webhook.owner)
    scopes = set(webhook.scopes) & set(owner.scopes if owner else ())
    seat = seat_of(table, webhook.owner)
    if seat is not None:
        return Viewer(seat, Scope.PLAY in scopes) if Scope.VIEW in scopes else None
    if kept_seat(table, webhook.owner) is not None:
        return Viewer(None, plays=False) if Scope.VIEW in scopes else None
    if Scope.ORGANISE not in scopes:
        return None
    shown = table.visibility is not Visibility.PRIVATE or Scope.AUDIT in scopes
    hosts = table.host == webhook.owner
    return Viewer(None, plays=False) if hosts or (shown and webhook.games is not None) else None
