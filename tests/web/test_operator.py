"""The page of the operator: the state of the service, and players found, renamed, banned and closed."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.web.service import Service
from tests.web.visiting import Visitor


def opened(visit: Visitor, key: str) -> Page:
    """Return the page, opened with a key."""
    page = visit("/operator")
    page.locator("#key").fill(key)
    page.locator("#entry button").click()
    expect(page.locator("#desk")).to_be_visible()
    expect(page.locator("#desk")).to_have_attribute("aria-busy", "false")
    return page


@pytest.fixture
def player(service: Service) -> tuple[str, str]:
    """Return the id and the name of a player whose name is its own."""
    made = service.ask("/v1/players", {"name": "Zacarías"})
    name = f"Zacarías {made['player'][-6:]}"
    with service.players() as players:
        players.rename(made["player"], name)
    return made["player"], name


def test_an_operator_renames_bans_and_closes_a_player_that_a_search_finds(
    visit: Visitor, service: Service, player: tuple[str, str]
) -> None:
    player_id, name = player
    page = opened(visit, service.operator())
    page.get_by_label("The name begins with").fill(name.replace("í", "I").upper())
    page.get_by_role("button", name="Find").click()
    row = page.locator(f"#found [data-player='{player_id}']")
    expect(row).to_contain_text(name)
    expect(page.locator("#found li")).to_have_count(1)

    row.get_by_role("button", name="Rename").click()
    page.get_by_role("dialog").get_by_label("New name").fill(f"{name} B")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(row).to_contain_text(f"{name} B")
    assert service.ask(f"/v1/players/{player_id}")["name"] == f"{name} B"

    row.get_by_role("button", name="Ban").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("new games with this player are refused")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    row.get_by_role("button", name="Ban").click()
    page.get_by_role("dialog").get_by_role("button", name="Ban").click()
    expect(row.locator(".badge.bad")).to_have_text("banned")
    row.get_by_role("button", name="Lift the ban").click()
    expect(row.locator(".badge.bad")).to_have_count(0)

    row.get_by_role("button", name="Close").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(row).to_contain_text("closed")
    expect(row.get_by_role("button")).to_have_count(0)
    assert service.ask(f"/v1/players/{player_id}")["name"] == player_id


def test_a_refused_name_is_explained_beside_the_player(
    visit: Visitor, service: Service, player: tuple[str, str]
) -> None:
    player_id, name = player
    page = opened(visit, service.operator())
    page.get_by_label("The name begins with").fill(name)
    page.get_by_role("button", name="Find").click()
    page.locator(f"#found [data-player='{player_id}']").get_by_role("button", name="Rename").click()
    page.get_by_role("dialog").get_by_label("New name").fill("a\u202eb")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(page.locator("#told")).to_contain_text("1 to 40")


def test_the_key_stays_in_the_session_of_the_tab_and_never_in_the_address(
    visit: Visitor, service: Service
) -> None:
    key = service.operator()
    page = opened(visit, key)
    assert key not in page.url
    assert key not in json.dumps(page.evaluate("({...localStorage})"))
    page.reload()
    expect(page.locator("#health .notice")).to_be_visible()
    page.get_by_role("button", name="Forget the key").click()
    expect(page.locator("#key")).to_be_visible()
    assert key not in json.dumps(page.evaluate("({...sessionStorage})"))


def test_the_state_of_the_service_is_told_with_what_can_be_done(visit: Visitor, service: Service) -> None:
    page = opened(visit, service.operator())
    expect(page.locator("#health [data-part]")).to_have_count(4)
    expect(page.locator("#storage [data-fact=archived]")).to_be_visible()
    expect(page.locator("#backup code")).to_have_text("conquian backup DIRECTORY")
    expect(page.locator("#disputes a", has_text="All disputes")).to_have_attribute("href", "/disputes")
    expect(page.locator("#tournaments a", has_text="All tournaments")).to_be_visible()
    expect(page.locator("#players .shown")).to_contain_text("banned:")


def test_a_key_without_the_scope_is_refused_in_words(visit: Visitor, service: Service) -> None:
    key = service.ask("/v1/players", {"name": "Lupe"})["key"]
    page = visit("/operator")
    page.locator("#key").fill(key)
    page.locator("#entry button").click()
    expect(page.locator("#refused")).to_contain_text("operate")
    expect(page.locator("#key")).to_be_visible()


def test_a_live_game_is_ended_beside_its_line(visit: Visitor, service: Service) -> None:
    game = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["open", "open"]})["game"]
    page = opened(visit, service.operator())
    line = page.locator(f"#games [data-game='{game}']")
    line.get_by_role("button", name="End").click()
    expect(page.get_by_role("dialog")).to_contain_text("Nobody wins or pays")
    page.get_by_role("dialog").get_by_role("button", name="End").click()
    expect(line).to_have_count(0)
    assert service.ask(f"/v1/games/{game}")["void"]["reason"] == "operator"


def test_tournaments_that_are_not_over_are_listed_however_old_and_the_others_on_demand(
    visit: Visitor, service: Service
) -> None:
    organiser = service.organiser()
    form = {"type": "swiss", "rounds": 1}
    waiting = service.tournament(organiser, name="Aquí", format=form, entrants=[], registration="open")
    over = service.tournament(organiser, name="Ya no", format=form, entrants=[], registration="open")
    service.ask(f"/v1/tournaments/{over}/abort", {}, organiser)
    page = opened(visit, service.operator())
    listed = page.locator("#tournaments")
    expect(listed.locator(f"[data-tournament='{waiting}'] .badge")).to_have_text("open for registration")
    expect(listed.locator(f"[data-tournament='{over}']")).to_have_count(0)
    listed.get_by_role("button", name="Show tournaments that are over").click()
    expect(listed.locator(f"[data-tournament='{over}']")).to_be_visible()
