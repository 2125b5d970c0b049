"""The summary of a game: all data of it that a list shows, written beside the log with each entry.

A summary holds ids of players and names of bots, never names of persons, and no card.
"""

from typing import Any, Final

from app.games.cards import Ply
from app.games.codec import Json
from app.games.game import Game
from app.games.table.state import Entropy, KeyReveal, Kind, Place, Status, Table, Visibility

VERSION: Final = 1
"""The version of a summary. A reader that finds another one makes the summary anew."""

WON: Final = "won"
TABLAS: Final = "tablas"
VOID: Final = "void"
OUTCOMES: Final = (WON, TABLAS, VOID)
"""The outcomes of a game: a hand of it was won, every hand was drawn, or it ended without a result."""


def summary(table: Table, began: int, time: int) -> Json:
    """Return the summary of the game at `table`, whose first entry is of `began` and whose last of `time`.

    Both are in ms since 1970, 0 for a game on logical time. Only a game that is over has an outcome, an end,
    drawn hands and won hands.
    """
    over = table.is_over
    origin = table.origin
    balances = table.balances or (0,) * len(table.places)
    won = table.won if over else (0,) * len(table.places)
    return {
        "v": VERSION,
        "variant": table.rules.variant,
        "status": table.status.value,
        "outcome": _outcome(table) if over else None,
        "visibility": table.visibility.value,
        "parent": None if origin is None else origin.game,
        "hands": sum(table.won) + table.tablas if over else table.hand_number,
        "tablas": table.tablas if over else 0,
        "plies": table.ply,
        "began": began,
        "ended": time if over else None,
        "seats": list(map(_seat, table.places, won, balances)),
    }


def _seat(place: Place, won: int, balance: int) -> list[Any]:
    return [place.kind.value, place.player, place.bot, won, balance]


def table_of(game: str, play: Game, stored: Json) -> Table:
    """Return a table at ply 0 with the seats, status and visibility in the summary `stored` of a game.

    It has no rules, no keys and no hand, and the hashes of its tokens are empty: nothing can be played there.
    """
    seats = stored["seats"]
    places = tuple(Place(Kind(kind), player, bot) for kind, player, bot, *_ in seats)
    return Table(
        ply=Ply(0),
        decision=Ply(0),
        hand=None,
        game=game,
        rules=None,
        play=play,
        status=Status(stored["status"]),
        entropy=Entropy.NONE,
        reveal=KeyReveal.GAME,
        places=places,
        game_key="",
        visibility=Visibility(stored["visibility"]),
    )


def _outcome(table: Table) -> str:
    if table.status is Status.VOID:
        return VOID
    return WON if any(table.won) else TABLAS
