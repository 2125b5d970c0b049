"""Delivery of due messages of a webhook, one at a time, with a record of each try.

Each message is retried after the configured pauses, each extended randomly by up to a tenth, so that a
receiver that comes back is not overloaded. A message that waits for its next try does not delay later ones,
so messages may arrive in any order. A killed process leaves the message due; it is sent again under the same
id.
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
from app.observability.logs import TRACE_HEADER, current_trace, log_fields, on_behalf_of, parent_id
from app.service.message_origins import of_entry
from app.service.signing import now_ms
from app.store.delivery_queue import DeliveryQueue, StoredDelivery
from app.store.errors import Damaged, ForeignKey, StoreError
from app.store.keys import GameId
from app.webhooks import messages as signing
from app.webhooks.delivery_log import SHOWN_ANSWER, Delivery, DeliveryState, Try
from app.webhooks.messages import MessageWriter, Unsent, WebhookMessage
from app.webhooks.sender import Attempt, Sender
from app.webhooks.service import Webhooks
from app.webhooks.state import FAILING, GONE, TEST, Webhook

ACCEPTED: Final = "accepted"
"""Code of the result of an accepted move; that of any other move is the code of its refusal."""


@dataclass(frozen=True, slots=True)
class MoveResult:
    """Result of a move: `code` is ACCEPTED or that of a refusal, `refusal` a signed one of the rules."""

    code: str
    refusal: Json | None = None


MakeMove = Callable[[GameId, Seat, int, str, str, Json], MoveResult]
"""Makes a move from (game, seat, ply it was decided on, player on the seat, name, command)."""


def command_in(body: bytes) -> Json | None:
    """Return the command in an answer; None if there is none, or if it is longer than a move may be."""
    if len(body) > USUAL[BodySize.COMMAND]:
        return None
    try:
        command = parse_json(body).get("command")
    except Problem:
        return None
    return command if isinstance(command, dict) else None


_log: Final = logging.getLogger("app.webhooks.delivering")
_DAY_MS: Final = 86_400_000
_ROW_SECONDS: Final = 5.0  # then other webhooks have their turn
_SLACK_SECONDS: Final = 5.0
_JITTER: Final = 0.1


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Pauses in seconds before further tries, and the number of days of failure that disable a webhook."""

    pauses: tuple[int, ...]
    days: int


OnOutcome = Callable[[str], object]
"""Callback with the result of a try, `delivered` or `failed`, or the state of a delivery that ends without
one.
"""


FindOrigin = Callable[..., str]
"""Returns the origin under the first of some names, empty for none; see app.service.message_origins."""


def ignore_outcome(outcome: str) -> None:
    """Do nothing (default callback)."""


class MessageDelivery:
    """Delivers the messages in `delivery_queue`; safe between threads and processes.

    Only one process at a time sends to a receiver. A move in an answer is made by `answer`. A message is sent
    in the trace of the request that caused it, if `find_origin` finds one.
    """

    def __init__(
        self,
        webhooks: Webhooks,
        delivery_queue: DeliveryQueue,
        messages: MessageWriter,
        sender: Sender,
        answer: MakeMove,
        terms: RetryPolicy,
        find_origin: FindOrigin,
        on_outcome: OnOutcome = ignore_outcome,
    ) -> None:
        self._on_outcome = on_outcome
        self._webhooks = webhooks
        self._delivery_queue = delivery_queue
        self._messages = messages
        self._sender = sender
        self._answer = answer
        self._terms = terms
        self._find_origin = find_origin
        self._chance = SystemRandom()
        self._lease_ms = round((sender.seconds + _SLACK_SECONDS) * 1000)

    def deliver(self, webhook: GameId) -> bool:
        """Send the due messages of a webhook, some of them if there are many; return whether any are still
        due.
        """
        name = secrets.token_hex(8)
        while self._delivery_queue.due(webhook) is not None:
            if not self._delivery_queue.take(webhook, name, self._lease_ms):
                return False  # the process that sends to the receiver continues with what is due
            try:
                if self._deliver_some(webhook, name):
                    return True
            finally:
                with suppress(StoreError):
                    self._delivery_queue.hold(webhook, name, 0)
        return False

    def _deliver_some(self, webhook: GameId, name: str) -> bool:
        """Send due messages for a limited time; return whether some may be left."""
        deadline = time.monotonic() + _ROW_SECONDS
        while time.monotonic() < deadline:
            due = self._delivery_queue.due(webhook)
            if due is None:
                return False
            if not self._delivery_queue.hold(webhook, name, self._lease_ms):
                return False
            self._deliver_one(webhook, due)
        return True

    def _deliver_one(self, webhook: GameId, stored: StoredDelivery) -> None:
        delivery = Delivery.parse(stored.record)
        with on_behalf_of(self._find_origin(delivery.id, of_entry(delivery.log, delivery.ply))):
            self._deliver_known(webhook, delivery)

    def _deliver_known(self, webhook: GameId, delivery: Delivery) -> None:
        current = self._webhooks.find(webhook)
        if current is None:
            self._delivery_queue.clear(webhook)
            return
        if not current.enabled and delivery.event != TEST:
            self._end(webhook, delivery.ended(DeliveryState.DROPPED, current.disabled_for or "disabled"))
            return
        try:
            message = self._messages.write(current, delivery)
        except Unsent as problem:
            state = DeliveryState.SUPERSEDED if problem.stale else DeliveryState.DROPPED
            self._end(webhook, delivery.ended(state, None if problem.stale else "not_visible"))
            return
        except Damaged:
            self._end(webhook, delivery.ended(DeliveryState.DROPPED, "quarantined"))
            return
        except ForeignKey:  # the webhook itself was read, so this process has the right key
            self._end(webhook, delivery.ended(DeliveryState.DROPPED, "foreign_key"))
            return
        self._send(current, delivery, message)

    def _send(self, webhook: Webhook, delivery: Delivery, message: WebhookMessage) -> None:
        at = now_ms()
        headers = signing.headers(self._webhooks.keys(webhook), delivery.id, at // 1000, message.body)
        span = _continued(headers)
        attempt = self._sender.post(webhook.url, headers, message.body)
        attempted = self._judged(webhook, delivery, message, attempt, at)
        # Neither the address nor anything of the answer: both are private to the owner.
        _log.info(
            "Webhook %s: %s in %d ms.",
            webhook.id,
            attempted.error or attempted.status,
            attempted.latency_ms,
            extra=log_fields(**span),
        )
        self._on_outcome("delivered" if attempted.error is None else "failed")
        self._settle(webhook, delivery.tried(attempted))

    def _judged(
        self, webhook: Webhook, delivery: Delivery, message: WebhookMessage, attempt: Attempt, at: int
    ) -> Try:
        """Return the record of the try, after making the move in the answer."""
        answer = attempt.body[:SHOWN_ANSWER].decode("utf-8", "replace")
        attempted = Try(at, attempt.status, attempt.latency_ms, attempt.error, answer)
        command = command_in(attempt.body) if attempt.status == 200 and message.seat is not None else None
        if command is None or message.seat is None:
            return attempted
        try:
            done = self._answer(
                delivery.about, message.seat, delivery.ply, webhook.owner, delivery.id, command
            )
        except StoreError:
            return replace(attempted, error="move_unknown")
        return replace(attempted, command=done.code, refusal=done.refusal)

    def _settle(self, webhook: Webhook, delivery: Delivery) -> None:
        """Store the result of the last try, and disable a webhook that is gone or has failed for too long."""
        error = delivery.tries[-1].error
        if error is None:
            self._delivery_queue.succeeded(GameId(webhook.id))
            self._end(GameId(webhook.id), delivery.ended(DeliveryState.DELIVERED))
            return
        reason = GONE if error == "gone" else self._exhausted(webhook)
        if reason is not None:
            self._webhooks.disable(webhook.id, reason)
            self._delivery_queue.succeeded(GameId(webhook.id))  # enabled again, it starts anew
            self._end(GameId(webhook.id), delivery.ended(DeliveryState.DROPPED, reason))
            return
        if delivery.round > len(self._terms.pauses):
            self._end(GameId(webhook.id), delivery.ended(DeliveryState.GIVEN_UP))
            return
        pause = self._terms.pauses[delivery.round - 1] * (1 + self._chance.random() * _JITTER)
        self._delivery_queue.settle(GameId(webhook.id), delivery.id, delivery.written(), round(pause * 1000))

    def _exhausted(self, webhook: Webhook) -> str | None:
        now = now_ms()
        failing_since = self._delivery_queue.failing(GameId(webhook.id), now)
        return FAILING if now - failing_since >= self._terms.days * _DAY_MS else None

    def _end(self, webhook: GameId, delivery: Delivery) -> None:
        if delivery.state is not DeliveryState.DELIVERED:
            self._on_outcome(str(delivery.state))
        self._delivery_queue.settle(webhook, delivery.id, delivery.written(), None)


def _continued(headers: dict[str, str]) -> dict[str, str]:
    """Add the current trace to `headers`, if there is one; return the fields of the try's log line."""
    trace = current_trace()
    if trace is None:
        return {}
    span = parent_id()
    headers[TRACE_HEADER] = trace.header(span)
    return {"span_id": span}
