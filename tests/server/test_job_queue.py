"""The job queue: names in lanes, readable JSON, and one error when the queue is unavailable."""

import json
import time
import zlib
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from redis import Redis

from app.service.job_queue import (
    ARCHIVE,
    BOTS,
    DELIVER,
    DELIVERIES,
    ENDED,
    HOOKS,
    PEOPLE,
    PEOPLES,
    PROJECT,
    PROJECTS,
    QUEUE,
    JobQueue,
    Lane,
    QueuedName,
    QueueUnavailable,
    TakenNames,
)
from tests.server.helpers import eventually

GAME = "g-00abcdefghijklmnopqrstuv"


def jobs(queue: Redis, name: str = QUEUE) -> list[str]:
    """The jobs of RQ that wait in a queue."""
    return [str(each, "ascii") for each in cast(list[bytes], queue.lrange(f"rq:queue:{name}", 0, -1))]


def taken(doorbell: JobQueue, most: int = 10, lanes: Sequence[Lane] = (PEOPLES, BOTS)) -> list[QueuedName]:
    """Return what is taken from the lanes."""
    return list(doorbell.take(lanes, most).names)


def _marked_or_done(queue: Redis, marks: Sequence[str], waiter: Future[TakenNames]) -> bool:
    return queue.exists(*marks) == len(marks) or waiter.done()


def test_an_enqueued_game_is_in_a_lane_and_one_job_serves_all(queue_redis_url: str, queue: Redis) -> None:
    doorbell = JobQueue(queue_redis_url)
    for ply in range(3):
        doorbell.enqueue(f"{GAME}{ply}")
    (name,) = jobs(queue)
    job = cast(dict[bytes, bytes], queue.hgetall(f"rq:job:{name}"))
    assert json.loads(zlib.decompress(job[b"data"])) == ["workers.bots.play", None, ["bots"], {}]
    assert job[b"description"] == b"workers.bots.play"
    assert job[b"result_ttl"] == b"0"
    assert 0 < queue.ttl(f"rq:job:{name}") <= 300
    assert [ring.name for ring in taken(doorbell)] == [f"{GAME}{ply}" for ply in range(3)]


def test_a_game_is_queued_once_and_keeps_its_place(queue_redis_url: str) -> None:
    doorbell = JobQueue(queue_redis_url)
    doorbell.enqueue(GAME, origin="the-first-one")
    doorbell.enqueue(f"{GAME}2")
    time.sleep(0.002)
    for _ in range(5):
        doorbell.enqueue(GAME, origin="a-later-one")
    assert taken(doorbell) == [QueuedName(GAME, "the-first-one"), QueuedName(f"{GAME}2")]
    doorbell.enqueue(GAME)
    assert taken(doorbell) == [QueuedName(GAME)]


def test_many_games_are_enqueued_at_once_each_in_its_lane(queue_redis_url: str, queue: Redis) -> None:
    doorbell = JobQueue(queue_redis_url)
    doorbell.enqueue_all([QueuedName(f"{GAME}{ply}", people=ply == 1) for ply in range(3)])
    assert (len(jobs(queue)), len(jobs(queue, PEOPLE))) == (1, 1)
    assert [ring.name for ring in taken(doorbell)] == [f"{GAME}1", f"{GAME}0", f"{GAME}2"]


def test_taken_names_leave_the_lane_and_the_rest_is_counted(queue_redis_url: str) -> None:
    doorbell = JobQueue(queue_redis_url)
    doorbell.enqueue_all([QueuedName(f"{GAME}{ply}", people=ply < 2) for ply in range(5)])
    assert doorbell.take([PEOPLES, BOTS], 0) == TakenNames((), (2, 3))
    names = doorbell.take([PEOPLES, BOTS], 3)
    assert [ring.people for ring in names.names] == [True, True, False]
    assert names.left == (0, 2)
    assert doorbell.depth() == 2 + 1


def test_a_game_enqueued_during_its_job_is_served_again(queue_redis_url: str, queue: Redis) -> None:
    doorbell = JobQueue(queue_redis_url)
    doorbell.enqueue(GAME)
    doorbell.acknowledge_lane(BOTS)
    for ply in range(3):
        doorbell.enqueue(f"{GAME}{ply}")
    assert len(set(jobs(queue))) == 2


def test_a_name_is_waited_for_and_meanwhile_no_job_is_made(queue_redis_url: str, queue: Redis) -> None:
    doorbell, names = JobQueue(queue_redis_url), TakenNames((), ())
    marks = (PEOPLES.mark, BOTS.mark)
    with ThreadPoolExecutor(1) as pool:
        while not names.names:  # on a busy machine the time may be over before the job is enqueued
            queue.flushdb()
            waiter = pool.submit(doorbell.wait, [PEOPLES, BOTS], 0.9)
            eventually(partial(_marked_or_done, queue, marks, waiter))
            doorbell.enqueue(GAME, origin="trace-me-1234", people=True)
            names = waiter.result()
    assert names == TakenNames((QueuedName(GAME, "trace-me-1234", people=True),), (0, 0))
    assert jobs(queue, PEOPLE) == []
    doorbell.enqueue(GAME, people=True)
    assert len(jobs(queue, PEOPLE)) == 1
    assert taken(doorbell) == [QueuedName(GAME, people=True)]


def test_a_worker_at_the_end_of_its_wait_takes_late_names(queue_redis_url: str, queue: Redis) -> None:
    doorbell = JobQueue(queue_redis_url)
    assert doorbell.wait([BOTS], 0.01) == TakenNames((), (0,))
    doorbell.enqueue(GAME)
    assert len(jobs(queue)) == 1


def test_archiving_and_tournaments_are_a_job_each(queue_redis_url: str, queue: Redis) -> None:
    doorbell = JobQueue(queue_redis_url)
    for _ in range(2):
        doorbell.enqueue(ENDED, ARCHIVE)
        doorbell.enqueue(f"t-{GAME[2:]}")
    assert len(jobs(queue)) == 2
    assert taken(doorbell) == []
    doorbell.acknowledge(ENDED, ARCHIVE)
    doorbell.enqueue(ENDED, ARCHIVE)
    assert len(set(jobs(queue))) == 3


def test_a_queued_game_moves_to_the_priority_lane_if_enqueued_there(queue_redis_url: str) -> None:
    doorbell = JobQueue(queue_redis_url)
    doorbell.enqueue(GAME)
    for _ in range(2):
        doorbell.enqueue(GAME, people=True)
    assert taken(doorbell) == [QueuedName(GAME, people=True), QueuedName(GAME)]


def test_webhooks_have_separate_lanes(queue_redis_url: str, queue: Redis) -> None:
    hooks = JobQueue(queue_redis_url, HOOKS)
    hooks.enqueue(GAME, PROJECT)
    hooks.enqueue("h-one", DELIVER)
    assert len(jobs(queue, HOOKS)) == 2
    assert hooks.depth() == 4
    assert taken(hooks, lanes=[PROJECTS]) == [QueuedName(GAME)]
    assert taken(hooks, lanes=[DELIVERIES]) == [QueuedName("h-one")]


def test_a_failed_enqueue_does_not_block_later_ones(queue_redis_url: str, queue: Redis) -> None:
    doorbell = JobQueue(queue_redis_url)
    queue.set("rq:queue:bots", "no list, so that the job cannot be put there")
    for name, job in ((GAME, ""), (ENDED, ARCHIVE)):
        with pytest.raises(QueueUnavailable):
            doorbell.enqueue(name, job)
    queue.delete("rq:queue:bots")
    doorbell.enqueue(GAME)
    doorbell.enqueue(ENDED, ARCHIVE)
    assert len(jobs(queue)) == 2


def test_an_unavailable_queue_is_one_error_of_the_product(tmp_path: Path) -> None:
    doorbell = JobQueue(f"unix://{tmp_path}/absent.sock")
    with pytest.raises(QueueUnavailable):
        doorbell.check()
    with pytest.raises(QueueUnavailable):
        doorbell.enqueue(GAME)


def test_a_queue_without_memory_is_unavailable_too(queue_redis_url: str, queue: Redis) -> None:
    doorbell = JobQueue(queue_redis_url)
    before = str(queue.config_get("maxmemory")["maxmemory"])
    queue.config_set("maxmemory", 1)
    try:
        with pytest.raises(QueueUnavailable):
            doorbell.enqueue(GAME)
    finally:
        queue.config_set("maxmemory", before)
    doorbell.check()
