"""Helpers for tests of deliveries: a service whose webhooks reach loopback, and players with webhooks."""

import base64
import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from ipaddress import ip_network
from typing import Any

from app.cli.courier import WebhookDelivery, webhook_delivery
from app.service.games import GameService
from app.service.message_origins import MessageOrigins
from app.service.signing import KeyRing
from app.settings.settings import Settings
from app.store.client import connect
from app.store.delivery_queue import DeliveryQueue
from app.store.dispute_index import DisputeIndex
from app.store.encryption import StorageCipher
from app.store.indexes import WebhookIndex
from app.store.keys import GameId, bucket, post_key, post_keys
from app.store.outbox import Outbox
from app.store.signing_state import StoredGenerations
from replays.disputes.service import DisputeService
from tests.api.documents import differences, resolved
from tests.api.helpers import Api, expect
from tests.api.player_requests import Person
from tests.service.helpers import KEYS, event_store
from tests.webhooks import receiver as behaviour
from tests.webhooks.receiver import Message
from workers.webhooks import Relay, Sweeper

Json = dict[str, Any]
ALL = ["your_turn", "seat_kept", "game_started", "hand_over", "game_over", "dispute_opened", "dispute_ruled"]
PRIVATE = (ip_network("127.0.0.0/8"),)


@dataclass
class Post:
    """Delivery beside an API: the clock's part, the worker's, and the jobs enqueued between them."""

    api: Api
    webhook_delivery: WebhookDelivery
    postbox: DeliveryQueue
    relay: Relay
    sweeper: Sweeper
    rung: list[tuple[str, str]]

    def project(self) -> None:
        """Project or deliver everything that was enqueued."""
        while self.rung:
            name, job = self.rung.pop(0)
            if job.endswith("project"):
                for webhook in self.webhook_delivery.projector.project(GameId(name)):
                    self.webhook_delivery.delivery.deliver(webhook)
            else:
                self.webhook_delivery.delivery.deliver(GameId(name))

    def run(self) -> None:
        """Deliver all events so far."""
        self.relay()
        self.project()

    def sweep(self) -> None:
        """The sweeper has looked at everything once."""
        for _ in range(64):
            self.sweeper()
            self.project()

    def hurry(self, webhook: str) -> None:
        """The next try of everything that waits for one is due now."""
        _, _, todo, _ = post_keys(webhook)
        for name in self.api.redis.zrange(todo, 0, -1):
            self.api.redis.zadd(todo, {bytes(name): 1})  # type: ignore[arg-type]
        self.api.redis.zadd(post_key(bucket(webhook)), {webhook: 1})
        self.sweep()


def settings_for(api: Api, **more: Any) -> Settings:
    """Settings under which webhooks reach loopback."""
    return replace(api.settings, webhook_networks=PRIVATE, **more)


@contextmanager
def posting(api: Api, url: str, /, **more: Any) -> Iterator[Post]:
    """Return the deliverer for `api`, over the store at `url`."""
    with connect(url) as redis:
        settings = settings_for(api, **more)
        games = GameService(event_store(redis), 64)
        dispute_service = DisputeService(games, DisputeIndex(redis), KEYS.ids, 7)
        rung: list[tuple[str, str]] = []

        origins = MessageOrigins(settings.queue_url)

        def ring(name: str, job: str, origin: str = "") -> None:
            rung.append((name, job))

        hooked, postbox = (
            WebhookIndex(redis),
            DeliveryQueue(redis, StorageCipher(KEYS.vault), settings.webhook_log),
        )
        relay = Relay(Outbox(redis, group="hooks"), hooked, ring, "test", origins.keep)
        sweeper = Sweeper(games.store, hooked, postbox, DisputeIndex(redis), ring)
        keys = KeyRing(KEYS.sign, StoredGenerations(redis))
        made = webhook_delivery(settings, KEYS, redis, games, dispute_service.entries, keys)
        yield Post(api, made, postbox, relay, sweeper, rung)


def hook(owner: Person, url: str, events: list[str] | None = None, **more: Any) -> Json:
    """A new webhook of a player, for everything by default."""
    body = {"url": url, "events": events or ALL, **more}
    return expect(owner.post("/v1/webhooks", body), 201)


def log(owner: Person, webhook: str) -> list[Json]:
    """The log of deliveries, the oldest first."""
    answer: list[Json] = expect(owner.get(f"/v1/webhooks/{webhook}/deliveries?limit=100"), 200)["deliveries"]
    return answer[::-1]


def game_of(owner: Person, opponent: Any = "open", **more: Any) -> str:
    """A game that a player makes and sits down at."""
    body = {"variant": "north-american", "seats": ["me", opponent], **more}
    return str(expect(owner.post("/v1/games", body), 201)["game"])


def signed_by(secret: str, message: Message) -> bool:
    """Return True if one of the signatures of a message is of this secret, checked as a receiver does."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    headers = f"{message.id}.{message.headers['webhook-timestamp']}.".encode() + message.body
    own = "v1," + base64.b64encode(hmac.digest(key, headers, "sha256")).decode()
    return own in message.headers["webhook-signature"].split()


def sits(who: Person, game: str) -> None:
    expect(who.post(f"/v1/games/{game}/seats"), 201)


def moves(who: Person, game: str) -> list[dict[str, Any]]:
    answer: list[dict[str, Any]] = expect(who.get(f"/v1/games/{game}/moves?expand=1"), 200)["moves"]
    return answer


def play(people: list[Person], game: str, post: Post) -> None:
    """Play the game to its end, and deliver everything at every ply."""
    for _ in range(400):
        view = expect(people[0].get(f"/v1/games/{game}"), 200)
        if view["status"] == "finished":
            return
        mover = people[view["awaited"][0]]
        choice = next(move for move in moves(mover, game) if move["type"] != "fold")
        ply = f'"{view["ply"]}"'
        expect(mover.post(f"/v1/games/{game}/moves", choice, If_Match=ply), 200)
        post.run()
    raise AssertionError("the game does not end")


def are_as_documented(api: Api, messages: list[behaviour.Message]) -> None:
    """Every message has the shape that the document gives what comes to the address of a webhook."""
    document = expect(api.client.get("/openapi.json"), 200)
    callbacks = document["paths"]["/v1/webhooks"]["post"]["callbacks"]
    for message in messages:
        (sent,) = (post["post"] for post in callbacks[message.json["type"]].values())
        shape = sent["requestBody"]["content"]["application/json"]["schema"]
        assert not list(differences(document, shape, message.json)), message.json["type"]
        names = {resolved(document, parameter)["name"] for parameter in sent["parameters"]}
        assert names <= {name.lower() for name in message.headers}
