"""The glossary is complete in its three languages, cites paragraphs that exist, and can be found."""

import re
from importlib.resources import files
from pathlib import Path

GLOSSARY = (files("app.games.conquian") / "GLOSSARY.md").read_text()
RULEBOOK = (files("app.games.conquian") / "RULES.md").read_text()
README = (Path(__file__).parents[2] / "README.md").read_text()
WORDS, _, OTHERS = GLOSSARY.partition("\n## ")


def table(text: str) -> list[list[str]]:
    """The rows of the table in a text, without its head."""
    lines = [line for line in text.splitlines() if line[:1] == "|"]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines][2:]


ROWS = table(WORDS)


def test_every_term_is_translated_and_explained_in_three_languages() -> None:
    assert len(ROWS) > 30
    for row in ROWS:
        assert len(row) == 5, row
        assert all(row), row


def test_every_paragraph_that_the_glossary_cites_exists() -> None:
    paragraphs = set(re.findall(r"^\*\*(\d+\.\d+) ", RULEBOOK, re.MULTILINE))
    assert {row[4] for row in ROWS} <= paragraphs


def test_the_calls_of_players_are_explained() -> None:
    spanish = {word for row in ROWS for word in row[0].split(", ")}
    assert {"baceta", "tercia", "escalera", "me sirve", "tablas", "forzar", "yuca", "corte"} <= spanish


def test_the_terms_of_the_printed_descriptions_cite_the_description() -> None:
    rows = {name: terms for name, *terms in table(OTHERS)}
    assert rows["melds of a seat"][0] == "combinaciones (S), corrida (X)"
    assert len(rows) > 15
    for cells in rows.values():
        assert len(cells) == 3
        for cell in filter(None, cells):
            assert re.fullmatch(r"(?:[^()]+ \((?:[SXEFC](?:, )?)+\)(?:, )?)+", cell), cell
    named = set(re.findall(r"`([^`]+)` \(`[SXEFC]`", RULEBOOK))
    listed = {word for terms in rows.values() for cell in terms for word in re.findall(r"[\w ]+", cell)}
    assert named <= {word.strip() for word in listed}


def test_rulebook_and_readme_lead_to_the_glossary() -> None:
    assert "(GLOSSARY.md)" in RULEBOOK
    assert "(app/games/conquian/GLOSSARY.md)" in README
