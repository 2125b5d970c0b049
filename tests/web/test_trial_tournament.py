"""A tournament of persons and bots, from its link to the standings, by clicks only."""

import re

from playwright.sync_api import Page, expect

from tests.scale import scaled
from tests.server.helpers import eventually
from tests.web.axe import violations
from tests.web.playing import play_a_round, state
from tests.web.service import Service
from tests.web.test_organising import form_at
from tests.web.test_players import kept, named
from tests.web.visiting import Language, Size, Theme, Visitor, in_width

NAMES = ("Ana", "Beto", "Caro", *scaled((), ("Dina", "Ema", "Fito")))
BOTS = scaled(("greedy",), ("greedy", "random"))
LOOKS: tuple[tuple[Size, Theme, Language], ...] = (
    ("phone", "light", "es"),
    ("desktop", "dark", "fr"),
    ("tablet", "light", "en"),
)
OVER = ("finished", "void")
LONGEST_S = 1_200


def organiser(visit: Visitor, service: Service) -> Page:
    """The form for a tournament, at a person whom the operator lets create some."""
    page = visit("/me")
    named(page, "Olga").get_by_role("button", name="Keep this name").click()
    expect(page.get_by_text("You play as Olga.")).to_be_visible()
    service.operate("players", "grant", (kept(page) or {})["player"], "organise")
    page.get_by_role("navigation").get_by_role("link", name="Tournaments").click()
    form_at(page)
    page.get_by_role("button", name="Make a key for Olga").click()
    expect(page.get_by_text("The key was made and entered.")).to_be_visible()
    return page


def created(page: Page) -> str:
    """Create a tournament of one round, and return the link to it."""
    page.get_by_label("Players and bots").check()
    page.get_by_label("Name of the tournament").fill("Jueves de todos")
    page.locator("#create [name=variant]").select_option("mexican-2")
    page.get_by_label("Format").select_option("swiss")
    page.get_by_label("Rounds").fill("1")
    page.locator("#create [name=seconds]").fill("3600")
    for box in page.get_by_role("group", name="Bots that take part").get_by_role("checkbox").all():
        box.set_checked(box.get_attribute("value") in BOTS)
    page.get_by_role("button", name="Create the tournament").click()
    page.wait_for_url(re.compile("/tournaments/t-"))
    return page.get_by_label("Link to this page").input_value()


def registered(visit: Visitor, link: str) -> list[Page]:
    """The persons open the link and register, each with another name."""
    pages = []
    for at, name in enumerate(NAMES):
        size, theme, language = LOOKS[at % len(LOOKS)]
        page = visit(link.removeprefix(visit.url), size=size, theme=theme, language=language)
        page.locator("#registration .who input").fill(name)
        page.locator("[data-action=register]").click()
        expect(page.locator("[data-action=withdraw]")).to_be_visible()
        pages.append(page)
    return pages


def seated(page: Page) -> None:
    """Follow "Your table is ready" to the seat."""
    page.locator("#seat a").click()
    page.wait_for_url(re.compile("/play/g-"))
    page.locator("[data-action^=sit-]").click()
    expect(page.locator("#board[data-status]")).to_be_visible()


def played(pages: list[Page]) -> None:
    """Play all games to their ends."""

    def over() -> bool:
        left = [page for page in pages if state(page)["status"] not in OVER]
        play_a_round(*left)
        return not left

    eventually(over, LONGEST_S)


def test_persons_and_bots_play_a_tournament_that_they_enter_by_its_link(
    visit: Visitor, service: Service, axe_script: str
) -> None:
    page = organiser(visit, service)
    link = created(page)
    pages = registered(visit, link)
    expect(page.locator(".registered li")).to_have_count(len(NAMES) + len(BOTS))
    page.get_by_role("button", name="Start it now").click()
    expect(page.locator("#about .badge").first).to_have_text("running")
    for own_page in pages:
        expect(own_page.locator("#seat a")).to_be_visible()
        assert violations(own_page, axe_script) == []
        in_width(own_page)
        seated(own_page)
    played(pages)
    for own_page in pages:
        own_page.locator("#lobby [data-action=tournament]").click()
        own_page.wait_for_url(re.compile("/tournaments/t-"))
    for own_page in (page, *pages):
        expect(own_page.locator("#standings tbody tr")).to_have_count(len(NAMES) + len(BOTS))
        expect(own_page.locator("#seat")).to_be_hidden()
        in_width(own_page)
    expect(page.locator("#about .badge").first).to_have_text("finished")
    assert violations(page, axe_script) == []
