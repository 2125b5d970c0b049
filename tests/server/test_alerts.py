"""Each alert fires on the metrics of a service in its condition, and none on those of a healthy one."""

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

import wsgi
from app.api.parts import ApiParts
from app.cli.archive.kinds import FORMS
from app.observability.worker_hooks import LOOP_DELAY
from app.service.job_queue import JobQueue, QueuedName
from app.settings.settings import Settings
from app.store import installation as in_store
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.keys import GameId, bucket, due_key, ended_key, game_id_from
from app.store.retention import Retention
from app.store.signing_state import LogHead, SignedHead
from app.store.unreadable_games import Unreadables
from replays.archive.opening import open_archive, open_archiver, open_signer
from replays.catalogue.connecting import connect as catalogue_at
from replays.catalogue.connecting import writing
from replays.catalogue.tables import checkpoints
from replays.installation.installation import enter
from replays.installation.parts import draw
from replays.transparency import store as tree
from replays.transparency.merkle import Leaf
from tests.api.disputing import ended
from tests.api.helpers import Api, running, say_farewell
from tests.api.test_metrics import scraped
from tests.closing import at_end
from tests.server import promtool
from tests.server.helpers import eventually, free_port, service
from tests.server.promtool import Samples, needs_promtool
from tests.server.test_metrics import roles, value
from tests.server.test_metrics import scraped as scraped_at
from tests.service.helpers import KEYS, key_ring

pytestmark = needs_promtool
NOWHERE = "127.0.0.1:1"


@dataclass(frozen=True)
class Stage:
    """Parts of a condition."""

    redis_url: str
    queue_url: str
    home: Path
    patch: pytest.MonkeyPatch
    fixture: Callable[[str], Any]
    """Gives a service that few conditions need, and that takes long to start."""

    @property
    def whole(self) -> tuple[Path, int]:
        """The data directory and the port of a service with every role."""
        fixture: tuple[Path, int] = self.fixture("whole")
        return fixture

    @property
    def few(self) -> str:
        """A scrape of a service that has an API and a clock."""
        return str(self.fixture("few"))

    @contextmanager
    def api(self, **more: str) -> Iterator[Api]:
        with running(self.redis_url, **{"queue_redis_url": self.queue_url, **more}) as api:
            yield api


@dataclass(frozen=True)
class Seen:
    """A scrape, one before it if something has to grow or to change, and by which labels the alert fires."""

    text: str
    before: str | None = None
    grows: bool = True
    by: tuple[str, ...] = ()
    fires: Samples = (({}, 1),)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, int]]:
    """The data directory and the port of a service with a process of every role."""
    data, port = tmp_path_factory.mktemp("whole") / "data", free_port()
    with service(data, port, CONQUIAN_PEOPLE_WORKERS="1", CONQUIAN_COURIERS="1"):
        eventually(lambda: len(roles(scraped_at(port))) == 5)
        yield data, port


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A scrape of a service that has an API and a clock."""
    data, port = tmp_path_factory.mktemp("few") / "data", free_port()
    with service(data, port, CONQUIAN_WORKERS="0"):
        eventually(lambda: sorted(roles(scraped_at(port))) == ["api", "clock"])
        return scraped_at(port)


@pytest.fixture
def stage(
    redis_url: str,
    queue_redis_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Stage:
    return Stage(redis_url, queue_redis_url, tmp_path, monkeypatch, request.getfixturevalue)


def target_away(stage: Stage) -> Seen:
    """Prometheus itself writes this series; nothing can be scraped."""
    return Seen("# TYPE up gauge\nup 0\n", by=("instance",), fires=(({"instance": "games.example:8000"}, 1),))


def role_missing(stage: Stage) -> Seen:
    return Seen(stage.few, by=("role",), fires=(({"role": "worker"}, 1),))


def role_gone(stage: Stage) -> Seen:
    """Couriers and workers for people are not needed, but what was there should be there."""
    before, gone = scraped_at(stage.whole[1]), ("courier", "people", "worker")
    return Seen(stage.few, before, False, by=("role",), fires=[({"role": role}, 1) for role in gone])


def process_hangs(stage: Stage) -> Seen:
    data, port = stage.whole
    file = data / "run" / "metrics" / "courier-0.pid"
    due = file.stat().st_mtime
    late = 'conquian_process_late_seconds{process="courier-0"}'
    seen: list[str] = []

    def is_late() -> bool:
        os.utime(file, (1, 1))  # as if it had not said for long that it works, until it says so again
        seen.append(scraped_at(port))
        return value(seen[-1], late) > 0

    try:
        eventually(is_late)
        return Seen(seen[-1], by=("process",), fires=(({"process": "courier-0"}, 1),))
    finally:
        os.utime(file, (due, due))


def store_away(stage: Stage) -> Seen:
    with running(f"redis://{NOWHERE}") as api:
        return Seen(scraped(api))


def parts_away(stage: Stage) -> Seen:
    (stage.home / "file").touch()
    away = {
        "queue_redis_url": f"redis://{NOWHERE}",
        "catalogue_url": f"postgresql://games:word@{NOWHERE}/games",
        "archive_url": str(stage.home / "file" / "archive"),
    }
    with stage.api(**away) as api:
        parts = ("archive", "catalogue", "queue")
        return Seen(scraped(api), by=("source",), fires=[({"source": part}, 1) for part in parts])


def check_fails(stage: Stage) -> Seen:
    with stage.api() as api:
        api.redis.config_set("maxmemory", 1)
        try:
            return Seen(scraped(api), by=("check",), fires=(({"check": "writes"}, 1),))
        finally:
            api.redis.config_set("maxmemory", 0)


def mismatch(stage: Stage) -> Seen:
    """The store of a running process has become another installation's."""
    settings = Settings(data=stage.home, redis_url=stage.redis_url, secret=bytes(32))
    installation = enter(settings)
    app = wsgi.create_app(ApiParts(settings, installation.secrets, installation.store(), installation))
    at_end(partial(say_farewell, app))
    with connect(stage.redis_url) as redis:
        in_store.replace(redis, draw(installation.secrets.installation).text)
    text = app.test_client().get("/metrics").text
    return Seen(text, by=("check",), fires=(({"check": "installation"}, 1),))


def unsafe(stage: Stage) -> Seen:
    with stage.api() as api:
        api.redis.config_set("appendfsync", "everysec")
        try:
            return Seen(scraped(api))
        finally:
            api.redis.config_set("appendfsync", "always")


def check_warns(stage: Stage) -> Seen:
    return Seen(unsafe(stage).text, by=("check",), fires=(({"check": "appendfsync"}, 1),))


def errors(stage: Stage) -> Seen:
    with stage.api() as api:
        before = scraped(api)
        api.app.view_functions["service.show_version"] = lambda: str(1 // 0)
        assert api.client.get("/version").status_code == 500
        return Seen(scraped(api), before)


def unavailable(stage: Stage) -> Seen:
    with running(f"redis://{NOWHERE}") as api:
        before = scraped(api)
        assert api.client.get("/v1/games/g-00abcdefghijklmnopqrstuv").status_code == 503
        return Seen(scraped(api), before)


def unreadable(stage: Stage) -> Seen:
    with stage.api() as api:
        Unreadables(api.redis).mark(GameId(api.table("me random").id))
        return Seen(scraped(api))


def clock_late(stage: Stage) -> Seen:
    with stage.api() as api:
        game = api.table("random random").id
        api.redis.zadd(due_key(bucket(GameId(game))), {game: _ago(60)})
        return Seen(scraped(api))


def queue_grows(stage: Stage) -> Seen:
    with stage.api() as api:
        JobQueue(stage.queue_url).enqueue_all([QueuedName(f"g-{number}") for number in range(1001)])
        return Seen(scraped(api))


def people_wait(stage: Stage) -> Seen:
    with stage.api() as api:
        JobQueue(stage.queue_url).enqueue_all(
            [QueuedName(f"g-{number}", people=True) for number in range(51)]
        )
        return Seen(scraped(api))


def archive_waits(stage: Stage) -> Seen:
    with stage.api() as api:
        game = ended(api).id
        api.redis.zadd(ended_key(bucket(GameId(game))), {game: _ago(601)}, xx=True)
        return Seen(scraped(api))


def archive_refuses(stage: Stage) -> Seen:
    with stage.api() as api:
        Retention(api.redis, StorageCipher(KEYS.vault)).refuse(GameId(ended(api).id))
        return Seen(scraped(api))


def log_unsigned(stage: Stage) -> Seen:
    """A game has come since the last checkpoint, which is old."""
    with stage.api() as api:
        engine, ring = catalogue_at(api.settings.catalogue), key_ring(api.redis)
        at_end(engine.dispose)
        with writing(engine) as connection:
            tree.append(connection, [Leaf("g-1", 3, bytes(32))])
            tree.checkpoint(connection, ring, _ago(601))
            tree.append(connection, [Leaf("g-2", 3, bytes(32))])
        return Seen(scraped(api))


def log_never_signed(stage: Stage) -> Seen:
    """The first games were archived long ago, and there is no checkpoint yet."""
    with stage.api() as api:
        ended(api)
        archive = open_archive(api.settings)
        at_end(archive.close)
        signer = open_signer(archive, api.redis, key_ring(api.redis))
        archiver = open_archiver(api.settings, archive, api.redis, StorageCipher(KEYS.vault), signer, FORMS)
        replace(archiver, clock=lambda: _ago(601)).round()
        with writing(archive.engine) as connection:
            connection.execute(delete(checkpoints))
        return Seen(scraped(api))


def archive_grows(stage: Stage) -> Seen:
    with stage.api() as api:
        texts = []
        for number in range(101, 103):
            games = [game_id_from(bytes([each]) * 32) for each in range(number)]
            for game in games:
                api.redis.zadd(ended_key(bucket(game)), {game: _ago(1)})
            texts.append(scraped(api))
        return Seen(texts[1], texts[0])


def log_inconsistent(stage: Stage) -> Seen:
    with stage.api() as api:
        SignedHead(api.redis).move(None, LogHead(3, bytes(32)))
        return Seen(scraped(api))


def moves_slow(stage: Stage) -> Seen:
    with stage.api() as api:
        before = scraped(api)
        later = iter(range(1, 1000))
        stage.patch.setattr("app.http.request_metrics.perf_counter", lambda: float(next(later)))
        api.table("me me").post(0, {"type": "nothing"})
        stage.patch.undo()
        return Seen(scraped(api), before)


def loop_held(stage: Stage) -> Seen:
    with stage.api() as api:
        api.app.extensions[LOOP_DELAY]("api-0", 0.4)
        return Seen(scraped(api))


def _ago(seconds: int) -> int:
    return int(time.time() * 1000) - seconds * 1000


CASES: dict[str, tuple[Callable[[Stage], Seen], ...]] = {
    "ConquianTargetAway": (target_away,),
    "ConquianRoleMissing": (role_missing, role_gone),
    "ConquianProcessHangs": (process_hangs,),
    "ConquianStoreAway": (store_away,),
    "ConquianPartAway": (parts_away,),
    "ConquianCheckFails": (check_fails, mismatch),
    "ConquianCheckWarns": (check_warns,),
    "ConquianStoreUnsafe": (unsafe,),
    "ConquianErrors": (errors,),
    "ConquianUnavailable": (unavailable,),
    "ConquianGamesUnreadable": (unreadable,),
    "ConquianClockLate": (clock_late,),
    "ConquianQueueGrows": (queue_grows,),
    "ConquianPeopleWait": (people_wait,),
    "ConquianArchiveWaits": (archive_waits, archive_refuses, log_unsigned, log_never_signed),
    "ConquianArchiveGrows": (archive_grows,),
    "ConquianLogInconsistent": (log_inconsistent,),
    "ConquianMovesSlow": (moves_slow,),
    "ConquianEventLoopHeld": (loop_held,),
}


PAIRS = [(alert, condition) for alert, conditions in CASES.items() for condition in conditions]


def test_the_rules_are_right_and_each_has_a_condition_in_which_it_fires() -> None:
    assert "SUCCESS" in promtool.check_rules()
    assert set(re.findall(r"alert: (\w+)", promtool.RULES.read_text())) == set(CASES)


@pytest.mark.parametrize(("alert", "condition"), PAIRS)
def test_an_alert_fires(alert: str, condition: Callable[[Stage], Seen], stage: Stage) -> None:
    seen = condition(stage)
    firing = f'ALERTS{{alertname="{alert}",alertstate="firing"}}'
    expected = {f"max by ({','.join(seen.by)}) ({firing})": seen.fires}
    promtool.evaluate(stage.home, promtool.series(seen.text, seen.before, grows=seen.grows), expected)


def test_no_alert_fires_for_a_healthy_service(whole: tuple[Path, int], tmp_path: Path) -> None:
    seen: list[str] = []

    def is_healthy() -> bool:
        """A part that has not answered in time, because the machine is busy, is asked again."""
        seen.append(scraped_at(whole[1]))
        return not re.search(r"^conquian_source_up\{.*\} 0", seen[-1], re.MULTILINE)

    eventually(is_healthy)
    # How long the event loop is held depends on what else the machine of the tests does at this moment.
    firing = 'ALERTS{alertstate="firing",alertname!="ConquianEventLoopHeld"}'
    promtool.evaluate(tmp_path, promtool.series(seen[-1]), {firing: ()})


def test_an_event_loop_that_is_not_held_fires_no_alert(stage: Stage) -> None:
    with stage.api() as api:
        api.app.extensions[LOOP_DELAY]("api-0", 0.2)
        text = scraped(api)
    firing = 'ALERTS{alertstate="firing",alertname="ConquianEventLoopHeld"}'
    promtool.evaluate(stage.home, promtool.series(text), {firing: ()})
