"""Log of deliveries: the event, every try, and the state of each; and the ids of messages."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final, Self

import orjson

from app.games.codec import Json
from app.games.table.state import Status, Table
from app.service.entry_codec import Position
from app.store.keys import GameId
from app.webhooks.state import TEST, EventType

_BEFORE: Final = (Status.WAITING, Status.COMMITTING, Status.REVEALING)
_PLAYED_OUT: Final = (Status.BETWEEN_HANDS, Status.FINISHED)
_OF_DISPUTES: Final = {
    "dispute-opened": EventType.DISPUTE_OPENED,
    "dispute-judged": EventType.DISPUTE_RULED,
    "dispute-ruled": EventType.DISPUTE_RULED,
}


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """`event` happened with entry `ply` of `log` at `time` (ms); `game` is that log, or what it is about."""

    event: EventType
    log: GameId
    game: GameId
    ply: int
    time: int


def message(webhook: str, log: str, ply: int, event: str) -> str:
    """Return the id of a message, equal for the same event and the same webhook.

    >>> message("w-1", "g-1", 7, "your_turn") == message("w-1", "g-1", 7, "your_turn")
    True
    """
    source = "\n".join(("conquian/message/1", webhook, log, str(ply), event))
    return f"msg_{sha256(source.encode()).hexdigest()[:32]}"


def of_game(before: Position | None, after: Position) -> tuple[WebhookEvent, ...]:
    """Return the events of the entry between two positions for all readers of the game."""
    events = _happened(before.table if before else None, after.table)
    return tuple(WebhookEvent(event, after.game, after.game, after.ply, after.time) for event in events)


def of_dispute(dispute: GameId, publics: Iterable[Json]) -> tuple[WebhookEvent, ...]:
    """Return the events of the entries of a dispute, from its first."""
    events: list[WebhookEvent] = []
    game = GameId("")
    for public in publics:
        for event in public["events"]:
            game = GameId(event["game"]) if event["type"] == "dispute-opened" else game
            if event["type"] in _OF_DISPUTES:
                happening = _OF_DISPUTES[event["type"]]
                events.append(WebhookEvent(happening, dispute, game, public["ply"], public["time"]))
    return tuple(events)


def _happened(before: Table | None, after: Table) -> Iterable[EventType]:
    if (before is None or before.status in _BEFORE) and after.in_hand:
        yield EventType.GAME_STARTED
    if before is not None and before.in_hand and after.status in _PLAYED_OUT:
        yield EventType.HAND_OVER
    if after.is_over and not (before is not None and before.is_over):
        yield EventType.GAME_OVER


TRIES_KEPT: Final = 20
"""Largest number of tries in the record of a delivery; the newest are kept."""

SHOWN_ANSWER: Final = 1_024
"""Number of bytes of an answer that are kept."""


class DeliveryState(StrEnum):
    """State of a delivery.

    `superseded`: the question was answered before the message arrived. `given_up`: every try failed.
    `dropped`: the webhook was disabled, or may no longer see the game.
    """

    PENDING = "pending"
    DELIVERED = "delivered"
    SUPERSEDED = "superseded"
    GIVEN_UP = "given_up"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Try:
    """One try: its time (ms), the status or None, its duration, the class of failure or None.

    `answer` is the beginning of the body. `command` is the result of a move in it: accepted, or the code of
    the refusal; `refusal` is that one signed, if the rules refused the move.
    """

    at: int
    status: int | None
    latency_ms: int
    error: str | None
    answer: str = ""
    command: str | None = None
    refusal: Json | None = None


@dataclass(frozen=True, slots=True)
class Delivery:
    """A delivery. `log`, `game` and `ply` identify the event; a test has none.

    `round` counts the failed tries since it was created, or requested again. `reason` is the reason why it
    was dropped.
    """

    id: str
    event: str
    log: str = ""
    game: str = ""
    ply: int = 0
    time: int = 0
    state: DeliveryState = DeliveryState.PENDING
    round: int = 0
    tries: tuple[Try, ...] = ()
    reason: str | None = None

    @classmethod
    def of(cls, webhook: str, event: WebhookEvent) -> Self:
        """Return the delivery of an event to `webhook`."""
        name = message(webhook, event.log, event.ply, event.event)
        return cls(name, str(event.event), event.log, event.game, event.ply, event.time)

    @classmethod
    def test(cls, webhook: str, seed: str, now: int) -> Self:
        """Return a test; equal seeds give the same one."""
        return cls(message(webhook, seed, 0, TEST), TEST, time=now)

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """Parse a stored delivery."""
        document: dict[str, Any] = orjson.loads(data)
        tries = tuple(Try(**row) for row in document.pop("tries"))
        return cls(**{**document, "state": DeliveryState(document["state"]), "tries": tries})

    def written(self) -> bytes:
        """Return the stored form of the delivery."""
        return orjson.dumps(asdict(self))

    def tried(self, attempt: Try) -> Self:
        """Return the delivery after one more try."""
        failed = self.round + (attempt.error is not None)
        return replace(self, tries=(*self.tries, attempt)[-TRIES_KEPT:], round=failed)

    def ended(self, state: DeliveryState, reason: str | None = None) -> Self:
        """Return the delivery in a final state."""
        return replace(self, state=state, reason=reason)

    def again(self) -> Self:
        """Return the delivery when it is to be sent once more."""
        return replace(self, state=DeliveryState.PENDING, round=0, reason=None)

    @property
    def about(self) -> GameId:
        """The game of the event."""
        return GameId(self.game)
