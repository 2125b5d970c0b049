"""Appends to a real Valkey: the stored keys, the refusals, and that a refusal writes nothing."""

from time import sleep
from typing import Any

import pytest
from redis import Redis

from app.store import keys
from app.store.append_options import KEEP, NONE, IdempotencyKey, NullObserver, PlayersToAct, Replayed, after
from app.store.encryption import StorageCipher
from app.store.entry import START, At, Entry, Head, LogPosition
from app.store.entry_format import decompressed
from app.store.errors import (
    Conflict,
    HistoryRolledBack,
    KeyReused,
    OutcomeUnknown,
    StoreError,
    StoreFailure,
    StoreUnavailable,
    TooLate,
)
from app.store.keys import GameId
from app.store.log import EventStore

from .helpers import ONCE, PARTS, SAME_KEY_OTHER_BODY, VAULT_KEY, add, dumps, entry_after, grow, rows

PLAYER, OTHER = (keys.game_id_from(bytes([seed]) * 32, keys.LogKind.PLAYER) for seed in (1, 2))


def everything(redis: Redis) -> dict[bytes, object]:
    """Return the serialised value of every key of the store, by name."""
    return {key: redis.dump(key) for key in redis.scan_iter()}


def server_ms(redis: Redis) -> int:
    """The clock of the server."""
    seconds, microseconds = redis.time()
    return int(seconds) * 1000 + int(microseconds) // 1000


def wait_past(redis: Redis, ms: int) -> None:
    """Returns once the clock of the server has passed `ms`."""
    while server_ms(redis) <= ms:
        sleep(0.001)


def test_an_appended_entry_is_read_back_and_is_the_head(store: EventStore, game: GameId) -> None:
    first = entry_after(START, game, parts=PARTS)
    store.append(first, after=START, status="playing", live=True)
    second = entry_after(first, game)
    store.append(second, after=first, status="finished", live=False)
    assert store.read(game) == (first, second)
    assert store.head(game) == Head(2, second.digest, "finished")


def test_hidden_parts_are_stored_encrypted(store: EventStore, redis: Redis, game: GameId) -> None:
    add(store, START, game, parts=PARTS)
    stored = repr(rows(redis, game))
    assert all(part.body.decode() not in stored for part in PARTS)
    assert b"note" in decompressed(game, rows(redis, game)[1][b"z"])


def test_an_entry_that_does_not_continue_the_place_never_reaches_the_store(
    store: EventStore, game: GameId
) -> None:
    good = entry_after(START, game)
    wrong = [
        Entry(game, 2, good.public, good.digest),
        Entry(game, 1, good.public, bytes(32)),
        Entry(game, 1, b"{}", good.digest),
    ]
    for entry in wrong:
        with pytest.raises(ValueError, match="does not continue"):
            store.append(entry, after=START, status="playing", live=True)
    assert store.head(game) is None


def test_a_name_that_is_no_game_id_is_refused(store: EventStore, redis: Redis) -> None:
    evil = GameId("g-00{b01}aaaaaaaaaaaaaaaaa")
    with pytest.raises(ValueError, match="not a game id"):
        add(store, START, evil)
    assert redis.dbsize() == 0


def test_a_stale_append_returns_the_head_and_every_missed_entry(store: EventStore, game: GameId) -> None:
    old = grow(store, game, 2)
    head = grow(store, game, 3, after=old)
    with pytest.raises(Conflict) as refused:
        add(store, old, game, "late", live=False)
    assert refused.value.head == head
    assert refused.value.tail == store.read(game)[2:]
    assert [entry.ply for entry in refused.value.tail] == [3, 4, 5]


def test_an_observer_receives_each_entry_that_is_written_and_each_conflict(
    redis: Redis, game: GameId
) -> None:
    class Observer(NullObserver):
        def __init__(self) -> None:
            self.seen: list[tuple[str, str, int]] = []

        def appended(self, log: str, ply: int) -> None:
            self.seen.append(("appended", log, ply))

        def conflicted(self, log: str) -> None:
            self.seen.append(("conflicted", log, 0))

    observer = Observer()
    store = EventStore(redis, StorageCipher(VAULT_KEY), observer)
    head = add(store, START, game)
    add(store, head, game)
    with pytest.raises(Conflict):
        add(store, head, game, "another")
    assert observer.seen == [("appended", game, 1), ("appended", game, 2), ("conflicted", game, 0)]


def test_the_tail_of_a_conflict_is_complete_when_longer_than_a_page(
    store: EventStore, game: GameId, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(store, game, 11)
    monkeypatch.setattr("app.store.log.PAGE", 4)
    with pytest.raises(Conflict) as refused:
        add(store, START, game, "late")
    assert [entry.ply for entry in refused.value.tail] == list(range(1, 12))


def test_the_same_key_and_fingerprint_append_once_and_return_the_same_ply(
    store: EventStore, game: GameId
) -> None:
    place = grow(store, game, 2)
    head = add(store, place, game, once=ONCE)
    again = store.append(entry_after(place, game), after=place, once=ONCE, status="x", live=False)
    later = store.append(entry_after(head, game), after=head, once=ONCE, status="x", live=False)
    assert again == later == Replayed(3)
    assert store.head(game) == head


def test_the_same_key_in_another_scope_or_game_is_another_key(store: EventStore, game: GameId) -> None:
    other = keys.game_id_from(bytes([1]) * 32)
    head = add(store, START, game, once=ONCE)
    assert add(store, head, game, once=IdempotencyKey("seat:1", "key-1", bytes(16))).ply == 2
    assert add(store, START, other, once=ONCE).ply == 1


def test_a_stored_fingerprint_reveals_no_command_by_trial(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    other = keys.game_id_from(bytes([1]) * 32)
    head = add(store, START, game, once=ONCE)
    add(store, head, game, once=IdempotencyKey("seat:9", "key-9", ONCE.fingerprint))
    add(store, START, other, once=ONCE)
    kept = [record[:16] for name in (game, other) for record in redis.hgetall(keys.idem_key(name)).values()]
    assert len(kept) == len({*kept, ONCE.fingerprint}) - 1 == 3


def test_a_key_used_again_for_another_command_is_refused(store: EventStore, game: GameId) -> None:
    head = add(store, START, game, once=ONCE)
    with pytest.raises(KeyReused):
        add(store, head, game, once=SAME_KEY_OTHER_BODY)


def test_a_replay_is_answered_even_when_the_deadline_has_passed(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    head = add(store, START, game, once=ONCE, deadline=after(0))
    wait_past(redis, head.deadline_ms or 0)
    entry = entry_after(START, game)
    again = store.append(entry, after=START, once=ONCE, status="playing", live=True, enforce_deadline=True)
    assert again == Replayed(1)


def test_an_append_past_the_deadline_is_refused_only_if_the_deadline_is_enforced(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    head = add(store, START, game, deadline=after(0))
    assert head.deadline_ms is not None
    wait_past(redis, head.deadline_ms)
    with pytest.raises(TooLate) as refused:
        add(store, head, game, enforce_deadline=True)
    assert refused.value.head == head
    assert add(store, head, game).ply == 2


def test_an_append_before_the_deadline_is_accepted(store: EventStore, game: GameId) -> None:
    head = add(store, START, game, deadline=after(600_000))
    assert add(store, head, game, enforce_deadline=True).ply == 2


def test_a_deadline_is_set_by_the_clock_of_the_server_kept_and_removed(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    before = server_ms(redis)
    first = add(store, START, game, deadline=after(5000))
    assert first.deadline_ms is not None
    assert before + 5000 <= first.deadline_ms <= server_ms(redis) + 5000
    second = add(store, first, game, deadline=KEEP)
    assert second.deadline_ms == first.deadline_ms
    assert store.head(game) == second
    assert add(store, second, game, deadline=NONE).deadline_ms is None
    assert store.head(game) == Head(3, store.read(game)[-1].digest, "playing", None)


def test_the_same_ply_with_another_digest_is_a_rolled_back_history(store: EventStore, game: GameId) -> None:
    add(store, START, game, "theirs")
    ours = entry_after(START, game, "ours")
    with pytest.raises(HistoryRolledBack) as refused:
        add(store, ours, game)
    assert refused.value.ply == 1


def test_a_log_behind_the_expected_place_is_a_rolled_back_history(store: EventStore, game: GameId) -> None:
    head = grow(store, game, 1)
    lost = entry_after(head, game)
    with pytest.raises(HistoryRolledBack) as refused:
        add(store, lost, game)
    assert refused.value.head == head


def test_an_append_to_a_missing_game_is_a_rolled_back_history_without_a_head(
    store: EventStore, game: GameId
) -> None:
    with pytest.raises(HistoryRolledBack) as refused:
        add(store, entry_after(START, game), game)
    assert refused.value.head is None


def test_a_log_that_went_on_from_another_entry_is_a_rolled_back_history(
    store: EventStore, game: GameId
) -> None:
    theirs = add(store, START, game, "theirs")
    grow(store, game, 2, after=theirs)
    ours = entry_after(START, game, "ours")
    for attempt in (lambda: add(store, ours, game), lambda: store.look(game, ours)):
        with pytest.raises(HistoryRolledBack) as refused:
            attempt()
        assert refused.value.ply == 1
        assert refused.value.head is not None


def test_no_refused_append_changes_a_single_byte(store: EventStore, redis: Redis, game: GameId) -> None:
    asked: dict[str, Any] = {"to_act": PlayersToAct(2, (PLAYER,), (OTHER,))}
    first = add(store, START, game, parts=PARTS, once=ONCE, due_in_ms=0, to_act=PlayersToAct(1, (PLAYER,)))
    first = add(store, first, game, deadline=after(0), hint="a", answers=PLAYER, summary=b"{}", **asked)
    head = add(store, first, game, **asked)
    wait_past(redis, first.deadline_ms or 0)
    before = everything(redis)
    assert (
        redis.exists(*keys.append_keys(game, PLAYER)) == len(keys.append_keys(game, PLAYER)) - 1
    )  # not over
    terms = {"status": "void", "deadline": after(9), "live": False, "due_in_ms": 5, "hint": "end"}
    terms |= {"answers": PLAYER, "summary": b"{1}", "to_act": PlayersToAct(9, (OTHER,))}
    new = IdempotencyKey("seat:0", "key-2", bytes(16))
    attempts: list[tuple[type[StoreError], LogPosition, dict[str, Any]]] = [
        (Conflict, START, {"once": new}),
        (KeyReused, head, {"once": SAME_KEY_OTHER_BODY}),
        (TooLate, head, {"once": new, "enforce_deadline": True}),
        (HistoryRolledBack, At(3, bytes(32)), {"once": new}),
        (HistoryRolledBack, At(9, bytes(32)), {"once": new}),
    ]
    for refusal, place, more in attempts:
        with pytest.raises(refusal):
            add(store, place, game, "refused", **{**terms, **more})
        assert everything(redis) == before
    replay = store.append(entry_after(head, game), after=head, once=ONCE, status="void", live=False)
    assert replay == Replayed(1)
    assert everything(redis) == before


def test_an_append_to_a_log_ahead_of_its_head_changes_nothing(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    head = grow(store, game, 2)
    redis.xadd(keys.log_key(game), {"p": "{}"}, id="3-0")
    before = dumps(redis, game)
    with pytest.raises(OutcomeUnknown):
        add(store, head, game)
    assert dumps(redis, game) == before


def test_a_full_store_refuses_appends_without_a_trace_and_still_reads(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    head = grow(store, game, 2)
    before = dumps(redis, game)
    redis.config_set("maxmemory", "1")
    try:
        with pytest.raises(StoreUnavailable) as refused:
            add(store, head, game)
        assert refused.value.reason is StoreFailure.FULL
        assert store.look(game).head == head
        assert len(store.read(game)) == 2
    finally:
        redis.config_set("maxmemory", "0")
    assert dumps(redis, game) == before
    assert add(store, head, game).ply == 3


def test_a_store_that_lacks_replicas_or_is_one_refuses_appends_as_unavailable(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    head = grow(store, game, 1)
    redis.config_set("min-replicas-to-write", "1")
    try:
        with pytest.raises(StoreUnavailable) as refused:
            add(store, head, game)
        assert refused.value.reason is StoreFailure.AWAY
    finally:
        redis.config_set("min-replicas-to-write", "0")
    redis.replicaof("127.0.0.1", "1")
    try:
        with pytest.raises(StoreUnavailable):
            add(store, head, game)
    finally:
        redis.replicaof("NO", "ONE")
    assert store.head(game) == head


def test_the_scripts_run_after_the_server_forgot_them(store: EventStore, redis: Redis, game: GameId) -> None:
    head = grow(store, game, 1)
    redis.script_flush()
    head = add(store, head, game)
    redis.script_flush()
    assert store.look(game).head == head
    assert len(store.read(game)) == 2
