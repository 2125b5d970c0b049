"""All that a process needs to deliver webhooks, put together from its settings."""

from dataclasses import dataclass
from functools import partial

from redis import Redis

from app.config import Settings
from app.handler import Games
from app.http.keys import mint_key
from app.players.players import Players
from app.secret import Keys
from app.signing import KeyRing, now_ms
from app.store.hooked import WebhookIndex
from app.store.postbox import DeliveryQueue
from app.store.vault import StorageCipher
from app.webhooks.answering import answering
from app.webhooks.delivering import Courier, Heard, Terms, unheard
from app.webhooks.letters import Letters, Log
from app.webhooks.projecting import Projector
from app.webhooks.resolving import Resolver, system
from app.webhooks.sending import Sender
from app.webhooks.webhooks import Webhooks


@dataclass(frozen=True, slots=True)
class Office:
    """Who writes down what webhooks are told, and who delivers it."""

    projector: Projector
    courier: Courier


def office(
    settings: Settings,
    secrets: Keys,
    redis: Redis,
    games: Games,
    dispute: Log,
    ring: KeyRing,
    resolver: Resolver = system,
    heard: Heard = unheard,
) -> Office:
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
    letters = Letters(games, dispute, find, settings.url or "")
    sender = Sender(
        settings.webhook_seconds, settings.webhook_connect_seconds, settings.webhook_networks, resolver
    )
    terms = Terms(settings.webhook_retries, settings.webhook_days)
    return Office(
        Projector(games, dispute, find, webhooks, hooked, postbox),
        Courier(webhooks, postbox, letters, sender, answering(games, ring), terms, heard=heard),
    )
