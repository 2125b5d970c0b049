"""Appends to a real Valkey: what is written, what is refused, and that a refusal writes nothing."""

from time import sleep
from typing import Any

import pytest
from redis import Redis

from app.store import keys
from app.store.append_options import KEEP, NONE, IdempotencyKey, Replayed, after
from app.store.entry import START, At, Entry, Head, LogPosition, next_entry
from app.store.entry_format import compressed, decompressed
from app.store.errors import (
    Conflict,
    HistoryRolledBack,
    KeyReused,
    OutcomeUnknown,
    StoreError,
    StoreFailure,
    StoreUnavailable,
    Tampered,
    TooLate,
    Unreadable,
)
from app.store.keys import GameId
from app.store.log import EventStore

from .helpers import PARTS, add, dumps, entry_after, grow

ONCE = IdempotencyKey("seat:0", "key-1", bytes(16))
SAME_KEY_OTHER_BODY = IdempotencyKey("seat:0", "key-1", bytes(15) + b"x")


def server_ms(redis: Redis) -> int:
    """The clock of the server."""
    seconds, microseconds = redis.time()
    return int(seconds) * 1000 + int(microseconds) // 1000


def wait_past(redis: Redis, ms: int) -> None:
    """Returns once the clock of the server has passed `ms`."""
    while server_ms(redis) <= ms:
        sleep(0.001)


def rows(redis: Redis, game: GameId) -> dict[int, dict[Any, Any]]:
    """The raw fields of each entry, by ply."""
    raw: Any = redis.xrange(keys.log_key(game))
    return {int(name.split(b"-")[0]): fields for name, fields in raw}


def test_an_appended_entry_is_read_back_whole_and_is_the_head(store: EventStore, game: GameId) -> None:
    first = entry_after(START, game, parts=PARTS)
    store.append(first, after=START, status="playing", live=True)
    second = entry_after(first, game)
    store.append(second, after=first, status="finished", live=False)
    assert store.read(game) == (first, second)
    assert store.head(game) == Head(2, second.digest, "finished")


def test_hidden_parts_do_not_stand_in_the_store_in_the_clear(
    store: EventStore, redis: Redis, game: GameId
) -> None:
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


def test_nothing_is_stored_under_a_name_that_is_not_a_game_id(store: EventStore, redis: Redis) -> None:
    evil = GameId("g-00{b01}aaaaaaaaaaaaaaaaa")
    with pytest.raises(ValueError, match="not a game id"):
        add(store, START, evil)
    assert redis.dbsize() == 0


def test_a_stale_append_is_told_the_head_and_every_entry_it_missed(store: EventStore, game: GameId) -> None:
    old = grow(store, game, 2)
    head = grow(store, game, 3, after=old)
    with pytest.raises(Conflict) as refused:
        add(store, old, game, "late", live=False)
    assert refused.value.head == head
    assert refused.value.tail == store.read(game)[2:]
    assert [entry.ply for entry in refused.value.tail] == [3, 4, 5]


def test_the_tail_of_a_conflict_is_whole_when_it_is_longer_than_a_page(
    store: EventStore, game: GameId, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(store, game, 11)
    monkeypatch.setattr("app.store.log.PAGE", 4)
    with pytest.raises(Conflict) as refused:
        add(store, START, game, "late")
    assert [entry.ply for entry in refused.value.tail] == list(range(1, 12))


def test_the_same_key_and_fingerprint_append_once_and_replay_the_ply(store: EventStore, game: GameId) -> None:
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


def test_what_is_kept_of_a_command_tells_nothing_to_whoever_tries_every_command(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    other = keys.game_id_from(bytes([1]) * 32)
    head = add(store, START, game, once=ONCE)
    add(store, head, game, once=IdempotencyKey("seat:9", "key-9", ONCE.fingerprint))
    add(store, START, other, once=ONCE)
    kept = [record[:16] for name in (game, other) for record in redis.hgetall(keys.idem_key(name)).values()]
    assert len(kept) == len({*kept, ONCE.fingerprint}) - 1 == 3


def test_a_key_used_again_for_something_else_is_refused(store: EventStore, game: GameId) -> None:
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


def test_a_deadline_is_set_by_the_servers_clock_kept_and_taken_away(
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


def test_a_game_that_is_gone_altogether_is_a_rolled_back_history_without_a_head(
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
    first = add(store, START, game, parts=PARTS, once=ONCE, deadline=after(0), due_in_ms=0, hint="a")
    head = add(store, first, game)
    wait_past(redis, first.deadline_ms or 0)
    before = dumps(redis, game)
    terms = {"status": "void", "deadline": after(9), "live": False, "due_in_ms": 5, "hint": "b"}
    new = IdempotencyKey("seat:0", "key-2", bytes(16))
    attempts: list[tuple[type[StoreError], LogPosition, dict[str, Any]]] = [
        (Conflict, START, {"once": new}),
        (KeyReused, head, {"once": SAME_KEY_OTHER_BODY}),
        (TooLate, head, {"once": new, "enforce_deadline": True}),
        (HistoryRolledBack, At(2, bytes(32)), {"once": new}),
        (HistoryRolledBack, At(9, bytes(32)), {"once": new}),
    ]
    for refusal, place, more in attempts:
        with pytest.raises(refusal):
            add(store, place, game, "refused", **{**terms, **more})
        assert dumps(redis, game) == before
    replay = store.append(entry_after(head, game), after=head, once=ONCE, status="void", live=False)
    assert replay == Replayed(1)
    assert dumps(redis, game) == before


def test_an_append_whose_log_is_ahead_of_its_head_changes_nothing(
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


def test_a_look_tells_head_tail_and_idempotency_record_at_once(store: EventStore, game: GameId) -> None:
    first = add(store, START, game, once=ONCE, deadline=after(9000), parts=PARTS)
    head = grow(store, game, 2, after=first)
    look = store.look(game, first, ONCE)
    assert (look.replayed_ply, look.mismatch, look.head) == (1, False, head)
    assert look.tail == store.read(game)[1:]
    other = store.look(game, head, SAME_KEY_OTHER_BODY)
    assert (other.replayed_ply, other.mismatch, other.tail) == (None, True, ())
    assert store.look(game, head, IdempotencyKey("seat:1", "key-1", bytes(16))).replayed_ply is None


def test_a_look_at_a_game_that_does_not_exist_finds_nothing(store: EventStore, game: GameId) -> None:
    look = store.look(game, START, ONCE)
    assert (look.replayed_ply, look.mismatch, look.head, look.tail) == (None, False, None, ())


def test_a_look_from_beyond_the_head_finds_a_rolled_back_history(store: EventStore, game: GameId) -> None:
    head = grow(store, game, 2)
    for place in (entry_after(head, game), At(2, bytes(32))):
        with pytest.raises(HistoryRolledBack):
            store.look(game, place)


def test_a_head_that_names_entries_the_log_lacks_is_told_as_damage(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    grow(store, game, 3)
    redis.xdel(keys.log_key(game), "3-0")
    with pytest.raises(Tampered) as refused:
        store.look(game)
    assert refused.value.ply == 3


def test_reading_can_start_and_stop_anywhere_and_crosses_pages(
    store: EventStore, game: GameId, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(store, game, 9)
    monkeypatch.setattr("app.store.log.PAGE", 3)
    entries = store.read(game)
    assert [entry.ply for entry in entries] == list(range(1, 10))
    assert store.read(game, entries[3]) == entries[4:]
    assert store.read(game, entries[3], upto=6) == entries[4:6]
    assert store.read(game, entries[8]) == ()


def test_reading_from_a_place_the_log_does_not_hold_is_a_rolled_back_history(
    store: EventStore, game: GameId
) -> None:
    head = grow(store, game, 3)
    for place in (At(2, bytes(32)), At(3, bytes(32)), entry_after(head, game)):
        with pytest.raises(HistoryRolledBack):
            store.read(game, place)


def test_a_place_is_found_by_its_ply(store: EventStore, game: GameId) -> None:
    grow(store, game, 3)
    entries = store.read(game)
    assert store.place(game, 0) == START
    assert store.place(game, 2) == At(2, entries[1].digest)
    assert store.place(game, 4) is None


def rewrite(redis: Redis, game: GameId, change: dict[int, dict[Any, Any] | None]) -> None:
    """Writes the log anew with the given fields changed at some plies; None leaves the ply out."""
    old = rows(redis, game)
    redis.delete(keys.log_key(game))
    for ply, fields in old.items():
        changed = change.get(ply, {})
        if changed is not None:
            redis.xadd(keys.log_key(game), {**fields, **changed}, id=f"{ply}-0")


def test_entries_of_versions_that_did_not_press_them_are_read(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    grow(store, game, 3)
    entries = store.read(game)
    redis.delete(keys.log_key(game))
    for entry in entries[:2]:
        redis.xadd(keys.log_key(game), {"p": entry.public, "d": entry.digest}, id=f"{entry.ply}-0")
    redis.xadd(keys.log_key(game), rows_of(entries[2]), id="3-0")
    assert store.read(game) == entries
    changed = entries[1].public.replace(b"{", b"[", 1)
    rewrite(redis, game, {2: {"p": changed}})
    with pytest.raises(Tampered):
        store.read(game)


def rows_of(entry: Entry) -> dict[Any, Any]:
    """The fields of an entry without hidden parts."""
    return {b"z": compressed(entry.game, entry.public), b"d": entry.digest}


def test_a_flipped_byte_is_told_with_its_ply_wherever_it_stands(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    grow(store, game, 4)
    _, held, good, _ = store.read(game)
    stored = compressed(game, good.public)
    for field, value in [
        *((b"z", stored[:at] + bytes([stored[at] ^ 1]) + stored[at + 1 :]) for at in range(len(stored))),
        (b"z", compressed(game, good.public.replace(b"{", b"[", 1))),
        (b"d", good.digest[:-1] + bytes([good.digest[-1] ^ 1])),
        (b"z", b""),
    ]:
        original = {b"z": stored, b"d": good.digest}
        rewrite(redis, game, {3: {field: value}})
        for attempt in (
            lambda: store.read(game),
            lambda: store.look(game),
            lambda: store.read(game, held),
            lambda: store.look(game, held),
        ):
            with pytest.raises(Tampered) as refused:
                attempt()
            assert (refused.value.game, refused.value.ply) == (game, 3)
        rewrite(redis, game, {3: original})
    assert len(store.read(game)) == 4


def test_a_dropped_entry_is_told_with_its_ply(store: EventStore, redis: Redis, game: GameId) -> None:
    grow(store, game, 4)
    rewrite(redis, game, {2: None})
    with pytest.raises(Tampered) as refused:
        store.read(game)
    assert refused.value.ply == 2


def test_a_hidden_part_moved_to_another_entry_is_told_with_its_ply(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    first = add(store, START, game, parts=PARTS)
    add(store, first, game, parts=PARTS)
    rewrite(redis, game, {2: {b"h": rows(redis, game)[1][b"h"]}})
    with pytest.raises(Unreadable) as refused:
        store.read(game)
    assert refused.value.ply == 2


def test_public_parts_are_kept_byte_for_byte(store: EventStore, game: GameId) -> None:
    public = bytes(range(256))
    entry = next_entry(START, game, public)
    store.append(entry, after=START, status="é", live=True)
    assert store.read(game)[0].public == public
    head = store.head(game)
    assert head is not None
    assert head.status == "é"
