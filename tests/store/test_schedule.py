"""Deadlines, the list of live games, and the outbox, on a real Valkey."""

import time
from random import Random
from threading import Thread

import pytest
from redis import Redis

from app.store import keys
from app.store.append_options import NONE, after
from app.store.entry import START
from app.store.keys import GameId, game_id_from
from app.store.log import EventStore
from app.store.outbox import Notice, Outbox
from app.store.schedule import Due, LiveGame
from app.store.unreadable_games import Unreadables

from .helpers import add, grow

GAMES = [game_id_from(number.to_bytes(32)) for number in range(100)]


def without_names(notices: list[Notice]) -> set[tuple[GameId, int, str]]:
    """Return what notices say, without their own names."""
    return {(each.game, each.ply, each.hint) for each in notices}


def test_overdue_games_of_all_buckets_are_returned_in_order(store: EventStore, redis: Redis) -> None:
    for game in GAMES[:70]:
        add(store, START, game, due_in_ms=0)
    for game in GAMES[70:]:
        add(store, START, game, due_in_ms=600_000)
    due = store.overdue(1000)
    assert {each.game for each in due} == set(GAMES[:70])
    assert due == sorted(due)
    assert store.overdue(3) == due[:3]


def test_an_append_moves_or_takes_away_the_due_mark(store: EventStore, game: GameId) -> None:
    head = add(store, START, game, due_in_ms=0)
    head = add(store, head, game, due_in_ms=600_000)
    assert store.overdue(9) == []
    head = add(store, head, game, due_in_ms=0)
    assert [each.game for each in store.overdue(9)] == [game]
    add(store, head, game, due_in_ms=None)
    assert store.overdue(9) == []


def test_time_runs_for_games_with_a_deadline(store: EventStore) -> None:
    with_time, without, over, unknown = GAMES[:4]
    add(store, START, with_time, deadline=after(0))
    add(store, START, without)
    add(store, add(store, START, over, deadline=after(60_000)), over, deadline=NONE)
    assert store.timed([with_time, without, over, unknown]) == {with_time}
    assert store.timed([]) == set()


def test_a_postponed_game_is_not_due_and_its_log_is_untouched(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    add(store, START, game, due_in_ms=0)
    log = redis.dump(keys.log_key(game)), redis.dump(keys.state_key(game))
    (due,) = store.overdue(9)
    assert store.postpone(game, 600_000, due.due_ms)
    assert store.overdue(9) == []
    assert store.postpone(game, 0)
    assert [each.game for each in store.overdue(9)] == [game]
    assert (redis.dump(keys.log_key(game)), redis.dump(keys.state_key(game))) == log


def test_many_marks_move_at_once_each_only_from_where_it_was_seen(store: EventStore) -> None:
    heads = {game: add(store, START, game, due_in_ms=0) for game in GAMES[:70]}
    seen = store.overdue(100)
    add(store, heads[GAMES[0]], GAMES[0], due_in_ms=0)
    add(store, heads[GAMES[1]], GAMES[1])
    time.sleep(0.002)
    moved = store.overdue(100)
    store.postpone_all(
        [Due(due_ms - 1, game) if game == GAMES[0] else Due(due_ms, game) for due_ms, game in seen], 600_000
    )
    assert [each.game for each in store.overdue(100)] == [GAMES[0]]
    assert GAMES[1] not in {each.game for each in moved}
    assert store.postpone(GAMES[5], 0)
    assert not store.postpone(GAMES[1], 0)
    store.postpone_all([], 0)


def test_a_mark_that_changed_since_it_was_seen_is_not_postponed(store: EventStore, game: GameId) -> None:
    head = add(store, START, game, due_in_ms=600_000)
    assert not store.postpone(game, 5, seen_ms=1)
    add(store, head, game, due_in_ms=None)
    assert not store.postpone(game, 0)
    assert store.overdue(9) == []


def test_an_unreadable_game_that_is_woken_is_due_at_once_and_counts_as_readable(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    unreadable = Unreadables(redis)
    add(store, START, game, due_in_ms=0)
    assert unreadable.mark(game) == 1
    assert (unreadable.count(), store.overdue(9)) == (1, [])
    assert unreadable.wake(game)
    assert (unreadable.count(), [each.game for each in store.overdue(9)]) == (0, [game])
    assert unreadable.mark(game) == 1


def test_a_game_without_work_before_its_deadline_is_not_woken(store: EventStore, redis: Redis) -> None:
    add(store, START, GAMES[0], due_in_ms=None)
    assert not Unreadables(redis).wake(GAMES[0])


def test_live_games_are_listed_newest_first_page_by_page(store: EventStore) -> None:
    for game in GAMES:
        add(store, START, game)
    whole = store.live(1000)
    assert {each.game for each in whole} == set(GAMES)
    assert whole == sorted(whole, reverse=True)
    pages, before = [], None
    while page := store.live(7, before):
        pages += page
        before = page[-1]
    assert pages == whole


def test_pages_do_not_lose_live_games_that_share_a_bucket_and_a_millisecond(
    store: EventStore, redis: Redis
) -> None:
    here = [game for game in (game_id_from(n.to_bytes(32)) for n in range(2000)) if keys.bucket(game) == 5]
    redis.zadd(keys.live_key(5), dict.fromkeys(here, 1000))
    pages: list[LiveGame] = []
    while page := store.live(2, pages[-1] if pages else None):
        pages += page
    assert len(here) > 10
    assert [each.game for each in pages] == sorted(here, reverse=True)


@pytest.mark.parametrize("limit", [1, 3, 7, 50, 200, 900])
def test_every_page_has_the_newest_games_however_they_are_spread_over_the_buckets(
    limit: int, store: EventStore, redis: Redis
) -> None:
    chance, games = Random(limit), [game_id_from(number.to_bytes(32)) for number in range(1200)]
    # The newest lie in two buckets, and many share a millisecond.
    every = []
    for game in games:
        here = keys.bucket(game)
        since = chance.randrange(300) + (300 if here in (5, 40) else 0)
        every.append(LiveGame(since, game))
        redis.zadd(keys.live_key(here), {game: since})
    every.sort(reverse=True)
    assert store.live(limit) == every[:limit]
    for at in (0, 17, 400, 1198):
        assert store.live(limit, every[at]) == every[at + 1 :][:limit]


def test_a_game_keeps_its_place_while_it_is_live_and_leaves_the_list_after(
    store: EventStore, game: GameId
) -> None:
    head = add(store, START, game)
    listed = store.live(9)
    last = grow(store, game, 3, after=head)
    assert store.live(9) == listed
    add(store, last, game, live=False)
    assert store.live(9) == []


def test_every_completed_entry_is_reported_to_the_relays(store: EventStore) -> None:
    for game in GAMES:
        add(store, START, game, hint="bot")
    first = store.notices("a", 0)
    assert without_names(first) == {(game, 1, "bot") for game in GAMES}
    store.done(first)
    add(store, START, game_id_from(bytes([9]) * 32), hint="clock")
    assert [each.hint for each in store.notices("b", 0)] == ["clock"]
    assert store.notices("a", 0) == []


def test_two_relays_share_the_notices(store: EventStore, redis: Redis) -> None:
    assert store.notices("a", 0) == []
    grow(store, GAMES[0], 250)
    shares = [Outbox(redis).notices("a", 0), Outbox(redis).notices("b", 0), Outbox(redis).notices("a", 0)]
    assert [len(share) for share in shares] == [100, 100, 50]
    assert sorted(each.ply for share in shares for each in share) == list(range(1, 251))


def test_another_relay_claims_entries_of_a_dead_one(store: EventStore, redis: Redis) -> None:
    grow(store, GAMES[0], 3)
    left = Outbox(redis).notices("dead", 0)
    assert [each.ply for each in left] == [1, 2, 3]
    assert Outbox(redis).notices("patient", 0) == []
    assert Outbox(redis, claim_after_ms=0).notices("heir", 0) == left
    store.done(left)
    assert Outbox(redis, claim_after_ms=0).notices("heir", 0) == []


def test_a_relay_waits_for_a_notice(store: EventStore, redis: Redis) -> None:
    relay = Outbox(redis)
    assert relay.notices("a", 0) == []
    heard: list[Notice] = []
    # Longer than the answer time of an ordinary command, so that the longer patience counts.
    listener = Thread(target=lambda: heard.extend(relay.notices("a", 20_000)))
    listener.start()
    listener.join(1.3)
    assert listener.is_alive()
    add(store, START, GAMES[0], hint="bot")
    listener.join()
    assert without_names(heard) == {(GAMES[0], 1, "bot")}


def test_relays_continue_after_the_stream_and_their_group_are_gone(store: EventStore, redis: Redis) -> None:
    assert store.notices("a", 0) == []
    redis.flushall()
    with pytest.raises(Exception, match="NOGROUP"):
        store.notices("a", 0)
    add(store, START, GAMES[0])
    assert [each.ply for each in store.notices("a", 0)] == [1]


def test_a_watcher_sees_every_notice_from_its_cursors_on(store: EventStore) -> None:
    head = grow(store, GAMES[0], 2)
    cursors, none = store.follow(None, 0)
    assert none == []
    add(store, head, GAMES[0])
    add(store, START, GAMES[1], hint="x")
    after, seen = store.follow(cursors, 5000)
    assert without_names(seen) == {(GAMES[0], 3, ""), (GAMES[1], 1, "x")}
    assert store.follow(after, 0) == (after, [])
    assert without_names(store.follow(cursors, 0)[1]) == without_names(seen)


def test_waiting_on_a_quiet_outbox_returns_nothing(store: EventStore) -> None:
    cursors, _ = store.follow(None, 0)
    assert store.follow(cursors, 1) == (cursors, [])


def test_the_outbox_does_not_grow_without_bound(store: EventStore, redis: Redis) -> None:
    key = keys.outbox_key(keys.bucket(GAMES[0]))
    with redis.pipeline(transaction=False) as pipe:
        for _ in range(10_300):
            pipe.xadd(key, {"g": GAMES[0], "n": 1, "hint": ""})
        pipe.execute()
    add(store, START, GAMES[0])
    assert redis.xlen(key) < 10_200
