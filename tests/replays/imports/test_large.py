"""Large imports: accepted at once, audited by a worker, resumed when it dies, described like small ones."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from app.api import refusals
from app.cli.replay.commands import import_
from app.http import idempotency
from app.http.body import read_exactly
from app.http.problems import install
from app.service.games import GameService
from app.store.client import connect as connect_store
from app.store.encryption import StorageCipher
from app.store.idempotency import IdempotencyRecords
from replays.api.imports import blueprint, our_log
from replays.archive.errors import ArchiveUnavailable
from replays.archive.files import Directory
from replays.catalogue.connecting import connect
from replays.imports.foreign import SMALL, ImportedGame, UploadForm, id_of, parse_import
from replays.imports.rows import DAY_MS, HOLD_MS, Pending, Stage
from replays.imports.storage import ImportStorage
from replays.record.write import write_record
from tests.loopback import on_loopback
from tests.replays.conftest import ServedStore
from tests.replays.games import Plan, log_of
from workers.imports import auditing, keeper

RECORD, TEXT, BINARY = "application/x-ndjson", "text/plain", "application/octet-stream"
PLAN = Plan("paco", 12, {"deals": 10})
ROOM = 5_000_000
KEY = str(UUID(int=7, version=4))


@pytest.fixture(scope="module")
def large() -> bytes:
    """A record that a worker has to audit."""
    data = b"".join(write_record(log_of(PLAN, 1)))
    assert len(data) > SMALL[UploadForm.RECORD]
    return data


@dataclass
class Site:
    """A service, its clock, and a worker that is called and does not come by itself."""

    client: FlaskClient
    storage: ImportStorage
    now: list[int] = field(default_factory=lambda: [1_790_000_000_000])
    rung: list[str] = field(default_factory=list)

    def work(self) -> None:
        """A worker does one job."""
        auditing(self.storage, lambda: self.rung.append("again"))("imports")

    def send(self, data: bytes, media_type: str = RECORD, **headers: str) -> Any:
        sent = {name.replace("_", "-"): text for name, text in headers.items()}
        return self.client.post("/v1/imports", data=data, content_type=media_type, headers=sent)

    def told(self, name: str, status: int) -> Any:
        """Return what the service says of an import."""
        answer = self.client.get(f"/v1/imports/{name}")
        assert answer.status_code == status, answer.text
        return answer.get_json()


@pytest.fixture
def site(served: ServedStore, redis_url: str, tmp_path: Path) -> Iterator[Site]:
    """A service without imports."""
    app = Flask(__name__)
    install(app)
    refusals.install(app)
    engine = connect(f"sqlite:///{tmp_path}/catalogue.sqlite")
    storage = ImportStorage(Directory(tmp_path / "archive"), engine, ROOM, lambda: imports.now[0])
    imports = Site(app.test_client(), storage)
    ours = our_log(GameService(served.store, 16), lambda position: None)
    ring = lambda: imports.rung.append("sent")  # noqa: E731
    app.register_blueprint(blueprint(lambda: storage, ours, lambda size: None, ring))
    with connect_store(redis_url) as redis:
        idempotency.install(app, IdempotencyRecords(redis, StorageCipher(bytes(32))), bytes(32))
        yield imports
    engine.dispose()


def test_a_large_record_is_accepted_and_described_like_a_small_one_after_its_audit(
    site: Site, large: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = site.send(large)
    waits = answer.get_json()
    assert (answer.status_code, answer.headers["Retry-After"]) == (202, "1")
    assert answer.headers["Location"] == f"/v1/imports/{id_of(large)}"
    assert waits == {
        "import": id_of(large),
        "format": "record",
        "size": len(large),
        "imported": site.now[0],
        "stage": "waiting",
        "read": 0,
    }
    assert site.rung == ["sent"]
    assert site.told(waits["import"], 202) == waits
    assert site.client.get(f"/v1/imports/{waits['import']}/record").status_code == 404
    site.work()
    document = site.told(waits["import"], 200)
    with monkeypatch.context() as patched:
        patched.setattr("replays.imports.foreign.SMALL", {UploadForm.RECORD: 10**8, UploadForm.TEXT: 10**8})
        at_once = site.send(large)
    assert (at_once.status_code, at_once.get_json()) == (201, document)
    assert document["report"]["findings"] == []
    assert site.client.get(f"/v1/imports/{document['import']}/record").data == large
    text = site.client.get(f"/v1/imports/{document['import']}/record", headers={"Accept": TEXT})
    assert text.text == parse_import(large, UploadForm.RECORD).text()
    position = site.client.get(f"/v1/imports/{document['import']}/positions/{document['plies']}").get_json()
    assert position["ply"] == document["plies"]


def test_a_finished_audit_is_not_repeated(site: Site, large: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    name = site.send(large).get_json()["import"]
    site.work()

    def again(*_: object) -> ImportedGame:
        raise AssertionError("a request reads the whole game")

    monkeypatch.setattr("replays.api.imports.parse_import", again)
    assert site.told(name, 200)["report"]["findings"] == []
    for accept in (RECORD, TEXT):
        assert site.client.get(f"/v1/imports/{name}/record", headers={"Accept": accept}).status_code == 200


def test_a_game_of_the_service_is_distinguished_from_a_large_import(
    site: Site, served: ServedStore, large: bytes
) -> None:
    game, log = served.keep(log_of(PLAN, 1)), log_of(PLAN, 1)
    site.send(large)
    site.work()
    ours = site.told(id_of(large), 200)["ours"]
    assert ours == {
        "game": game,
        "plies": len(log),
        "head": log[-1].digest.hex(),
        "same_head": True,
        "differs_at": None,
    }


def test_a_large_file_that_is_no_game_is_refused_where_a_small_one_would_be(
    site: Site, large: bytes, tmp_path: Path
) -> None:
    lines = large.splitlines(keepends=True)
    lines[40] = lines[40].replace(b'"digest":', b'"digest" :')
    data = b"".join(lines)
    waits = site.send(data)
    assert waits.status_code == 202
    site.work()
    answer = site.told(waits.get_json()["import"], 422)
    assert answer["code"] == "not_a_game"
    assert "Line 41 (ply 39): the line is not in canonical form" in answer["detail"]
    again = site.send(data)
    assert (again.status_code, again.get_json()["detail"]) == (422, answer["detail"])
    site.now[0] += DAY_MS + 1
    site.work()
    assert site.client.get(f"/v1/imports/{waits.get_json()['import']}").status_code == 404
    assert not list(tmp_path.rglob("*.zst"))


def test_reading_stops_at_the_first_line_that_is_wrong(large: bytes) -> None:
    lines, seen = large.splitlines(keepends=True), list[int]()
    lines[40] = b"nothing\n"
    with pytest.raises(Exception, match=r"Line 41 \(ply 39\)"):
        parse_import(b"".join(lines), UploadForm.RECORD, seen.append)
    assert len(seen) == 41


def test_a_wrong_first_line_is_refused_on_arrival_and_nothing_is_stored(
    site: Site, large: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a whole body is parsed whose first line is wrong")

    monkeypatch.setattr("replays.api.imports.parse_import", never)
    monkeypatch.setattr(ImportStorage, "receive", never)
    for media_type in (RECORD, BINARY):
        answer = site.send(b'{"nothing":1}\n' + large, media_type)
        assert (answer.status_code, answer.get_json()["code"]) == (422, "not_a_game")
        assert "Line 1 (ply 0)" in answer.get_json()["detail"]
    assert not list(tmp_path.rglob("*.zst"))


def test_a_line_without_end_is_not_waited_for(site: Site) -> None:
    answer = site.send(b'{"record":"' + b"c" * (2 << 20))
    assert "Line 1 (ply 0): the line is longer than" in answer.get_json()["detail"]


@pytest.mark.parametrize("blanks", [0, 70_000])
def test_the_kind_of_a_file_follows_from_its_first_byte_that_is_not_blank(site: Site, blanks: int) -> None:
    answer = site.send(b" " * blanks + b'{"record":"conquian"}\n', BINARY)
    assert "Line 1 (ply 0)" in answer.get_json()["detail"], "a record"
    answer = site.send(b" " * blanks + b"[Nothing", BINARY)
    document = answer.get_json()
    assert "column" in document["detail"] if blanks == 0 else document["format"] == "text"
    assert site.send(b" \n", BINARY).status_code == 422


def test_other_requests_have_their_turn_between_two_pieces_of_a_body(monkeypatch: pytest.MonkeyPatch) -> None:
    source = SimpleNamespace(read=lambda size: b"x" * size)
    sent: Any = {"wsgi.input": source}
    turns: list[float] = []
    monkeypatch.setattr("app.http.body.time.sleep", turns.append)
    assert len(read_exactly(sent, 1 << 20)) == 1 << 20
    assert turns == [0] * 15


def test_equal_imports_are_queued_once_and_get_the_first_answer(site: Site, large: bytes) -> None:
    first = site.send(large, Idempotency_Key=KEY)
    site.work()
    again = site.send(large, Idempotency_Key=KEY)
    assert (again.status_code, again.data) == (202, first.data)
    assert again.headers["Idempotent-Replay"] == "true"
    assert again.headers["Location"] == first.headers["Location"]
    assert site.send(large + b" ", Idempotency_Key=KEY).get_json()["code"] == "idempotency_key_reused"
    assert site.send(large).status_code == 201
    site.work()
    assert site.rung.count("sent") == 1


def test_the_import_of_a_dead_worker_is_taken_up_again(
    site: Site, large: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = site.send(large).get_json()["import"]
    look = keeper(lambda: site.storage.pending, lambda: site.rung.append("clock"))
    look()
    assert site.rung.pop() == "clock"

    def dies(*_: object) -> ImportedGame:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("workers.imports.parse_import", dies)
        with pytest.raises(KeyboardInterrupt):
            site.work()
    assert site.told(name, 202)["stage"] in ("reading", "waiting")
    site.rung.clear()
    look()
    assert (site.rung, site.storage.pending.take()) == ([], None), (
        "while it may be alive nobody else takes it"
    )
    site.now[0] += HOLD_MS + 1
    look()
    assert site.rung == ["clock"]
    site.work()
    assert site.told(name, 200)["report"]["findings"] == []
    look()
    assert site.rung.count("clock") == 1, "nothing is left to be done"


def test_an_unavailable_archive_delays_an_import_and_loses_nothing(
    site: Site, large: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = site.send(large).get_json()["import"]
    with monkeypatch.context() as patched:
        patched.setattr(Directory, "put", _away)
        site.work()
    assert site.told(name, 202)["stage"] != "refused"
    site.now[0] += HOLD_MS + 1
    site.work()
    assert site.told(name, 200)["report"]["findings"] == []


def _away(*_: object) -> None:
    raise ArchiveUnavailable("away")


def test_a_job_shows_how_far_it_is(site: Site, large: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    name = site.send(large).get_json()["import"]
    halfway, seen = threading.Event(), list[Pending | None]()
    real = parse_import

    def slow(data: bytes, form: UploadForm, watch: Callable[[int], object]) -> ImportedGame:
        watch(4711)
        assert halfway.wait(30)
        return real(data, form, watch)

    monkeypatch.setattr("workers.imports.parse_import", slow)
    monkeypatch.setattr("workers.imports.REPORT_SECONDS", 0.01)
    working = threading.Thread(target=site.work)
    working.start()
    while not seen or seen[-1] is None or seen[-1].read != 4711:
        seen.append(site.storage.pending.find(name))
    assert seen[-1].stage is Stage.READING
    assert site.told(name, 202)["read"] == 4711
    halfway.set()
    working.join()
    assert site.told(name, 200)["report"]["findings"] == []


def test_queued_imports_count_against_the_quota(site: Site, large: bytes) -> None:
    for at in range(ROOM // len(large)):
        assert site.send(large + b"\n" * at).status_code == 202
    assert site.send(large + b" ").get_json()["code"] == "imports_full"


@pytest.fixture
def url(site: Site) -> Iterator[str]:
    """The address at which the service answers."""
    with on_loopback(site.client.application) as address:
        yield address


def test_the_command_waits_for_the_audit(
    site: Site, url: str, large: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.jsonl").write_bytes(large)
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        site.work()

    monkeypatch.setattr("replays.report.source.sleep", sleep)
    end = CliRunner().invoke(import_, [str(tmp_path / "game.jsonl"), "--url", url])
    assert (end.exit_code, waits) == (0, [1.0]), end.stderr
    assert json.loads(end.stdout)["report"]["findings"] == []
