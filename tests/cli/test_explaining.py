"""`tournament explain`: the reason of a pairing, in the language of the reader."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import orjson
import pytest
from click.testing import CliRunner, Result

from app.cli.tournament import inspect
from app.i18n import Language
from app.tournament.state import Tournament
from app.tournament.views import reasons
from tests.cli.test_live import after, begun

SWISS = {"type": "swiss", "rounds": 2}


@pytest.fixture
def swiss() -> Tournament:
    """A tournament of three in its second round."""
    return after(begun(format=SWISS), 2)


def explained(
    monkeypatch: pytest.MonkeyPatch, state: Tournament, *words: str, terminal: str = "C.UTF-8"
) -> Result:
    """Return what the command prints where there is one tournament, and the terminal has this language."""

    @contextmanager
    def open_session() -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(state=lambda _: state)

    monkeypatch.setattr(inspect, "open_session", open_session)
    spoken = {"LANGUAGE": None, "LC_ALL": None, "LC_MESSAGES": None, "LANG": terminal}
    return CliRunner().invoke(inspect.explain, [state.id, *words], env=spoken)


def test_the_last_round_is_explained_unless_another_is_named(
    swiss: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = explained(monkeypatch, swiss).stdout.splitlines()
    assert last == explained(monkeypatch, swiss, "2").stdout.splitlines()
    assert last[0] == "Round 2 of 2"
    assert [line[:9] for line in last[1:]] == ["Table 1: ", "Table 2: "]
    assert last[2].endswith("[swiss_bye]")
    assert explained(monkeypatch, swiss, "1").stdout.startswith("Round 1 of 2\n")


def test_explanations_are_in_the_language_of_the_option_or_the_terminal(
    swiss: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert explained(monkeypatch, swiss, "--lang", "es").stdout.startswith("Ronda 2 de 2\nMesa 1: ")
    french = explained(monkeypatch, swiss, terminal="fr_CA.UTF-8")
    assert french.stdout.startswith("Tour 2 sur 2\nTable 1 : ")


def test_the_json_output_equals_the_answer_of_the_api(
    swiss: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = orjson.loads(explained(monkeypatch, swiss, "2", "--lang", "es", "--json").stdout)
    assert output == reasons(swiss, swiss.rounds[1], [Language("es")])


def test_a_round_that_is_not_paired_is_a_sentence(swiss: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    assert str(explained(monkeypatch, swiss, "3").exception) == f"{swiss.id}: 2 rounds are paired so far."
    assert explained(monkeypatch, swiss, "0").exit_code == 2


def test_a_test_has_no_tables_to_name(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun(format={"type": "sprt", "elo0": 0, "elo1": 10}, names=("ana", "beto"))
    (_, sentence) = explained(monkeypatch, state).stdout.splitlines()
    assert sentence.startswith("After 0 units")
    assert sentence.endswith("[sprt]")
