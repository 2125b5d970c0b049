"""Names that can be seen on the cards: of the one that is pointed at or has the focus, or of all."""

from typing import Final

from playwright.sync_api import Locator, expect

from tests.server.helpers import eventually
from tests.web.seats import take
from tests.web.service import Service
from tests.web.visiting import Visitor

NAME: Final = """card => {
  const { content, display } = getComputedStyle(card.querySelector(".tile") ?? card, "::after");
  return display === "none" ? "" : content.split('"')[1];
}"""


def name_on(card: Locator) -> str:
    """Return the name that is to be seen on a card, empty where there is none."""
    return str(card.evaluate(NAME))


def named(card: Locator, name: str) -> None:
    """Wait until this name is to be seen on a card; empty: none."""
    eventually(lambda: name_on(card) == name)


def test_a_card_shows_its_name_to_the_pointer_and_with_the_focus(visit: Visitor) -> None:
    page = visit("/lessons", language="es")
    horse, two = (page.locator(f".hand li[data-card='{code}']") for code in ("11C", "2C"))
    expect(horse).to_be_visible()
    named(horse, "")
    horse.hover()
    named(horse, "caballo de copas")
    two.focus()
    page.mouse.move(0, 0)
    named(horse, "")
    named(two, "dos de copas")
    centre = page.locator(".pile.centre .tile")
    centre.hover()
    named(centre, "rey de oros")


def test_the_names_of_all_cards_are_shown_if_that_is_wished_for_and_at_the_next_visit(
    visit: Visitor, service: Service
) -> None:
    made = service.game("mexican-2")
    page = take(visit, made["game"], 0, made["seats"][0]["token"])
    card = page.locator(".hand li").first
    expect(card).to_be_visible()
    named(card, "")
    page.get_by_label("Show the names of the cards").check()
    eventually(lambda: name_on(card))
    spoken = card.locator("span.sr").inner_text()
    assert spoken.startswith(name_on(card))
    page.reload()
    expect(page.get_by_label("Show the names of the cards")).to_be_checked()
    expect(card).to_be_visible()
    eventually(lambda: name_on(card))
