"""Webhooks of twins: subscribers with the knowledge of the reader get the same messages."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from redis import Redis

from app.api.webhook_answers import answering
from app.http.credentials import mint_key
from app.players.service import Players
from app.service.games import GameService
from app.service.signing import KeyRing, now_ms
from app.store.client import connect
from app.store.delivery_queue import DeliveryQueue
from app.store.encryption import StorageCipher
from app.store.indexes import WebhookIndex
from app.store.keys import GameId
from app.store.signing_state import StoredGenerations
from app.webhooks.delivery import MessageDelivery, RetryPolicy
from app.webhooks.fan_out import DeliveryProjector
from app.webhooks.messages import MessageWriter
from app.webhooks.sender import Attempt, Sender
from app.webhooks.service import Webhooks
from tests.api.disputing import dispute_service
from tests.api.helpers import Api
from tests.api.player_requests import Person
from tests.service.helpers import KEYS, event_store
from tests.twins.leak import Leak
from tests.twins.lines import ENDS_MS
from tests.twins.places import veiled_json
from tests.webhooks.helpers import hook

Message = tuple[str, tuple[tuple[str, str], ...], bytes]


@dataclass(frozen=True, slots=True)
class Kept(Sender):
    """Sends nothing: every message is kept, and its receiver is glad of it."""

    messages: list[Message] = field(default_factory=list)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Attempt:
        self.messages.append((url, tuple(headers.items()), body))
        return Attempt(204, None, 1)


@dataclass(frozen=True, slots=True)
class Mail:
    """Delivery to the webhooks of one service, and the messages it has sent."""

    projector: DeliveryProjector
    delivery: MessageDelivery
    sender: Kept

    def told(self, *logs: GameId) -> list[Message]:
        """The messages about these logs that were not sent yet."""
        webhooks = {name for log in logs for name in self.projector.project(log)}
        for webhook in sorted(webhooks):
            self.delivery.deliver(webhook)
        messages = [*self.sender.messages]
        self.sender.messages.clear()
        return messages


@contextmanager
def mailing(api: Api, url: str) -> Iterator[Mail]:
    """Yield the delivery to webhooks beside `api`, over the store at `url`."""
    with connect(url) as redis:
        yield _mail(api, redis)


def _mail(api: Api, redis: Redis) -> Mail:
    games = GameService(event_store(redis), 4, now_ms)
    hooked, postbox = WebhookIndex(redis), DeliveryQueue(redis, StorageCipher(KEYS.vault), 100)
    find = Players(games.store, partial(mint_key, KEYS.token), now_ms).find
    webhooks = Webhooks(games.store, hooked, KEYS.token, 10, now_ms)
    log, sender = dispute_service(api, ENDS_MS).entries, Kept(1.0, 1.0)
    projector = DeliveryProjector(games, log, find, webhooks, hooked, postbox)
    letters = MessageWriter(games, log, find, "https://conquian.example")
    answer = answering(games, KeyRing(KEYS.sign, StoredGenerations(redis)))
    deliver = MessageDelivery(
        webhooks, postbox, letters, sender, answer, RetryPolicy((), 1), lambda *names: ""
    )
    return Mail(projector, deliver, sender)


def address(owner: Person) -> str:
    """Return where the webhooks of a player lead."""
    return f"https://{owner.id}.example/hook"


def hooked(owner: Person) -> None:
    """Create a webhook of the player for all events."""
    hook(owner, address(owner))


def same_mail(one: list[Message], other: list[Message], addresses: set[str]) -> int:
    """Return how many messages to these addresses were compared; Leak where they differ."""
    mine, theirs = ([_veiled(each) for each in messages if each[0] in addresses] for messages in (one, other))
    if mine != theirs:
        raise Leak(f"webhooks: {mine}, {theirs}")
    return len(mine)


def _veiled(message: Message) -> Message:
    """A message without what commits to hidden cards: digests of disputes, and the signature over them."""
    url, headers, body = message
    if b'"entry":' not in body:
        return message
    blind = tuple((name, "*" * len(text) if name.endswith("signature") else text) for name, text in headers)
    return url, blind, veiled_json(body, "DisputeLetter")
