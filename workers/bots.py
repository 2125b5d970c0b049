"""Bot turns: one job plays what bots owe a game, through the same door as people, and what is overdue.

Before and between the bots it does what the service owes: it deals, answers for seats whose time is over or
who are away, and gives a game up.

A job goes on while bots are asked, but for half a second at most; then it rings for the rest, so that one
long game among bots does not keep a person waiting for an answer in another. A bot sees the view of its
seat. Its chance is fixed by the game, the question and the seat, and its command carries an idempotency
key of the same three, so a second copy of a job changes nothing.
"""

import logging
import math
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from app.bots.roster import decision
from app.entries import Position
from app.games.cards import Seat
from app.games.errors import Refused
from app.games.table import wire
from app.games.table.clocks import absent
from app.games.table.state import bots_awaited
from app.games.table.view import legal, view
from app.handler import Games, NoSuchGame, Stale
from app.store.canonical import canonical
from app.store.errors import KeyReused
from app.store.keys import GameId, is_game_id
from app.store.terms import Once

_log: Final = logging.getLogger(__name__)
SLICE_SECONDS: Final = 0.5
"""How long one job plays before the next game has its turn."""

ALONE: Final = 0.1
"""The part of that for a game among bots, which keeps nobody waiting."""

Ring = Callable[[str], None]


def answering(answer: Callable[[str], None], play: Callable[[str], None]) -> Callable[[str], None]:
    """The job `play`, after it has told the doorbell by `answer` that a new ring means a new job."""

    def job(game: str) -> None:
        answer(game)
        play(game)

    return job


def player(
    games: Games, bot_key: bytes, ring: Ring | None = None, seconds: float = SLICE_SECONDS
) -> Callable[[str], None]:
    """The job that plays the bots of a game, with the service's bot key.

    `ring` asks for another job when the `seconds` of one are used up; without it a job plays to the end.
    """

    def play(game: str) -> None:
        """Plays what bots owe `game`; nothing is done for a game that does not exist."""
        if not is_game_id(game):
            _log.warning("A ring named no game.")
            return
        try:
            if _played(games, game, bot_key, math.inf if ring is None else seconds) and ring is not None:
                ring(game)
        except NoSuchGame:
            _log.warning("A ring named a game that does not exist.")

    return play


def _played(games: Games, game: GameId, bot_key: bytes, seconds: float) -> bool:
    """Plays bots' turns, one at least, until none is due or the time is over; whether any is left.

    Where nobody waits for them, because every person is away or none sits there, a tenth of the time is all.
    """
    position = games.settle(game)
    places = position.table.places
    waited_for = any(not (places[seat].away or places[seat].left) for seat in position.table.persons)
    ends = time.monotonic() + seconds * (1 if waited_for else ALONE)
    while (asked := bots_awaited(position.table)) or absent(position.table):
        position = turn(games, position, asked[0], bot_key) if asked else games.stand_in(position)
        if time.monotonic() > ends:
            return bool(bots_awaited(position.table) or absent(position.table))
    return False


def turn(games: Games, position: Position, seat: Seat, bot_key: bytes) -> Position:
    """The game after the bot on `seat` has answered the question that is open to it."""
    table = position.table
    shown = view(table, seat)
    moves = [wire.command_to_json(table.play, command) for command in legal(table, seat)]
    chosen = decision(str(table.places[seat].bot), shown, moves, bot_key)
    once = Once(f"seat:{seat}", f"bot-{table.decision}", sha256(canonical(chosen)).digest()[:16])
    try:
        done = games.act(
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
    return games.settle(position.game) if done.replayed else done.position
