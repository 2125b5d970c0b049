"""Schemas of the requests and answers of operators."""

from typing import Annotated, TypedDict

from app.api.schemas.players import LARGEST_PAGE, MeView, PlaceCursorField
from app.http.fields import Boolean, Choice, Name, StrictSchema, String, page_limit
from app.i18n.text_validation import NAME_LENGTH
from app.players.directory import PlayerState


class PlayerChangeSchema(StrictSchema):
    """Changes of a player; what is left out stays."""

    name = Name(metadata={"description": "For people to read", "example": "Lupe"})
    banned = Boolean(metadata={"description": "Whether its keys, seats and new games are refused"})
    closed = Boolean(metadata={"description": "True: its keys and its name end for good"})


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


class EndedGameView(TypedDict):
    """A game that the operator has ended."""

    game: str
    ply: Annotated[int, "Ply of its last entry"]
    reason: Annotated[str, "Why it has no result"]
