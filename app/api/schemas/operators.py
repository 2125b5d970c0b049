"""Schemas of the requests and answers of operators."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated, Any, TypedDict

from app.api.schemas.players import MeView
from app.http.fields import Boolean, Choice, Name, StrictSchema, String, TranslatedField, invalid, page_limit
from app.i18n import Message
from app.i18n.text_validation import NAME_LENGTH
from app.players.directory import PlayerState
from app.store.keys import LogKind, is_log_id, kind_of
from app.store.player_index import PlayerPlace

LARGEST_PAGE = 100
_END = "\0"


class PlayerChangeSchema(StrictSchema):
    """Changes of a player; what is left out stays."""

    name = Name(metadata={"description": "For people to read", "example": "Lupe"})
    banned = Boolean(metadata={"description": "Whether its keys, seats and new games are refused"})
    closed = Boolean(metadata={"description": "True: its keys and its name end for good"})


def place_cursor(place: PlayerPlace) -> str:
    """Return the cursor of the page after a player."""
    return urlsafe_b64encode(f"{place.name}{_END}{place.player}".encode()).decode().rstrip("=")


class PlaceCursorField(TranslatedField):
    """Cursor of a page of players, deserialised to the place of the last one before it."""

    def __init__(self, **kwargs: Any) -> None:
        description = "The `next` of the page before; absent for the first page"
        super().__init__(metadata={"description": description, "type": "string"}, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> PlayerPlace:
        try:
            name, player = urlsafe_b64decode(str(value).encode() + b"==").decode().split(_END)
            if is_log_id(player) and kind_of(player) is LogKind.PLAYER:
                return PlayerPlace(name, player)
        except ValueError:
            pass
        raise invalid(Message("A cursor is what the page before gave as next."))


class PlayersQuery(StrictSchema):
    """Filter and page of the players."""

    name = String(
        maximum=NAME_LENGTH,
        metadata={"description": "How the name begins, without case and accents"},
    )
    state = Choice(PlayerState, metadata={"description": "Without it all but closed ones"})
    cursor = PlaceCursorField()
    limit = page_limit("players", 50, LARGEST_PAGE)


class KeptPlayerView(MeView):
    """A player for an operator."""

    state: Annotated[str, {"enum": [*map(str, PlayerState)]}]


class PlayersView(TypedDict):
    """A page of players."""

    players: list[KeptPlayerView]
    next: Annotated[str | None, "The cursor of the next page, which Link names too"]
