"""Summaries of games in the store: written in one step with an entry, used only beside that entry."""

import pytest
from redis import Redis

from app.store.append_options import IdempotencyKey, Replayed
from app.store.encryption import StorageCipher
from app.store.entry import START, At
from app.store.errors import Conflict, KeyReused
from app.store.keys import GameId, game_id_from, state_key
from app.store.log import EventStore
from app.store.retention import Retention
from tests.store.helpers import VAULT_KEY, add, entry_after

OTHER = game_id_from(b"other".ljust(32))
ONCE = IdempotencyKey("seat:0", "key", b"f" * 16)


def test_a_summary_is_that_of_the_last_entry(store: EventStore, game: GameId) -> None:
    assert store.summaries([game, OTHER]) == [None, None]
    head = add(store, START, game, summary=b"first")
    add(store, START, OTHER)
    assert store.summaries([game, OTHER]) == [b"first", None]
    head = add(store, head, game, summary=b"second line\n")
    assert store.summaries([OTHER, game]) == [None, b"second line\n"]
    add(store, head, game)
    assert store.summaries([game]) == [None]
    assert store.summaries([]) == []


def test_a_refused_append_leaves_the_summary(store: EventStore, game: GameId) -> None:
    head = add(store, START, game, summary=b"first", once=ONCE)
    terms: dict[str, object] = {"status": "playing", "live": True, "summary": b"other"}
    again = store.append(entry_after(START, game), after=START, once=ONCE, **terms)  # type: ignore[arg-type]
    assert again == Replayed(1)
    once = IdempotencyKey("seat:0", "key", b"g" * 16)
    with pytest.raises(KeyReused):
        store.append(entry_after(head, game), after=head, once=once, **terms)  # type: ignore[arg-type]
    with pytest.raises(Conflict):
        store.append(entry_after(START, game, "late"), after=START, **terms)  # type: ignore[arg-type]
    assert store.summaries([game]) == [b"first"]


def test_a_missing_summary_is_written_for_the_last_entry_alone(store: EventStore, game: GameId) -> None:
    head = add(store, START, game)
    last = add(store, head, game)
    assert not store.describe(game, head, b"late")
    assert not store.describe(game, At(last.ply, b"x" * 32), b"forged")
    assert not store.describe(OTHER, head, b"nobody's")
    assert store.summaries([game, OTHER]) == [None, None]
    assert store.describe(game, last, b"found")
    assert store.summaries([game]) == [b"found"]


def test_the_summary_is_removed_with_the_game(store: EventStore, redis: Redis, game: GameId) -> None:
    after = Retention(redis, StorageCipher(VAULT_KEY))
    head = add(store, START, game, live=False, hint="end", summary=b"over")
    after.keep(game, 0)
    assert store.summaries([game]) == [None]
    assert after.forget(game, head)
    assert not redis.exists(state_key(game))
