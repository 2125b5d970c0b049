"""Presence at a table over HTTP: which seats have an open event stream."""

from collections.abc import Iterator
from typing import Annotated, TypedDict

import orjson

from app.api.services import Service
from app.games.cards import Seat
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint
from app.http.streaming import StreamItem
from app.service.presence import StreamPresence
from app.store.keys import GameId


class PresenceView(TypedDict):
    """The connected seats of a game."""

    game: Annotated[str, "Its id"]
    connected: Annotated[list[int], "The numbers of the seats with an open event stream"]


_EXAMPLE: PresenceView = {"game": "g-17…", "connected": [0, 2]}


def blueprint(service: Service) -> Blueprint:
    """Return the resource of presence."""
    resource = Blueprint(
        "presence", __name__, url_prefix="/v1/games", description="Presence: who is connected to a table"
    )

    @resource.route("/<game_id:game>/presence", methods=["GET"])
    @resource.answers(200, PresenceView, example=_EXAMPLE)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    def presence(game: GameId) -> JsonAnswer[PresenceView]:
        """Get the connected seats

        A seat is connected while it has an event stream of the game open, and for some seconds afterwards.
        Presence is not part of the log. A stream of events with `presence=1` has each change of it.
        """
        service.access.reader(service.games.current(game))
        body: PresenceView = {"game": game, "connected": [*service.presence.presence.of(game)]}
        return JsonAnswer(body, headers={"Cache-Control": "no-store"})

    return resource


def changes(presence: StreamPresence, seat: Seat | None, is_told: bool) -> Iterator[StreamItem]:
    """Keep the stream of `seat`; with `is_told` yield the connected seats if they have changed."""
    presence.keep(seat)
    if is_told and (connected := presence.change()) is not None:
        yield StreamItem("presence", orjson.dumps({"connected": connected}))
