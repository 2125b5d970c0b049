"""Exports of a tournament as text and pictures, also while it runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from app.cli.tournament import export
from app.tournament.state import Tournament
from tests.cli.test_live import after, begun

SWISS = {"type": "swiss", "rounds": 1}


def taken(monkeypatch: pytest.MonkeyPatch, state: Tournament, command: str, *words: str) -> Result:
    """Return what a command does where there is one tournament."""

    @contextmanager
    def open_session() -> Iterator[SimpleNamespace]:
        failures = SimpleNamespace(of=lambda _: (), times=lambda _: {})
        yield SimpleNamespace(state=lambda _: state, failures=failures)

    monkeypatch.setattr(export, "open_session", open_session)
    chosen = export.export if command == "export" else export.picture
    return CliRunner().invoke(chosen, [state.id, *words])


@pytest.mark.parametrize(
    ("form", "begins"),
    [("csv", "rank,"), ("games.csv", "fixture,"), ("json", "{\n"), ("trf", "012 Copa\n")],
)
def test_every_form_is_written_to_a_file_or_printed(
    form: str, begins: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = after(begun(format=SWISS, names=("ana", "beto")), 1)
    printed = taken(monkeypatch, state, "export", "--as", form)
    assert printed.exit_code == 0, printed.output
    assert printed.stdout.startswith(begins)
    assert "ana" in printed.stdout
    assert taken(monkeypatch, state, "export", "--as", form, "-o", str(tmp_path / "x")).stdout == ""
    assert (tmp_path / "x").read_bytes().decode().splitlines() == printed.stdout.splitlines()


def test_a_file_that_a_tournament_does_not_have_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = after(begun(), 2)
    assert "Swiss" in str(taken(monkeypatch, state, "export", "--as", "trf").exception)
    wrong = ("--what", "llr", "-o", str(tmp_path / "x.svg"))
    assert "no picture llr" in str(taken(monkeypatch, state, "plot", *wrong).exception)
    assert taken(monkeypatch, state, "plot", "-o", str(tmp_path / "x.gif")).exit_code == 2
    assert not list(tmp_path.iterdir())


def test_the_format_of_a_picture_follows_from_the_name_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = after(begun(), 6)
    for name, begins in (("x.png", b"\x89PNG"), ("x.svg", b"<?xml")):
        done = taken(
            monkeypatch, state, "plot", "--what", "seats", "--lang", "es", "-o", str(tmp_path / name)
        )
        assert done.exit_code == 0, done.output
        assert (tmp_path / name).read_bytes().startswith(begins)
