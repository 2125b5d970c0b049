"""`conquian move`: an installation leaves its old parts, which no process uses then."""

from pathlib import Path

import pytest
from redis import Redis

from app.service.job_queue import JobQueue
from app.settings.parsers import with_database
from app.store.client import connect
from app.store.keys import INSTALLATION
from tests.cli.old_backup import empty_parts, identity_of, ran, refused, store_of, unpacked
from tests.cli.test_backup import interrupt_at
from tests.store.contents import contents


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A data directory that moves."""
    return unpacked(tmp_path / "old")


@pytest.fixture
def target(redis_url: str, tmp_path: Path) -> dict[str, str]:
    """The settings of empty parts."""
    return empty_parts(redis_url, tmp_path)


@pytest.fixture
def words(tmp_path: Path, target: dict[str, str]) -> tuple[str, ...]:
    """The command that moves the directory to those parts."""
    file = tmp_path / "new.env"
    file.write_text("# new parts\n\n" + "".join(f'{name}="{value}"\n' for name, value in target.items()))
    return ("move", str(tmp_path / "backup"), "--to", str(file))


def test_a_moved_installation_is_whole_and_the_old_parts_are_closed(
    old: Path, target: dict[str, str], words: tuple[str, ...], redis: Redis
) -> None:
    environ = {"CONQUIAN_DATA": str(old)}
    fault, ids = identity_of(environ)
    assert fault is None
    with store_of(old) as before:
        wanted = contents(before)
    done = ran(environ, *words)
    assert done.exit_code == 0, done.output
    assert "23 logs were compared, and all are as in the backup." in done.stdout
    assert contents(redis) == wanted
    assert identity_of(target) == (None, ids)
    assert ran(target, "archive", "check").exit_code == 0
    assert "`conquian move` moves i-" in refused(environ, "backup", str(old / "another"))
    assert "`conquian move` moves i-" in (identity_of(environ)[0] or "")
    assert ran(environ, *words).exit_code == 0, "a repetition finds everything done"


@pytest.mark.parametrize("step", ["store: games", "check", "store", "comparison"])
def test_an_interrupted_move_continues(
    step: str,
    old: Path,
    target: dict[str, str],
    words: tuple[str, ...],
    redis: Redis,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    environ = {"CONQUIAN_DATA": str(old)}
    with store_of(old) as before:
        wanted = contents(before)
    with monkeypatch.context() as patch:
        interrupt_at(step, patch)
        assert ran(environ, *words).exit_code == 130
    assert "`conquian move` moves i-" in refused(environ, "backup", str(old / "another"))
    assert ran(environ, *words).exit_code == 0
    assert contents(redis) == wanted
    assert identity_of(target)[0] is None


def test_a_cancelled_move_cannot_be_continued_from_its_old_copy(
    old: Path, target: dict[str, str], words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    environ = {"CONQUIAN_DATA": str(old)}
    assert "No move" in refused(environ, "move", words[1], "--cancel")
    with monkeypatch.context() as patch:
        interrupt_at("check", patch)
        assert ran(environ, *words).exit_code == 130
    assert ran(environ, "move", words[1], "--cancel").exit_code == 0
    assert identity_of(environ)[0] is None
    assert "is not empty" in refused(environ, *words)
    assert identity_of(environ)[0] is None


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"CONQUIAN_SECRET": "7f" * 32}, "another service secret"),
        ({"CONQUIAN_ORIGIN": "other.example"}, "another origin"),
        ({"REDIS_URL": "", "CONQUIAN_DATA": "old"}, "name the same store"),
        ({"REDIS_URL": "redis://127.0.0.1:1/0"}, "does not answer"),
        ({"QUEUE_REDIS_URL": "redis://127.0.0.1:1/0"}, "The store of the queue refuses the connection"),
        ({"ARCHIVE_URL": "old/archive"}, "belongs to installation"),
    ],
)
def test_a_move_that_cannot_succeed_does_not_begin(
    settings: dict[str, str],
    sentence: str,
    old: Path,
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    environ = {"CONQUIAN_DATA": str(old)}
    with open(words[3], "a") as file:
        file.write("".join(f"{name}={value}\n" for name, value in settings.items()))
    assert sentence in refused(environ, *words)
    assert identity_of(environ)[0] is None


@pytest.mark.parametrize("content", ["a job", "a worker", "games", "only its own database"])
def test_a_queue_that_another_service_may_use_is_refused(
    content: str, old: Path, target: dict[str, str], words: tuple[str, ...], redis: Redis
) -> None:
    """Of two services with one queue each takes the jobs of the other; the command says how to go on."""
    environ, url = {"CONQUIAN_DATA": str(old)}, target["REDIS_URL"]
    queue_url = with_database(url, 0 if content == "only its own database" else 1)
    with open(words[3], "a") as file:
        file.write(f"QUEUE_REDIS_URL={queue_url}\n")
    with connect(queue_url) as queue:
        if content == "a job":
            JobQueue(queue_url).enqueue("g-1")
        elif content == "a worker":
            queue.sadd("rq:workers", "worker-1")
        elif content == "games":
            queue.hset(INSTALLATION, "identity", "another")
        answer = refused(environ, *words)
        assert ("names the database of REDIS_URL" in answer) == (queue_url == with_database(url, 0))
        assert ("FLUSHDB" in answer) == (queue_url != with_database(url, 0))
        assert identity_of(environ)[0] is None, "the move has not begun"
        if content != "only its own database":
            queue.flushdb()
            assert ran(environ, *words).exit_code == 0


def test_the_queue_of_before_may_be_that_of_the_new_place(
    old: Path, target: dict[str, str], words: tuple[str, ...]
) -> None:
    """Its jobs are hints about the same games."""
    queue_url = with_database(target["REDIS_URL"], 1)
    JobQueue(queue_url).enqueue("g-1")
    with open(words[3], "a") as file:
        file.write(f"QUEUE_REDIS_URL={queue_url}\n")
    moved = ran({"CONQUIAN_DATA": str(old), "QUEUE_REDIS_URL": queue_url}, *words)
    assert moved.exit_code == 0, moved.output


def test_a_running_service_is_not_moved(old: Path, words: tuple[str, ...]) -> None:
    with store_of(old):
        assert "runs; stop it" in refused({"CONQUIAN_DATA": str(old)}, *words)


def test_a_line_that_is_no_setting_is_named(old: Path, words: tuple[str, ...]) -> None:
    with open(words[3], "a") as file:
        file.write("not a setting\n")
    assert "Line 7 of" in refused({"CONQUIAN_DATA": str(old)}, *words)
