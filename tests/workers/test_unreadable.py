"""Unreadable games are counted and tried again; a wrong secret is distinguished from damage."""

import logging
from collections.abc import Iterable
from typing import Any

import pytest
from click.testing import CliRunner, Result
from redis import Redis

from app.cli import operator
from app.games.conquian.commands import Pass
from app.games.table.state import Status
from app.service.games import GameService
from app.service.job_queue import JobQueue, QueuedName
from app.store import schedule
from app.store.encryption import StorageCipher
from app.store.errors import ForeignKey, Unreadable
from app.store.keys import GameId, bucket, due_key, log_key, state_key, unreadable_key
from app.store.log import EventStore
from app.store.unreadable_games import FIRST_MS, LONGEST_MS, RESTS_MS
from tests.service.helpers import GAME, KEYS, event_store, seated, service
from workers.bots import player
from workers.clock import sweep
from workers.unreadable import retrying

WRONG = b"w" * 32
"""The vault key of a process with another service secret."""

LIMITS: Any = {"decision_seconds": 3_600, "window_seconds": 60, "deal_delay_seconds": 0}


@pytest.fixture
def games(redis: Redis) -> GameService:
    """The games of a process with the right secret, one of which waits for a bot."""
    games = service(redis)
    seated(games, "person greedy", **LIMITS)
    games.act(GAME, games.current(GAME).table.hand.turn, Pass())
    return games


def foreign(redis: Redis) -> EventStore:
    """The store as a process with another secret sees it."""
    return EventStore(redis, StorageCipher(WRONG))


def stranger(redis: Redis) -> None:
    """Let a worker with another secret take a job for the game."""
    player(GameService(foreign(redis), 16), KEYS.bot)(GAME)


def pause(redis: Redis, key: str, game: GameId = GAME) -> float:
    """Return the ms until the game is looked at."""
    score: Any = redis.zscore(key, game)
    seconds, micros = redis.time()
    return float(score) - seconds * 1000 - micros / 1000


def damage(redis: Redis, *plies: int) -> None:
    """Alter one bit of the hidden parts of some entries."""
    rows: Any = redis.xrange(log_key(GAME))
    redis.delete(log_key(GAME))
    for number, (name, fields) in enumerate(rows, 1):
        if number in plies:
            fields[b"h"] = fields[b"h"][:-1] + bytes([fields[b"h"][-1] ^ 1])
        redis.xadd(log_key(GAME), fields, id=name)


def test_an_unreadable_log_is_foreign_and_one_with_a_damaged_part_is_not(
    redis: Redis, games: GameService
) -> None:
    with pytest.raises(ForeignKey):
        foreign(redis).read(GAME)
    with pytest.raises(ForeignKey):
        foreign(redis).look(GAME, event_store(redis).read(GAME, upto=1)[0])
    damage(redis, 1)
    with pytest.raises(Unreadable) as error:
        event_store(redis).read(GAME)
    assert error.value.ply == 1


def test_a_game_that_a_worker_could_not_read_is_played_again_by_the_next_try(
    redis: Redis, games: GameService, caplog: pytest.LogCaptureFixture
) -> None:
    before = games.current(GAME).ply
    stranger(redis)
    stranger(redis)
    lines = [line for line in caplog.records if line.levelno == logging.ERROR]
    assert [line.message for line in lines] == [
        f"The log of {GAME} cannot be read: ForeignKey: {ForeignKey(GAME)}."
    ]
    assert schedule.count(redis, unreadable_key) == 1
    assert event_store(redis).overdue(9) == []
    redis.zadd(unreadable_key(bucket(GAME)), {GAME: 0})
    retrying(event_store(redis))()
    assert schedule.count(redis, unreadable_key) == 0
    assert redis.hget(state_key(GAME), "u") is None
    rung: list[str] = []
    sweep(event_store(redis), _Bell(rung))
    assert rung == [GAME]
    player(games, KEYS.bot)(GAME)
    assert games.current(GAME).ply > before


def test_pauses_grow_to_ten_minutes_and_the_due_mark_rests(redis: Redis, games: GameService) -> None:
    marks, key = event_store(redis).unreadable, unreadable_key(bucket(GAME))
    pauses = []
    for tries in range(1, 10):
        assert marks.mark(GAME) == tries
        pauses.append(round(pause(redis, key) / 1000))
    assert pauses == [5, 10, 20, 40, 80, 160, 320, 600, 600]
    assert (FIRST_MS, LONGEST_MS) == (5_000, 600_000)
    assert RESTS_MS - 60_000 < pause(redis, due_key(bucket(GAME))) <= RESTS_MS


def test_a_game_that_stays_unreadable_stays_counted_and_has_one_line(
    redis: Redis, games: GameService, caplog: pytest.LogCaptureFixture
) -> None:
    stranger(redis)
    for _ in range(3):
        redis.zadd(unreadable_key(bucket(GAME)), {GAME: 0})
        retrying(foreign(redis))()
    assert schedule.count(redis, unreadable_key) == 1
    assert redis.hget(state_key(GAME), "u") == b"4"
    assert len([line for line in caplog.records if line.levelno == logging.ERROR]) == 1


def test_a_missing_game_is_no_longer_counted(redis: Redis, games: GameService) -> None:
    stranger(redis)
    redis.delete(log_key(GAME), state_key(GAME))
    redis.zadd(unreadable_key(bucket(GAME)), {GAME: 0})
    retrying(event_store(redis))()
    assert schedule.count(redis, unreadable_key) == 0
    assert event_store(redis).unreadable.mark(GAME) == 0
    assert not redis.exists(state_key(GAME))


def wake(games: GameService, *arguments: str) -> Result:
    return CliRunner().invoke(operator.game_commands(lambda: games), ["wake", *arguments])


@pytest.mark.parametrize("argument", [GAME, "--all"])
def test_the_operator_wakes_a_game_at_once(redis: Redis, games: GameService, argument: str) -> None:
    stranger(redis)
    result = wake(games, argument)
    assert result.exit_code == 0, result.output
    assert "ooked at now" in result.output
    assert schedule.count(redis, unreadable_key) == 0
    assert [game for _, game in event_store(redis).overdue(9)] == [GAME]


def test_a_game_that_a_program_before_this_one_put_to_sleep_is_woken_too(
    redis: Redis, games: GameService
) -> None:
    event_store(redis).postpone(GAME, RESTS_MS)
    assert wake(games, "--all").output == "Looked at now: 1. Cannot be read: 0.\n"
    assert [game for _, game in event_store(redis).overdue(9)] == [GAME]


def test_a_game_that_waits_for_a_person_alone_is_left_to_its_deadline(redis: Redis) -> None:
    games = service(redis)
    seated(games, "person open", **LIMITS)
    mark = redis.zscore(due_key(bucket(GAME)), GAME)
    assert wake(games, GAME).output == f"{GAME}: nothing in it is due.\n"
    assert redis.zscore(due_key(bucket(GAME)), GAME) == mark
    assert games.current(GAME).table.status is Status.PLAYING


def test_a_game_that_is_still_unreadable_is_listed_with_its_cause(redis: Redis, games: GameService) -> None:
    stranger(redis)
    damage(redis, 1)
    for argument in (GAME, "--all"):
        result = wake(service(redis), argument)
        assert (result.exit_code, "Its log is damaged at ply 1" in result.output) == (1, True), result.output
    assert schedule.count(redis, unreadable_key) == 1
    result = wake(GameService(foreign(redis), 16), GAME)
    assert (result.exit_code, "another one" in result.output) == (1, True), result.output


def test_one_game_or_all_is_named(games: GameService) -> None:
    assert [wake(games, *words).exit_code for words in ((), (GAME, "--all"), ("x",))] == [2, 2, 1]


class _Bell(JobQueue):
    """Record the jobs it enqueues."""

    def __init__(self, rung: list[str]) -> None:
        self._rung = rung

    def enqueue_all(self, names: Iterable[QueuedName], job: str = "") -> None:
        """Note every name."""
        self._rung += [ring.name for ring in names]
