"""Accessibility of every page: three languages, both themes, small windows, screen readers."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from app.i18n import Language as Tongue
from app.web import assets
from app.web.words import words
from tests.scale import scaled
from tests.web import playing
from tests.web.axe import violations
from tests.web.scenes import SCENES, Stage, Wishes, settled, stage
from tests.web.seats import forked, opening, short, take
from tests.web.service import Service
from tests.web.visiting import SIZES as WINDOWS
from tests.web.visiting import Language, Size, Theme, Visitor, in_width

SIZES: Final[tuple[Size, ...]] = ("small", "tablet", "desktop")
LANGUAGES: Final[tuple[Language, ...]] = ("es", "en", "fr")
KEY: Final = re.compile(
    r"\b(?:" + "|".join(sorted({key.split(".")[0] for key in words(Tongue.EN)})) + r")\.[a-z_]+\b"
)
PLACE: Final = re.compile(r"\{[a-z_]+\}")
SAID: Final = """() => [document.title, document.body.innerText,
  ...['aria-label', 'title', 'placeholder'].flatMap(name =>
    [...document.querySelectorAll(`[${name}]`)].map(one => one.getAttribute(name)))].join('\\n')"""
WHEN_NEEDED: Final = sorted(
    {
        f"/js/{module}"
        for name in assets.names()
        if name.startswith("js/later/")
        for module in assets.modules(name.removeprefix("js/"))
    }
)
"""The scripts that a page may fetch when it needs them, with what these import."""
LATE: Final = """whenNeeded => {
  const files = [...document.querySelectorAll('head :is([href], [src])')];
  const named = new Set(files.map(one => one.href || one.src));
  const ofAGame = /\\/games\\/[a-z]+\\//;
  return performance.getEntriesByType('resource').map(one => one.name)
    .filter(name => /\\/static\\/.*[.](js|css)$/.test(name) && !named.has(name))
    .filter(name => !ofAGame.test(name) && !whenNeeded.some(one => name.endsWith(one)));
}"""
"""The scripts and style sheets that the head does not name, but for those of a game, which it cannot know."""
MOVING: Final = (
    "() => document.getAnimations().filter(one => one.effect.getComputedTiming().duration > 50).length"
)


@pytest.fixture(scope="package")
def ready(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Something to look at on every page."""
    return stage(service, tmp_path_factory.mktemp("stage"))


@pytest.mark.parametrize("scene", SCENES)
def test_a_page_is_accessible(visit: Visitor, ready: Stage, axe_script: str, scene: str) -> None:
    at = list(SCENES).index(scene)
    # Every size and every language comes with some page; the pictures for people are of all together.
    is_first = "-" not in scene  # the others are the same page at a later moment
    theme: Theme = "light" if is_first or at % 2 else "dark"
    wishes = Wishes(SIZES[at % 3], theme, LANGUAGES[(at + at // 3) % 3])
    page = SCENES[scene](visit, ready, wishes)
    assert violations(page, axe_script) == []
    if is_first or scaled(few=False, all_of_it=True):
        page.emulate_media(color_scheme="dark" if theme == "light" else "light")
        assert violations(page, axe_script, "color-contrast") == []
    in_width(page)
    assert page.evaluate(MOVING) == 0, "it moves although that is not wished"
    assert page.evaluate(LATE, WHEN_NEEDED) == [], "asked for although the page does not name it"
    speaks(page, wishes.language)
    if not is_first:
        return
    for language in (one for one in LANGUAGES if one != wishes.language):
        page.goto(f"{page.url.split('?')[0]}?lang={language}")
        settled(page, Wishes(language=language))
        speaks(page, language)
        fits(page)


def speaks(page: Page, language: Language) -> None:
    """The page says which language it speaks, and neither the key of a text nor a place in one."""
    text = page.evaluate(SAID)
    assert page.evaluate("document.documentElement.lang") == language
    assert (KEY.findall(text), PLACE.findall(text)) == ([], []), language


def fits(page: Page) -> None:
    """The page is nowhere wider than its window, from the smallest phone on."""
    for size in SIZES:
        width, height = WINDOWS[size]
        page.set_viewport_size({"width": width, "height": height})
        in_width(page)


def test_axe_core_finds_a_planted_fault(visit: Visitor, axe_script: str) -> None:
    page = visit("/audit")
    page.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<button></button>')")
    assert [violation for violation in violations(page, axe_script) if violation.startswith("button-name")]
    page.evaluate("document.querySelector('h1').style.color = '#fafafa'")
    assert [violation for violation in violations(page, axe_script, "color-contrast") if "<h1" in violation]


def test_many_melds_scroll_in_their_row(visit: Visitor, service: Service) -> None:
    page = take(visit, *forked(service, "mexican-2", ("greedy", "greedy"), opening), size="small")
    chips = page.locator(".chips")
    expect(chips.locator(".chip").first).to_be_visible()
    chips.evaluate(
        "row => { for (let at = 0; at < 12; at++) row.append(row.firstElementChild.cloneNode(true)) }"
    )
    assert chips.evaluate("row => row.scrollWidth > row.clientWidth")
    in_width(page)


def test_a_whole_game_is_played_without_a_pointer(visit: Visitor, service: Service) -> None:
    page = take(visit, *short(service, "mexican-2"))
    assert "Enter" in playing.play_by_keys(page)
    expect(page.locator("#lobby h2")).to_be_visible()
