"""Couriers as processes and threads: a killed one loses no message, a waiting one delays no other."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from app.service.job_queue import HOOKS, JobQueue, connect
from app.store.keys import GameId
from tests.api.helpers import Api, expect
from tests.api.player_requests import person
from tests.server.helpers import ROOT, eventually
from tests.webhooks.helpers import game_of, hook, log, posting
from tests.webhooks.receiver import Handler, Message, Receiver
from workers.webhooks import DeliveryThreads

ANSWERED: Final = 10
"""How many messages the receiver answers before it stalls."""

MESSAGES: Final = 3 * (15 + 2)
"""What three players are told: tests, game_started and your_turn each."""


@contextmanager
def courier(url: str, queue: str) -> Iterator[subprocess.Popen[bytes]]:
    """A courier that runs; killed at the end."""
    command = [sys.executable, "-m", "tests.webhooks.courier", url, queue]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            yield process
        finally:
            process.kill()


def forget_rings(url: str) -> None:
    """Let half a minute pass, after which a job that no worker has taken is enqueued again."""
    with connect(url) as queue:
        for mark in queue.scan_iter("cq:rung:*"):
            queue.delete(mark)


def test_a_killed_courier_loses_no_message_and_repeats_it_under_the_same_id(
    api: Api, redis_url: str, queue_redis_url: str, receiver: Receiver
) -> None:
    killed = threading.Event()

    def stalling(handler: Handler, message: Message) -> None:
        if len(receiver.messages) > ANSWERED and not killed.is_set():
            killed.wait(300)
        handler.reply(200, b"{}")

    receiver.behaves(stalling)
    people = [person(api, f"Player {number}") for number in range(3)]
    hooks = [hook(one, receiver.url)["webhook"] for one in people]
    for player, webhook in zip(people, hooks, strict=True):
        api.bots(game_of(player, {"bot": "greedy"}))
        for _ in range(15):
            expect(player.post(f"/v1/webhooks/{webhook}/test"), 202)
    with posting(api, redis_url) as post:
        doorbell = JobQueue(queue_redis_url, HOOKS)

        def clock() -> bool:
            """Do the part of the clock, and enqueue its jobs; return False."""
            post.relay()
            post.sweeper()
            while post.rung:
                doorbell.enqueue(*post.rung.pop())
            return False

        def rows() -> list[str]:
            clock()
            return [
                row["state"] for player, name in zip(people, hooks, strict=True) for row in log(player, name)
            ]

        with courier(redis_url, queue_redis_url) as first:
            eventually(lambda: clock() or len(receiver.messages) > ANSWERED)
            first.kill()
            first.wait()
        killed.set()
        assert "pending" in rows()
        forget_rings(queue_redis_url)
        with courier(redis_url, queue_redis_url):
            eventually(lambda: rows() == ["delivered"] * MESSAGES, pause=0.1)
    known = {row["delivery"] for one, name in zip(people, hooks, strict=True) for row in log(one, name)}
    assert len(known) == MESSAGES
    assert {message.id for message in receiver.messages} == known
    assert len(receiver.messages) > len(known)  # what was on its way came again
    bodies = {(message.id, message.body) for message in receiver.messages}
    assert len(bodies) == len(known)


def test_silent_receivers_delay_no_other() -> None:
    release, done = threading.Event(), threading.Event()

    def deliver(webhook: GameId) -> bool:
        if webhook.startswith("slow"):
            release.wait(300)
        else:
            done.set()
        return False

    threads = DeliveryThreads(deliver, 8, slow_seconds=0.0)
    try:
        for number in range(100):  # all of them are known to be slow
            threads.note(f"slow {number}", slow=True)
            threads.start(f"slow {number}")
        threads.start("quick")
        assert done.wait(300)
    finally:
        release.set()
        threads.close()


def test_two_notices_for_one_webhook_are_delivered_one_at_a_time() -> None:
    begun: list[str] = []
    release = threading.Event()

    def deliver(webhook: GameId) -> bool:
        begun.append(webhook)
        release.wait(300)
        return False

    threads = DeliveryThreads(deliver, 8)
    for _ in range(5):
        threads.start("w")
    eventually(lambda: begun)
    release.set()
    threads.close()
    assert begun == ["w"]
