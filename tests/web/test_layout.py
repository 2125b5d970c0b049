"""The layout of the table: no scrolling, and the important parts in sight at every size."""

from typing import Final

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.scale import scaled
from tests.web import playing
from tests.web.seats import forked, going_out, short, take
from tests.web.service import Service
from tests.web.visiting import BUDGET, Size, Visitor, weights

SPARE: Final = 5_000
"""Number of bytes by which the heaviest moment of a table is below the budget."""

WINDOWS: Final = ((320, 640), (1280, 800), *scaled((), ((390, 844), (1920, 1080))))
COUNT: Final = "document.addEventListener('scroll', () => { window.scrolled = (window.scrolled ?? 0) + 1 })"
ANNOUNCED: Final = """() => {
  const [ending, polite] = ["#lobby h2", "#polite"].map(one => document.querySelector(one)?.textContent);
  return Boolean(ending) && ending === polite;
}"""
"""Whether it is announced how the hand has ended."""
SEEN: Final = """selector => {
  const one = document.querySelector(selector);
  if (!one) return "not there";
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const outside = [left, top, innerWidth - right, innerHeight - bottom].filter(side => side < -0.5);
  if (outside.length) return `outside by ${outside}`;
  const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return middle?.closest(selector) ? "" : `behind ${middle?.outerHTML.slice(0, 200)}`;
}"""


def in_sight(page: Page, selector: str) -> None:
    """The whole of it is inside the window, and nothing lies on it.

    The page may draw again at any moment, so it is looked for and measured at once, until it has settled.
    """
    try:
        page.wait_for_function(f"selector => ({SEEN})(selector) === ''", arg=selector)
    except TimeoutError:
        raise AssertionError((selector, page.evaluate(SEEN, selector))) from None


def scrolled(page: Page) -> tuple[int, int]:
    """Return how often the page has scrolled, and how far it is scrolled now."""
    return page.evaluate("window.scrolled ?? 0"), page.evaluate("scrollY")


@pytest.mark.parametrize("window", WINDOWS)
def test_the_page_does_not_scroll_and_the_end_of_hand_and_game_are_in_sight(
    visit: Visitor, service: Service, window: tuple[int, int]
) -> None:
    page = take(visit, *short(service, "mexican-2", deals=2))
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.evaluate(COUNT)
    expect(page.locator("section[aria-label='Your seat'] .melded")).to_have_text("0 of 13 melded")
    for status, action in (("between_hands", "ready"), ("finished", "rematch")):
        playing.play(page, lambda now: now["status"] == "between_hands")
        expect(page.locator("#board")).to_have_attribute("data-status", status)
        page.wait_for_function(ANNOUNCED)
        in_sight(page, "#lobby h2")
        in_sight(page, f"[data-action={action}]")
        assert scrolled(page) == (0, 0)
        if action == "ready":
            page.locator("[data-action=ready]").click()
            expect(page.locator("#board")).to_have_attribute("data-status", "playing")


def test_melds_and_centre_are_not_covered_in_the_window_of_a_laptop(visit: Visitor, service: Service) -> None:
    page = take(visit, *forked(service, "mexican-2", ("greedy", "greedy"), going_out))
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".chip").first).to_be_visible()
    for selector in (".region.south .melds", ".middle .centre", "#tray"):
        in_sight(page, selector)
    assert page.evaluate("scrollY") == 0


def test_a_table_that_waits_in_french_with_its_phrases_open_ships_well_under_the_budget(
    visit: Visitor, service: Service
) -> None:
    seats = ["me", "open", {"bot": "greedy"}, "open"]
    made = service.ask("/v1/games", {"variant": "paco", "seats": seats, "start": "ready"})
    page = take(visit, str(made["game"]), 0, str(made["seats"][0]["token"]), language="fr")
    expect(page.locator("#lobby h2")).to_be_visible()
    page.locator("#speak summary").click()
    expect(page.locator("[data-action='say-hello']")).to_be_visible()
    sizes = weights(page)
    assert {"lobby.js", "speaking.js"} <= {name.rpartition("/")[2] for name in sizes}
    assert sum(sizes.values()) < BUDGET - SPARE, sizes


@pytest.mark.parametrize("size", ["small", "phone"])
def test_home_shows_play_without_scrolling_on_a_phone(visit: Visitor, size: Size) -> None:
    page = visit("/", size=size, language="es")
    expect(page.locator("#who input")).to_be_visible()
    expect(page.locator("#play")).to_be_enabled()
    in_sight(page, "#play")
    assert page.evaluate("scrollY") == 0
    page.locator("#who input").focus()
    in_sight(page, "#who input")


def test_the_centre_is_in_sight_on_a_phone_at_a_table_of_eight(visit: Visitor, service: Service) -> None:
    made = service.game("paco", *["greedy"] * 7)
    page = take(visit, made["game"], 0, made["seats"][0]["token"], size="phone")
    expect(page.locator(".hand [role=option]").first).to_be_visible()
    in_sight(page, ".middle .centre")
