"""Jobs of bots: repeated, simultaneous or interrupted, each decision is answered once and alike."""

import threading
import time
from collections.abc import Sequence
from typing import Any

import pytest
from redis import Redis

from app.bots.hand_history import HandHistory
from app.games.cards import Seat
from app.games.conquian.commands import Pass
from app.games.holdem.events import ChipsBought
from app.games.table.commands import Leave
from app.games.table.state import Status, awaited, bots_awaited
from app.games.table.view import legal
from app.service.entry_codec import Position, advance, decode_entry
from app.service.games import GameService
from app.service.job_queue import BOTS, PLAY, JobQueue
from app.settings.settings import Settings
from app.store.append_options import Appended, Replayed
from app.store.encryption import StorageCipher
from app.store.entry import Entry
from app.store.errors import Damaged, OutcomeUnknown
from app.store.keys import GameId, bucket, due_key, game_id_from, log_key
from app.store.log import EventStore
from app.store.unreadable_games import RESTS_MS
from tests.service.helpers import GAME, KEYS, Clock, event_store, seated, service, table_for
from workers.bots import ALONE_PLIES, LOOKED_BACK, history_so_far, player, turn
from workers.jobs import run
from workers.lanes import Lanes
from workers.participants import Participants

OTHER = game_id_from(b"another game".ljust(32))


def log(redis: Redis, game: GameId = GAME) -> list[bytes]:
    """The digests of a game, each of which stands for everything before it."""
    return [entry.digest for entry in event_store(redis).read(game)]


def made(redis: Redis, seats: str = "random greedy random", variant: str = "mexican-3") -> GameService:
    """A process with a game of bots alone, dealt and not yet played."""
    redis.flushall()
    games = service(redis)
    games.create(table_for(seats, variant), None)
    return games


@pytest.fixture
def alone(redis: Redis) -> list[bytes]:
    """The log of a game that one job has played without disturbance."""
    player(made(redis), KEYS.bot)(GAME)
    return log(redis)


def test_a_table_of_holdem_is_played_to_its_end_and_bots_buy_again(redis: Redis) -> None:
    redis.flushall()
    games = service(redis)
    position = games.create(table_for("person random greedy careful", "caesars-holdem"), None).position
    play, person = player(games, KEYS.bot), Seat(0)
    while not position.table.has_ended:
        play(GAME)
        table = games.settle(GAME).table
        if person in awaited(table):
            games.act(GAME, person, legal(table, person)[0])  # checks, calls, buys, is ready
        position = games.settle(GAME)
    entries = games.entries(GAME, 0)
    events = [event for entry in entries for event in decode_entry(position.table.play, entry).events]
    bought = [event.seat for event in events if isinstance(event, ChipsBought)]
    assert position.table.hand_number == 10
    assert sorted(set(bought)) == [0, 1, 2, 3]
    assert len(bought) > 4


def test_a_repeated_job_changes_nothing(redis: Redis, alone: list[bytes]) -> None:
    player(service(redis), KEYS.bot)(GAME)
    assert log(redis) == alone
    assert len(alone) > 20


@pytest.mark.parametrize("copies", [2, 5])
def test_copies_that_run_at_once_write_the_log_of_one(copies: int, redis: Redis, alone: list[bytes]) -> None:
    made(redis)
    barrier, failures = threading.Barrier(copies), []

    def job() -> None:
        play = player(service(redis), KEYS.bot)
        barrier.wait()
        try:
            play(GAME)
        except Exception as failure:
            failures.append(failure)

    threads = [threading.Thread(target=job) for _ in range(copies)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert log(redis) == alone


class Lossy(EventStore):
    """A store that loses its answer after every third entry."""

    def append(self, entry: Entry, **terms: Any) -> Appended | Replayed:
        outcome = super().append(entry, **terms)
        if entry.ply % 3 == 0:
            raise OutcomeUnknown("lost")
        return outcome


def test_a_job_with_lost_answers_continues_and_plays_the_same_game(redis: Redis, alone: list[bytes]) -> None:
    made(redis)
    lost = 0
    for _ in range(len(alone)):
        try:
            player(GameService(Lossy(redis, StorageCipher(KEYS.vault)), 16, Clock()), KEYS.bot)(GAME)
        except OutcomeUnknown:
            lost += 1
    assert lost == len(alone) // 3
    assert log(redis) == alone


def test_the_same_turn_taken_on_an_old_position_leaves_the_game_where_it_is(redis: Redis) -> None:
    games = made(redis)
    old = games.current(GAME)
    seat = bots_awaited(old.table)[0]
    moved = turn(games, old, seat, Participants(KEYS.bot))
    again = turn(games, old, seat, Participants(KEYS.bot))
    assert (moved.ply, again.ply) == (old.ply + 1, old.ply + 1)


def test_the_game_depends_on_the_key_of_the_bots(redis: Redis, alone: list[bytes]) -> None:
    player(made(redis), b"another key of the bots".ljust(32))(GAME)
    assert log(redis)[:2] == alone[:2]
    assert log(redis) != alone


def test_a_job_plays_bots_until_a_person_is_to_act(redis: Redis) -> None:
    games = service(redis)
    position = seated(games, "person greedy random", "mexican-3")
    player(games, KEYS.bot)(GAME)
    waiting = games.current(GAME)
    assert waiting.table.hand.awaited == (Seat(0),)
    assert waiting.ply == position.ply + 2
    player(service(redis), KEYS.bot)(GAME)
    assert games.current(GAME).ply == waiting.ply


@pytest.mark.parametrize("name", ["", "g-", "{b00}", "g-00" + "z" * 22, "x" * 10_000])
def test_a_job_for_an_unknown_game_does_nothing(name: str, redis: Redis) -> None:
    player(service(redis), KEYS.bot)(name)
    assert redis.dbsize() == 0


def poison(redis: Any, game: GameId, at: int) -> None:
    """One bit of entry `at` is another one, as after damage that the store cannot see."""
    rows = redis.xrange(log_key(game))
    redis.delete(log_key(game))
    for number, (name, fields) in enumerate(rows, 1):
        if number == at:
            fields[b"z"] = fields[b"z"][:20] + bytes([fields[b"z"][20] ^ 1]) + fields[b"z"][21:]
        redis.xadd(log_key(game), fields, id=name)


def work(url: str, queue_url: str, games: GameService, rings: Sequence[str]) -> None:
    """The worker takes the jobs in order, only those for bots."""
    doorbell = JobQueue(queue_url)
    for game in rings:
        doorbell.enqueue(game)
    settings = Settings(redis_url=url, queue_redis_url=queue_url)
    run(settings, once=True, jobs={PLAY: Lanes(doorbell, [BOTS], player(games, KEYS.bot))})


@pytest.mark.parametrize("at", [1, 2])
def test_a_damaged_game_is_left_alone_and_the_worker_plays_the_next(
    at: int, redis: Redis, redis_url: str, queue_redis_url: str
) -> None:
    games = service(redis)
    for game in (GAME, OTHER):
        games.create(table_for("greedy random", game=game), None)
    poison(redis, GAME, at)
    fresh = service(redis)
    work(redis_url, queue_redis_url, fresh, [GAME, "nothing", OTHER])
    assert fresh.current(OTHER).table.status is Status.FINISHED
    with pytest.raises(Damaged):
        fresh.current(GAME)
    store = event_store(redis)
    head = store.head(GAME)
    assert head is not None
    assert head.ply == 2
    due = redis.zscore(due_key(bucket(GAME)), GAME)
    assert due is not None
    assert due / 1000 - time.time() > RESTS_MS / 1000 / 2  # no job every five seconds


def test_a_move_of_a_person_enqueues_the_answer_of_the_bot(
    redis: Redis, redis_url: str, queue_redis_url: str
) -> None:
    games = service(redis)
    position = seated(games, "person greedy")
    if position.table.hand.turn != 0:
        work(redis_url, queue_redis_url, games, [GAME])
    asked = games.current(GAME)
    games.act(GAME, Seat(0), Pass())
    for _ in range(3):
        work(redis_url, queue_redis_url, service(redis), [GAME])
    assert service(redis).current(GAME).ply > asked.ply + 1


def test_a_job_of_bots_leaves_no_further_notice_after_many_hands(redis: Redis) -> None:
    service(redis).create(table_for("greedy random", game=GAME, deals=4), None)
    store = event_store(redis)
    cursors, _ = store.follow(None, 0)
    player(GameService(store, 16, notify_bots=False), KEYS.bot)(GAME)
    hints: list[str] = []
    while True:
        cursors, notices = store.follow(cursors, 0)
        if not notices:
            break
        hints += [notice.hint for notice in notices]
    assert len(hints) > 20
    assert set(hints) == {"", "end"}


@pytest.mark.parametrize(("seats", "waited_for"), [("greedy person", True), ("greedy random", False)])
def test_a_notice_shows_whether_a_person_waits_for_the_bot(
    seats: str, waited_for: bool, redis: Redis
) -> None:
    games = service(redis)
    store = event_store(redis)
    cursors, _ = store.follow(None, 0)
    seated(games, seats)
    rung = [notice.hint.split() for notice in store.follow(cursors, 0)[1] if "bot" in notice.hint]
    assert rung
    assert {"person" in words for words in rung} == {waited_for}


@pytest.mark.parametrize("away", [False, True])
def test_the_rest_of_a_job_is_enqueued_with_priority_while_a_person_waits(away: bool, redis: Redis) -> None:
    games = service(redis)
    position = seated(games, "person greedy greedy", "mexican-3")
    if away:
        games.act(GAME, Seat(0), Leave())
    rings: list[bool] = []
    play = player(games, KEYS.bot, lambda game, people=False: rings.append(people), seconds=-1)
    for _ in range(position.ply + 9):
        play(GAME)
    assert rings
    assert set(rings) == {not away}


def test_a_job_at_its_time_limit_enqueues_the_rest_once(redis: Redis) -> None:
    games = service(redis)
    games.create(table_for("greedy random", game=GAME), None)
    rings: list[str] = []
    play = player(games, KEYS.bot, lambda game, people=False: rings.append(game), seconds=0)
    jobs = 0
    while games.current(GAME).table.status is Status.PLAYING:
        play(GAME)
        jobs += 1
    assert jobs > 1
    assert rings == [GAME] * (jobs - 1)


def test_the_view_of_a_bot_from_the_log_equals_its_live_view(redis: Redis) -> None:
    """Over a sitting of two hands, so that the log is longer than what is read at once."""
    redis.flushall()
    games = service(redis)
    games.create(table_for("counter greedy", "north-american", deals=2), None)
    player(games, KEYS.bot)(GAME)
    entries, recorder, heard = games.entries(GAME, 0), HandHistory(), 0
    position: Position | None = None
    for entry in entries:
        position = advance(position, (entry,))
        assert position is not None
        recorder.record(decode_entry(position.table.play, entry).events)
        if entry.ply % 7 == 0:
            for seat in position.table.seats:
                history = history_so_far(games, position, seat)
                assert history == tuple(recorder.seen(position.table, seat).events)
                heard = max(heard, len(history))
    assert len(entries) > LOOKED_BACK < heard


def test_a_game_of_bots_advances_even_with_little_time(redis: Redis) -> None:
    games = service(redis)
    games.create(table_for("greedy random", game=GAME, deals=20), None)
    before = games.current(GAME).ply
    player(games, KEYS.bot, lambda game, people=False: None, seconds=0)(GAME)
    assert games.current(GAME).ply - before >= ALONE_PLIES
