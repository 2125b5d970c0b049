"""The page on tournaments, run with a service that plays them."""

import json
import re
from pathlib import Path

from app.tournament.formats import FORMATS
from app.tournament.manifest import TieBreak
from app.tournament.manifest_members import LIMITS, PARAMETERS
from tests.docs.pages import ROOT, blocks, needs_curl, run

PAGE = "app/docs/tournaments.md"


@needs_curl
def test_tournaments_of_the_page_are_played_shown_and_tested(url: str, data: Path, tmp_path: Path) -> None:
    result = run(blocks(PAGE), url, tmp_path, CONQUIAN_DATA=str(data))
    assert result.count("finished: 30 of the 30 games paired so far are played, in 3 rounds") == 1
    assert re.search(r"LLR [0-9.]+ of -2.9[0-9]* to 2.9[0-9]* after \d+ units: H1", result)
    assert len(json.loads((tmp_path / "cup-results.json").read_text())["games"]) == 30
    assert "\nRonda 1 de 3\nMesa 1: Ciclo 1, turno 1 de 3:" in result
    assert "clean games: 30; incomplete: 0; with findings: 0" in result
    assert "clean games: 2; incomplete: 0; with findings: 0" in result
    assert (tmp_path / "ratings.svg").read_text().count("Lupe") == 1
    assert re.search(r'"names":\["(Robo|Beto)","(Robo|Beto)"\].*"ending":"finished"', result)
    again = json.loads((tmp_path / "again.json").read_text())
    assert (again["state"], again["provisional"]) == ("finished", False)
    assert {row["name"] for row in again["standings"]} == {"Lupe", "Beto", "Robo"}


def test_every_format_with_its_members_is_on_the_page() -> None:
    page = (ROOT / PAGE).read_text()
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", page, flags=re.MULTILINE))
    for name in FORMATS:
        assert set(re.findall(r"`(\w+)`", rows[name])) == set(PARAMETERS[name])
    assert all(f"`{name}`" in page for name in (*LIMITS, *TieBreak))
