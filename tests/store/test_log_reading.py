"""Reading of logs from a real Valkey: heads, pages, positions, and damage with its ply."""

from typing import Any

import pytest
from redis import Redis

from app.store import keys
from app.store.append_options import IdempotencyKey, after
from app.store.entry import START, At, Entry, next_entry
from app.store.entry_format import compressed, last_of_chain
from app.store.errors import (
    HistoryRolledBack,
    Tampered,
    Unreadable,
)
from app.store.keys import GameId
from app.store.log import EventStore

from .helpers import ONCE, PARTS, SAME_KEY_OTHER_BODY, add, entry_after, grow, rows


def test_one_read_returns_head_tail_and_idempotency_record(store: EventStore, game: GameId) -> None:
    first = add(store, START, game, once=ONCE, deadline=after(9000), parts=PARTS)
    head = grow(store, game, 2, after=first)
    look = store.look(game, first, ONCE)
    assert (look.replayed_ply, look.mismatch, look.head) == (1, False, head)
    assert look.tail == store.read(game)[1:]
    other = store.look(game, head, SAME_KEY_OTHER_BODY)
    assert (other.replayed_ply, other.mismatch, other.tail) == (None, True, ())
    assert store.look(game, head, IdempotencyKey("seat:1", "key-1", bytes(16))).replayed_ply is None


def test_a_read_of_an_unknown_game_finds_nothing(store: EventStore, game: GameId) -> None:
    look = store.look(game, START, ONCE)
    assert (look.replayed_ply, look.mismatch, look.head, look.tail) == (None, False, None, ())


def test_a_read_from_beyond_the_head_reports_a_rolled_back_history(store: EventStore, game: GameId) -> None:
    head = grow(store, game, 2)
    for place in (entry_after(head, game), At(2, bytes(32))):
        with pytest.raises(HistoryRolledBack):
            store.look(game, place)


def test_a_head_beyond_the_entries_of_the_log_is_damage(
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


def test_a_flipped_byte_is_reported_with_its_ply(store: EventStore, redis: Redis, game: GameId) -> None:
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


def test_a_dropped_entry_is_reported_with_its_ply(store: EventStore, redis: Redis, game: GameId) -> None:
    grow(store, game, 4)
    rewrite(redis, game, {2: None})
    with pytest.raises(Tampered) as refused:
        store.read(game)
    assert refused.value.ply == 2


def test_the_end_of_a_chain_is_computed_from_the_public_parts(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    assert last_of_chain(redis, game) is None
    head = grow(store, game, 503)
    assert last_of_chain(redis, game) == At(head.ply, head.digest)


@pytest.mark.parametrize("ply", [2, 3])
def test_a_chain_that_does_not_reach_the_head_is_damage(
    store: EventStore, redis: Redis, game: GameId, ply: int
) -> None:
    grow(store, game, 3)
    redis.xdel(keys.log_key(game), f"{ply}-0")
    with pytest.raises(Tampered) as damage:
        last_of_chain(redis, game)
    assert damage.value.ply == ply


def test_a_hidden_part_moved_to_another_entry_is_reported_with_its_ply(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    first = add(store, START, game, parts=PARTS)
    add(store, first, game, parts=PARTS)
    rewrite(redis, game, {2: {b"h": rows(redis, game)[1][b"h"]}})
    with pytest.raises(Unreadable) as refused:
        store.read(game)
    assert refused.value.ply == 2


def test_public_parts_are_stored_byte_for_byte(store: EventStore, game: GameId) -> None:
    public = bytes(range(256))
    entry = next_entry(START, game, public)
    store.append(entry, after=START, status="é", live=True)
    assert store.read(game)[0].public == public
    head = store.head(game)
    assert head is not None
    assert head.status == "é"
