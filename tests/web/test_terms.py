"""Words of the game with their tips: by pointer, focus and tap, in every language."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from app.i18n import Language, translate
from app.web import assets
from app.web.words import TABLES
from app.web.words.help import TERM
from tests.web.service import Service
from tests.web.visiting import Visitor

MARK: Final = re.compile(r"\[[^\]]+\]\((\w+)\)")


def terms() -> set[str]:
    """The words that have a tip."""
    return {key.removeprefix("term.").removesuffix("_is") for key in TERM} - {"rule"}


@pytest.mark.parametrize("language", Language)
def test_every_marked_word_has_a_tip_and_every_language_marks_the_same(language: Language) -> None:
    marked = set[str]()
    for table in TABLES.values():
        for key, text in table.items():
            marks = sorted(MARK.findall(translate(language, text)))
            assert marks == sorted(MARK.findall(str(text))), key
            marked.update(marks)
    assert marked <= terms()
    assert len(marked) > 10


def test_every_tip_names_a_paragraph_of_the_rulebook(service: Service) -> None:
    script = assets.text("js/games/conquian/terms.js")
    cited = dict(re.findall(r'(\w+): "(\d+\.\d+)"', script))
    assert set(cited) == terms()
    edition = service.ask("/v1/rulebooks")["current"]
    assert set(cited.values()) <= {*service.ask(f"/v1/rulebooks/{edition}")["paragraphs"]}


def _word(page: Page, word: str) -> None:
    expect(page.locator(f".board [data-term={word}]")).to_be_visible()


def test_a_tip_is_shown_to_the_pointer_and_with_the_focus_and_escape_closes_it(visit: Visitor) -> None:
    page = visit("/lessons")
    _word(page, "stock")
    stock, dead = (page.locator(f".board [data-term={word}]") for word in ("stock", "dead"))
    tip = page.locator("#tip")
    expect(tip).to_have_count(0)
    stock.hover()
    expect(tip).to_contain_text("the cards that are not dealt yet")
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    dead.focus()
    expect(tip).to_contain_text("cards that nobody took")
    expect(dead).to_have_attribute("aria-describedby", "tip")
    page.keyboard.press("Tab")
    expect(tip.get_by_role("link", name="Rule 4.6")).to_be_focused()
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    expect(dead).to_be_focused()
    page.keyboard.press("Enter")
    expect(tip).to_contain_text("cards that nobody took")
    page.locator("#task").click(position={"x": 1, "y": 1})
    expect(tip).to_have_count(0)


def test_a_tap_shows_a_tip_within_the_window_that_leads_to_the_rulebook(visit: Visitor) -> None:
    page = visit("/lessons", size="small", language="es")
    _word(page, "stock")
    page.locator(".board [data-term=stock]").tap()
    tip = page.locator("#tip")
    expect(tip).to_contain_text("las cartas sin repartir, boca abajo")
    expect(tip.get_by_role("link")).to_have_attribute("href", "/rules/conquian#p1.4")
    box = tip.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert box["y"] + box["height"] <= 640


def test_the_page_of_a_variant_lists_the_words_that_it_uses(visit: Visitor) -> None:
    for variant, claims, folds in (("navajo-tens", 1, 0), ("north-american", 0, 1)):
        page = visit(f"/learn/{variant}")
        words = page.locator("#learn dl")
        expect(words.locator("dt", has_text=re.compile("^Tablas$"))).to_have_count(1)
        expect(words.locator("dt", has_text="To claim")).to_have_count(claims)
        expect(words.locator("dt", has_text="To fold")).to_have_count(folds)
