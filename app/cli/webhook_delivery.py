"""Delivery wiring: everything that a process needs to deliver webhooks, from its settings."""

from dataclasses import dataclass
from functools import partial

from redis import Redis

from app.api.webhook_answers import answering
from app.http.credentials import mint_key
from app.players.service import Players
from app.service.games import GameService
from app.service.secret_keys import Keys
from app.service.signing import KeyRing, now_ms
from app.settings.settings import Settings
from app.store.delivery_queue import DeliveryQueue
from app.store.encryption import StorageCipher
from app.store.indexes import WebhookIndex
from app.webhooks.delivery import Courier, OnOutcome, RetryPolicy, ignore_outcome
from app.webhooks.fan_out import DeliveryProjector
from app.webhooks.messages import DisputeLog, MessageWriter
from app.webhooks.sender import Sender
from app.webhooks.service import Webhooks
from app.webhooks.target_address import Resolver, system_resolver


@dataclass(frozen=True, slots=True)
class WebhookDelivery:
    """Projector and courier of a process."""

    projector: DeliveryProjector
    courier: Courier


def webhook_delivery(
    settings: Settings,
    secrets: Keys,
    redis: Redis,
    games: GameService,
    dispute: DisputeLog,
    ring: KeyRing,
    resolver: Resolver = system_resolver,
    on_outcome: OnOutcome = ignore_outcome,
) -> WebhookDelivery:
    """Return the delivery of webhooks from the store behind `redis`; `dispute` returns the entries of a
    dispute.

    `ring` signs refusals of the rules. `on_outcome` is called with the result of every try and of every
    delivery that ends without one.
    """
    webhook_index, delivery_queue = (
        WebhookIndex(redis),
        DeliveryQueue(redis, StorageCipher(secrets.vault), settings.webhook_log),
    )
    find = Players(games.store, partial(mint_key, secrets.token), now_ms).find
    webhooks = Webhooks(games.store, webhook_index, secrets.token, settings.webhooks, now_ms)
    messages = MessageWriter(games, dispute, find, settings.url or "")
    sender = Sender(
        settings.webhook_seconds, settings.webhook_connect_seconds, settings.webhook_networks, resolver
    )
    terms = RetryPolicy(settings.webhook_retries, settings.webhook_days)
    return WebhookDelivery(
        DeliveryProjector(games, dispute, find, webhooks, webhook_index, delivery_queue),
        Courier(
            webhooks, delivery_queue, messages, sender, answering(games, ring), terms, on_outcome=on_outcome
        ),
    )
