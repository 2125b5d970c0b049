"""Pictures of positions over HTTP, for previews of links to a game."""

from io import BytesIO
from typing import Any, Final

from flask import Response
from PIL import Image

from app.api import not_found, position_picture
from app.api.position_picture import Place
from app.api.schemas.requests import PictureOfPositionQuery
from app.api.services import Service
from app.games.table.state import Table
from app.games.table.view import revealed, view
from app.http.blocking_calls import in_thread_pool
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint, downloads
from app.service.readable_log import readable_position
from app.store.keys import GameId

_PNG: Final = "image/png"


def blueprint(service: Service) -> Blueprint:
    """Return the resource of the pictures of a game."""
    resource = Blueprint("pictures", __name__, url_prefix="/v1/games", description="Pictures")

    @resource.route("/<game_id:game>/picture.png", methods=["GET"])
    @downloads(_PNG)
    @resource.arguments(PictureOfPositionQuery, location="query")
    @resource.response(200, {"type": "string", "format": "binary"}, content_type=_PNG, example="PNG...")
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    def picture(query: dict[str, Any], game: GameId) -> Response:
        """Draw the position after a ply as PNG

        The picture of 1200 by 630 pixels, for previews of links, shows what a spectator may see: hands only
        when the game is over. By default it shows the last ply.
        """
        current = readable_position(service.games, game)
        service.access.reader(current)
        ply: int = query.get("ply", current.ply)
        if not 0 < ply <= current.ply:
            raise not_found.plies(current.ply)
        table = service.games.at(game, ply).table
        seen = view(table, None)
        hands = revealed(table)["hands"] if current.table.is_over else None
        cards = table.play.open_cards(seen, hands)
        title, places = f"Conquián · {seen['variant']}", _places(service, table, seen)
        png = in_thread_pool(lambda: _encoded(position_picture.draw(title, ply, cards, places)))
        response = Response(png, content_type=_PNG)
        response.set_etag(f"{ply}-revealed" if current.table.is_over else str(ply))
        return response

    return resource


def _encoded(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _places(service: Service, table: Table, seen: dict[str, Any]) -> list[Place]:
    names = [_name(service, seat) for seat in seen["seats"]]
    return [Place(name, table.balances[at], at in seen["awaited"]) for at, name in enumerate(names)]


def _name(service: Service, seat: dict[str, Any]) -> str:
    """Return the name of the player of a seat, or else its bot or its number."""
    player = service.players.find(seat["player"]) if seat["player"] else None
    return (player.name if player else None) or seat["bot"] or f"#{seat['seat'] + 1}"
