"""Bot turns: one job plays every decision that bots owe a game, through the same door as people.

A bot sees the view of its seat. Its chance is fixed by the game, the question and the seat, and its command
carries an idempotency key of the same three, so a second copy of a job changes nothing.
"""

import logging
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from app.bots.roster import decision
from app.entries import Position
from app.games.cards import Seat
from app.games.errors import Refused
from app.games.table import wire
from app.games.table.state import bots_awaited
from app.games.table.view import legal, view
from app.handler import Games, NoSuchGame, Stale
from app.store.canonical import canonical
from app.store.errors import KeyReused
from app.store.keys import is_game_id
from app.store.terms import Once

_log: Final = logging.getLogger(__name__)
_MOST_TURNS: Final = 2_000
"""More decisions than any game has bots' turns in a row; the sweeper rings again for what is left."""


def player(games: Games, bot_key: bytes) -> Callable[[str], None]:
    """The job that plays the bots of a game, over `games` and with the service's bot key."""

    def play(game: str) -> None:
        """Plays what bots owe `game`; nothing is done for a game that does not exist."""
        if not is_game_id(game):
            _log.warning("A ring named no game.")
            return
        try:
            position = games.settle(game)
            for _ in range(_MOST_TURNS):
                if not bots_awaited(position.table):
                    return
                position = turn(games, position, bots_awaited(position.table)[0], bot_key)
        except NoSuchGame:
            _log.warning("A ring named a game that does not exist.")

    return play


def turn(games: Games, position: Position, seat: Seat, bot_key: bytes) -> Position:
    """The game after the bot on `seat` has answered the question that is open to it."""
    table = position.table
    shown = view(table, seat)
    moves = [wire.command_to_json(table.play, command) for command in legal(table, seat)]
    chosen = decision(str(table.places[seat].bot), shown, moves, bot_key)
    once = Once(f"seat:{seat}", f"bot-{table.decision}", sha256(canonical(chosen)).digest()[:16])
    try:
        games.act(
            position.game,
            seat,
            wire.command_from_json(table.play, chosen),
            expected=table.decision,
            once=once,
        )
    except (KeyReused, Stale, Refused) as behind:
        # Another copy of this job was faster; what it did is in the log.
        _log.info("A bot's move came second: %s.", type(behind).__name__)
    return games.settle(position.game)
