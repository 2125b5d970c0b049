"""Schemas of evenings."""

from typing import Annotated, Final, TypedDict

from app.games.table.state import Kind, Status
from replays.archive.unavailable import Incomplete

_PERSON = "A number in `persons`"


class EveningTableView(TypedDict):
    """A table of an evening."""

    game: Annotated[str, "Its id"]
    variant: str
    status: Annotated[str, {"enum": [*map(str, Status)]}]
    rematch_of: Annotated[str | None, "The table before, with the same seats"]
    seats: Annotated[list[int | None], "By seat the number of its person in `persons`; null for a free seat"]


class EveningPersonView(TypedDict):
    """A person or bot of an evening."""

    kind: Annotated[str, {"enum": [str(Kind.PERSON), str(Kind.BOT)]}]
    player: Annotated[str | None, "The id of a player; null for a guest, who is known by the seat"]
    name: Annotated[str | None, "The name of the player"]
    bot: Annotated[str | None, "As of /v1/bots"]
    balance: Annotated[int, "After all hands"]
    won: Annotated[int, "Hands won"]


class EveningHandView(TypedDict):
    """A hand of an evening that was played to its end."""

    table: Annotated[int, "A number in `tables`, from 0"]
    hand: Annotated[int, "Its number at the table, from 1"]
    dealer: Annotated[int | None, _PERSON]
    winner: Annotated[int | None, f"{_PERSON}; null for tablas"]
    changes: Annotated[list[int | None], "By person; null for one who has no seat at the table"]
    balances: Annotated[list[int], "By person, after the hand"]


_NEXT_DEALER: Final = (
    "The person to whom the deal passes for the next hand or the next table; null while a hand is played, "
    "and where the lot decides (RULES 3.4)"
)


class EveningView(Incomplete):
    """An evening: its tables, its persons, its hands in order, and the ledger."""

    evening: Annotated[str, "The id of its first table"]
    tables: Annotated[list[EveningTableView], "In the order in which they were made"]
    persons: list[EveningPersonView]
    hands: list[EveningHandView]
    next_dealer: Annotated[int | None, _NEXT_DEALER]
    house: Annotated[int, "What the house has; with the balances it sums to zero"]


EXAMPLE: EveningView = {
    "evening": "g-17b3v0w1x5z8k2m4n6p7q9r0",
    "tables": [
        {
            "game": "g-17b3v0w1x5z8k2m4n6p7q9r0",
            "variant": "mexican-2",
            "status": "finished",
            "rematch_of": None,
            "seats": [0, 1],
        }
    ],
    "persons": [
        {"kind": "person", "player": None, "name": None, "bot": None, "balance": 2, "won": 1},
        {"kind": "bot", "player": None, "name": None, "bot": "greedy", "balance": -2, "won": 0},
    ],
    "hands": [{"table": 0, "hand": 1, "dealer": 1, "winner": 0, "changes": [2, -2], "balances": [2, -2]}],
    "next_dealer": 0,
    "house": 0,
}
CSV_EXAMPLE = "game,hand,dealer,winner,guest 1,greedy\r\ng-17b3v0w1x5z8k2m4n6p7q9r0,1,greedy,guest 1,2,-2\r\n"
