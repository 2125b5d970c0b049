"""Clocks: one deadline per decision, late answers, defaults, absent seats, abandoned games (RULES 11)."""

from typing import Any

import pytest
from redis import Redis

from app.games.cards import Seat
from app.games.conquian.commands import Pass
from app.games.conquian.state import Phase
from app.games.errors import ConfigRefused, Refused
from app.games.table import clocks
from app.games.table.commands import Expire, Ready, Reveal, Sit
from app.games.table.decide import decide
from app.games.table.events import Returned, TimedOut
from app.games.table.state import Status, Table, awaited
from app.games.table.view import default, legal, view
from app.service.entry_codec import Position, advance, decode_entry
from app.service.game_decider import Stale
from app.service.games import GameService
from app.service.job_queue import PEOPLES, PLAY, JobQueue
from app.settings.settings import Settings
from app.store.entry import START
from app.store.errors import TooLate
from app.store.keys import bucket, due_key, state_key
from replays.audit.audit import audit
from replays.record.write import write_record
from tests.games.memory import after_command, table_of
from tests.service.helpers import GAME, KEYS, Clock, once, play_on, seated, service, table_for, time_is_over
from tests.service.test_whole_games import ENTROPY, promise
from workers.bots import player
from workers.clock import sweep
from workers.jobs import run
from workers.lanes import Lanes

LIMITS = {"decision_seconds": 60, "window_seconds": 15, "deal_delay_seconds": 30}


def begun(
    games: GameService, seats: str = "person open", variant: str = "north-american", **more: Any
) -> Position:
    """A game with time limits, dealt."""
    return seated(games, seats, variant, **LIMITS, **more)


def left(redis: Redis, position: Position) -> float:
    """Return how many seconds a game still has, rounded to tens of milliseconds."""
    seconds, micros = redis.time()
    return round(((position.deadline_ms or 0) - seconds * 1000 - micros // 1000) / 1000)


def expired(redis: Redis, games: GameService) -> Position:
    """The game after its deadline has passed and a worker has looked at it."""
    time_is_over(redis)
    player(service(redis), KEYS.bot)(GAME)
    return games.current(GAME)


def events_of(games: GameService, kind: type) -> list[Any]:
    """The events of one kind in the whole log."""
    log = games.entries(GAME, 0)
    play = games.current(GAME).table.play
    return [event for entry in log for event in read_events(play, entry) if isinstance(event, kind)]


def read_events(play: Any, entry: Any) -> tuple[Any, ...]:
    return decode_entry(None if entry.ply == 1 else play, entry).events


@pytest.mark.parametrize("deadline", [60, 15, 30])
def test_11_8_a_question_has_the_time_of_its_kind(deadline: int, redis: Redis, games: GameService) -> None:
    position = begun(games, "person open open", "navajo-tens", deals=2)
    for _ in range(400):
        table = position.table
        window = table.in_hand and table.play.is_window(table.hand)
        kind = 15 if window else 30 if table.status is Status.BETWEEN_HANDS else 60
        assert clocks.seconds(table) == kind
        if kind == deadline:
            break
        seat = awaited(table)[0]
        position = games.act(GAME, seat, default(table, seat)).position
    assert kind - 5 <= left(redis, games.current(GAME)) <= kind


def test_11_8_a_window_keeps_its_deadline_while_seats_answer_it(redis: Redis, games: GameService) -> None:
    position = begun(games, "person open open", "mexican-3")
    before = position.deadline_ms
    given = position.table.hand.hands
    for seat in (0, 1):
        command = default(position.table, Seat(seat))
        position = games.act(GAME, Seat(seat), command).position
        assert (position.deadline_ms, position.table.hand.phase) == (before, Phase.EXCHANGE)
    time_is_over(redis)
    position = service(redis).settle(GAME)
    assert events_of(games, TimedOut) == [TimedOut((Seat(2),), ())]
    assert position.table.hand.hands[0][-1] == given[2][-1]
    assert position.deadline_ms is not None
    assert position.deadline_ms > 1


@pytest.mark.parametrize("process_ms", [1, 2**42], ids=["behind", "ahead"])
def test_11_8_an_answer_after_the_deadline_is_too_late_and_one_before_it_counts(
    redis: Redis, process_ms: int
) -> None:
    """It is the clock of the store that decides, whatever that of the process says."""
    games = service(redis, Clock(process_ms))
    position = begun(games)
    seat = position.table.hand.turn
    seconds, micros = redis.time()
    redis.hset(state_key(GAME), "t", seconds * 1000 + micros // 1000 - 1)
    with pytest.raises(TooLate):
        games.act(GAME, seat, Pass(), expected=position.ply)
    assert service(redis).current(GAME).ply == position.ply
    after = expired(redis, games)
    with pytest.raises((Stale, Refused)):
        games.act(GAME, seat, Pass(), expected=position.ply)
    games.act(GAME, after.table.hand.turn, Pass(), expected=after.ply)


def test_11_8_an_answer_accepted_in_time_is_repeated_after_the_deadline(
    redis: Redis, games: GameService
) -> None:
    position = begun(games, "person open open", "mexican-3")
    gift = default(position.table, Seat(0))
    first = games.act(GAME, Seat(0), gift, once=once("in time"))
    time_is_over(redis)
    again = service(redis).act(GAME, Seat(0), gift, once=once("in time"))
    assert (again.replayed, again.position) == (True, first.position)


def test_a_refusal_after_the_deadline_names_the_fault_of_the_command(
    redis: Redis, games: GameService
) -> None:
    position = begun(games)
    other = next(seat for seat in position.table.seats if seat != position.table.hand.turn)
    time_is_over(redis)
    with pytest.raises(Refused, match="not_your_turn"):
        games.act(GAME, other, Pass())


def test_a_late_answer_on_an_old_position_is_judged_on_the_new_one(redis: Redis, games: GameService) -> None:
    position = begun(games)
    seat = position.table.hand.turn
    behind = service(redis)
    behind.current(GAME)
    games.act(GAME, seat, Pass())
    time_is_over(redis)
    with pytest.raises(Refused, match="not_your_turn"):
        behind.act(GAME, seat, Pass())


def test_no_decision_expires_before_its_deadline(redis: Redis, games: GameService) -> None:
    position = begun(games)
    for _ in range(3):
        player(service(redis), KEYS.bot)(GAME)
    assert games.current(GAME) == position


def test_two_workers_expire_a_question_once(redis: Redis, games: GameService) -> None:
    position = begun(games, "person open open", "mexican-3")
    time_is_over(redis)
    slow = service(redis)
    seen, now = slow.log.seen(GAME)
    assert seen is not None
    service(redis).settle(GAME)
    assert slow._expired(seen, now).ply == position.ply + 1
    assert len(events_of(games, TimedOut)) == 1


def test_the_clock_reports_the_deadline_and_the_worker_answers(
    redis: Redis, games: GameService, redis_url: str, queue_redis_url: str
) -> None:
    position = begun(games)
    mark = redis.zscore(due_key(bucket(GAME)), GAME)
    assert mark == (position.deadline_ms or 0) + 1
    time_is_over(redis)
    doorbell = JobQueue(queue_redis_url)
    sweep(games.store, doorbell)
    job = Lanes(doorbell, [PEOPLES], player(service(redis), KEYS.bot))
    run(Settings(redis_url=redis_url, queue_redis_url=queue_redis_url), once=True, jobs={PLAY: job})
    assert events_of(games, TimedOut) == [TimedOut((position.table.hand.turn,), ())]
    assert games.current(GAME).ply == position.ply + 1


def test_11_9_three_time_outs_in_a_row_make_a_seat_be_away_and_it_is_answered_for_at_once(
    redis: Redis, games: GameService
) -> None:
    position = begun(games, "person greedy", "mexican-2")
    for missed in (1, 2, 3):
        assert not view(position.table, None)["seats"][0]["away"]
        position = expired(redis, games)
        if missed < 3:
            assert position.table.places[0].missed == missed
    assert events_of(games, TimedOut)[2].away == (0,)
    assert position.table.status is Status.FINISHED
    assert len(events_of(games, TimedOut)) > 5
    assert events_of(games, Returned) == []


def test_11_9_a_seat_that_acts_is_present_again_and_its_count_restarts(
    redis: Redis, games: GameService
) -> None:
    position = begun(games, "person open open", "mexican-3")
    for _ in range(2):
        position = expired(redis, games)
    seat = awaited(position.table)[0]
    assert position.table.places[seat].missed > 0
    after = games.act(GAME, seat, legal(position.table, seat)[0]).position
    assert events_of(games, Returned) == [Returned(seat)]
    assert after.table.places[seat].missed == 0


def away(table: Table, seat: int) -> Table:
    """The table after `seat` has let three answers pass that it owes one after the other."""
    while not table.places[seat].away:
        asked = awaited(table)
        timed = Seat(seat) in asked
        table = (
            after_command(table, None, Expire((Seat(seat),)))
            if timed
            else after_command(table, *_default(table, asked[0]))
        )
    return table


def _default(table: Table, seat: Seat) -> tuple[Seat, Any]:
    return seat, default(table, seat)


def test_11_9_an_absent_seat_returns_by_getting_ready() -> None:
    table = away(table_of("north-american"), 0)
    assert view(table, Seat(1))["seats"][0]["away"]
    table = after_command(table, 0, Ready())
    assert not table.places[0].away
    with pytest.raises(Refused, match="wrong_phase"):
        after_command(table, 0, Ready())


def test_11_8_only_the_service_expires_decisions_and_only_pending_ones_of_persons() -> None:
    table = table_of("mexican-3", 3)
    for actor, seats in ((Seat(0), (Seat(0),)), (None, ()), (None, (Seat(5),))):
        with pytest.raises(Refused, match="wrong_phase"):
            decide(table, actor, Expire(seats))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"decision_seconds": 0}, "decision_seconds"),
        ({"window_seconds": 86_401}, "window_seconds"),
        ({"deal_delay_seconds": -1}, "deal_delay_seconds"),
        ({"decision_seconds": True}, "decision_seconds"),
        ({"decision_seconds": None}, "decision_seconds"),
    ],
)
def test_11_8_limits_have_bounds(wrong: dict[str, Any], field: str, games: GameService) -> None:
    with pytest.raises(ConfigRefused) as refused:
        games.create(table_for("person open", **{**LIMITS, **wrong}), None)
    assert (refused.value.code, refused.value.field) == ("config_option", field)


def test_11_8_the_next_hand_is_dealt_when_the_delay_is_over(redis: Redis, games: GameService) -> None:
    begun(games, "person greedy", "mexican-2", deals=2, entropy="none")
    while games.current(GAME).table.status is Status.PLAYING:
        play_on(games, GAME, seed=3, plies=1)
    assert games.current(GAME).table.status is Status.BETWEEN_HANDS
    assert expired(redis, games).table.hand_number == 2


def test_11_10_a_table_that_lacks_seats_after_a_day_is_void(redis: Redis, games: GameService) -> None:
    made = games.create(table_for("person open open", "mexican-3", **LIMITS), None).position
    games.current(GAME)
    assert 86_000 < left(redis, made) <= 86_400
    assert games.act(GAME, Seat(1), Sit(Seat(1), None, "bb" * 32)).position.deadline_ms == made.deadline_ms
    end = expired(redis, games)
    assert (end.table.status, end.table.void_reason, end.deadline_ms) == (Status.VOID, "not_filled", None)


def test_11_10_entropy_that_is_not_opened_in_time_voids_the_game_and_names_the_seats(
    redis: Redis, games: GameService
) -> None:
    begun(games, "person open open", "mexican-3", entropy="seats")
    for seat in (0, 1):
        games.act(GAME, Seat(seat), Ready(promise(seat)))
    assert expired(redis, games).table.status is Status.REVEALING
    games.act(GAME, Seat(1), Reveal(ENTROPY[1]))
    end = expired(redis, games)
    assert (end.table.status, end.table.void_reason) == (Status.VOID, "not_revealed")
    assert b'"seats":[0]' in games.entries(GAME, end.ply - 1)[0].public
    assert audit(b"".join(write_record(games.entries(GAME, 0)))).findings == ()


def test_11_10_a_game_without_moves_for_a_week_is_voided(redis: Redis, games: GameService) -> None:
    position = seated(games)
    assert left(redis, position) == 7 * 86_400
    end = expired(redis, games)
    assert (end.table.status, end.table.void_reason) == (Status.VOID, "abandoned")


def test_bots_are_not_hurried_and_games_of_bots_alone_have_no_deadline(
    redis: Redis, games: GameService
) -> None:
    made = games.create(table_for("random greedy"), None).position
    assert made.deadline_ms is None
    redis.flushall()
    position = begun(games, "person greedy random", "mexican-3")
    games.act(GAME, Seat(0), default(position.table, Seat(0)))
    time_is_over(redis)
    player(service(redis), KEYS.bot)(GAME)
    assert games.current(GAME).table.status is Status.PLAYING
    assert events_of(games, TimedOut) == []


@pytest.mark.parametrize("variant", ["mexican-3", "navajo-tens", "paco"])
def test_a_sitting_played_by_the_clock_alone_audits_clean(
    variant: str, redis: Redis, games: GameService
) -> None:
    begun(games, "person open random", variant, deals=2)
    for _ in range(12):
        position = expired(redis, games)
        if position.table.is_over:
            break
    assert position.table.status is Status.FINISHED
    log = games.entries(GAME, 0)
    assert audit(b"".join(write_record(log))).findings == ()
    assert advance(None, service(redis).store.read(GAME, START)) == position
