"""The delivery queue of a webhook: bounded and ordered; the oldest finished message is removed first."""

from collections.abc import Iterator

import pytest

from app.service.job_queue import DELIVER, HOOKS, PLAY, PROJECT, JobQueue
from app.store.client import connect
from app.store.delivery_queue import DeliveryQueue
from app.store.encryption import StorageCipher
from app.store.keys import GameId, LogKind, game_id_from, post_key

WEBHOOK = game_id_from(bytes(32), LogKind.WEBHOOK)
OTHER = game_id_from(b"o" * 32, LogKind.WEBHOOK)


@pytest.fixture
def postbox(redis_url: str) -> Iterator[DeliveryQueue]:
    with connect(redis_url) as redis:
        yield DeliveryQueue(redis, StorageCipher(b"v" * 32), keep=5)


def names(postbox: DeliveryQueue) -> list[str]:
    return [mail.id for mail in postbox.page(WEBHOOK, None, 100)][::-1]


def test_a_queue_without_deliveries_has_an_empty_page(postbox: DeliveryQueue) -> None:
    assert postbox.page(WEBHOOK, None, 100) == []
    postbox.add(WEBHOOK, "a", b"{}")
    (only,) = postbox.page(WEBHOOK, None, 100)
    assert postbox.page(WEBHOOK, (only.made, only.id), 100) == []


def test_messages_of_one_millisecond_are_due_in_their_order(postbox: DeliveryQueue) -> None:
    for name in "zyxwv":
        assert postbox.add(WEBHOOK, name, b"{}")
    assert not postbox.add(WEBHOOK, "z", b"{}")
    ids = []
    while (mail := postbox.due(WEBHOOK)) is not None:
        ids.append(mail.id)
        assert postbox.settle(WEBHOOK, mail.id, None, None)
    assert ids == list("zyxwv")
    assert names(postbox) == list("zyxwv")


def test_a_full_log_keeps_pending_messages_and_the_newest_others(postbox: DeliveryQueue) -> None:
    for name in "abcde":
        postbox.add(WEBHOOK, name, name.encode())
    postbox.settle(WEBHOOK, "c", b"done", None)
    postbox.add(WEBHOOK, "f", b"f")
    assert names(postbox) == list("abdef")
    postbox.add(WEBHOOK, "g", b"g")
    assert names(postbox) == list("bdefg")
    assert postbox.get(WEBHOOK, "a") is None
    assert not postbox.settle(WEBHOOK, "a", b"late", 1)


def test_only_due_webhooks_are_read(postbox: DeliveryQueue, redis_url: str) -> None:
    postbox.add(WEBHOOK, "a", b"{}")
    postbox.add(OTHER, "b", b"{}")
    assert {due.game for due in postbox.overdue(10)} == {WEBHOOK, OTHER}
    postbox.settle(WEBHOOK, "a", b"{}", 60_000)
    postbox.settle(OTHER, "b", b"{}", None)
    assert postbox.overdue(10) == []
    assert postbox.due(WEBHOOK) is None
    with connect(redis_url) as redis:
        assert redis.zcard(post_key(int(OTHER[2:4], 16))) == 0


def test_one_courier_at_a_time_calls_a_receiver(postbox: DeliveryQueue) -> None:
    assert postbox.take(WEBHOOK, "one", 60_000)
    assert not postbox.take(WEBHOOK, "other", 60_000)
    assert not postbox.hold(WEBHOOK, "other", 0)
    assert postbox.hold(WEBHOOK, "one", 60_000)
    assert postbox.hold(WEBHOOK, "one", 0)
    assert postbox.take(WEBHOOK, "other", 60_000)


def test_webhooks_wait_in_a_separate_queue(queue_redis_url: str) -> None:
    game = GameId("g-00" + "a" * 22)
    bots, hooks = JobQueue(queue_redis_url), JobQueue(queue_redis_url, HOOKS)
    bots.enqueue(game, PLAY)
    for _ in range(2):
        hooks.enqueue(game, PROJECT)
        hooks.enqueue(WEBHOOK, DELIVER)
    with connect(queue_redis_url) as redis:
        assert redis.llen("rq:queue:bots") == 1
        assert redis.llen("rq:queue:hooks") == 2
