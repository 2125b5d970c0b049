"""Hidden parts under the own key of a log: the first makes the key, an entry deletes it with them."""

from typing import Any

import pytest
from redis import Redis

from app.store.append_options import HiddenUnder
from app.store.encryption import StorageCipher
from app.store.entry import START, At, pack
from app.store.entry_format import last_of_chain
from app.store.errors import Conflict, ForeignKey, Unreadable
from app.store.keys import GameId, idem_key, log_key, state_key
from app.store.log import EventStore

from .helpers import ONCE, PARTS, VAULT_KEY, add, entry_after

OWN, DROPPED = HiddenUnder.OWN, HiddenUnder.DROPPED


def rows(redis: Redis, game: GameId) -> list[dict[bytes, bytes]]:
    """Return the fields of the stored entries."""
    entries: Any = redis.xrange(log_key(game))
    return [fields for _, fields in entries]


def test_the_first_hidden_part_makes_the_own_key_and_later_ones_use_it(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    head = add(store, START, game, hidden=OWN)
    assert redis.hget(state_key(game), "k") is None
    head = add(store, head, game, parts=PARTS, hidden=OWN)
    key: Any = redis.hget(state_key(game), "k")
    assert len(key) == 32
    head = add(store, head, game, parts=PARTS, hidden=OWN)
    assert redis.hget(state_key(game), "k") == key
    assert [sorted(fields) for fields in rows(redis, game)] == [
        [b"d", b"z"],
        [b"d", b"o", b"z"],
        [b"d", b"o", b"z"],
    ]
    service = StorageCipher(VAULT_KEY)
    for ply, fields in enumerate(rows(redis, game)[1:], start=2):
        assert service.own(key).open(game, ply, fields[b"o"]) == pack(PARTS)
        with pytest.raises(Unreadable):
            service.open(game, ply, fields[b"o"])
    for entries in (store.read(game), store.look(game).tail):
        assert [entry.parts for entry in entries] == [(), PARTS, PARTS]


def test_without_its_key_a_log_has_the_same_digests_and_no_hidden_part(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    head = add(store, START, game, parts=PARTS, hidden=OWN, once=ONCE)
    head = add(store, head, game, parts=PARTS)
    before = store.read(game)
    head = add(store, head, game, hidden=DROPPED)
    assert redis.hget(state_key(game), "k") is None
    assert not redis.exists(idem_key(game))
    after = store.read(game)
    assert [entry.digest for entry in after[:2]] == [entry.digest for entry in before]
    assert [entry.parts for entry in after] == [(), PARTS, ()]
    assert [entry.parts for entry in store.look(game).tail] == [(), PARTS, ()]
    assert last_of_chain(redis, game) == At(3, head.digest)
    assert rows(redis, game)[0][b"o"], "it stays, and no key opens it"


def test_the_entries_of_a_conflict_have_their_hidden_parts(store: EventStore, game: GameId) -> None:
    head = add(store, START, game, parts=PARTS, hidden=OWN)
    add(store, head, game, parts=PARTS, hidden=OWN)
    with pytest.raises(Conflict) as conflict:
        store.append(entry_after(head, game, "late"), after=head, status="playing", live=True)
    assert [entry.parts for entry in conflict.value.tail] == [PARTS]


def test_a_log_of_several_pages_is_read_under_its_own_key(redis: Redis, game: GameId) -> None:
    store = EventStore(redis, StorageCipher(VAULT_KEY), page=2)
    head: Any = START
    for _ in range(5):
        head = add(store, head, game, parts=PARTS, hidden=OWN)
    assert [entry.parts for entry in store.read(game)] == [PARTS] * 5
    assert [entry.parts for entry in store.look(game).tail] == [PARTS] * 5


def test_the_own_key_needs_that_of_the_service(store: EventStore, redis: Redis, game: GameId) -> None:
    add(store, START, game, parts=PARTS, hidden=OWN)
    older = EventStore(redis, StorageCipher(bytes(32), [VAULT_KEY]))
    assert [entry.parts for entry in older.read(game)] == [PARTS]
    for read in (EventStore.read, EventStore.look):
        with pytest.raises(ForeignKey):
            read(EventStore(redis, StorageCipher(bytes(32))), game)
    redis.hset(state_key(game), "k", bytes(32))
    with pytest.raises(ForeignKey):
        store.read(game)


def test_an_entry_that_deletes_the_key_has_no_hidden_part(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    with pytest.raises(ValueError, match="hidden part"):
        add(store, START, game, parts=PARTS, hidden=DROPPED)
    assert not redis.exists(log_key(game))
