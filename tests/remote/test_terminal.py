"""The player in the terminal at a service: a whole game, left and resumed."""

import re
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner

from app.cli import main
from app.cli.play.remote import Line, RemoteSeat
from app.cli.play.seat import Paragraph
from app.i18n import Language
from app.service.rulebook import current, translated_paragraph
from tests.terminal.typing import Typist

BOOK = current("conquian").paragraphs


def test_a_game_is_left_and_resumed_and_its_record_audits_clean(url: str, tmp_path: Path) -> None:
    runner, path = CliRunner(), str(tmp_path / "game.record")
    options = ("--option", "me_sirve=true", "--option", "deals=2")  # one hand might be over too soon
    begun = runner.invoke(
        main,
        ["play", "--url", url, "--variant", "mexican-3", *options, "--lang", "es"],
        input="?\n1\n",
    )
    assert begun.exit_code == 0, begun.output
    assert "Tiempo que queda: " in begun.output
    again = re.findall(r"conquian play (--url .*)", begun.output)
    assert len(set(again)) == 1, begun.output
    game, token = again[0].split()[3], again[0].split()[5]
    typist = Typist(4, stops_after=3)
    with closing(RemoteSeat(Line(url, Language("es"), token), game)) as sitting:
        assert not typist.plays(sitting, Language("es"))
        paragraph = sitting.paragraph("9.2")
        assert paragraph == Paragraph(
            BOOK["9.2"], translated_paragraph("conquian", "9.2", BOOK["9.2"], Language("es"))
        )
        assert paragraph.translation
        assert sitting.paragraph("99.9") is None
    words = ["play", *again[0].split(), "--record", path, "--lang", "en"]
    played = runner.invoke(main, words, input="1\n" * 600)
    assert played.exit_code == 0, played.output
    assert "The record is saved" in played.output
    audited = runner.invoke(main, ["audit", path])
    assert audited.exit_code == 3, audited.output  # neither keys nor a checkpoint


def test_a_token_without_a_seat_is_reported(url: str) -> None:
    refused = CliRunner().invoke(
        main, ["play", "--url", url, "--game", "g-nothing", "--token", "none"], input=""
    )
    assert refused.exit_code == 1
    assert refused.output.startswith("Error: ")
