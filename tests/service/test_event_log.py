"""The writer of logs over an aggregate of the tests, whose commands and events have hidden fields."""

from dataclasses import dataclass, replace
from typing import Any

import pytest
from redis import Redis

from app.games.codec import NOBODY, Codec, for_nobody, for_owner
from app.service.aggregates import Aggregate, AggregateState, check_ply
from app.service.event_log import DecisionRefused, EventLog, NoSuchLog, TooManyConflicts, UnexpectedPly
from app.service.log_decider import AppendOptions
from app.store.canonical import parse
from app.store.entry import Entry, seal
from app.store.errors import HistoryRolledBack, KeyReused
from app.store.keys import LogKind, game_id_from, log_key
from app.store.log import EventStore
from tests.service.helpers import Clock, event_store, once
from tests.service.races import Backup, Raced

GUEST_BOOK = game_id_from(b"one book for every test".ljust(32), LogKind.PLAYER)
SALT_KEY = b"s" * 32


@dataclass(frozen=True)
class SignBook:
    """The command of a guest; only the guest and the book know the name."""

    seat: int
    name: str | None = for_owner(default=None)


@dataclass(frozen=True)
class GuestSigned:
    """A guest has signed."""

    seat: int
    name: str | None = for_nobody(default=None)


@dataclass(frozen=True)
class GuestBook:
    """By seat the names of the guests, None for a name that was dropped."""

    names: tuple[tuple[int, str | None], ...] = ()


class BookFull(DecisionRefused):
    """The book has no page for another guest, or the seat has signed."""


class BookDecider:
    """Decider of a book with `pages` pages, one for each seat."""

    refusals: tuple[type[Exception], ...] = (BookFull,)
    commands: Codec[SignBook] = Codec({"sign": SignBook}, {}, {})
    events: Codec[GuestSigned] = Codec({"signed": GuestSigned}, {}, {})

    def __init__(self, pages: int) -> None:
        self._pages = pages

    def decide(
        self, state: GuestBook | None, actor: str, command: SignBook, now: int
    ) -> tuple[GuestSigned, ...]:
        signed = dict(state.names) if state else {}
        if command.seat in signed or len(signed) == self._pages:
            raise BookFull
        return (GuestSigned(command.seat, command.name),)

    def evolve(self, state: GuestBook | None, event: GuestSigned) -> GuestBook:
        book = state or GuestBook()
        return replace(book, names=(*book.names, (event.seat, event.name)))

    def terms(self, state: GuestBook, now: int) -> AppendOptions:
        return AppendOptions("book")


def book(redis: Redis | EventStore, cached: int = 16, pages: int = 4) -> EventLog[AggregateState[GuestBook]]:
    """The books of one process."""
    store = event_store(redis) if isinstance(redis, Redis) else redis
    return EventLog(store, Aggregate(BookDecider(pages), lambda state: SALT_KEY), Clock(), cached=cached)


def sign(books: EventLog[Any], seat: int, **how: Any) -> Any:
    """The result of the signature of a guest."""
    return books.act(GUEST_BOOK, f"guest:{seat}", lambda _: SignBook(seat, f"Guest {seat}"), **how)


def signed(redis: Redis) -> list[int]:
    """The seats that have signed, as a process without memory reads them."""
    return [seat for seat, _ in book(redis).current(GUEST_BOOK).state.names]


def drop_hidden_parts(redis: Redis) -> None:
    """Write the stored log again without the text of its hidden parts, as if it had never been there."""
    rows: Any = redis.xrange(log_key(GUEST_BOOK))
    redis.delete(log_key(GUEST_BOOK))
    for name, fields in rows:
        redis.xadd(log_key(GUEST_BOOK), {key: text for key, text in fields.items() if key != b"h"}, id=name)


def test_hidden_fields_are_stored_outside_the_chain_under_their_seals(redis: Redis) -> None:
    sign(book(redis), 0)
    (entry,) = book(redis).entries(GUEST_BOOK)
    public = parse(entry.public)
    assert b"Guest" not in entry.public
    assert (public["command"], public["events"]) == (
        {"type": "sign", "seat": 0},
        [{"type": "signed", "seat": 0}],
    )
    assert [parse(part.body) for part in entry.parts] == [
        {"command": {"name": "Guest 0"}},
        {"events": {"0": {"name": "Guest 0"}}},
    ]
    assert public["seals"] == [[part.audience, seal(part.salt, part.body).hex()] for part in entry.parts]
    assert [part.audience for part in entry.parts] == [0, NOBODY]


def test_the_hidden_parts_of_a_log_can_be_dropped_and_its_digests_stay(redis: Redis) -> None:
    for seat in range(2):
        sign(book(redis), seat)
    before = book(redis).current(GUEST_BOOK)
    digests = [entry.digest for entry in book(redis).entries(GUEST_BOOK)]
    drop_hidden_parts(redis)
    without = book(redis).current(GUEST_BOOK)
    assert before.state.names == ((0, "Guest 0"), (1, "Guest 1"))
    assert without == replace(before, state=GuestBook(((0, None), (1, None))))
    assert sign(book(redis), 2).position.state.names == ((0, None), (1, None), (2, "Guest 2"))
    assert [entry.digest for entry in book(redis).entries(GUEST_BOOK)][:2] == digests


def test_a_write_without_a_salt_key_is_refused(redis: Redis) -> None:
    bare: EventLog[Any] = EventLog(event_store(redis), Aggregate(BookDecider(4)), Clock())
    with pytest.raises(ValueError, match="salt"):
        sign(bare, 0)
    with pytest.raises(NoSuchLog):
        bare.current(GUEST_BOOK)


def test_a_refusal_on_a_cached_state_is_returned_after_another_read(redis: Redis) -> None:
    stale, other = book(redis), book(redis)
    sign(stale, 0)
    sign(other, 1)
    asked: list[int] = []

    def expects_two(before: AggregateState[GuestBook] | None) -> SignBook:
        asked.append(before.ply if before else 0)
        check_ply(before, 2)
        return SignBook(2, "Guest 2")

    assert stale.act(GUEST_BOOK, "guest:2", expects_two).ply == 3
    assert asked == [1, 2]
    with pytest.raises(UnexpectedPly) as moved:
        stale.act(GUEST_BOOK, "guest:3", expects_two)
    assert moved.value.ply == 3


def test_a_refusal_names_the_ply_of_the_log_as_stored(redis: Redis) -> None:
    stale = book(redis, pages=2)
    sign(stale, 0)
    sign(book(redis, pages=2), 1)
    with pytest.raises(BookFull) as refusal:
        sign(stale, 0)
    assert refusal.value.ply == 2


def test_a_repeated_key_gets_the_position_of_then_with_and_without_a_cache(redis: Redis) -> None:
    books = book(redis)
    first = sign(books, 0, once=once("k"))
    sign(books, 1)
    for again in (sign(books, 0, once=once("k")), sign(book(redis, cached=0), 0, once=once("k"))):
        assert (again.ply, again.position, again.replayed) == (first.ply, first.position, True)
    with pytest.raises(KeyReused):
        sign(books, 0, once=once("k", "something else"))
    assert signed(redis) == [0, 1]


@pytest.mark.parametrize("cached", [0, 16])
def test_an_entry_of_another_writer_in_between_is_read_and_the_command_decided_again(
    redis: Redis, cached: int
) -> None:
    left = [1, 2]

    def overtake(entry: Entry) -> None:
        if left:
            sign(book(redis), left.pop())

    assert sign(book(Raced(redis, overtake), cached), 0).ply == 3
    assert signed(redis) == [2, 1, 0]


def test_a_command_that_loses_every_race_writes_nothing(redis: Redis) -> None:
    left = [5, 4, 3, 2, 1]
    with pytest.raises(TooManyConflicts):
        sign(book(Raced(redis, lambda entry: sign(book(redis, pages=9), left.pop())), pages=9), 0)
    assert signed(redis) == [1, 2, 3, 4, 5]


def test_a_log_that_was_set_back_is_read_again(redis: Redis) -> None:
    books = book(redis)
    sign(books, 0)
    backup = Backup(redis, GUEST_BOOK)
    sign(books, 1)
    backup.restore()
    assert sign(books, 2).ply == 2
    assert signed(redis) == [0, 2]


def test_a_missing_log_is_not_found(redis: Redis) -> None:
    books = book(redis)
    sign(books, 0)
    redis.flushall()
    with pytest.raises(HistoryRolledBack):
        books.store.look(GUEST_BOOK, books.cache.get(GUEST_BOOK) or pytest.fail("nothing is cached"))
    assert books.find(GUEST_BOOK) is None
