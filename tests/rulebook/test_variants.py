"""The tables of variants in the rulebook agree with the rows of the variants, in every language."""

import pytest

from app.games.conquian.variants import VARIANTS, PrintedSource
from app.i18n import Language
from app.service.rulebook import current, translated_paragraphs

from .editions import CONQUIAN
from .variants import DOCUMENTS, TABLES, with_tables

ENGLISH = current("conquian").paragraphs


def rows(number: str, language: Language = Language.EN) -> dict[str, list[str]]:
    """The rows of a table by variant, as the edition in force or its translation has them."""
    book = ENGLISH if language is Language.EN else translated_paragraphs("conquian", ENGLISH, language)
    _, _, _, *lines = book[number].split("\n")
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {name.strip("`"): rest for name, *rest in cells}


@pytest.mark.parametrize("language", Language)
def test_the_documents_have_the_tables_of_the_rows(language: Language) -> None:
    text = (CONQUIAN / DOCUMENTS[language]).read_text(encoding="utf-8")
    assert with_tables(text, language) == text, "run python -m tests.rulebook.variants"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("number", TABLES)
def test_every_variant_has_its_row_in_every_table(number: str, language: Language) -> None:
    cells = rows(number, language)
    assert [*cells] == [*VARIANTS]
    assert {len(row) for row in cells.values()} == {len(TABLES[number])}
    assert all(cell for row in cells.values() for cell in row)


def test_the_numbers_in_the_tables_are_those_of_the_sheets() -> None:
    for name, (players, dealt, out, _, packs, sources) in rows("1.8").items():
        row = VARIANTS[name]
        assert {*map(int, players.split(" to "))} == {row.rules.players_min, row.rules.players_max}
        sizes = [int(size) for size in dealt.split(", ")]
        assert tuple(sizes) == row.rules.hand_sizes
        assert [int(size) for size in out.split(", ")] == [size + 1 for size in sizes]
        assert int(packs) == row.rules.packs
        assert tuple(PrintedSource(source.strip("`")) for source in sources.split(", ")) == row.sources


def test_the_tables_agree_with_the_printed_descriptions() -> None:
    assert rows("1.8")["paco"] == ["2 to 12", "10", "11", "Spanish pack of 40", "5", "`E`, `S`"]
    assert rows("1.8")["caesars-conquian"][1:3] == ["9", "10"]
    assert rows("1.9")["north-american"] == ["of one rank", "8", "no", "like any card", "no"]
    assert rows("1.9")["navajo-tens"][-1] == "yes"
    assert rows("1.10")["french-page"] == ["no", "from the stock only", "yes", "the stake"]
    assert rows("1.10")["paco-teams"] == ["yes", "yes", "no", "the winner's pay cards"]


def test_a_row_that_changes_changes_the_text() -> None:
    text = (CONQUIAN / "RULES.md").read_text(encoding="utf-8")
    wrong = text.replace("| `paco` | 2 to 12 | 10 |", "| `paco` | 2 to 12 | 9 |")
    assert wrong != text
    assert with_tables(wrong, Language.EN) == text
