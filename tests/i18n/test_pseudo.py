"""Texts for people come from the catalogues: with marked texts no text is outside the marks."""

import json
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from app.api.error_catalogue import explained
from app.games.registry import GAMES
from app.http.errors import CODES, Problem
from app.i18n import Language, translate
from app.service.rulebook import current, edition, translated_paragraphs
from app.web.pages import PAGES
from tests.frozen import doors
from tests.i18n.pseudo import CLOSE, LANGUAGE, OPEN, outside, pseudo

CORPUS = Path(__file__).parents[1] / "corpus"
SENTENCE = re.compile(r"[^\W\d_]{2,}(?:[ ,][^\W\d_]+){2,}")
"""Three words: names, codes and values of records are shorter."""

PLAYERS = (
    "that was wrong",
    "so it is",
    "Both seats had agreed to it.",
    "The stake was agreed to be five",
)
"""What players and arbiters of the corpus have written."""


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


def embedded(page: str) -> Iterator[str]:
    """The texts that a page has for its scripts."""
    for data in re.findall(r'(?s)<script type="application/json"[^>]*>(.*?)</script>', page):
        yield from _texts(json.loads(data))


def _texts(value: object) -> Iterator[str]:
    """Every text in a value of JSON, but for names of members and texts in every language."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner) if name != "translations" else ()
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def quoted(text: str) -> str:
    """The text without what it quotes: paragraphs of the rulebook, and words of players."""
    text = " ".join(text.split())
    for quotation in (*_paragraphs(), *PLAYERS):
        text = text.replace(quotation, "")
    return text


@cache
def _paragraphs() -> frozenset[str]:
    """Every paragraph of every edition of every game, and its translation."""
    paragraphs = set[str]()
    for play in GAMES:
        for number in range(1, current(play).edition + 1):
            book = edition(play, number)
            assert book is not None
            texts = dict(book.paragraphs)
            paragraphs.update(texts.values(), translated_paragraphs(play, texts, LANGUAGE).values())
    return frozenset(" ".join(text.split()) for text in paragraphs)


def test_marks_of_nested_texts_are_found() -> None:
    assert outside(f"a {OPEN}b {OPEN}c{CLOSE} d{CLOSE} e") == "a  e"
    assert outside(translate(LANGUAGE, "At {place} now", place="home")) == "home"
    assert translate(LANGUAGE, "Anything") == f"{OPEN}Anything{CLOSE}"


def test_every_code_is_explained_by_the_catalogue() -> None:
    dict(doors.routes())  # registers all codes
    for code in CODES:
        problem = Problem(code).as_dict(LANGUAGE)
        explanation = explained(code, LANGUAGE)
        texts = [
            problem["title"],
            problem["detail"],
            *(explanation[part] for part in ("title", "cause", "remedy")),
        ]
        assert all(str(text).startswith(OPEN) for text in texts), code
        assert not SENTENCE.search(outside("\n".join(map(str, texts)))), code


def test_the_pages_have_no_other_sentence() -> None:
    dict(doors.routes())
    known = {"<game_id:game>": "g-0123456789abcdefghijklmn", "<string:tournament>": "t-1"}
    paths = [page.path for page in PAGES]
    for place, named in known.items():
        paths = [path.replace(place, named) for path in paths]
    problems = ["/problems", *(f"/problems/{code}" for code in CODES)]
    with doors.service() as app:
        client = app.test_client()
        for path in (*paths, "/nowhere", *problems):
            page = client.get(f"{path}?lang={LANGUAGE}", headers={"Accept": "text/html"}).text
            assert OPEN in page, path
            assert not SENTENCE.findall(outside(visible(page))), path
            texts = list(embedded(page))
            assert texts or path.startswith("/problems"), path
            assert not [text for text in texts if SENTENCE.search(outside(text))], path


@pytest.mark.parametrize("path", ["/v1/variants", "/v1/bots", "/problems"])
def test_texts_in_answers_have_no_other_sentence(path: str) -> None:
    with doors.service() as app:
        answer = app.test_client().get(f"{path}?lang={LANGUAGE}")
    assert answer.status_code == 200
    assert not [text for text in _texts(answer.get_json()) if SENTENCE.search(outside(text))]


@pytest.mark.parametrize("path", sorted((CORPUS / "v2").glob("*.record"))[::8], ids=lambda path: path.name)
def test_audits_have_no_other_sentence(path: Path) -> None:
    text = doors.audits(path, doors.trusted(CORPUS / "v2" / "keys.json"), None)[Language("fr")]
    assert OPEN in text
    assert not SENTENCE.findall(outside(quoted(text)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"time":0', b'"time":1'),
        (b'"digest":"', b'"digest":"0'),
        (b'"hidden":[{', b'"hidden":{'),
        (b'"v":2', b'"v":9'),
        (b'"players":[', b'"players":[7,'),
        (b'"type":"pass"', b'"type":"fold"'),
        (b'"type":"pass"', b'"type":"sing"'),
        (b'"balances":[', b'"balances":[1,'),
        (b'"game_key":"', b'"game_key":"f'),
        (b'"actor":"seat:1"', b'"actor":"seat:9"'),
        (b"\n", b"\nx"),
    ],
)
def test_findings_have_no_other_sentence(old: bytes, new: bytes, tmp_path: Path) -> None:
    trusted = doors.trusted(CORPUS / "v2" / "keys.json")
    for path in sorted((CORPUS / "v2").glob("*.record"))[::9]:
        altered = tmp_path / path.name
        altered.write_bytes(path.read_bytes().replace(old, new, 1))
        text = quoted(doors.audits(altered, trusted, None)[LANGUAGE])
        assert not SENTENCE.findall(outside(text)), path.name


@pytest.mark.parametrize("path", sorted((CORPUS / "disputes").glob("*.zip"))[::6], ids=lambda path: path.name)
def test_verdicts_have_no_other_sentence(path: Path) -> None:
    verdict = doors.verdicts(path, doors.trusted(CORPUS / "disputes" / "keys.json"))[Language("fr")]
    assert OPEN in verdict
    assert not SENTENCE.findall(outside(quoted(verdict)))
