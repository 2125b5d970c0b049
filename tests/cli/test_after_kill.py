"""Each command that works without a service, after kill -9 of everything: it resumes or reports."""

import json
import socket
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.server import embedded_store
from app.tournament.manifest_parser import read
from tests.bots.entrant_programs import GAME
from tests.cli.killed import begun, kill_all, one_api, ran, ran_here
from tests.server.helpers import eventually
from tests.soak.alone import assert_ends_undisturbed

PLAN = {
    "name": "Cup",
    "variant": "north-american",
    "format": {"type": "round_robin"},
    "entrants": [{"name": name, "bot": name} for name in ("greedy", "random", "careful")],
    "decks_per_pairing": 30,
    "deck_seed": "aa" * 32,
    "bot_seed": "bb" * 32,
    "pairing_seed": "cc" * 32,
}
TOURNAMENT = read(PLAN).tournament
RUN = ("tournament", "run", "cup.json", "--workers", "1", "--json")
NO_SERVICE = "No service runs in"
NO_STORE = "REDIS_URL names no store"
LOOKED = "data, where no service runs)"
COMMANDS: dict[tuple[str, ...], tuple[int, str]] = {
    ("tournament", "status", "TOURNAMENT"): (0, ""),
    ("tournament", "export", "TOURNAMENT"): (0, ""),
    ("tournament", "pause", "TOURNAMENT"): (0, ""),
    ("keys", "list"): (1, NO_SERVICE),
    ("keys", "rotate"): (1, NO_SERVICE),
    ("games", "void", "GAME"): (1, NO_SERVICE),
    ("players", "list"): (1, NO_SERVICE),
    ("archive", "status"): (0, ""),
    ("archive", "find", "--hidden"): (0, ""),
    ("archive", "check"): (0, ""),
    ("archive", "export", "--out", "games.jsonl"): (0, ""),
    ("archive", "now"): (1, NO_STORE),
    ("archive", "restore"): (1, NO_STORE),
}
"""For each command its exit status, and the sentence that says what it needs."""

PROCESSES: dict[tuple[str, ...], tuple[int, str]] = {
    ("replay", "GAME"): (2, LOOKED),
    ("worker",): (1, NO_STORE),
    ("clock",): (1, NO_STORE),
    ("courier",): (1, NO_STORE),
}
"""The same of commands that are processes of a service, and of one that starts some."""

CHECKPOINT = ("log", "checkpoint")
"""It answers if a checkpoint was signed before the kill."""

READING = (CHECKPOINT, ("record", "GAME"), ("audit", "GAME"), ("import", "cup.json"))
"""Commands that start the same processes as `replay`."""


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in whose data directory a tournament was killed with -9, and all that played it."""
    folder = tmp_path_factory.mktemp("killed")
    (folder / "cup.json").write_text(json.dumps(PLAN))
    run = begun(folder, *RUN)
    eventually(lambda: any(folder.glob("data/archive/**/*.zst")) or run.poll() is not None)
    assert run.poll() is None, "it was over before it could be killed"
    kill_all(run)
    assert _socket(folder).is_socket(), "what was killed has left its socket behind"
    return folder


def _socket(folder: Path) -> Path:
    return folder / "data" / "valkey" / "valkey.sock"


def _leave_socket(folder: Path) -> None:
    """The socket of a store that was killed lies there, as the power cut has left it."""
    if not _socket(folder).exists():
        with socket.socket(socket.AF_UNIX) as left:
            left.bind(str(_socket(folder)))


def _check(finished: tuple[int, str, str], status: int, sentence: str) -> None:
    ended, out, err = finished
    assert ended == status, out + err
    assert sentence in err
    assert "Traceback" not in err
    assert "onnection refused" not in err, "a socket that nobody serves was taken for a service"


def _line(words: Sequence[str]) -> list[str]:
    named = {"TOURNAMENT": TOURNAMENT, "GAME": GAME}
    return [named.get(word, word) for word in words]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_works_after_kill_9_of_all_processes(killed: Path, words: Sequence[str]) -> None:
    _leave_socket(killed)
    _check(ran_here(killed, *_line(words)), *COMMANDS[tuple(words)])


@pytest.mark.parametrize("words", PROCESSES, ids=" ".join)
def test_every_process_works_after_kill_9_of_all_processes(killed: Path, words: Sequence[str]) -> None:
    _leave_socket(killed)
    _check(ran(killed, *_line(words)), *PROCESSES[tuple(words)])


def test_every_reading_command_asks_an_api_over_the_directory(killed: Path) -> None:
    _leave_socket(killed)
    with one_api(killed) as asked:
        for words in READING:
            result = ran_here(killed, *_line(words))
            if words == CHECKPOINT and result[0] == 0:
                assert "\n— " in result[1], "signed before the kill"
            else:
                _check(result, 2, LOOKED)
    assert asked == [killed / "data"] * len(READING)


def test_a_killed_tournament_ends_as_an_undisturbed_one(killed: Path) -> None:
    _leave_socket(killed)
    assert_ends_undisturbed(killed, PLAN, RUN)


def test_a_service_that_restarts_its_store_is_waited_for(tmp_path: Path) -> None:
    lines: list[str] = []
    server = embedded_store.start(tmp_path)
    away = server.socket.with_name("away")
    server.socket.rename(away)

    def back(_seconds: float) -> None:
        if away.exists():
            away.rename(server.socket)

    try:
        assert embedded_store.url_in(tmp_path, pause=back, say=lines.append) == server.url
    finally:
        server.stop()
    assert lines == [f"Waiting for the store of the service that runs in {tmp_path} ..."]


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        (("tournament", "resume", TOURNAMENT), 1),
        (("tournament", "export", TOURNAMENT), 1),
        (("tournament", "explain", TOURNAMENT, "1"), 1),
        (("replay", GAME), 1),
        (("log", "checkpoint"), 1),
        (("archive", "status"), 2),
        (("archive", "check"), 2),
    ],
)
def test_a_command_without_data_reports_an_empty_directory(
    tmp_path: Path, words: tuple[str, ...], ends: int
) -> None:
    status, _, err = ran_here(tmp_path, *words)
    assert (status, "nothing is stored there" in err, str(tmp_path / "data") in err) == (
        ends,
        True,
        True,
    ), err
    assert not (tmp_path / "data").exists()


def test_a_reading_command_stores_nothing_in_an_empty_directory(tmp_path: Path) -> None:
    (tmp_path / "cup.json").write_text(json.dumps(PLAN))
    status, _, err = ran_here(tmp_path, "tournament", "status", TOURNAMENT)
    assert (status, "nothing is stored there" in err) == (1, True), err
    assert not (tmp_path / "data").exists()
