"""The doorbell: one job for each ring, readable JSON, and an error of its own when the queue is away."""

import json
import zlib
from pathlib import Path
from typing import cast

import pytest
from redis import Redis

from app.queue import Doorbell, QueueUnavailable

GAME = "g-00abcdefghijklmnopqrstuv"


@pytest.fixture
def queue(queue_redis_url: str) -> Redis:
    return Redis.from_url(queue_redis_url)


def waiting(queue: Redis) -> list[str]:
    return [str(each, "ascii") for each in cast(list[bytes], queue.lrange("rq:queue:bots", 0, -1))]


def test_a_ring_is_one_job_that_names_the_game_and_nothing_else(queue_redis_url: str, queue: Redis) -> None:
    Doorbell(queue_redis_url).ring(GAME, 7)
    assert waiting(queue) == [f"bot-{GAME}-7-1"]
    job = cast(dict[bytes, bytes], queue.hgetall(f"rq:job:bot-{GAME}-7-1"))
    assert json.loads(zlib.decompress(job[b"data"])) == ["workers.bots.play", None, [GAME], {}]
    assert job[b"description"] == b"bot turn"
    assert job[b"result_ttl"] == b"0"
    assert 0 < queue.ttl(f"rq:job:bot-{GAME}-7-1") <= 300


def test_ringing_twice_is_one_job_and_another_attempt_is_another_job(
    queue_redis_url: str, queue: Redis
) -> None:
    for _ in range(2):
        Doorbell(queue_redis_url).ring(GAME, 7)
    Doorbell(queue_redis_url).ring(GAME, 7, attempt=2)
    Doorbell(queue_redis_url).ring(GAME, 8)
    assert waiting(queue) == [f"bot-{GAME}-7-1", f"bot-{GAME}-7-2", f"bot-{GAME}-8-1"]


def test_a_queue_that_is_away_is_one_error_of_our_own(tmp_path: Path) -> None:
    doorbell = Doorbell(f"unix://{tmp_path}/absent.sock")
    assert not doorbell.ready()
    with pytest.raises(QueueUnavailable):
        doorbell.ring(GAME, 1)


def test_a_queue_without_memory_is_unavailable_too(queue_redis_url: str, queue: Redis) -> None:
    doorbell = Doorbell(queue_redis_url)
    before = str(queue.config_get("maxmemory")["maxmemory"])
    queue.config_set("maxmemory", 1)
    try:
        with pytest.raises(QueueUnavailable):
            doorbell.ring(GAME, 1)
    finally:
        queue.config_set("maxmemory", before)
    assert doorbell.ready()
