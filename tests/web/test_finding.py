"""The search for finished games on the home page: by clicks, by keyboard, and by the address."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.server.helpers import eventually
from tests.web.service import Service
from tests.web.visiting import Visitor

VARIANT = "foster-numeral"
"""A variant that other tests of the service rarely play, so that the first page of its games has these."""


@pytest.fixture(scope="module")
def bots(service: Service) -> str:
    return service.bots_game(VARIANT)


@pytest.fixture(scope="module")
def people(service: Service) -> str:
    """A game of two persons, which both have left."""
    made = service.ask("/v1/games", {"variant": VARIANT, "seats": ["me", "open"]})
    game = str(made["game"])
    other = service.ask(f"/v1/games/{game}/seats", {})
    for token in (made["seats"][0]["token"], other["token"]):
        service.ask(f"/v1/games/{game}/moves", {"type": "leave"}, token, Idempotency_Key="leave")
    eventually(lambda: service.ask(f"/v1/games/{game}")["status"] == "finished")
    assert service.ask(f"/v1/games?people=only&game={game}")["games"]
    return game


def row_of(page: Page, game: str) -> Locator:
    return page.locator(f"#finished [data-game={game}]")


def unpaged(address: str) -> str:
    """Return the address of the first page."""
    return re.sub("[&?]cursor=[^&]*", "", address)


def query(page: Page, pattern: str) -> None:
    expect(page).to_have_url(re.compile(pattern))


def test_people_only_hides_the_games_of_bots_and_the_history_leads_back(
    visit: Visitor, bots: str, people: str
) -> None:
    page = visit(f"/?variant={VARIANT}", size="phone")
    expect(row_of(page, bots)).to_be_visible()
    page.get_by_label("Between").select_option("people only")
    expect(row_of(page, bots)).to_have_count(0)
    expect(row_of(page, people)).to_be_visible()
    query(page, rf"\?people=only&variant={VARIANT}$")
    page.get_by_label("Only the variant").select_option("Paco")
    expect(page.get_by_text("No game matches these filters.")).to_be_visible()
    query(page, r"\?people=only&variant=paco$")
    page.go_back()
    expect(row_of(page, people)).to_be_visible()
    expect(page.get_by_label("Only the variant")).to_have_value(VARIANT)
    page.go_back()
    expect(row_of(page, bots)).to_be_visible()
    query(page, rf"/\?variant={VARIANT}$")
    page.go_forward()
    expect(row_of(page, bots)).to_have_count(0)


def test_filters_are_typed_sent_by_the_enter_key_and_removed_together(
    visit: Visitor, bots: str, people: str
) -> None:
    page = visit("/", language="fr")
    page.locator("#finding summary").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Id de la partie").fill(f" {bots} ")
    page.keyboard.press("Enter")
    expect(row_of(page, people)).to_have_count(0)
    expect(row_of(page, bots)).to_be_visible()
    expect(page.locator("#finding summary .badge")).to_have_text("1")
    query(page, rf"[?&]game={bots}$")
    page.get_by_role("button", name="Retirer les filtres").click()
    expect(page.locator("#finished [data-game]").nth(1)).to_be_visible()
    expect(page.locator("#finding summary .badge")).to_be_hidden()
    query(page, r"^[^&]*/(\?lang=fr)?$")


def test_an_address_opens_the_page_with_its_filters_and_ignores_what_no_field_takes(
    visit: Visitor, bots: str, people: str
) -> None:
    page = visit(f"/?bot=greedy&since=2020-01-31&length_min=1&game={bots}&people=none")
    expect(row_of(page, bots)).to_be_visible()
    expect(row_of(page, people)).to_have_count(0)
    expect(page.get_by_label("With the bot")).to_have_value("greedy")
    expect(page.get_by_label("Between")).to_have_value("")
    expect(page.locator("#finding summary .badge")).to_have_text("4")
    page.get_by_label("To", exact=True).fill("2020-02-01")
    expect(page.get_by_text("No game matches these filters.")).to_be_visible()
    query(page, r"&until=2020-02-01")


def test_a_page_without_games_before_the_end_of_the_list_is_passed_over(visit: Visitor, bots: str) -> None:
    page = visit("/")
    pages = iter([{"games": [], "next": "c1.one"}, {"games": [], "next": "c1.two"}, None])
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        body = next(pages)
        if body is None:
            route.continue_(url=unpaged(route.request.url))
        else:
            route.fulfill(json=body)

    page.route(f"**/v1/games?*variant={VARIANT}*", answer)
    page.goto(f"{visit.url}/?variant={VARIANT}")
    expect(row_of(page, bots)).to_be_visible()
    assert [re.findall("cursor=([^&]*)", url) for url in asked] == [[], ["c1.one"], ["c1.two"]]


def test_a_search_that_is_refused_says_why(visit: Visitor) -> None:
    page = visit(f"/?player={'p' * 99}")
    expect(page.locator("#finished-absent")).to_contain_text("64")
