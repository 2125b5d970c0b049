"""Cards fly to their places from where they lay, except for readers who asked for less motion."""

from playwright.sync_api import Page

from tests.web.service import Service
from tests.web.test_replay import at
from tests.web.visiting import Visitor

RECORD = """() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const place = this.closest(".pile, .melds, .held, .community");
    const far = frames[0].transform !== "translate(0px, 0px)";
    window.flights.push([place?.className ?? "", far, options.duration]);
    return animate.call(this, frames, options);
  };
}"""
"""Keeps where each card flies to, whether it comes from another place, and how long it flies."""


def conquian(service: Service) -> tuple[str, int]:
    """A finished game of bots, and its last ply; the deck belongs to the name of the test."""
    game = service.bots_game("mexican-3", "greedy", "greedy", "greedy")
    return game, int(service.ask(f"/v1/games/{game}")["ply"])


def flown(page: Page) -> list[str]:
    """Return the places to which cards have flown since the last call."""
    flights = page.evaluate("() => window.flights.splice(0)")
    assert all(far and 100 <= duration <= 1_000 for _, far, duration in flights)
    return [place for place, _, _ in flights]


def walk(page: Page, last: int) -> list[str]:
    """Step through a replay to a ply, and return where cards have flown."""
    at(page, 1)
    page.evaluate(RECORD)
    for ply in range(2, last + 1):
        page.keyboard.press("ArrowRight")
        at(page, ply)
    return flown(page)


def test_the_cards_of_a_replay_fly_when_they_are_dealt_turned_melded_and_passed(
    visit: Visitor, service: Service
) -> None:
    game, last = conquian(service)
    page = visit(f"/replay/{game}?at=1", motion="no-preference")
    assert {"held known", "pile centre", "melds", "pile dead"} <= set(walk(page, last))
    page.keyboard.press("Home")
    at(page, 1)
    assert flown(page) == [], "no card flies back"


def test_the_cards_of_holdem_fly_to_the_seats_and_to_the_board(visit: Visitor, service: Service) -> None:
    game = service.bots_game("caesars-holdem", "random", "greedy", "random")
    last = min(40, int(service.ask(f"/v1/games/{game}")["ply"]))
    page = visit(f"/replay/{game}?at=1", motion="no-preference")
    assert {"held known", "community"} <= set(walk(page, last))


def test_nothing_flies_for_a_reader_who_asked_for_less_motion(visit: Visitor, service: Service) -> None:
    game, last = conquian(service)
    page = visit(f"/replay/{game}?at=1", motion="reduce")
    assert walk(page, last) == []
