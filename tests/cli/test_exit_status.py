"""Commands that stop a tournament from another process, and unknown ids."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app import cli
from app.cli import main
from app.cli.tournament import commands
from app.store.errors import StoreUnavailable
from app.tournament import commands as tournament_commands
from tests.cli.test_live import after_command, begun


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the commands to the only tournament there is."""
    received: list[Any] = []
    state = begun()

    @contextmanager
    def open_session() -> Iterator[SimpleNamespace]:
        def act(named: str, command: Any) -> Any:
            assert named == state.id
            received.append(command)
            return after_command(state, command)

        yield SimpleNamespace(act=act)

    monkeypatch.setattr(commands, "open_session", open_session)
    return received


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["tournament", *words])


def test_a_tournament_is_paused_or_after_a_question_aborted(heard: list[Any]) -> None:
    named = begun().id
    assert run("pause", named).stdout == f"{named}: paused\n"
    assert run("abort", named).exit_code == 1
    assert heard == [tournament_commands.Pause()]
    assert run("abort", named, "--yes").stdout == f"{named}: aborted\n"
    assert heard == [tournament_commands.Pause(), tournament_commands.Abort()]


@pytest.mark.parametrize("command", ["pause", "status", "resume", "export"])
def test_an_unknown_tournament_is_reported_in_one_sentence(command: str) -> None:
    done = run(command, "g-27j4ppx3cna2guypy714g8ao")
    assert (done.exit_code, done.stderr) == (1, "Error: That is not the id of a tournament.\n")


def test_ctrl_c_ends_any_command_with_a_sentence_also_while_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(place: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "import_module", interrupted)
    done = CliRunner().invoke(main, ["archive", "rebuild"])
    assert (done.exit_code, done.output) == (130, "Interrupted.\n")


def test_a_store_that_is_away_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_session() -> None:
        raise StoreUnavailable("the store cannot be reached: no such file.")

    monkeypatch.setattr(commands, "open_session", open_session)
    done = run("status", begun().id)
    sentence = "Error: The store failed: the store cannot be reached: no such file.\n"
    assert (done.exit_code, done.stderr) == (1, sentence)
