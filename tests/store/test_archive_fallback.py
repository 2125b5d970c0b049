"""A store with an archive behind it: logs that have left are read and guarded as before."""

from dataclasses import dataclass, field, replace

import pytest
from redis import Redis

from app.store.append_options import IdempotencyKey, Replayed
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.encryption import StorageCipher
from app.store.entry import START, At, Entry, Head
from app.store.errors import Conflict, GameRemoved, HistoryRolledBack
from app.store.keys import GameId, game_id_from, idem_key, log_key, state_key
from app.store.log import EventStore
from app.store.retention import Retention

from .helpers import VAULT_KEY, add, entry_after, grow

ONCE = IdempotencyKey("create", "key", b"f" * 16)


@dataclass
class Shelf:
    """Logs that are over, in memory; counts how often a whole log is fetched, and may be away."""

    logs: dict[GameId, tuple[Entry, ...]] = field(default_factory=dict)
    fetched: int = 0
    is_away: bool = False

    def head(self, game: GameId) -> Head | None:
        if self.is_away:
            raise ConnectionError("the archive does not answer")
        entries = self.logs.get(game)
        return Head(entries[-1].ply, entries[-1].digest, "finished") if entries else None

    def entries(self, game: GameId) -> tuple[Entry, ...] | None:
        self.fetched += 1
        return self.logs.get(game)

    def summary(self, game: GameId) -> bytes | None:
        return b"{}" if game in self.logs else None


@pytest.fixture
def archive() -> Shelf:
    return Shelf()


@pytest.fixture
def lasting(redis: Redis, archive: Shelf) -> ArchiveFallbackStore:
    """The store with the archive behind it."""
    return ArchiveFallbackStore(redis, StorageCipher(VAULT_KEY), archive)


@pytest.fixture
def gone(store: EventStore, redis: Redis, archive: Shelf, game: GameId) -> tuple[Entry, ...]:
    """A log of seven entries that has left the store."""
    grow(store, game, 7)
    entries = store.read(game)
    archive.logs[game] = entries
    redis.delete(log_key(game), state_key(game))
    return entries


def test_a_log_that_has_left_reads_as_it_did(
    lasting: ArchiveFallbackStore, gone: tuple[Entry, ...], game: GameId
) -> None:
    assert lasting.read(game) == gone
    assert lasting.read(game, gone[2]) == gone[3:]
    assert lasting.read(game, gone[2], 5) == gone[3:5]
    assert lasting.read(game, gone[-1]) == ()
    assert lasting.head(game) == Head(7, gone[-1].digest, "finished")
    assert lasting.place(game, 4) == At(4, gone[3].digest)
    assert lasting.place(game, 8) is None
    look = lasting.look(game)
    assert (look.head, look.tail, look.replayed_ply) == (lasting.head(game), gone, None)


def test_a_reader_with_the_last_entry_is_answered_without_the_archive(
    lasting: ArchiveFallbackStore, gone: tuple[Entry, ...], game: GameId, archive: Shelf
) -> None:
    assert lasting.look(game, gone[-1], ONCE).tail == ()
    assert lasting.read(game, gone[-1]) == ()
    assert archive.fetched == 0


@pytest.mark.parametrize("place", [At(3, b"x" * 32), At(7, b"x" * 32), At(8, b"x" * 32)])
def test_a_place_that_the_past_log_has_not_is_a_history_rolled_back(
    place: At, lasting: ArchiveFallbackStore, gone: tuple[Entry, ...], game: GameId
) -> None:
    with pytest.raises(HistoryRolledBack):
        lasting.look(game, place)
    with pytest.raises(HistoryRolledBack):
        lasting.read(game, place)


def test_a_known_log_that_is_missing_everywhere_is_a_rolled_back_history(
    lasting: ArchiveFallbackStore, store: EventStore, redis: Redis, game: GameId
) -> None:
    place = grow(store, game, 3)
    redis.flushall()
    with pytest.raises(HistoryRolledBack):
        lasting.look(game, place)
    assert lasting.look(game).head is None
    assert lasting.read(game) == ()


def test_a_log_in_the_store_is_never_looked_up_in_the_archive(
    lasting: ArchiveFallbackStore, store: EventStore, game: GameId, archive: Shelf
) -> None:
    place = grow(store, game, 3)
    archive.logs[game] = (entry_after(START, game, "another"),)
    assert lasting.read(game) == store.read(game)
    assert lasting.read(game, place) == ()
    assert (lasting.head(game), lasting.look(game, place)) == (store.head(game), store.look(game, place))
    assert lasting.place(game, 9) is None
    assert archive.fetched == 0


@pytest.mark.parametrize("plies", [0, 3, 6])
def test_a_request_can_be_repeated_after_its_log_has_left(
    lasting: ArchiveFallbackStore,
    store: EventStore,
    redis: Redis,
    archive: Shelf,
    game: GameId,
    plies: int,
) -> None:
    place = grow(store, game, 4)
    add(store, add(store, place, game, once=ONCE), game)
    archive.logs[game] = entries = store.read(game)
    redis.delete(log_key(game), state_key(game))
    after = At(plies, entries[plies - 1].digest) if plies else START
    state = lasting.look(game, after, ONCE)
    assert (state.replayed_ply, state.mismatch, state.tail) == (5, False, entries[after.ply :])
    assert state.head == archive.head(game)
    assert lasting.look(game, after, replace(ONCE, fingerprint=b"g" * 16)).mismatch
    assert lasting.look(game, after, replace(ONCE, key="another")).replayed_ply is None
    redis.delete(idem_key(game))
    assert lasting.look(game, after, ONCE).replayed_ply is None


def test_a_log_that_has_left_does_not_begin_again(
    lasting: ArchiveFallbackStore, gone: tuple[Entry, ...], game: GameId, redis: Redis
) -> None:
    with pytest.raises(Conflict):
        add(lasting, START, game, once=ONCE)
    assert not redis.exists(log_key(game))
    other = game_id_from(b"other".ljust(32))
    assert add(lasting, START, other, once=ONCE).ply == 1


def test_a_removed_log_that_no_archive_knows_is_told_from_one_that_never_was(
    lasting: ArchiveFallbackStore, store: EventStore, redis: Redis, game: GameId
) -> None:
    assert lasting.look(game).head is None
    assert lasting.place(game, 1) is None
    add(store, START, game)
    Retention(redis, StorageCipher(VAULT_KEY)).remove(game, marked=True)
    for ask in (lasting.look, lasting.summary, lambda removed: lasting.place(removed, 1)):
        with pytest.raises(GameRemoved):
            ask(game)


def test_the_summary_of_a_log_that_has_left_is_that_of_the_archive(
    lasting: ArchiveFallbackStore, store: EventStore, gone: tuple[Entry, ...], game: GameId
) -> None:
    assert lasting.summary(game) == b"{}"
    other = game_id_from(b"other".ljust(32))
    assert lasting.summary(other) is None
    add(store, START, other, summary=b"own")
    assert lasting.summary(other) == b"own"


def test_a_first_entry_is_repeated_for_its_own_request_while_the_archive_is_away(
    lasting: ArchiveFallbackStore, store: EventStore, archive: Shelf, game: GameId
) -> None:
    archive.is_away = True
    with pytest.raises(ConnectionError):
        add(lasting, START, game, once=ONCE)
    assert store.head(game) is None
    add(store, START, game, once=ONCE)
    assert lasting.append(
        entry_after(START, game), after=START, once=ONCE, status="playing", live=True
    ) == Replayed(1)
