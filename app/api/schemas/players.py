"""Schemas of the players' requests and responses."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated, Any, Final, NotRequired, TypedDict

from marshmallow import validates_schema

from app.http.fields import (
    Boolean,
    Choice,
    ListOf,
    Name,
    StrictSchema,
    String,
    TranslatedField,
    invalid,
    page_limit,
)
from app.i18n import Message
from app.players.state import KeyScope
from app.store.keys import LogKind, is_log_id, kind_of
from app.store.player_index import END, PlayerPlace

IDS_LENGTH: Final = 50 * len("p-000000000000000000000000,")
"""Length limit of the ids whose names one request gets."""

LARGEST_PAGE: Final = 100

CODE: Final = "K7QM2-9XTBD"
LABEL: Final = {"description": "What the player calls the device or program", "example": "Phone"}

_SCOPES: Final = {"enum": [str(scope) for scope in KeyScope]}
_SHOWN_ONCE: Final = "The key itself, shown now and in replays of this answer for 24 hours, then null"


def place_cursor(place: PlayerPlace) -> str:
    """Return the cursor of the page after a player."""
    return urlsafe_b64encode(f"{place.name}{END}{place.player}".encode()).decode().rstrip("=")


class PlaceCursorField(TranslatedField):
    """Cursor of a page of players, deserialised to the place of the last one before it."""

    def __init__(self, **kwargs: Any) -> None:
        description = "The `next` of the page before; absent for the first page"
        super().__init__(metadata={"description": description, "type": "string"}, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> PlayerPlace:
        try:
            name, player = urlsafe_b64decode(str(value).encode() + b"==").decode().split(END)
            if is_log_id(player) and kind_of(player) is LogKind.PLAYER:
                return PlayerPlace(name, player)
        except ValueError:
            pass
        raise invalid(Message("A cursor is what the page before gave as next."))


class RegisterSchema(StrictSchema):
    """A new player."""

    name = Name(required=True, metadata={"description": "For people to read", "example": "Lupe"})
    bot = Boolean(
        load_default=False,
        metadata={
            "description": "Whether this is a program, which its owner may seat at new tables unasked; "
            "the owner is the player whose API key this request bears, if any"
        },
    )
    label = Name(load_default=None, metadata=LABEL)


class RedeemSchema(StrictSchema):
    """A code of another device."""

    code = String(
        required=True,
        maximum=40,
        metadata={"description": "As it was shown; case, hyphens and blanks do not matter", "example": CODE},
    )
    label = Name(load_default=None, metadata=LABEL)


class NamesQuery(StrictSchema):
    """Players whose names are wanted, by their ids or by a name that they have."""

    ids = String(
        maximum=IDS_LENGTH,
        metadata={"description": "Ids of players, separated by commas; at most 50", "example": "p-0c,p-1d"},
    )
    name = Name(metadata={"description": "The whole name; case and accents do not matter"})
    cursor = PlaceCursorField()
    limit = page_limit("players", 20, LARGEST_PAGE)

    @validates_schema
    def _one_way(self, data: dict[str, Any], **kwargs: Any) -> None:
        if ("ids" in data) == ("name" in data):
            raise invalid(Message("Give either the ids of players or their name."), "name")


class KeySchema(StrictSchema):
    """A new API key."""

    scopes = ListOf(
        Choice(KeyScope),
        required=True,
        minimum=1,
        maximum=len(KeyScope),
        metadata={"description": "What it may be used for, of what the player may do", "example": ["view"]},
    )
    label = Name(load_default=None, metadata=LABEL)


class NamedView(TypedDict):
    """A player."""

    player: str
    name: Annotated[str, "The id again where the player was closed"]
    since: Annotated[int, "ms since 1970"]
    bot: Annotated[bool, "Whether it is a program"]
    owner: Annotated[str | None, "The player that a bot belongs to"]


class NameView(TypedDict):
    """The name of a player."""

    player: str
    name: Annotated[str, "The id again where the player was closed"]
    bot: bool
    since: Annotated[int, "ms since 1970"]


class NamesView(TypedDict):
    """Players with their names."""

    players: list[NameView]
    next: NotRequired[Annotated[str | None, "With `name`: the cursor of the next page, which Link names too"]]


class PlayerView(NamedView):
    """Public profile of a player."""

    games: Annotated[int, "Finished games in the archive with a seat of this player"]
    unrevealed: Annotated[int, "Games among them that are void because this player did not reveal in time"]


class KeyView(TypedDict):
    """An API key without its secret."""

    number: int
    prefix: Annotated[str, "How the key begins, to find it by"]
    scopes: Annotated[list[Annotated[str, _SCOPES]], "What it may be used for now"]
    label: Annotated[str | None, "What the player calls the device or program that has it"]
    made: Annotated[int, "ms since 1970"]
    used: Annotated[
        int | None, "ms since 1970: the hour of its last use; null: not known, and in answers to changes"
    ]
    revoked: Annotated[int | None, "ms since 1970; null: it is valid"]


class MeView(NamedView):
    """A player for itself."""

    scopes: list[Annotated[str, _SCOPES]]


class KeysView(TypedDict):
    """The keys of a player."""

    keys: list[KeyView]


class NewKeyView(KeyView):
    """A key that was just made."""

    key: Annotated[str | None, _SHOWN_ONCE]


class RegisteredView(MeView):
    """A new player."""

    key: Annotated[str | None, _SHOWN_ONCE]


class DeviceCodeView(TypedDict):
    """A code that gives another device a key of this player."""

    code: str
    expires: Annotated[int, "ms since 1970"]
