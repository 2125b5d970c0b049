"""All words of the pages exist in three languages, and all of them are used."""

import re
from collections.abc import Iterable
from importlib.resources import files
from string import Formatter

import pytest

from app.i18n import Language, Message, translate
from app.web import assets
from app.web.pages import PAGES, Page
from app.web.words import TABLES, words

SAID = re.compile(r"""\bt\(\s*(["'`])([^"'`]+)\1""")
COUNTED = re.compile(r"""\bplural\(\s*(["'`])([^"'`]+)\1""")


def keys(text: str) -> set[str]:
    """The keys that a template or a script says; of a key with a place, `a.b_${c}`, all that begin alike."""
    asked = [match[2] for match in SAID.finditer(text) if not match[2].startswith("${")]
    asked += [f"{match[2]}_{form}" for match in COUNTED.finditer(text) for form in ("one", "other")]
    return {word for key in asked for word in expanded(key)}


def expanded(key: str) -> Iterable[str]:
    before, place, _ = key.partition("${")
    if not place:
        return [key]
    if not before:  # `plural` itself: its callers name the key
        return []
    matches = [word for word in words(Language.EN) if word.startswith(before)]
    assert matches, f"there is no key like {key}"
    return matches


def templates() -> dict[str, str]:
    folder = files("app.web").joinpath("templates")
    return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}


def scripts() -> dict[str, str]:
    return {name: assets.text(name) for name in assets.names() if name.endswith(".js")}


def test_every_used_key_has_words() -> None:
    for name, text in (*templates().items(), *scripts().items()):
        missing = keys(text) - {*words(Language.EN)}
        assert not missing, (name, missing)


def test_every_key_with_words_is_used() -> None:
    used = set().union(*(keys(text) for text in (*templates().values(), *scripts().values())))
    assert {*words(Language.EN)} - used == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_scripts_of_a_page_get_all_words_that_they_use(page: Page) -> None:
    loaded = (assets.text(f"js/{name}") for name in assets.modules(f"{page.name}.js"))
    used = set().union(*(keys(text) for text in loaded))
    assert used <= {*words(Language.EN, "common", *page.topics)}


@pytest.mark.parametrize("topic", TABLES)
def test_keys_begin_with_their_topic_and_texts_have_the_same_places_in_every_language(topic: str) -> None:
    for key, text in TABLES[topic].items():
        assert re.fullmatch(rf"{topic}\.[A-Za-z0-9_]+", key)
        assert len({places(text, language) for language in Language}) == 1, key


def places(text: Message, language: Language) -> frozenset[str | None]:
    sentence = translate(language, text)
    assert sentence.strip() == sentence != ""
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name is not None)


def test_a_key_with_a_placeholder_stands_for_all_keys_with_its_prefix() -> None:
    assert keys("t(`common.theme_${name}`) plural('a.b', 2)") == {
        "common.theme_auto",
        "common.theme_light",
        "common.theme_dark",
        "a.b_one",
        "a.b_other",
    }
