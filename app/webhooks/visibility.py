"""Access of a webhook to a game: that of its owner now, limited by the scopes of the key that created it."""

from collections.abc import Callable
from dataclasses import dataclass

from app.games.cards import Seat
from app.games.table.seats import seat_of
from app.games.table.state import Table, Visibility
from app.players.state import KeyScope, Player
from app.service.pending_decisions import kept_seat
from app.webhooks.state import Webhook

Find = Callable[[str], Player | None]


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewing seat, None for a spectator, and whether a message may be answered with a move."""

    seat: Seat | None
    plays: bool


def viewer_of(find: Find, webhook: Webhook, table: Table) -> Viewer | None:
    """Return the access of `webhook` to a game, None if it has none, or is not about it.

    A seat receives its game if the webhook's key can view, and so does, as a spectator, a player with a
    reserved seat. Others need the scope `organise`: they receive the games that they host, and those that the
    webhook names, a private one only with the scope `audit`.
    """
    if webhook.games is not None and table.game not in webhook.games:
        return None
    owner = find(webhook.owner)
    scopes = set(webhook.scopes) & set(owner.scopes if owner else ())
    seat = seat_of(table, webhook.owner)
    if seat is not None:
        return Viewer(seat, KeyScope.PLAY in scopes) if KeyScope.VIEW in scopes else None
    if kept_seat(table, webhook.owner) is not None:
        return Viewer(None, plays=False) if KeyScope.VIEW in scopes else None
    if KeyScope.ORGANISE not in scopes:
        return None
    is_visible = table.visibility is not Visibility.PRIVATE or KeyScope.AUDIT in scopes
    hosts = table.host == webhook.owner
    return Viewer(None, plays=False) if hosts or (is_visible and webhook.games is not None) else None
