"""Moves in answers to deliveries: `{"command": {...}}` in the answer to `your_turn`.

The move is that of the asked seat on the ply of the message. It counts once: its idempotency key is the id of
the message, so a message that is answered twice with the same move makes it once.
"""

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Final

from marshmallow import ValidationError

from app.api.access import player_holds
from app.api.refusals import statement
from app.api.schemas.commands import move_schema
from app.games.cards import Seat
from app.games.codec import Json, freeze
from app.games.errors import Refused
from app.games.table import wire
from app.service.game_decider import BotPlays, NoSuchGame, NotSeated, Stale
from app.service.games import GameService
from app.service.signing import KeyRing, now_ms
from app.store.append_options import IdempotencyKey
from app.store.canonical import canonical
from app.store.errors import (
    Damaged,
    ForeignKey,
    HistoryRolledBack,
    KeyReused,
    OutcomeUnknown,
    StoreUnavailable,
    TooLate,
)
from app.store.keys import GameId
from app.webhooks.delivery import ACCEPTED, MakeMove, MoveResult

_ATTEMPTS: Final = 3
_CODES: Final[dict[type[Exception], str]] = {
    ValidationError: "validation_failed",
    Stale: "stale_ply",
    NotSeated: "unauthenticated",
    BotPlays: "bot_plays",
    NoSuchGame: "not_found",
    KeyReused: "idempotency_key_reused",
    TooLate: "too_late",
    HistoryRolledBack: "history_rolled_back",
    Damaged: "quarantined",
    ForeignKey: "foreign_key",
}


def answering(games: GameService, ring: KeyRing, clock: Callable[[], int] = now_ms) -> MakeMove:
    """Return the function that makes moves in `games` and signs refusals with the keys of `ring`.

    It raises StoreError if it is unknown whether the move counts, or if a refusal cannot be signed yet.
    """

    def answer(game: GameId, seat: Seat, ply: int, player: str, name: str, command: Json) -> MoveResult:
        once = IdempotencyKey(f"seat:{seat}", name, sha256(canonical(command)).digest()[:16])
        try:
            play = games.known(game).table.play
            given = move_schema(play.name).load(command)
            given.pop("expected_ply", None)
            fields = {key: freeze(value) for key, value in given.items()}
            move = wire.command_from_json(play, fields)
            holds = partial(player_holds, player, seat)
            _certainly(lambda: games.act(game, seat, move, expected=ply, once=once, holds=holds))
        except Refused as refusal:
            return MoveResult(refusal.code, statement(ring, refusal, game, seat, given, clock()))
        except tuple(_CODES) as refusal:
            return MoveResult(next(_CODES[kind] for kind in type(refusal).__mro__ if kind in _CODES))
        return MoveResult(ACCEPTED)

    return answer


def _certainly(act: Callable[[], object]) -> None:
    """Call `act`; call it again if the outcome is unknown, since the move counts once."""
    for left in reversed(range(_ATTEMPTS)):
        try:
            act()
        except (OutcomeUnknown, StoreUnavailable):
            if not left:
                raise
        else:
            return
