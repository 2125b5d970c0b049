"""Delivering: what is due for a webhook is tried, one message at a time, and what came of it is written down.

Each message is tried again after the pauses that are set, each drawn out by up to a tenth, so that receivers
which come back are not met by everybody at once. A message that waits for its next try does not hold up those
after it, so messages may arrive in any order. Whoever is killed leaves the message due; it is sent again
under the same id.
"""

import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import Final

from app.games.cards import Seat
from app.games.codec import Json
from app.http.body import USUAL, BodySize, parse_json
from app.http.errors import Problem
from app.service.signing import now_ms
from app.store.delivery_queue import DeliveryQueue, StoredDelivery
from app.store.errors import Damaged, ForeignKey, StoreError
from app.store.keys import GameId
from app.webhooks import signatures as signing
from app.webhooks.delivery_log import SHOWN_ANSWER, Delivery, State, Try
from app.webhooks.messages import Message, MessageWriter, Unsent
from app.webhooks.sender import Attempt, Sender
from app.webhooks.service import Webhooks
from app.webhooks.state import FAILING, GONE, TEST, Webhook

ACCEPTED: Final = "accepted"
"""What became of a move that counts; of any other the code of its refusal."""


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What became of a move: `code` is ACCEPTED or that of a refusal, `refusal` a signed one of the rules."""

    code: str
    refusal: Json | None = None


MakeMove = Callable[[GameId, Seat, int, str, str, Json], MoveResult]
"""What became of a move: (game, seat, ply it was decided on, player who has the seat, name, command)."""


def command_in(body: bytes) -> Json | None:
    """The command in an answer that is no longer than that of a move may be, None where there is none."""
    if len(body) > USUAL[BodySize.COMMAND]:
        return None
    try:
        found = parse_json(body).get("command")
    except Problem:
        return None
    return found if isinstance(found, dict) else None


_log: Final = logging.getLogger("app.webhooks.delivering")
_DAY_MS: Final = 86_400_000
_ROW_SECONDS: Final = 5.0  # then others have their turn
_SLACK_SECONDS: Final = 5.0
_JITTER: Final = 0.1


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """The pauses in seconds before further tries, and how many days of failure disable a webhook."""

    pauses: tuple[int, ...]
    days: int


OnOutcome = Callable[[str], object]
"""Hears what came of a try, `delivered` or `failed`, and of a delivery that ends without one: its state."""


def ignore_outcome(outcome: str) -> None:
    """Nobody hears of it."""


class Courier:
    """Delivers what is in the `postbox`; safe between threads and processes.

    Only one at a time speaks to a receiver. A move in an answer is made by `answer`.
    """

    def __init__(
        self,
        webhooks: Webhooks,
        postbox: DeliveryQueue,
        letters: MessageWriter,
        sender: Sender,
        answer: MakeMove,
        terms: RetryPolicy,
        clock: Callable[[], int] = now_ms,
        heard: OnOutcome = ignore_outcome,
    ) -> None:
        self._heard = heard
        self._webhooks = webhooks
        self._postbox = postbox
        self._letters = letters
        self._sender = sender
        self._answer = answer
        self._terms = terms
        self._clock = clock
        self._chance = SystemRandom()
        self._lease_ms = round((sender.seconds + _SLACK_SECONDS) * 1000)

    def deliver(self, webhook: GameId) -> bool:
        """Tries what is due for a webhook, some of it where there is much; whether any is due still."""
        name = secrets.token_hex(8)
        while self._postbox.due(webhook) is not None:
            if not self._postbox.take(webhook, name, self._lease_ms):
                return False  # whoever speaks to the receiver goes on with what is due
            try:
                if self._row(webhook, name):
                    return True
            finally:
                with suppress(StoreError):
                    self._postbox.hold(webhook, name, 0)
        return False

    def _row(self, webhook: GameId, name: str) -> bool:
        """Tries what is due, for a while; whether that may not have been all."""
        ends = time.monotonic() + _ROW_SECONDS
        while time.monotonic() < ends:
            mail = self._postbox.due(webhook)
            if mail is None:
                return False
            if not self._postbox.hold(webhook, name, self._lease_ms):
                return False
            self._one(webhook, mail)
        return True

    def _one(self, webhook: GameId, mail: StoredDelivery) -> None:
        delivery = Delivery.parse(mail.record)
        found = self._webhooks.find(webhook)
        if found is None:
            self._postbox.clear(webhook)
            return
        if not found.enabled and delivery.event != TEST:
            self._end(webhook, delivery.ended(State.DROPPED, found.disabled_for or "disabled"))
            return
        try:
            letter = self._letters.write(found, delivery)
        except Unsent as problem:
            state = State.SUPERSEDED if problem.stale else State.DROPPED
            self._end(webhook, delivery.ended(state, None if problem.stale else "not_visible"))
            return
        except Damaged:
            self._end(webhook, delivery.ended(State.DROPPED, "quarantined"))
            return
        except ForeignKey:  # the webhook itself was read, so this process has the right key
            self._end(webhook, delivery.ended(State.DROPPED, "foreign_key"))
            return
        self._send(found, delivery, letter)

    def _send(self, webhook: Webhook, delivery: Delivery, letter: Message) -> None:
        at = self._clock()
        headers = signing.headers(self._webhooks.keys(webhook), delivery.id, at // 1000, letter.body)
        attempt = self._sender.post(webhook.url, headers, letter.body)
        one = self._judged(webhook, delivery, letter, attempt, at)
        # Neither the address nor anything of the answer: both are the owner's business.
        _log.info("Webhook %s: %s in %d ms.", webhook.id, one.error or one.status, one.latency_ms)
        self._heard("delivered" if one.error is None else "failed")
        self._settle(webhook, delivery.tried(one))

    def _judged(
        self, webhook: Webhook, delivery: Delivery, letter: Message, attempt: Attempt, at: int
    ) -> Try:
        """The try as it is written down, a move in the answer made."""
        answer = attempt.body[:SHOWN_ANSWER].decode("utf-8", "replace")
        one = Try(at, attempt.status, attempt.latency_ms, attempt.error, answer)
        command = command_in(attempt.body) if attempt.status == 200 and letter.seat is not None else None
        if command is None or letter.seat is None:
            return one
        try:
            done = self._answer(
                delivery.about, letter.seat, delivery.ply, webhook.owner, delivery.id, command
            )
        except StoreError:
            return replace(one, error="move_unknown")
        return replace(one, command=done.code, refusal=done.refusal)

    def _settle(self, webhook: Webhook, delivery: Delivery) -> None:
        """Writes down what came of the last try, and disables a webhook that is gone or long dead."""
        error = delivery.tries[-1].error
        if error is None:
            self._postbox.succeeded(GameId(webhook.id))
            self._end(GameId(webhook.id), delivery.ended(State.DELIVERED))
            return
        reason = GONE if error == "gone" else self._exhausted(webhook)
        if reason is not None:
            self._webhooks.disable(webhook.id, reason)
            self._postbox.succeeded(GameId(webhook.id))  # enabled again, it begins anew
            self._end(GameId(webhook.id), delivery.ended(State.DROPPED, reason))
            return
        if delivery.round > len(self._terms.pauses):
            self._end(GameId(webhook.id), delivery.ended(State.GIVEN_UP))
            return
        pause = self._terms.pauses[delivery.round - 1] * (1 + self._chance.random() * _JITTER)
        self._postbox.settle(GameId(webhook.id), delivery.id, delivery.written(), round(pause * 1000))

    def _exhausted(self, webhook: Webhook) -> str | None:
        now = self._clock()
        since = self._postbox.failing(GameId(webhook.id), now)
        return FAILING if now - since >= self._terms.days * _DAY_MS else None

    def _end(self, webhook: GameId, delivery: Delivery) -> None:
        if delivery.state is not State.DELIVERED:
            self._heard(str(delivery.state))
        self._postbox.settle(webhook, delivery.id, delivery.written(), None)
