"""Whole games in this process: in three languages, with complete records."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from app.cli import main
from app.cli.play.conquian_terminal import ConquianTerminal
from app.cli.play.local import Local, TableRandomness, bots_for
from app.cli.play.speech import Speech
from app.games.conquian.reasons import REASONS
from app.i18n import Language, translate
from app.service.rulebook import current
from replays.audit.audit import audit
from tests.terminal.typing import Typist


def table(
    variant: str,
    language: Language = Language.EN,
    seed: int = 1,
    bots: list[str] | None = None,
    **options: Any,
) -> Local:
    """A table with bots whose deck and bots are the same in every run."""
    chance = TableRandomness(*(bytes([seed, use]) * 16 for use in range(3)))
    return Local(variant, options, bots or bots_for(variant, options, None, ()), language, chance)


@pytest.mark.parametrize(
    ("variant", "language", "options", "phrases"),
    [
        ("mexican-3", Language("es"), {"me_sirve": True, "deals": 2}, ("sirve?", "Volteas", "baceta")),
        ("north-american", Language.EN, {"deals": 2}, ("turns up", "Do you want it?", "discard")),
        ("caesars-holdem", Language("es"), {"deals": 4, "buy_in": 60}, ("Apostar", "Bote", "tiene el botón")),
        (
            "mexican-2",
            Language("fr"),
            {"exchange": True, "keep_centre": True},
            ("Vous passez", "Garder", "talon"),
        ),
    ],
)
def test_a_whole_game_is_played_and_its_record_audits_clean(
    variant: str, language: Language, options: dict[str, Any], phrases: tuple[str, ...]
) -> None:
    sitting, typist = table(variant, language, **options), Typist(3)
    assert typist.plays(sitting, language, signs=language is Language("es"))
    report = audit(sitting.record())
    assert report.sound, report.findings
    screen = typist.text()
    assert "{" not in screen, "a place of a sentence was left open"
    assert [words for words in phrases if words not in screen] == []


def test_forces_and_claims_are_loud() -> None:
    heard: list[str] = []
    for seed in range(1, 9):
        typist = Typist(seed)
        assert typist.plays(table("mexican-3", seed=seed, me_sirve=True, deals=2))
        heard += typist.loud
    output = "\n".join(heard)
    assert "forces the card on" in output or "force the card on" in output
    assert "claims the card" in output or "claim the card" in output
    assert "Do you claim it?" in output
    assert "the hand" in output


def test_a_refusal_is_explained_with_its_paragraph() -> None:
    sitting = table("north-american")
    while sitting.view()["phase"] not in ("left", "new"):
        sitting.act(sitting.moves()[-1]["example"], sitting.view()["ply"])
    held = sitting.view()["hand"]
    typist = Typist(
        1, first=[f"{held[0]} / {held[1]}".lower(), "?", "? 7.3", "? 99.9", "99", "zz", "h", "l", "d", "q"]
    )
    assert not typist.plays(sitting)
    screen = typist.text()
    assert "Not possible: " in screen
    assert "? reads paragraph" in screen
    assert f"7.3 {current('conquian').paragraphs['7.3']}" in screen
    assert "no paragraph 99.9" in screen
    assert "no move of this number" in screen
    assert "zz is no card of this pack" in screen
    assert "Nothing has been paid yet." in screen


def test_a_paragraph_is_shown_in_the_language_of_the_table_or_in_english_on_request() -> None:
    english = current("conquian").paragraphs
    wishes = ["? 9.2", "? 9.2 en", "? en", "? 99.9 en", "q"]
    typist = Typist(1, first=wishes)
    assert not typist.plays(table("north-american", Language("es")), Language("es"))
    heading = next(
        at for at, line in enumerate(typist.lines) if line.startswith("9.2 Tablas. Cuando hay que")
    )
    assert typist.lines[heading + 1].endswith("es el que decide: ? 9.2 en.")
    assert typist.lines[heading + 2] == f"9.2 {english['9.2']}"
    number, _, text = typist.lines[heading + 3].partition(" ")
    assert text == english[number]
    assert typist.lines[heading + 4] == "Las reglas no tienen párrafo 99.9."


def test_a_refusal_is_in_the_language_of_the_table() -> None:
    sitting, typist = table("mexican-2", Language("es")), Typist(1, first=["1O / 1O", "q"])
    assert not typist.plays(sitting, Language("es"))
    assert any(translate("es", reason.sentence) in typist.text() for reason in REASONS.values())


def test_the_command_saves_a_record_that_audit_takes(tmp_path: Path) -> None:
    runner, path = CliRunner(), str(tmp_path / "mine.record")
    line = ["play", "--variant", "north-american", "--bot", "random", "--lang", "en", "--record", path]
    played = runner.invoke(main, line, input="1\n" * 400)
    assert played.exit_code == 0, played.output
    assert f"The record is saved in {path}" in played.output
    audited = runner.invoke(main, ["audit", path])
    assert audited.exit_code == 3, audited.output  # neither keys nor a checkpoint


def test_the_end_of_input_leaves_the_game_and_an_unplayable_table_is_reported() -> None:
    runner = CliRunner()
    stopped = runner.invoke(main, ["play", "--lang", "fr"], input="h\n")
    assert stopped.exit_code == 0
    assert "Partie abandonnée" in stopped.output
    for line in (["--option", "hand_size=99"], ["--seats", "12"], ["--option", "oops"], ["--url", "nowhere"]):
        refused = runner.invoke(main, ["play", *line], input="")
        assert refused.exit_code != 0, line
        assert "Traceback" not in refused.output


def test_messages_address_the_player_and_name_cards_as_in_speech() -> None:
    say = Speech(Language("es"), signs=False)
    events = [
        {"type": "hand-begun", "dealer": 0, "hand_number": 1},
        {"type": "card-turned", "seat": 1, "card": "10C"},
        {"type": "returned", "seat": 0},
    ]
    names = ["Tú", "Random (bot)"]
    assert [say.event(event, names, 0, ConquianTerminal.sentences) for event in events] == [
        "Mano 1. Repartes tú",
        "Random (bot) voltea la sota de copas",
        "Volviste",
    ]
