"""Waiting requests: each is woken by notices of its game only."""

import threading
from queue import Queue
from typing import cast

import pytest

from app.service import subscriptions
from app.service.subscriptions import Subscriptions, TooManySubscriptions
from app.store.entry import Head
from app.store.errors import StoreUnavailable
from app.store.keys import GameId, game_id_from
from app.store.log import EventStore
from app.store.outbox import Cursors, Notice
from tests.api.helpers import Api

GAME, OTHER = (game_id_from(bytes([number]) * 32) for number in (1, 2))
NEVER = 3600.0


class Told:
    """A store that returns what a test has put into it, and counts its reads."""

    def __init__(self) -> None:
        self.plies: dict[str, int] = {GAME: 1, OTHER: 1}
        self.notices: Queue[Notice | Exception] = Queue()
        self.looked = threading.Semaphore(0)

    def head(self, game: GameId) -> Head | None:
        self.looked.release()
        return Head(self.plies[game], bytes(32), "playing")

    def follow(self, cursors: Cursors | None, block_ms: int) -> tuple[Cursors, list[Notice]]:
        if cursors is None:
            return (), []
        notice = self.notices.get()
        if isinstance(notice, Exception):
            raise notice
        return (), [notice]

    def append(self, game: GameId) -> None:
        self.plies[game] += 1
        self.notices.put(Notice(0, "1-1", game, self.plies[game], ""))


@pytest.fixture
def store() -> Told:
    """A store of two games."""
    return Told()


def waiter(watch: Subscriptions, game: GameId, after: int) -> threading.Thread:
    thread = threading.Thread(target=watch.wait, args=(game, after, NEVER), daemon=True)
    thread.start()
    return thread


def test_a_notice_wakes_all_requests_that_wait_for_its_game_only(store: Told) -> None:
    watch = Subscriptions(cast(EventStore, store))
    waiting = [waiter(watch, GAME, 1) for _ in range(3)]
    elsewhere = waiter(watch, OTHER, 1)
    for _ in range(4):
        assert store.looked.acquire(timeout=300)
    store.append(GAME)
    for thread in waiting:
        thread.join(300)
        assert not thread.is_alive()
    assert elsewhere.is_alive()
    store.append(OTHER)
    elsewhere.join(300)
    assert not elsewhere.is_alive()


@pytest.mark.parametrize("error", [StoreUnavailable("away"), ValueError("a defect")])
def test_requests_are_woken_after_any_error_of_the_reader(
    store: Told, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "_PAUSE_SECONDS", 0.01)
    watch = Subscriptions(cast(EventStore, store))
    waiting = waiter(watch, GAME, 1)
    assert store.looked.acquire(timeout=300)
    store.notices.put(error)
    store.append(GAME)
    waiting.join(300)
    assert not waiting.is_alive()


def test_a_notice_of_a_known_entry_wakes_no_request(store: Told) -> None:
    watch = Subscriptions(cast(EventStore, store))
    thread = waiter(watch, GAME, 2)
    assert store.looked.acquire(timeout=300)
    store.append(GAME)
    assert store.looked.acquire(timeout=300)
    assert thread.is_alive()
    store.append(GAME)
    thread.join(300)
    assert not thread.is_alive()


def test_existing_entries_are_returned_without_waiting(store: Told) -> None:
    watch = Subscriptions(cast(EventStore, store))
    thread = waiter(watch, GAME, 0)
    thread.join(300)
    assert not thread.is_alive()


def test_no_more_wait_than_one_process_can_hold(api: Api) -> None:
    game = GameId(api.table("person person").id)
    watch = Subscriptions(api.games.store, most=0)
    with pytest.raises(TooManySubscriptions):
        watch.wait(game, 2, 0.01)
