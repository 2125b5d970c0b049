"""Tournaments by clicks: the form that creates them, and what their organiser can do on their page."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.tournament.formats.league import rounds
from tests.scale import scaled
from tests.server.helpers import eventually
from tests.tournament.playing import manifest
from tests.web.service import Service
from tests.web.test_players import kept, named
from tests.web.visiting import Language, Visitor

CLUB = 10
LOOKS_MS = 300_000
"""How long a worker and a page may take; a bound against hanging, not a measurement."""


def form_at(page: Page) -> Page:
    """Open the form that creates a tournament."""
    page.locator("#create > summary").click()
    expect(page.locator("#create form")).to_have_attribute("aria-busy", "false")
    return page


def organised(page: Page, key: str) -> Page:
    """Open the panel of the organiser and enter the key."""
    page.locator("#organise > summary").click()
    page.get_by_label("Your API key").fill(key)
    return page


def test_a_tournament_of_bots_is_created_by_the_form_and_has_the_games_of_the_estimate(
    visit: Visitor, service: Service
) -> None:
    key = service.organiser()
    page = form_at(visit("/tournaments"))
    page.get_by_label("Name of the tournament").fill("Copa del jueves")
    boxes = page.get_by_role("group", name="Bots that take part").get_by_role("checkbox")
    for number in range(3, boxes.count()):
        boxes.nth(number).uncheck()
    page.get_by_label("Decks for each pairing").fill("2")
    expect(page.locator("#create form").locator("[role=status]:not(.own-key)")).to_contain_text(
        "Rounds: 3. Games: 12."
    )
    page.get_by_label("Duplicate decks").uncheck()
    expect(page.locator("#create form").locator("[role=status]:not(.own-key)")).to_contain_text("Games: 6.")
    page.get_by_label("Duplicate decks").check()
    page.get_by_label("Your API key").fill(key)
    page.get_by_role("button", name="Create the tournament").click()
    page.wait_for_url(re.compile("/tournaments/t-"))
    expect(page.locator("#name")).to_have_text("Copa del jueves")
    expect(page.locator("#progress p")).to_contain_text("12 of 12 games", timeout=LOOKS_MS)
    expect(page.locator("#organise")).to_be_hidden()
    form_at(visit("/tournaments"))
    assert page.evaluate("localStorage.getItem('conquian.organiser')") == key


def test_the_form_says_who_may_organise_on_this_service(visit: Visitor) -> None:
    page = form_at(visit("/tournaments"))
    expect(page.locator("#create .own-key")).to_contain_text("Only players whom the operator allows it")
    open_to_all = {"name": "conquian", "version": "0.1.0", "organisers": "all"}
    page.route("**/version", lambda route: route.fulfill(json=open_to_all))
    page.reload()
    expect(form_at(page).locator("#create .own-key")).to_contain_text("every player may organise")
    page.goto(f"{visit.url}/me")
    named(page, "Olga").get_by_role("button", name="Keep this name").click()
    expect(page.get_by_text("You play as Olga.")).to_be_visible()
    page.goto(f"{visit.url}/tournaments")
    expect(form_at(page).get_by_label("Your API key")).to_have_value((kept(page) or {})["key"])


@pytest.mark.parametrize("seats", scaled([4], [3, 4, 5]))
def test_a_club_evening_of_ten_is_created_by_the_form_and_mixes_its_tables(
    visit: Visitor, service: Service, seats: int
) -> None:
    names = [f"Persona {number}" for number in range(CLUB)]
    lines = [f"{name} {service.ask('/v1/players', {'name': name})['player']}" for name in names]
    page = form_at(visit("/tournaments", size="phone"))
    page.get_by_label("A club evening").check()
    page.get_by_label("Name of the tournament").fill(f"Jueves de {seats}")
    page.get_by_label("Players register by a link").uncheck()
    page.get_by_label("Players that take part").fill("Nobody")
    page.get_by_label("Seats at a table").select_option(str(seats))
    estimate = page.locator("#create form").locator("[role=status]:not(.own-key)")
    expect(estimate).to_contain_text("needs a name, a space and an id")
    page.get_by_label("Players that take part").fill("\n".join(lines))
    estimated = re.compile(r"Rounds: at least (\d+)\. Games: at least (\d+)\.")
    expect(estimate).to_contain_text(estimated)
    match = estimated.search(estimate.inner_text())
    assert match is not None
    expect(estimate).not_to_contain_text(re.compile(r"\b0 (min|s)\b"))
    page.get_by_label("Your API key").fill(service.organiser())
    page.get_by_role("button", name="Create the tournament").click()
    page.wait_for_url(re.compile("/tournaments/t-"))
    made = service.ask(f"/v1/tournaments/{page.url.rpartition('/')[2]}")
    assert int(match[1]) <= made["rounds"]
    assert int(match[2]) <= made["planned"]
    assert made["planned"] == made["rounds"] * (CLUB // seats)
    assert [entrant["name"] for entrant in made["entrants"]] == names
    expect(page.locator("#progress p")).to_contain_text("waits for the answer to a trial question")


def test_an_organiser_pauses_judges_withdraws_goes_on_and_ends_by_clicks(
    visit: Visitor, service: Service
) -> None:
    organiser = service.organiser()
    tournament = service.waiting_tournament(organiser, "Larga")
    page = organised(visit(f"/tournaments/{tournament}"), organiser)
    panel = page.locator("#organise")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#about .badge").first).to_have_text("paused")
    expect(panel.locator("[role=status]:not(.own-key)")).to_have_text("The tournament is paused.")
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()

    judging = page.get_by_role("group", name="Set the result of a game")
    game = judging.get_by_label("Game")
    chosen = game.locator("option").last.get_attribute("value")
    game.select_option(chosen)
    wins = judging.get_by_role("spinbutton")
    wins.first.fill("3")
    wins.last.fill("-3")
    judging.get_by_label("Reason").fill("No power.")
    judging.get_by_role("button", name="Set the result").click()
    expect(panel.locator("[role=status]:not(.own-key)")).to_have_text("The result is set.")
    listed = f"/v1/tournaments/{tournament}/games?cursor={int(chosen or 0) - 1}&limit=1"

    def judged() -> list[Any]:
        games = service.ask(listed).get("games", [])
        return [(game["ending"], game["balances"], game["text"]) for game in games]

    eventually(lambda: judged() == [("adjudicated", [3, -3], "No power.")])

    leaving = page.get_by_role("group", name="Withdraw an entrant")
    leaving.get_by_label("Entrant").select_option("Random")
    leaving.get_by_label("Reason").fill("Went home.")
    leaving.get_by_role("button", name="Withdraw").click()
    expect(panel.locator("[role=status]:not(.own-key)")).to_have_text("The entrant is withdrawn.")
    expect(leaving.get_by_label("Entrant").locator("option")).to_have_count(2)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#about .badge").first).to_have_text("running")
    page.get_by_text("End the tournament").click()
    page.get_by_role("button", name="End it now").click()
    expect(page.locator("#about .badge").first).to_have_text("aborted")
    expect(panel).to_be_hidden()
    ended = service.ask(f"/v1/tournaments/{tournament}")
    assert (ended["state"], ended["entrants"][2]["out"]) == ("aborted", "Went home.")


@pytest.mark.parametrize(("language", "field"), [("es", "Tu clave de API"), ("fr", "Votre clé d'API")])
def test_a_key_that_may_not_organise_is_refused_beside_the_button(
    visit: Visitor, service: Service, language: Language, field: str
) -> None:
    tournament = service.waiting_tournament(service.organiser(), f"De otra {language}")
    page = visit(f"/tournaments/{tournament}", language=language)
    page.locator("#organise > summary").click()
    page.get_by_label(field).fill(service.ask("/v1/players", {"name": "Ana"})["key"])
    page.locator("[data-command=pause]").click()
    expect(page.locator("#organise").get_by_role("alert")).to_contain_text("organise")
    assert service.ask(f"/v1/tournaments/{tournament}")["state"] == "running"


@pytest.mark.parametrize("entrants", range(5, 13))
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_league_has_fewer_rounds_than_the_estimate(entrants: int, seats: int) -> None:
    tables = entrants // seats
    least = max(
        -(-(entrants - 1) // (seats - 1)), -(-entrants * (entrants - 1) // (tables * seats * (seats - 1)))
    )
    assert rounds(manifest(entrants, "league", format={"seats": seats})) >= least
