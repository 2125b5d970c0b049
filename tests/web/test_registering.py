"""A tournament that people register for by its link, from the form that creates it to the last game."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.remote.service import Json
from tests.server.helpers import eventually
from tests.web.playing import play
from tests.web.service import Service
from tests.web.test_organising import form_at, organised
from tests.web.visiting import Visitor

REGISTERING = "open for registration"


def opened(service: Service, organiser: str, name: str, **members: Any) -> str:
    """Return a tournament of one round that is open for registration."""
    form = {"type": "swiss", "rounds": 1}
    return service.tournament(organiser, name=name, format=form, entrants=[], registration="open", **members)


def registered(service: Service, tournament: str, *names: str) -> list[Json]:
    """Register players of these names, who use no browser, and return them with their keys."""
    people = [service.ask("/v1/players", {"name": name}) for name in names]
    for player in people:
        service.ask(f"/v1/tournaments/{tournament}/registrations", {}, player["key"])
    return people


def kept(page: Page, player: Json) -> None:
    """Let the browser of `page` keep a player."""
    page.evaluate("one => localStorage.setItem('conquian.player', one)", json.dumps(player))
    page.reload()


def test_six_people_and_two_bots_register_by_a_link_play_and_are_judged_to_the_end(
    visit: Visitor, service: Service
) -> None:
    organiser = service.organiser()
    page = form_at(visit("/tournaments"))
    page.get_by_label("Players", exact=True).check()
    page.get_by_label("Name of the tournament").fill("Jueves por enlace")
    page.get_by_label("Format").select_option("swiss")
    page.get_by_label("Rounds").fill("1")
    expect(page.get_by_label("Players that take part")).to_be_hidden()
    expect(page.locator("#create form [role=status]:not(.own-key)")).to_contain_text("Rounds: 1. Games: 4.")
    page.get_by_label("Your API key").fill(organiser)
    page.get_by_role("button", name="Create the tournament").click()
    page.wait_for_url(re.compile("/tournaments/t-"))
    expect(page.locator("#about .badge").first).to_have_text(REGISTERING)
    tournament = page.url.rpartition("/")[2]
    path = f"/v1/tournaments/{tournament}"

    ana = visit(f"/tournaments/{tournament}", size="phone")
    joining = ana.locator("#registration")
    assert joining.get_by_label("Link to this page").input_value().endswith(f"/tournaments/{tournament}")
    expect(joining.locator("img.qr")).to_be_visible()
    joining.get_by_role("button", name="Register").click()
    expect(joining.get_by_role("alert")).to_have_text("Enter your name first.")
    joining.get_by_label("Your name").fill("Ana")
    joining.get_by_role("button", name="Register").click()
    expect(joining.get_by_role("status").first).to_have_text("You take part as Ana.")

    people = registered(service, tournament, "Beto", "Caro", "Dina", "Ema", "Fito", "Gus")
    panel = organised(page, organiser).locator("#organise")
    removing = page.get_by_role("group", name="Remove a player")
    removing.get_by_label("Entrant").select_option("Gus")
    removing.get_by_role("button", name="Remove").click()
    expect(panel.locator("[role=status]:not(.own-key)")).to_have_text("The player is removed.")
    expect(page.locator(".registered li")).to_have_text(["Ana", "Beto", "Caro", "Dina", "Ema", "Fito"])
    page.get_by_label("How many bots fill up").fill("2")
    page.get_by_label("Which bot").select_option("random")
    page.get_by_role("button", name="Start it now").click()
    expect(page.locator("#about .badge").first).to_have_text("running")
    expect(page.locator("#registration")).to_be_hidden()

    expect(ana.locator("#seat h2")).to_have_text("Your table is ready")
    expect(ana).to_have_title("Your table is ready · Jueves por enlace")
    ana.locator("#seat a").click()
    ana.wait_for_url(re.compile("/play/g-"))
    game = ana.url.rpartition("/")[2]
    ana.locator("#lobby .scores button").click()
    ana.wait_for_load_state()
    for player in people:  # Ana's opponent comes and leaves, and the service answers for that seat
        taken = service.ask(f"/v1/games/{game}/seats", {}, player["key"])
        if "token" in taken:
            leave = {"type": "leave"}
            service.ask(f"/v1/games/{game}/moves", leave, taken["token"], Idempotency_Key="leave")
    expect(ana.locator("#board")).to_have_attribute("data-status", re.compile("playing|finished"))
    play(ana)
    ana.locator("#lobby [data-action=tournament]").click()
    ana.wait_for_url(re.compile(f"/tournaments/{tournament}"))

    def judged() -> bool:
        tables = service.ask(f"{path}/tables").get("tables", [])
        for row in tables:
            if row["game"] != game:
                body = {"fixture": row["fixture"], "balances": [1, -1], "text": "No time."}
                service.ask(f"{path}/adjudications", body, organiser)
        return bool(service.ask(path)["state"] == "finished")

    eventually(judged, 60)
    expect(ana.locator("#about .badge").first).to_have_text("finished")
    expect(ana.locator("#seat")).to_be_hidden()
    expect(ana.locator("#standings tbody tr")).to_have_count(8)


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_a_registered_player_withdraws_and_another_is_told_who_is_there(
    visit: Visitor, service: Service, size: Any
) -> None:
    tournament = opened(service, service.organiser(), f"Se retira {size}")
    (luz,) = registered(service, tournament, "Luz")
    registered(service, tournament, "Luz")
    page = visit(f"/tournaments/{tournament}", size=size)
    expect(page.locator(".registered li")).to_have_count(2)
    kept(page, luz)
    expect(page.locator(".registered li").first).to_have_text("Luzyou")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator(".registered li")).to_have_text([re.compile(r"Luz \([0-9a-z]{4}\)")])
    expect(page.get_by_role("button", name="Register")).to_be_visible()


def test_a_late_answer_does_not_bring_back_the_way_to_a_table_after_the_end(
    visit: Visitor, service: Service
) -> None:
    organiser = service.organiser()
    tournament = opened(service, organiser, "Tarde")
    ada, _ = registered(service, tournament, "Ada", "Beto")
    page = visit(f"/tournaments/{tournament}")
    kept(page, ada)
    expect(page.locator("[data-action=withdraw]")).to_be_visible()
    late: list[Route] = []
    page.route("**/tables?*", lambda route: route.continue_() if late else late.append(route))
    service.ask(f"/v1/tournaments/{tournament}/start", {}, organiser)
    expect(page.locator("#about .badge").first).to_have_text("running")
    service.ask(f"/v1/tournaments/{tournament}/abort", {}, organiser)
    expect(page.locator("#about .badge").first).to_have_text("aborted")
    with page.expect_response("**/tables?*"):
        late[0].continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.locator("#seat").is_hidden()
