"""The identity of an installation in its store, and what the store holds beside it, on a real Valkey."""

from redis import Redis

from app.store import installation
from app.store.encryption import StorageCipher
from app.store.entry import START
from app.store.keys import GameId, LogKind, game_id_from
from app.store.log import EventStore

from .helpers import PARTS, VAULT_KEY, add

PLAYER = game_id_from(bytes(32), LogKind.PLAYER)


def test_the_first_identity_stays_until_it_is_replaced(redis: Redis) -> None:
    assert installation.read(redis) == (None, False)
    assert installation.write(redis, "one")
    assert not installation.write(redis, "two")
    assert installation.read(redis) == (b"one", False)
    installation.replace(redis, "two")
    installation.complete(redis)
    assert installation.read(redis) == (b"two", True)


def test_a_store_with_an_identity_alone_is_empty(redis: Redis, store: EventStore, game: GameId) -> None:
    assert installation.is_empty(redis)
    installation.write(redis, "one")
    assert installation.is_empty(redis)
    redis.set("cq:generations", "1")
    assert (installation.is_empty(redis), installation.has_logs(redis)) == (False, False)
    add(store, START, game)
    assert installation.has_logs(redis)


def test_the_files_of_an_unfinished_restoration_are_counted_until_its_end(redis: Redis) -> None:
    assert installation.restored(redis) == 0
    for files in (3, 7, 0):
        installation.mark_restored(redis, files)
        assert installation.restored(redis) == files


def test_a_key_opens_a_store_if_it_opens_most_logs_of_a_sample(
    redis: Redis, store: EventStore, game: GameId
) -> None:
    ours, wrong = StorageCipher(VAULT_KEY), StorageCipher(b"w" * 32)
    add(store, START, game)
    assert installation.opens(redis, ours) is None, "no entry has a hidden part"
    add(EventStore(redis, ours), START, PLAYER, parts=PARTS)
    assert (installation.opens(redis, ours), installation.opens(redis, wrong)) == (True, False)
    add(EventStore(redis, wrong), START, game_id_from(b"x" * 32), parts=PARTS)
    assert (installation.opens(redis, ours), installation.opens(redis, wrong)) == (False, False)
