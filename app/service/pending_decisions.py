"""What a player is asked, whole: the view, the legal moves and the time of every question that is open to it.

The queue, the stream and whoever delivers a question otherwise say the same of it.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from app.games.cards import Seat
from app.games.table import wire
from app.games.table.clocks import late
from app.games.table.state import Status, Table, awaited
from app.games.table.view import legal, view
from app.service.entry_codec import Position
from app.service.games import GameService, HandlerError
from app.store.append_options import KEPT
from app.store.errors import ILLEGIBLE, HistoryRolledBack
from app.store.indexes import OpenTurn
from app.store.keys import GameId
from app.store.log import EventStore

Json = dict[str, Any]

_OUT_OF_PLAY: Final = (HandlerError, *ILLEGIBLE, HistoryRolledBack)
"""Why a game cannot be asked about although somebody waits for it: an operator has to look at it."""


def seen(position: Position, seat: Seat | None) -> Json:
    """The view of a reader, with the deadline that the store keeps for the open question."""
    timed = position.table.status is Status.WAITING or bool(late(position.table))
    return {**view(position.table, seat), "deadline": position.deadline_ms if timed else None}


def grouped(moves: Iterable[Json]) -> list[Json]:
    """Legal moves with the melds of the same cards in one row.

    A meld row is `{type, use, discards, example}`: any of `discards` goes with it, none when it goes out.
    Every other command stands as it is, with itself as `example`.
    """
    rows: list[Json] = []
    for one in moves:
        if one["type"] != "meld":
            rows.append({**one, "example": one})
        elif rows and rows[-1]["type"] == "meld" and rows[-1]["use"] == one["use"]:
            rows[-1]["discards"].append(one["discard"])
        else:
            discards = [one["discard"]] if "discard" in one else []
            rows.append({"type": "meld", "use": one["use"], "discards": discards, "example": one})
    return rows


def bodies(table: Table, seat: Seat) -> list[Json]:
    """Every legal move of a seat as a body ready to be sent; empty while it is not asked."""
    return [wire.command_to_json(table.play, command) for command in legal(table, seat)]


def decision(position: Position, seat: Seat, asked: int | None, expand: bool = False) -> Json:
    """The question that is open to `seat`, asked since `asked` (server ms), with everything to answer it by.

    `moves` are grouped; with `expand` every one of them stands alone.
    """
    moves, shown = bodies(position.table, seat), seen(position, seat)
    return {
        "game": position.game,
        "seat": seat,
        "decision": shown["decision"],
        "ply": position.ply,
        "asked": asked,
        "deadline": shown["deadline"],
        "moves": moves if expand else grouped(moves),
        "view": shown,
    }


def open_to(
    games: GameService, player: str, turns: dict[GameId, int], limit: int, expand: bool = False
) -> list[Json]:
    """At most `limit` decisions of `player` in the games of `turns`, those that end soonest first.

    A question that was answered since the turns were read is left out, and so is a game that is in doubt.
    """
    asked = games.store.questions(sorted(game for game, ply in turns.items() if ply != KEPT))
    soonest = sorted(asked, key=lambda game: (_urgency(asked[game]), game))
    found: list[Json] = []
    for game in soonest:
        one = one_of(games, player, game, asked[game].asked, expand)
        found += [] if one is None else [one]
        if len(found) == limit:
            break
    return found


def one_of(
    games: GameService, player: str, game: GameId, asked: int | None = None, expand: bool = False
) -> Json | None:
    """The decision that `game` waits for from `player`, None where there is none, or the game is in doubt."""
    try:
        position = games.current(game)
    except _OUT_OF_PLAY:
        return None
    table = position.table
    seats = () if table.is_over else awaited(table)
    places = table.places
    seat = next((one for one in seats if places[one].player == player and not places[one].left), None)
    return None if seat is None else decision(position, seat, asked, expand)


def kept_for(games: GameService, player: str, turns: dict[GameId, int], limit: int) -> list[Json]:
    """At most `limit` seats in the games of `turns` that are kept for `player`, by the ids of the games."""
    names = sorted(game for game, ply in turns.items() if ply == KEPT)
    found = (_kept_in(games, player, game) for game in names)
    return list(islice((one for one in found if one is not None), limit))


def _kept_in(games: GameService, player: str, game: GameId) -> Json | None:
    """The seat that `game` keeps for `player`, None where it keeps none any more, or is in doubt."""
    try:
        position = games.current(game)
    except _OUT_OF_PLAY:
        return None
    table = position.table
    seat = kept_seat(table, player)
    if seat is None:
        return None
    return {"game": game, "seat": seat, "since": position.began, "view": seen(position, None)}


def kept_seat(table: Table, player: str) -> Seat | None:
    """The seat of a table that is kept for `player`, None without one."""
    kept = (seat for seat in table.seats if table.places[seat].reserved_for == player)
    return None if table.is_over else next(kept, None)


def latency(store: EventStore, player: str) -> dict[str, int | None]:
    """How long the last answers of a player took, from the question to the answer in the log."""
    took = sorted(store.pace(player))
    return {
        "decisions": len(took),
        "median_ms": took[len(took) // 2] if took else None,
        "p95_ms": took[len(took) * 95 // 100] if took else None,
    }


def _urgency(question: OpenTurn) -> float:
    return float("inf") if question.deadline is None else question.deadline
