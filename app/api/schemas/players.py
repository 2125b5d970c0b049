"""Schemas of the players' requests and responses."""

from typing import Annotated, Final, TypedDict

from app.http.fields import Boolean, Choice, ListOf, Name, StrictSchema, String
from app.players.state import KeyScope

IDS_LENGTH: Final = 50 * len("p-000000000000000000000000,")
"""Length limit of the ids whose names one request gets."""

CODE: Final = "K7QM2-9XTBD"
LABEL: Final = {"description": "What the player calls the device or program", "example": "Phone"}

_SCOPES: Final = {"enum": [str(scope) for scope in KeyScope]}
_SHOWN_ONCE: Final = "The key itself, shown now and in replays of this answer for 24 hours, then null"


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
    """Players whose names are wanted."""

    ids = String(
        required=True,
        maximum=IDS_LENGTH,
        metadata={"description": "Ids of players, separated by commas; at most 50", "example": "p-0c,p-1d"},
    )


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


class NamesView(TypedDict):
    """Players with their names."""

    players: list[NameView]


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
