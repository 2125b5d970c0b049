"""Pending decisions of a player: view, legal moves and times of each open question.

The queue of decisions, its stream and webhooks send the same objects.
"""

from itertools import islice
from typing import Annotated, Any, Final, TypedDict

from app.games.cards import Seat
from app.games.table import wire
from app.games.table.clocks import late
from app.games.table.state import Status, Table, awaited
from app.games.table.view import legal, view
from app.service.entry_codec import Position
from app.service.game_decider import HandlerError
from app.service.games import GameService
from app.store.append_options import KEPT
from app.store.errors import ILLEGIBLE, HistoryRolledBack
from app.store.indexes import OpenTurn
from app.store.keys import GameId
from app.store.log import EventStore

Json = dict[str, Any]

_OUT_OF_PLAY: Final = (HandlerError, *ILLEGIBLE, HistoryRolledBack)
"""Errors of a game that cannot be read although a player is to act: an operator has to look at it."""


class DecisionView(TypedDict):
    """An open question of this player, with all data to answer it."""

    game: Annotated[str, "Its id"]
    seat: Annotated[int, "The player's seat there"]
    decision: Annotated[int, "The ply of the question: good for If-Match, and unique in its game"]
    ply: Annotated[int, "The ply of the game now"]
    asked: Annotated[int | None, "Since when, ms since 1970, by the clock of the store"]
    deadline: Annotated[int | None, "Until when, ms since 1970, by the same clock"]
    moves: list[Json]
    view: Json


class KeptView(TypedDict):
    """A seat reserved for this player, who takes it with POST /v1/games/{game}/seats."""

    game: Annotated[str, "Its id"]
    seat: Annotated[int, "The seat that is kept"]
    since: Annotated[int, "When the game was made, ms since 1970"]
    view: Json


class LatencyView(TypedDict):
    """Times of the last answers of this player, from question to answer in the log."""

    decisions: Annotated[int, "How many were measured, of the last day"]
    median_ms: int | None
    p95_ms: int | None


def seen(position: Position, seat: Seat | None) -> Json:
    """Return the view of a reader, with the stored deadline of the open question."""
    timed = position.table.status is Status.WAITING or bool(late(position.table))
    return {**view(position.table, seat), "deadline": position.deadline_ms if timed else None}


def bodies(table: Table, seat: Seat) -> list[Json]:
    """Return every legal move of a seat as a request body; empty while the seat is not to act."""
    return [wire.command_to_json(table.play, command) for command in legal(table, seat)]


def decision(position: Position, seat: Seat, asked: int | None, expand: bool = False) -> DecisionView:
    """Return the open question of `seat`, asked at `asked` (server ms), with the view and the legal moves.

    `moves` are grouped, or listed separately with `expand`.
    """
    moves, visible = bodies(position.table, seat), seen(position, seat)
    return {
        "game": position.game,
        "seat": seat,
        "decision": visible["decision"],
        "ply": position.ply,
        "asked": asked,
        "deadline": visible["deadline"],
        "moves": moves if expand else position.table.play.grouped(moves),
        "view": visible,
    }


def open_to(
    games: GameService, player: str, turns: dict[GameId, int], limit: int, expand: bool = False
) -> list[DecisionView]:
    """Return at most `limit` decisions of `player` in the games of `turns`, earliest deadline first.

    A question that was answered since `turns` was read is left out, and so is a game that cannot be read.
    """
    open_turns = games.store.questions(sorted(game for game, ply in turns.items() if ply != KEPT))
    soonest = sorted(open_turns, key=lambda game: (_urgency(open_turns[game]), game))
    decisions: list[DecisionView] = []
    for game in soonest:
        pending = one_of(games, player, game, open_turns[game].asked, expand)
        decisions += [] if pending is None else [pending]
        if len(decisions) == limit:
            break
    return decisions


def one_of(
    games: GameService, player: str, game: GameId, asked: int | None = None, expand: bool = False
) -> DecisionView | None:
    """Return the pending decision of `player` in `game`, None if there is none or the game cannot be read."""
    try:
        position = games.current(game)
    except _OUT_OF_PLAY:
        return None
    table = position.table
    seats = () if table.is_over else awaited(table)
    places = table.places
    seat = next(
        (
            candidate
            for candidate in seats
            if places[candidate].player == player and places[candidate].has_person
        ),
        None,
    )
    return None if seat is None else decision(position, seat, asked, expand)


def kept_for(games: GameService, player: str, turns: dict[GameId, int], limit: int) -> list[KeptView]:
    """Return at most `limit` seats in the games of `turns` that are reserved for `player`, sorted by game
    id.
    """
    names = sorted(game for game, ply in turns.items() if ply == KEPT)
    reserved = (_kept_in(games, player, game) for game in names)
    return list(islice((seat for seat in reserved if seat is not None), limit))


def _kept_in(games: GameService, player: str, game: GameId) -> KeptView | None:
    """Return the seat of `game` reserved for `player`, None if there is none or the game cannot be read."""
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
    """Return the seat of a table that is reserved for `player`, None without one."""
    kept = (seat for seat in table.seats if table.places[seat].reserved_for == player)
    return None if table.is_over else next(kept, None)


def latency(store: EventStore, player: str) -> LatencyView:
    """Return the number, median and 95th percentile of the last answer times of a player."""
    took = sorted(store.pace(player))
    return {
        "decisions": len(took),
        "median_ms": took[len(took) // 2] if took else None,
        "p95_ms": took[len(took) * 95 // 100] if took else None,
    }


def _urgency(question: OpenTurn) -> float:
    return float("inf") if question.deadline is None else question.deadline
