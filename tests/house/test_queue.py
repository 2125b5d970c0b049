"""The doorbell: one job for each ring, readable JSON, and an error of its own when the queue is away."""

import json
import zlib
from pathlib import Path
from typing import cast

import pytest
from redis import Redis

from app.queue import PEOPLE, QUEUE, Doorbell, QueueUnavailable

GAME = "g-00abcdefghijklmnopqrstuv"


@pytest.fixture
def queue(queue_redis_url: str) -> Redis:
    return Redis.from_url(queue_redis_url)


def waiting(queue: Redis, name: str = QUEUE) -> list[str]:
    return [str(each, "ascii") for each in cast(list[bytes], queue.lrange(f"rq:queue:{name}", 0, -1))]


def test_a_ring_is_one_job_that_names_the_game_and_nothing_else(queue_redis_url: str, queue: Redis) -> None:
    Doorbell(queue_redis_url).ring(GAME)
    (name,) = waiting(queue)
    job = cast(dict[bytes, bytes], queue.hgetall(f"rq:job:{name}"))
    assert json.loads(zlib.decompress(job[b"data"])) == ["workers.bots.play", None, [GAME], {}]
    assert job[b"description"] == b"workers.bots.play"
    assert job[b"result_ttl"] == b"0"
    assert 0 < queue.ttl(f"rq:job:{name}") <= 300


def test_a_game_has_one_job_waiting_however_often_it_is_rung_for(queue_redis_url: str, queue: Redis) -> None:
    for _ in range(5):
        Doorbell(queue_redis_url).ring(GAME)
    assert len(waiting(queue)) == 1


def test_a_job_that_has_begun_does_not_swallow_a_ring(queue_redis_url: str, queue: Redis) -> None:
    doorbell = Doorbell(queue_redis_url)
    doorbell.ring(GAME)
    doorbell.answer(GAME)
    doorbell.ring(GAME)
    doorbell.ring(GAME)
    assert len(set(waiting(queue))) == 2


def test_a_ring_for_a_person_waits_apart_even_where_the_game_was_rung_for(
    queue_redis_url: str, queue: Redis
) -> None:
    doorbell = Doorbell(queue_redis_url)
    doorbell.ring(GAME)
    for _ in range(2):
        doorbell.ring(GAME, people=True)
    assert (len(waiting(queue)), len(waiting(queue, PEOPLE))) == (1, 1)
    doorbell.answer(GAME)
    doorbell.ring(GAME)
    doorbell.ring(GAME, people=True)
    assert (len(waiting(queue)), len(waiting(queue, PEOPLE))) == (2, 2)


def test_a_ring_that_never_reached_the_queue_stands_in_no_other_rings_way(
    queue_redis_url: str, queue: Redis
) -> None:
    doorbell = Doorbell(queue_redis_url)
    queue.set("rq:queue:bots", "no list, so that the job cannot be put there")
    with pytest.raises(QueueUnavailable):
        doorbell.ring(GAME)
    queue.delete("rq:queue:bots")
    doorbell.ring(GAME)
    assert len(waiting(queue)) == 1


def test_a_queue_that_is_away_is_one_error_of_our_own(tmp_path: Path) -> None:
    doorbell = Doorbell(f"unix://{tmp_path}/absent.sock")
    assert not doorbell.ready()
    with pytest.raises(QueueUnavailable):
        doorbell.ring(GAME)


def test_a_queue_without_memory_is_unavailable_too(queue_redis_url: str, queue: Redis) -> None:
    doorbell = Doorbell(queue_redis_url)
    before = str(queue.config_get("maxmemory")["maxmemory"])
    queue.config_set("maxmemory", 1)
    try:
        with pytest.raises(QueueUnavailable):
            doorbell.ring(GAME)
    finally:
        queue.config_set("maxmemory", before)
    assert doorbell.ready()
