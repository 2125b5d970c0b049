"""A translation belongs to the exact text that it was made from."""

import re
from collections import Counter

import pytest

from app.games.registry import GAMES, USUAL
from app.i18n import Language, translations
from app.service.rulebook import (
    BINDS,
    current,
    edition,
    text_hash,
    translated_paragraph,
    translated_paragraphs,
)

from .editions import paragraphs
from .translations import LANGUAGES, alive, bound, kept, text

ENGLISH = {play: current(play).paragraphs for play in GAMES}

COUNTING = {
    Language.EN: "three four five six seven eight nine ten twelve twenty hundred",
    Language("es"): "tres cuatro cinco seis siete ocho nueve diez doce veinte cien",
    Language("fr"): "trois quatre cinq six sept huit neuf dix douze vingt cent",
}
"""Numbers in words from three on; below, languages count differently (twice, both, the second)."""

ONLY_ENGLISH = re.compile(
    r"(?<![\w-])(the|of|and|with|that|which|by|its|not|nor|nobody|each|every|may|must|when|where|there|has|have|been"
    r"|seats?|hands?|cards?|stock|sets?|runs?|melds?|discards?|turn|dealer|draw|stake|keys?|log|entry|game|claims?)(?![\w-])",
    re.IGNORECASE,
)
"""Words that are neither Spanish nor French."""


def plain(paragraph: str) -> str:
    """A text without what stands between backticks, numbers without the mark of their thousands."""
    return re.sub(r"(?<=\d)[ ,](?=\d{3}\b)", "", re.sub(r"`[^`]*`", "", paragraph))


def named(paragraph: str) -> list[str]:
    """Return what stands between backticks: fields, values, codes, cards."""
    return re.findall(r"`([^`]+)`", paragraph)


def figures(paragraph: str) -> list[str]:
    """The numbers in figures: of paragraphs, ranks, bounds."""
    return re.findall(r"\d+(?:\.\d+)?", plain(paragraph))


def counted(paragraph: str, language: Language) -> Counter[int]:
    """Return how often each number stands in a text, in words."""
    known = COUNTING[language].split()
    roots = {"veintiuno": "veinte"}
    words = (roots.get(word, word) for word in re.findall(r"\w+", plain(paragraph).lower()))
    return Counter(known.index(word) for word in words if word in known)


@pytest.mark.parametrize("play", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_in_force_is_translated_as_its_document_has_it(play: str, language: Language) -> None:
    written = paragraphs(text(play, language))
    assert [*written] == [*ENGLISH[play]]
    assert translated_paragraphs(play, ENGLISH[play], language) == written, (
        "run python -m tests.rulebook.translations GAME"
    )
    assert re.search(rf"\b{GAMES[play].edition}\b", text(play, language).partition("## ")[0]), (
        "it names another edition"
    )


@pytest.mark.parametrize("play", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_names_the_same_fields_codes_paragraphs_and_numbers_in_the_same_order(
    play: str, language: Language
) -> None:
    for number, translated in translated_paragraphs(play, ENGLISH[play], language).items():
        english = ENGLISH[play][number]
        assert named(translated) == named(english), number
        assert figures(translated) == figures(english), number
        assert counted(translated, language) == counted(english, Language.EN), number


@pytest.mark.parametrize("play", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_english_is_left_over(play: str, language: Language) -> None:
    assert sum(bool(ONLY_ENGLISH.search(plain(english))) for english in ENGLISH[play].values()) > 0.8 * len(
        ENGLISH[play]
    )
    for number, translated in translated_paragraphs(play, ENGLISH[play], language).items():
        assert ONLY_ENGLISH.findall(plain(translated)) == [], number
        assert ("Reading:" in ENGLISH[play][number]) == bool(re.search(r"\bLectur[ae] ?:", translated)), (
            number
        )


@pytest.mark.parametrize("play", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_changed_paragraph_has_no_translation_any_more(play: str, language: Language) -> None:
    for number, english in ENGLISH[play].items():
        assert translated_paragraph(play, number, english, language), number
        assert translated_paragraph(play, number, f"{english} Or not.", language) is None, number
        assert translated_paragraph(play, "99.9", english, language) is None, number


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_older_edition_is_translated_where_its_text_is_unchanged(language: Language) -> None:
    first = edition(USUAL, 1)
    assert first
    same = {
        number for number, paragraph in first.paragraphs.items() if ENGLISH[USUAL].get(number) == paragraph
    }
    assert 60 < len(same) < len(first.paragraphs)
    assert same <= translated_paragraphs(USUAL, first.paragraphs, language).keys()


def test_the_english_text_is_never_a_translation() -> None:
    assert translated_paragraphs(USUAL, ENGLISH[USUAL], Language.EN) == {}
    assert len({*translations(BINDS).values()}) == len(Language)


@pytest.mark.parametrize("play", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translated_text_is_in_an_edition(play: str, language: Language) -> None:
    assert alive(play, kept(play, language)) == kept(play, language)


def test_the_translation_of_a_changed_paragraph_must_be_confirmed() -> None:
    before = {"9.2": {text_hash("Old."): "Viejo."}}
    unread = bound(before, {"9.2": "Viejo."}, {"9.2": "New."}, ())
    assert unread == before
    read = bound(before, {"9.2": "Viejo."}, {"9.2": "New."}, ("9.2",))
    assert read["9.2"] == {text_hash("Old."): "Viejo.", text_hash("New."): "Viejo."}
    anew = bound(before, {"9.2": "Nuevo.", "9.10": "Diez."}, {"9.2": "New.", "9.10": "Ten."}, ())
    assert anew["9.2"] == {text_hash("Old."): "Viejo.", text_hash("New."): "Nuevo."}
    assert [*anew] == ["9.2", "9.10"]
