"""The texts of the rules exist in every language, and every cited paragraph treats its field."""

import re
from collections.abc import Iterator
from enum import EnumType
from importlib.resources import files
from typing import Any

from app.games.cards import PACKS
from app.games.conquian.reasons import REASONS
from app.games.conquian.sheets import SHEETS
from app.games.conquian.variants import VARIANTS
from app.games.conquian.words.parameters import PARAMETERS
from app.games.conquian.words.values import VALUES
from app.i18n import Language, Message, translate, translations

RULEBOOK = (files("app.games.conquian") / "RULES.md").read_text()
PARAGRAPHS = dict(re.findall(r"^\*\*(\d+\.\d+) (.*?)(?=^\*\*\d|^## |\Z)", RULEBOOK, re.MULTILINE | re.DOTALL))


def _phrases_needed(name: str, kind: tuple[Any, ...]) -> set[str]:
    named = {
        str(value) for enumeration in kind if isinstance(enumeration, EnumType) for value in (*enumeration,)
    }
    packs = set(PACKS) if name == "pack" else set()
    wild = {"2O", "2d"} if name == "wild_card" else set()
    return named | packs | wild | ({"null"} if type(None) in kind else set())


def _all_words() -> Iterator[Message]:
    yield from (row.sentence for row in PARAMETERS.values())
    yield from (words for row in VALUES.values() for words in row.values())
    yield from (words for row in VARIANTS.values() for words in (row.about.name, row.about.sentence))


def test_every_field_of_a_sheet_has_its_sentence_and_no_sentence_is_left_over() -> None:
    assert set(SHEETS.kinds) - set(PARAMETERS) == set(), "write a row in words/parameters.py"
    assert set(PARAMETERS) - set(SHEETS.kinds) == set()


def test_every_value_that_a_field_chooses_from_has_its_phrase() -> None:
    needed = {name: _phrases_needed(name, kind) for name, kind in SHEETS.kinds.items()}
    assert {name: set(row) for name, row in VALUES.items()} == {
        name: values for name, values in needed.items() if values
    }


def test_every_cited_paragraph_exists_and_treats_its_field() -> None:
    for name, row in PARAMETERS.items():
        assert f"`{name}`" in PARAGRAPHS[row.rule], name


def test_sentences_are_sentences_in_every_language() -> None:
    sentences = [row.sentence for row in PARAMETERS.values()] + [
        row.about.sentence for row in VARIANTS.values()
    ]
    for words in sentences:
        for text in translations(words).values():
            assert re.fullmatch(r"[A-ZÉÚ][^.]{10,120}\.", text), text
    for reason in REASONS.values():
        for language in Language:
            sentence, title = translate(language, reason.sentence), translate(language, reason.title)
            assert re.fullmatch(r"[A-ZÉÚ][^.]{10,120}\.", sentence), sentence
            assert re.fullmatch(r"[A-ZÉÚ][^.]{3,40}", title), title


def test_all_refusals_have_different_texts() -> None:
    for language in Language:
        assert len({translate(language, reason.sentence) for reason in REASONS.values()}) == len(REASONS)


def test_every_text_is_there_in_every_language_and_written_in_latin_letters() -> None:
    for words in _all_words():
        texts = translations(words)
        assert set(texts) == {str(language) for language in Language}
        assert all(text.strip() == text and text for text in texts.values()), texts
