"""The catalogues are complete, current and compiled."""

import re
from gettext import GNUTranslations
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from app.i18n import NAME, TRANSLATED, name_of
from tests.i18n.catalogues import (
    LANGUAGES,
    PAGE,
    SCRIPT,
    compiled_path,
    page,
    read,
    script,
    template,
    translated,
)
from tests.i18n.messages import SCRIPTS, script_messages


def _by_key(catalogue: Catalog) -> dict[tuple[str, str | None], Message]:
    return {(str(message.id), message.context): message for message in catalogue if message.id}


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.fixture(scope="module")
def collected() -> Catalog:
    """The messages of the source."""
    return template()


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Each language that has a catalogue."""
    return str(request.param)


def test_a_catalogue_has_every_message_of_the_source_and_no_other(language: str, collected: Catalog) -> None:
    keys, wanted = _by_key(read(language)).keys(), _by_key(collected).keys()
    assert (wanted - keys, keys - wanted) == (set(), set()), "run make translations"


def test_every_message_is_translated_and_keeps_its_places(language: str) -> None:
    for (text, _), message in _by_key(read(language)).items():
        assert translated(message), text
        assert _places(str(message.string)) == _places(text), text


def test_a_compiled_catalogue_equals_its_source(language: str) -> None:
    with compiled_path(language).open("rb") as opened:
        compiled = GNUTranslations(opened)
    for (text, context), message in _by_key(read(language)).items():
        if isinstance(message.id, str):
            translation = compiled.pgettext(context, text) if context else compiled.gettext(text)
            assert translation == message.string, "run make translations"
        else:
            singular, many = message.id
            forms = [compiled.ngettext(singular, many, count) for count in (1, 2)]
            assert isinstance(message.string, tuple)
            assert forms == [message.string[0], message.string[-1]], "run make translations"


def test_equal_english_texts_with_one_context_are_one_message(collected: Catalog) -> None:
    assert len(_by_key(collected)) == len([message for message in collected if message.id])


def test_the_verifier_carries_the_translations_of_the_catalogues() -> None:
    assert SCRIPT.read_text(encoding="utf-8") == script(), "run make translations"
    assert PAGE.read_text(encoding="utf-8") == page(), "run make translations"


def test_no_message_of_the_verifier_is_overlooked() -> None:
    marks = re.compile(r'\bmessage(?:In)?\((?:"[^"]*", (?="))?"((?:[^"\\\n]|\\.)*)"')
    written = {text for path in SCRIPTS.rglob("*.js") for text in marks.findall(path.read_text("utf-8"))}
    assert written == {marked.text.replace('"', '\\"') for marked in script_messages()}


def test_every_language_with_a_catalogue_is_named_in_its_language(language: str) -> None:
    assert language in TRANSLATED, "run make translations"
    assert name_of(language) not in (NAME.text, "")
