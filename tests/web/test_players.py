"""Players in the browser: a name is asked once, and shown wherever the player has a seat."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.helpers import eventually
from tests.web.axe import violations
from tests.web.service import Service
from tests.web.test_joining import CARDS, come, invite, join, ready
from tests.web.visiting import Visitor


def kept(page: Page) -> dict[str, str] | None:
    """The player that a browser keeps."""
    player = page.evaluate("JSON.parse(localStorage['conquian.player'] ?? 'null')")
    assert player is None or isinstance(player, dict)
    return player


def named(page: Page, name: str) -> Page:
    page.get_by_label("Your name, if you like").fill(name)
    return page


@pytest.fixture
def lupe_and_luis(visit: Visitor) -> tuple[str, Page, Page]:
    """A table for two, and the pages of its host Lupe and of Luis, who has joined."""
    host = named(visit("/"), "Lupe")
    game, link = invite(host)
    guest = join(named(come(visit, link, size="phone"), "Luis"))
    return game, host, guest


def test_names_appear_at_the_table_in_lists_in_replay_and_dispute(
    visit: Visitor, service: Service, lupe_and_luis: tuple[str, Page, Page]
) -> None:
    game, host, guest = lupe_and_luis
    expect(host.locator("#lobby")).to_contain_text("Luis")
    expect(host.locator(".log")).to_contain_text("Luis sits down")
    for page in (host, guest):
        ready(page)
    for page in (host, guest):
        expect(page.locator(CARDS)).to_have_count(9)
    expect(host.locator("#board")).to_contain_text("Luis")
    expect(guest.locator("#board")).to_contain_text("Lupe")
    assert [seat["player"] for seat in service.ask(f"/v1/games/{game}")["seats"]] == [
        (kept(page) or {})["player"] for page in (host, guest)
    ]
    expect(visit(f"/watch/{game}").locator("#players")).to_have_text("Lupe · Luis")
    for page in (host, guest):
        token = page.evaluate(f"JSON.parse(localStorage['conquian.seat.{game}']).token")
        service.ask(f"/v1/games/{game}/moves", {"type": "leave"}, token, Idempotency_Key="leave")
    eventually(lambda: service.ask(f"/v1/games/{game}")["status"] == "finished")
    expect(visit(f"/replay/{game}").locator("#about")).to_contain_text("Lupe · Luis")
    body = {"ply": 5, "claim": "illegal_move", "text": "I saw it."}
    token = host.evaluate(f"JSON.parse(localStorage['conquian.seat.{game}']).token")
    dispute = service.ask(f"/v1/games/{game}/disputes", body, token)["dispute"]
    host.goto(f"{visit.url}/disputes/{dispute}?game={game}")
    host.locator("#log summary").click()
    expect(host.locator("#log")).to_contain_text("Seat 0 (Lupe)")
    host.goto(f"{visit.url}/")
    expect(host.locator("#mine")).to_contain_text("Lupe · Luis")


def test_the_name_is_asked_once_and_who_gives_none_is_a_guest(visit: Visitor, service: Service) -> None:
    page = visit("/")
    game, _ = invite(page)
    assert kept(page) is None
    assert service.ask(f"/v1/games/{game}")["seats"][0]["player"] is None
    page.goto(f"{visit.url}/")
    named(page, "Lupe")
    invite(page)
    before = kept(page)
    page.goto(f"{visit.url}/")
    expect(page.get_by_text("You play as Lupe.")).to_be_visible()
    expect(page.get_by_label("Your name, if you like")).to_have_count(0)
    game, _ = invite(page)
    assert kept(page) == before is not None
    assert service.ask(f"/v1/games/{game}")["seats"][0]["player"] == before["player"]


def test_an_id_tells_equal_names_apart(visit: Visitor) -> None:
    host = named(visit("/"), "Lupe")
    _, link = invite(host, 3)
    for name in ("lupe", "Luis"):
        guest = join(named(come(visit, link), name))
    players = guest.locator("#lobby .invitations li span:first-child")
    first = (kept(host) or {})["player"][-4:]
    expect(players).to_have_text([f"Lupe ({first})", re.compile(r"lupe \([0-9a-z]{4}\)"), "You"])


def test_a_name_that_is_not_allowed_is_refused_beside_the_form(visit: Visitor) -> None:
    page = named(visit("/"), "a\u202eb")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#refused .notice")).to_be_visible()
    assert kept(page) is None


def test_a_browser_whose_key_has_ended_goes_on_as_a_guest(visit: Visitor, service: Service) -> None:
    made = service.ask("/v1/players", {"name": "Lupe"})
    page = visit("/")
    page.evaluate("one => localStorage.setItem('conquian.player', one)", json.dumps(made))
    service.ask("/v1/players/me/keys/1/rotate", {}, made["key"])
    page.reload()
    expect(page.get_by_text("You play as Lupe.")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#refused .notice")).to_be_visible()
    expect(page.get_by_label("Your name, if you like")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/play/g-"))


def test_the_door_with_a_name_has_no_violations(visit: Visitor, service: Service, axe_script: str) -> None:
    made = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", {"invitation": True}]})
    door = come(visit, f"/play/{made['game']}#invitation={made['seats'][1]['invitation']}")
    expect(door.get_by_label("Your name, if you like")).to_be_visible()
    assert violations(door, axe_script) == []


def test_a_player_signs_out_and_comes_back_on_another_device_by_the_recovery_code(
    visit: Visitor, service: Service
) -> None:
    page = visit("/me")
    named(page, "Lupe").get_by_role("button", name="Keep this name").click()
    expect(page.get_by_text("You play as Lupe.")).to_be_visible()
    expect(page.locator("#games")).to_have_text("No game with this name yet.")
    code = page.get_by_role("textbox", name="Recovery code").input_value()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    assert saved.value.path().read_text() == f"{code}\n"
    game = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", {"bot": "random"}]}, code)[
        "game"
    ]
    before = kept(page)
    page.get_by_role("button", name="Sign out of this device").click()
    expect(page.get_by_label("Your name, if you like")).to_be_visible()
    assert kept(page) is None
    other = visit("/me", size="phone")
    other.get_by_role("textbox", name="Recovery code").fill(code[:-1])
    other.locator("#recover").get_by_role("button", name="Sign in").click()
    expect(other.locator("#refused .notice")).to_be_visible()
    other.get_by_role("textbox", name="Recovery code").fill(f" {code} ")
    other.locator("#recover").get_by_role("button", name="Sign in").click()
    expect(other.get_by_text("You play as Lupe.")).to_be_visible()
    expect(other.locator(f"#games [data-game={game}] a")).to_have_attribute("href", f"/play/{game}")
    assert kept(other) == before is not None
    other.locator(f"#games [data-game={game}] a").click()
    expect(other.locator(CARDS)).to_have_count(9)


def signed_in(page: Page) -> Page:
    """Register Lupe on the page /me."""
    named(page, "Lupe").get_by_role("button", name="Keep this name").click()
    expect(page.get_by_text("You play as Lupe.")).to_be_visible()
    expect(page.locator("#devices li")).to_have_count(1)
    return page


def test_a_code_moves_a_player_to_another_device_and_each_signs_out_the_other(visit: Visitor) -> None:
    first = signed_in(visit("/me"))
    first.get_by_role("button", name="Show a code").click()
    code = first.locator("#move-code")
    expect(code).to_have_text(re.compile(r"[2-9A-Z]{5}-[2-9A-Z]{5}"))
    expect(first.locator("#move-left")).to_contain_text(re.compile(r"Valid for (10|9):\d\d more\."))
    expect(first.locator("#move-qr img")).to_be_visible()
    second = visit("/me", size="phone")
    second.get_by_label("Code of the other device").fill(code.inner_text().lower())
    second.locator("#enter").get_by_role("button", name="Sign in").click()
    expect(second.get_by_text("You play as Lupe.")).to_be_visible()
    expect(second.locator("#devices li")).to_have_count(2)
    expect(second.locator("#devices li:has(.badge)")).to_have_attribute("data-key", "2")
    mine, other = kept(first), kept(second)
    assert mine is not None
    assert other is not None
    assert mine["player"] == other["player"]
    assert mine["key"] != other["key"]
    second.get_by_role("button", name=re.compile("Sign out .+")).first.click()
    expect(second.locator("#devices li")).to_have_count(1)
    first.reload()
    expect(first.locator("#refused .notice")).to_be_visible()


def test_the_link_of_a_code_fills_it_in_and_a_used_code_is_refused(visit: Visitor) -> None:
    first = signed_in(visit("/me"))
    first.get_by_role("button", name="Show a code").click()
    link = first.get_by_label("Link for the other device")
    expect(link).to_have_value(re.compile("/me#code="))
    path = link.input_value().removeprefix(visit.url)
    second, third = visit(path), visit(path, size="phone")
    third_field = third.get_by_label("Code of the other device")
    expect(third_field).to_have_value(re.compile("[2-9A-Z]{10}"))
    assert "#" not in third.url
    second.locator("#enter").get_by_role("button", name="Sign in").click()
    expect(second.get_by_text("You play as Lupe.")).to_be_visible()
    third.locator("#enter").get_by_role("button", name="Sign in").click()
    expect(third.locator("#refused .notice")).to_contain_text("This code is not valid")
    assert kept(third) is None


def test_all_other_devices_are_signed_out_at_once(visit: Visitor, service: Service) -> None:
    page = signed_in(visit("/me"))
    key = (kept(page) or {})["key"]
    service.ask("/v1/players/me/keys", {"scopes": ["play"], "label": "Kitchen"}, key)
    page.reload()
    expect(page.locator("#devices")).to_contain_text("Kitchen")
    page.get_by_role("button", name="Sign out all other devices").click()
    expect(page.locator("#devices li")).to_have_count(1)
    expect(page.get_by_role("button", name="Sign out all other devices")).to_be_hidden()
    expect(page.locator("#devices li .badge")).to_have_text("This device")
