"""All that a process needs to deliver webhooks, put together from its settings."""

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
from app.webhooks.fan_out import Projector
from app.webhooks.messages import DisputeLog, MessageWriter
from app.webhooks.sender import Sender
from app.webhooks.service import Webhooks
from app.webhooks.target_address import Resolver, system_resolver


@dataclass(frozen=True, slots=True)
class WebhookDelivery:
    """Who writes down what webhooks are told, and who delivers it."""

    projector: Projector
    courier: Courier


def webhook_delivery(
    settings: Settings,
    secrets: Keys,
    redis: Redis,
    games: GameService,
    dispute: DisputeLog,
    ring: KeyRing,
    resolver: Resolver = system_resolver,
    heard: OnOutcome = ignore_outcome,
) -> WebhookDelivery:
    """The office over the store behind `redis`; `dispute` gives the entries of a dispute.

    `ring` signs what the rules refuse. `heard` is told what comes of every try and of every delivery that
    ends without one.
    """
    hooked, postbox = (
        WebhookIndex(redis),
        DeliveryQueue(redis, StorageCipher(secrets.vault), settings.webhook_log),
    )
    find = Players(games.store, partial(mint_key, secrets.token), now_ms).find
    webhooks = Webhooks(games.store, hooked, secrets.token, settings.webhooks, now_ms)
    letters = MessageWriter(games, dispute, find, settings.url or "")
    sender = Sender(
        settings.webhook_seconds, settings.webhook_connect_seconds, settings.webhook_networks, resolver
    )
    terms = RetryPolicy(settings.webhook_retries, settings.webhook_days)
    return WebhookDelivery(
        Projector(games, dispute, find, webhooks, hooked, postbox),
        Courier(webhooks, postbox, letters, sender, answering(games, ring), terms, heard=heard),
    )
