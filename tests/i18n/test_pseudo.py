"""Texts that people see come from the catalogues: with marked texts nothing stands outside of the marks."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from app.api.error_catalogue import explained
from app.http.error_codes import CODES
from app.i18n import Language, translate
from app.service.rulebook import current, translated_paragraphs
from app.web.pages import PAGES
from tests.frozen import doors
from tests.i18n.pseudo import CLOSE, LANGUAGE, OPEN, outside, pseudo

CORPUS = Path(__file__).parents[1] / "corpus"
SENTENCE = re.compile(r"[^\W\d_]{2,}(?:[ ,][^\W\d_]+){2,}")
"""Three words: names, codes and values of records are shorter."""


@pytest.fixture(autouse=True)
def marked() -> Iterator[None]:
    """Marked texts instead of French."""
    with pseudo():
        yield


def visible(page: str) -> str:
    """The text of a page and its labels, without code and sections in another language."""
    text = re.sub(r"(?s)<(script|style|pre|code)\b.*?</\1>|<section lang.*?</section>", "", page)
    labels = re.findall(r'(?:aria-label|placeholder|title|alt)="([^"]*)"', text)
    return unescape("\n".join([re.sub(r"<[^>]*>", "\n", text), *labels]))


def quoted(text: str) -> str:
    """The text without paragraphs of the rulebook, which has translations of its own."""
    paragraphs = dict(current("conquian").paragraphs)
    for paragraph in (
        *translated_paragraphs("conquian", paragraphs, LANGUAGE).values(),
        *paragraphs.values(),
    ):
        text = text.replace(paragraph, "")
    return text


def test_marks_of_nested_texts_are_found() -> None:
    assert outside(f"a {OPEN}b {OPEN}c{CLOSE} d{CLOSE} e") == "a  e"
    assert translate(LANGUAGE, "Anything") == f"{OPEN}Anything{CLOSE}"


def test_every_code_is_explained_by_the_catalogue() -> None:
    dict(doors.routes())  # registers all codes
    for code in CODES:
        told = explained(code, LANGUAGE)
        assert not SENTENCE.search("\n".join(outside(told[part]) for part in ("title", "cause", "remedy"))), (
            code
        )


@pytest.mark.parametrize("path", ["/problems", "/problems/run_gap", "/problems/not_found"])
def test_the_pages_of_problems_have_no_other_sentence(path: str) -> None:
    with doors.service() as app:
        page = app.test_client().get(f"{path}?lang={LANGUAGE}", headers={"Accept": "text/html"}).text
    assert OPEN in page
    assert not SENTENCE.findall(outside(visible(page)))


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_the_pages_have_no_other_sentence(name: str) -> None:
    known = {page.name: page.path for page in PAGES}
    path = re.sub(r"<game_id:\w+>", "g-0123456789abcdefghijklmn", known[name]).replace(
        "<string:tournament>", "t-1"
    )
    with doors.service() as app:
        page = app.test_client().get(f"{path}?lang={LANGUAGE}", headers={"Accept": "text/html"}).text
    assert OPEN in page
    assert not SENTENCE.findall(outside(visible(page)))


@pytest.mark.parametrize("path", sorted((CORPUS / "v2").glob("*.record"))[::8], ids=lambda path: path.name)
def test_audits_have_no_other_sentence(path: Path) -> None:
    told = doors.audits(path, doors.trusted(CORPUS / "v2" / "keys.json"), None)[Language("fr")]
    assert OPEN in told
    assert not SENTENCE.findall(outside(quoted(told)))


@pytest.mark.parametrize("path", sorted((CORPUS / "disputes").glob("*.zip"))[::6], ids=lambda path: path.name)
def test_verdicts_have_no_other_sentence(path: Path) -> None:
    told = doors.verdicts(path, doors.trusted(CORPUS / "disputes" / "keys.json"))[Language("fr")]
    assert OPEN in told
    assert not SENTENCE.findall(outside(quoted(told)))
