"""Parts of the table that are fetched when they are needed: through a cut of the network no click is lost."""

from playwright.sync_api import Route, expect

from tests.web import playing
from tests.web.seats import forked, going_out, short, take
from tests.web.service import Service
from tests.web.visiting import Visitor

LATER = "**/js/later/*.js"
CUT = ("Failed to load resource", "net::")
HURRY = "setInterval(() => dispatchEvent(new Event('online')), 100)"
"""Lets a page repeat at once what nobody has answered, as when a network is back."""


FETCHED = """performance.getEntriesByType('resource').map(one => one.name)
  .filter(one => one.includes('/js/later/'))"""
"""The scripts that the page has fetched when it needed them."""


def cut(route: Route) -> None:
    route.abort()


def test_a_dialog_that_cannot_be_fetched_says_so_and_the_next_click_opens_it(
    visit: Visitor, service: Service
) -> None:
    page = take(visit, *short(service, "north-american"), allow=CUT)
    button = page.get_by_role("button", name="Rules", exact=True)
    expect(button).to_be_visible()
    assert page.evaluate(FETCHED) == []
    page.evaluate(HURRY)
    page.route(LATER, cut)
    button.click()
    dialog = page.get_by_role("dialog", name="Rules")
    expect(dialog.get_by_role("alert")).to_contain_text("cannot be reached")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()
    page.unroute(LATER)
    page.keyboard.press("Enter")
    paragraph = dialog.locator(".sheet button").first
    number = paragraph.inner_text()
    paragraph.click()
    expect(page.get_by_role("dialog", name=f"Rule {number}").locator("p[lang=en]")).not_to_be_empty()


def test_how_a_hand_ended_is_shown_once_the_network_is_back(visit: Visitor, service: Service) -> None:
    page = take(visit, *forked(service, "mexican-2", ("greedy", "greedy"), going_out), allow=CUT)
    expect(page.locator(".chip.out").first).to_be_visible()
    page.evaluate(HURRY)
    page.route(LATER, cut)
    page.locator(".chip.out").first.click()
    playing.expect_in_log(page, "You win the hand!")
    expect(page.locator("#notice")).to_contain_text("The table tries again by itself.")
    page.unroute(LATER)
    expect(page.locator("#lobby h2")).to_have_text("You won!")
    expect(page.locator("#notice")).to_be_hidden()


def test_an_invitation_is_shown_once_the_network_is_back(visit: Visitor, service: Service) -> None:
    made = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"]})
    page = take(visit, str(made["game"]), 0, str(made["seats"][0]["token"]), allow=CUT)
    expect(page.locator("#lobby h2")).to_have_text("Waiting for players")
    page.add_init_script(HURRY)
    page.route(LATER, cut)
    page.reload()
    expect(page.locator("#notice")).to_contain_text("The table tries again by itself.")
    page.unroute(LATER)
    expect(page.get_by_role("textbox", name="Link for Player 2")).to_be_visible()
