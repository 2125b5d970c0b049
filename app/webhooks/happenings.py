"""What happened in a log, as webhooks are told it; and the ids of the messages that tell it."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from app.entries import Position
from app.games.codec import Json
from app.games.table.state import Status, Table
from app.store.keys import GameId
from app.webhooks.webhook import Happening

_BEFORE: Final = (Status.WAITING, Status.COMMITTING, Status.REVEALING)
_PLAYED_OUT: Final = (Status.BETWEEN_HANDS, Status.FINISHED)
_OF_DISPUTES: Final = {
    "dispute-opened": Happening.DISPUTE_OPENED,
    "dispute-judged": Happening.DISPUTE_RULED,
    "dispute-ruled": Happening.DISPUTE_RULED,
}


@dataclass(frozen=True, slots=True)
class Told:
    """`event` happened with entry `ply` of `log` at `time` (ms); `game` is that log, or what it is about."""

    event: Happening
    log: GameId
    game: GameId
    ply: int
    time: int


def message(webhook: str, log: str, ply: int, event: str) -> str:
    """The id of a message, equal whenever the same thing is told to the same webhook again.

    >>> message("w-1", "g-1", 7, "your_turn") == message("w-1", "g-1", 7, "your_turn")
    True
    """
    said = "\n".join(("conquian/message/1", webhook, log, str(ply), event))
    return f"msg_{sha256(said.encode()).hexdigest()[:32]}"


def of_game(before: Position | None, after: Position) -> tuple[Told, ...]:
    """What the entry between two positions was to all who follow the game."""
    found = _happened(before.table if before else None, after.table)
    return tuple(Told(event, after.game, after.game, after.ply, after.time) for event in found)


def of_dispute(dispute: GameId, publics: Iterable[Json]) -> tuple[Told, ...]:
    """What the entries of a dispute were, from its first."""
    found: list[Told] = []
    game = GameId("")
    for public in publics:
        for event in public["events"]:
            game = GameId(event["game"]) if event["type"] == "dispute-opened" else game
            if event["type"] in _OF_DISPUTES:
                happening = _OF_DISPUTES[event["type"]]
                found.append(Told(happening, dispute, game, public["ply"], public["time"]))
    return tuple(found)


def _happened(before: Table | None, after: Table) -> Iterable[Happening]:
    if (before is None or before.status in _BEFORE) and after.in_hand:
        yield Happening.GAME_STARTED
    if before is not None and before.in_hand and after.status in _PLAYED_OUT:
        yield Happening.HAND_OVER
    if after.is_over and not (before is not None and before.is_over):
        yield Happening.GAME_OVER
