"""The help of the program and the errors of its usage are in the language of the terminal."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli import main
from tests.i18n.program import contexts
from tests.i18n.pseudo import LANGUAGE, OPEN, marked_words, outside, pseudo
from tests.i18n.test_pseudo import CORPUS, SENTENCE

WIDE = 10_000
"""Columns in which nothing is wrapped or cut."""

PLACE = re.compile(r"\b[A-Z]+\b")
"""The name of a value of an option or argument."""

COMMANDS = [context.command_path for context in contexts()]


@pytest.fixture
def marked(tmp_path: Path) -> Iterator[None]:
    """Marked texts instead of French, also those of click."""
    with pseudo(), marked_words(tmp_path):
        yield


def output_of(*words: str, **terminal: str | None) -> str:
    """Return the output of the program with these environment variables."""
    silent = dict.fromkeys(("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    runner = CliRunner()
    return runner.invoke(main, words, env=silent | terminal, prog_name="conquian", terminal_width=WIDE).output


@pytest.mark.parametrize("path", COMMANDS)
def test_the_help_of_a_command_has_no_other_sentence(path: str, marked: None) -> None:
    lines = output_of(*path.split()[1:], "--help", LANGUAGE=LANGUAGE).replace(path, "").splitlines()
    assert lines[0].startswith(f"{OPEN}Usage:")
    assert not [line for line in lines if SENTENCE.search(PLACE.sub("", outside(line)))]


@pytest.mark.parametrize(
    "words",
    [
        ("deal",),
        ("serv",),
        ("serve", "--dat"),
        ("serve", "now"),
        ("serve", "now", "then"),
        ("audit",),
        ("audit", "--keys"),
        ("audit", "--lang", "la", "game"),
        ("archive",),
        ("simulate", "--games", "0"),
        ("simulate", "--games", "many"),
        ("simulate", "--check=yes"),
        ("bot-check", "--again", "game"),
        ("tournament", "run", "nowhere"),
        ("tournament", "run", "/"),
    ],
)
def test_an_error_of_the_usage_has_no_other_sentence(words: tuple[str, ...], marked: None) -> None:
    lines = output_of(*words, LANGUAGE=LANGUAGE).splitlines()
    assert any(OPEN in line for line in lines)
    assert not [line for line in lines if SENTENCE.search(outside(line).replace("conquian", ""))]


@pytest.mark.parametrize(
    "words",
    [
        ("audit", "game", "--data", "data"),
        ("archive", "find", "--since", "today"),
        ("bot-check", "bot"),
        ("bot-check", "--again", "game", "1"),
        ("bot-check", "--python", "bot.py:Bot", "--command", "bot"),
        ("bot-check", "ftp://bot"),
        ("games", "wake"),
        ("games", "end", "game", "--data", "data"),
        ("health", "worker", "--data", "data"),
        ("installation", "--data", "data"),
        ("play", "--url", "address"),
        ("simulate", "--option", "stake"),
        ("simulate", "--bots", "nobody"),
        ("tournament", "games", "t-1", "--result", "won"),
        ("tournament", "plot", "t-1", "-o", "plot"),
        ("tournament", "run", "manifest"),
        ("tournament", "status", "t-1"),
        ("worker", "--data", "data"),
    ],
)
def test_an_error_of_a_command_has_no_other_sentence(
    words: tuple[str, ...], marked: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "manifest").write_text("{}")
    lines = output_of(*words, LANGUAGE=LANGUAGE, REDIS_URL=None).replace(str(tmp_path), "").splitlines()
    assert any(OPEN in line for line in lines)
    assert not [
        line for line in lines if SENTENCE.search(PLACE.sub("", outside(line).replace("conquian", "")))
    ]


@pytest.mark.parametrize(
    ("terminal", "begins"),
    [
        ({}, "Usage:"),
        ({"LANG": "C.UTF-8"}, "Usage:"),
        ({"LANG": "de_DE.UTF-8"}, "Usage:"),
        ({"LANG": "fr_CA.UTF-8"}, "Usage :"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "es_MX.UTF-8"}, "Uso:"),
        ({"LC_ALL": "es", "LC_MESSAGES": "fr"}, "Uso:"),
        ({"LANG": "es_ES.UTF-8", "LANGUAGE": "de:fr"}, "Usage :"),
        ({"LANG": "es_ES.UTF-8", "LANGUAGE": "en_CA:fr_CA"}, "Usage:"),
    ],
)
def test_the_language_is_that_of_the_terminal(terminal: dict[str, str | None], begins: str) -> None:
    texts = {
        "Usage:": ("Show a game ply by ply", "Error: No such command 'deal'."),
        "Usage :": ("Montrer une partie entrée par entrée", "Erreur : La commande 'deal' n'existe pas."),
        "Uso:": ("Muestra una partida entrada por entrada", "Error: No existe la orden 'deal'."),
    }
    help_page, error = output_of("replay", "--help", **terminal), output_of("deal", **terminal)
    assert help_page.startswith(f"{begins} conquian replay [OPTIONS] GAME|FILE\n")
    assert texts[begins][0] in help_page
    assert error.startswith(f"{begins} conquian [OPTIONS] COMMAND")
    assert texts[begins][1] in error


def test_a_language_that_is_named_is_also_that_of_help_and_errors() -> None:
    assert output_of("audit", "--lang", "es", "--help", LANG="fr").startswith("Uso:")
    assert "Erreur : Argument manquant" in output_of("audit", "--lang", "fr")
    assert output_of("audit", "--help", LANG="fr").startswith("Usage :")


def test_numbers_decide_the_form_of_a_sentence() -> None:
    assert "Argument en trop (now)" in output_of("serve", "now", LANG="fr")
    assert "Arguments en trop (now then)" in output_of("serve", "now", "then", LANG="fr")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("game.record", b"{}\n"),
        ("game.record", b'{"record":"conquian"}\n'),
        ("game.record", b'{"record":"conquian-dispute"}\n'),
        ("game.record", b"PK\x03\x04"),
        ("game.txt", b"\xff"),
        ("game.txt", b"x"),
        ("game.txt", b"[Variant"),
        ("game.txt", b'[Variant "none"]\n'),
        ("game.txt", b'[Variant "mexican-2"] [Variant "mexican-2"]\n'),
        ("game.txt", b"{ begun"),
        ("game.txt", b"1. 0: +5O"),
        ("game.txt", b"1. 0: fly()"),
        ("game.txt", b"[Number 1.5]"),
    ],
)
def test_every_sentence_on_unreadable_input_is_known(
    name: str, content: bytes, marked: None, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    error = output_of("record", "--format", "text", str(path), LANGUAGE=LANGUAGE).replace(str(path), "")
    assert error.startswith(f"{OPEN}Error: ")
    assert not SENTENCE.search(outside(error))


def test_unreadable_input_is_reported_in_the_language_of_the_command() -> None:
    french = "Erreur : il n'y a pas de fichier game, et ce n'est pas l'id d'une partie\n"
    spanish = "Error: no hay ningún archivo game, y no es el id de una partida\n"
    assert output_of("audit", "game", LANG="fr") == french
    assert output_of("audit", "--lang", "es", "game", LANG="fr") == spanish


def test_a_failed_proof_is_reported_in_the_language_of_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "notes").write_bytes(b"one\n")
    words = ["log", "verify", "--keys", str(CORPUS / "v2" / "keys.json"), "--url", "http://127.0.0.1:1"]
    error = output_of(*words, str(tmp_path / "notes"), LANG="fr")
    assert error == (
        "Erreur : ce n'est pas un fichier de points de contrôle : le fichier n'est pas une suite de notes"
        " signées.\n"
    )
