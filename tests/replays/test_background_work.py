"""Long computations of long games run in a worker thread or in slices."""

import gc
from collections.abc import Callable, Sequence
from pkgutil import resolve_name
from typing import Any, NoReturn

import pytest

from app.http.blocking_calls import ResultCache
from app.http.streaming import FORMS, NDJSON, StreamItem, encoded
from app.service.entry_codec import Position, advance
from app.service.games import GameService
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.entry import Entry, LogPosition
from app.store.entry_format import entries_from
from app.store.keys import GameId
from app.store.log import EventStore
from replays.report.steps import Recorded
from tests.api.conftest import api as api
from tests.api.conftest import table as table
from tests.api.disputing import judged
from tests.api.helpers import Api, Table, refused
from tests.replays.conftest import VAULT_KEY, ServedStore
from tests.replays.games import played


class Beside:
    """Replacement of `in_thread_pool` that knows whether its work is running."""

    def __init__(self) -> None:
        self.depth = 0

    def __call__(self, work: Callable[[], Any]) -> Any:
        self.depth += 1
        try:
            return work()
        finally:
            self.depth -= 1

    def only(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return the work with a check that it runs in the thread pool."""

        def checked(*args: Any, **kwargs: Any) -> Any:
            assert self.depth == 1, f"{work} holds the event loop"
            return work(*args, **kwargs)

        return checked


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> Beside:
    counter = Beside()
    for module in (
        *(
            "app.http.blocking_calls",
            "app.api.monitoring",
            "replays.api.record_answers",
            "replays.archive.archive",
        ),
        *("replays.api.disputes", "replays.disputes.service"),
    ):
        monkeypatch.setattr(f"{module}.in_thread_pool", counter)
    return counter


def _never(*args: Any) -> NoReturn:
    raise AssertionError("a long log is read in vain")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("audit", "replays.api.audits.audit"),
        ("audit?lang=es", "replays.api.audits.facts_of_record"),
        ("record", "replays.api.record_answers.record_body"),
        ("record.txt", "replays.api.record_answers.text_of"),
    ],
)
def test_whole_games_are_written_and_audited_in_a_worker_thread(
    served: ServedStore, beside: Beside, monkeypatch: pytest.MonkeyPatch, path: str, name: str
) -> None:
    monkeypatch.setattr(name, beside.only(resolve_name(name)))
    game = served.keep(played("mexican-3"))
    assert served.app.test_client().get(f"/v1/games/{game}/{path}").status_code == 200


def test_claims_are_looked_up_and_bundles_written_in_a_worker_thread(
    api: Api, table: Table, beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("replays.disputes.service.hand_at", "replays.disputes.bundle.record_body"):
        monkeypatch.setattr(name, beside.only(resolve_name(name)))
    path = f"/v1/disputes/{judged(api, table)['dispute']}/bundle"
    assert api.client.get(path, headers=table.headers(0)).status_code == 200


@pytest.mark.parametrize("path", ["record", "record.jsonl", "record.txt"])
def test_the_record_of_a_running_game_is_refused_without_reading_its_log(
    api: Api, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    game = api.table("me open")
    monkeypatch.setattr(GameService, "entries", _never)
    refused(game.get(f"/{path}"), 409, "not_before_end")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/openapi.json", "app.api.service._Text.of"),
        ("/docs", "app.api.service.render_template"),
        ("/metrics", "app.observability.metrics.generate_latest"),
    ],
)
def test_documents_and_numbers_are_written_aside(
    api: Api, beside: Beside, monkeypatch: pytest.MonkeyPatch, path: str, name: str
) -> None:
    monkeypatch.setattr(name, beside.only(resolve_name(name)))
    assert api.client.get(path).status_code == 200


def test_a_long_log_is_folded_in_stretches(served: ServedStore, monkeypatch: pytest.MonkeyPatch) -> None:
    game, turns = served.keep(played("mexican-3")), list[float]()
    monkeypatch.setattr("app.service.event_log._STRETCH", 10)
    monkeypatch.setattr("app.service.event_log.time.sleep", turns.append)
    position = GameService(served.store, 16).current(game)
    assert position.ply == len(played("mexican-3"))
    assert turns == [0] * ((position.ply - 1) // 10)


def test_a_long_log_is_read_in_pages_with_pauses(
    served: ServedStore, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, turns, opened = served.keep(played("mexican-3")), list[float](), [0]

    def noted(
        cipher: StorageCipher, log: GameId, after: LogPosition, rows: Sequence[Any], own: StorageCipher | None
    ) -> tuple[Entry, ...]:
        opened[-1] += len(rows)
        return entries_from(cipher, log, after, rows, own)

    def turn(seconds: float) -> None:
        turns.append(seconds)
        opened.append(0)

    monkeypatch.setattr("app.store.entry_format.entries_from", noted)
    monkeypatch.setattr("app.store.log.time.sleep", turn)
    with connect(redis_url) as redis:
        assert EventStore(redis, StorageCipher(VAULT_KEY), page=10).read(game) == played("mexican-3")
    assert opened == [10, 10, 10, 10, 1]
    assert turns == [0, 0, 0, 0]


def test_a_stream_of_much_has_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    turns, items = list[float](), [StreamItem("entry", b"{}", ply) for ply in range(1, 202)]
    monkeypatch.setattr("app.http.streaming.time.sleep", turns.append)
    chunks = [(chunk, len(turns)) for chunk in encoded(iter(items), FORMS[NDJSON])]
    assert [chunk for chunk, _ in chunks] == [b"\n", *[b"{}\n"] * 201]
    assert [sum(pauses == each for _, pauses in chunks) for each in range(5)] == [51, 50, 50, 50, 1]
    assert turns == [0] * 4


def test_a_replay_keeps_few_positions_and_folds_few_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    folded = list[int]()

    def noted(position: Position | None, entries: tuple[Entry, ...]) -> Position | None:
        folded.append(len(entries))
        return advance(position, entries)

    monkeypatch.setattr("replays.report.steps._STEP", 10)
    monkeypatch.setattr("replays.report.steps.advance", noted)
    replay, before = Recorded(played("sits_out")), _positions()
    there = [replay.step(ply) for ply in range(1, replay.plies + 1)]
    assert sum(folded) <= 2 * replay.plies
    back = [replay.step(ply) for ply in range(replay.plies, 0, -1)]
    assert max(folded) <= 10
    assert there == back[::-1]
    assert 1 <= _positions() - before <= replay.plies // 10 + 2


def _positions() -> int:
    """Return how many positions there are in this process."""
    gc.collect()
    return sum(isinstance(thing, Position) for thing in gc.get_objects())


def test_the_latest_values_are_cached_and_others_computed_again(beside: Beside) -> None:
    latest, prepared = ResultCache[int](2), list[int]()

    def value(name: int) -> int:
        def prepare() -> Callable[[], int]:
            prepared.append(name)
            assert beside.depth == 0, "stores and files are waited for in the event loop"
            return beside.only(lambda: name * 10)

        return latest(name, prepare)

    assert [value(name) for name in (1, 2, 1, 3, 1, 2)] == [10, 20, 10, 30, 10, 20]
    assert prepared == [1, 2, 3, 2]
