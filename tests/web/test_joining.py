"""From an invitation to the first hand, each person in a separate browser; and used links."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.helpers import eventually
from tests.web import playing
from tests.web.seats import take
from tests.web.service import Service
from tests.web.visiting import Visitor

CARDS = ".hand [role=option]"


def invite(page: Page, players: int = 2) -> tuple[str, str]:
    """A game that the visitor of `page` makes for friends: its id and the link to its seats."""
    page.locator("#variant").select_option("mexican-2" if players == 2 else "paco")
    if players > 2:
        page.locator("#seats").select_option(str(players))
    page.get_by_role("radio", name="Friends").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/play/g-"))
    others = ", ".join(f"Player {number}" for number in range(2, players + 1))
    link = page.get_by_role("textbox", name=f"Link for {others}", exact=True)
    return re.search(r"g-[0-9a-z]+", page.url)[0], link.input_value()  # type: ignore[index]


def come(visit: Visitor, link: str, **wishes: Any) -> Page:
    return visit(link.removeprefix(visit.url), **wishes)


def join(guest: Page) -> Page:
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_role("button", name="Ready")).to_be_visible()
    return guest


def ready(page: Page) -> None:
    page.get_by_role("button", name="Ready").click()


def state_of(page: Page, name: str) -> Any:
    return page.locator("#lobby .invitations li").filter(has_text=name)


def test_a_host_with_a_name_invites_by_it_and_the_board_says_when_all_are_there(visit: Visitor) -> None:
    host = visit("/")
    host.get_by_label("Your name, if you like").fill("Lupe")
    _, link = invite(host)
    expect(host.locator(".board .phase")).to_have_text("Waiting for players")
    guest = come(visit, link, size="phone")
    expect(guest.get_by_role("heading", name="Lupe invites you to play")).to_be_visible()
    guest.get_by_label("Your name, if you like").fill("Luis")
    guest.get_by_label("Your name, if you like").press("Enter")
    expect(guest.get_by_role("button", name="Ready")).to_be_visible()
    for page in (host, guest):
        expect(page.locator(".board .phase")).to_have_text("Everybody is here")


def test_the_game_begins_once_both_are_ready_and_is_played_to_its_end(
    visit: Visitor, service: Service
) -> None:
    host = visit("/")
    game, link = invite(host)
    guest = come(visit, link, size="phone")
    expect(guest.get_by_role("heading", name="The host invites you to play")).to_be_visible()
    expect(guest.locator("#lobby")).to_contain_text("Stake: 1")
    expect(guest.locator("#lobby")).to_contain_text("1 min for a decision")
    expect(guest.locator("#lobby")).to_contain_text("Nobody's clock runs before.")
    assert [seat["kind"] for seat in service.ask(f"/v1/games/{game}")["seats"]] == ["person", "open"]
    join(guest)
    assert service.ask(f"/v1/games/{game}")["status"] == "waiting"
    expect(state_of(host, "Player 2")).to_contain_text("not ready yet")
    expect(host.locator("[data-deadline]")).to_have_count(0)
    ready(host)
    expect(host.get_by_text("You are ready. Waiting for Player 2…")).to_be_visible()
    expect(state_of(guest, "Player 1")).to_contain_text(re.compile(r"host\s*ready"))
    ready(guest)
    for each in (host, guest):
        expect(each.locator(CARDS)).to_have_count(9)

    def over() -> bool:
        """Both have answered what they were asked; whether that was the last of it."""
        for each in (host, guest):
            playing.play(each, until=lambda now: not now["actions"])
        return bool(service.ask(f"/v1/games/{game}")["status"] == "finished")

    eventually(over, 300)
    for each in (host, guest):
        expect(each.get_by_role("link", name="Replay the game")).to_be_visible()


def test_the_host_gives_free_seats_to_bots(visit: Visitor, service: Service) -> None:
    host = visit("/")
    game, link = invite(host, 4)
    guests = [join(come(visit, link)) for _ in range(2)]
    ready(guests[0])
    expect(guests[1].get_by_role("button", name="Begin with bots")).to_have_count(0)
    host.get_by_role("combobox", name="Bot").select_option("random (easy)")
    host.get_by_role("button", name="Begin with bots in the free seats").click()
    expect(host.get_by_text("You are ready. Waiting for Player 3…")).to_be_visible()
    playing.expect_in_log(host, "Player 2 sits down")
    playing.expect_in_log(host, "Random (bot) sits down")
    ready(guests[1])
    for each in (host, *guests):
        expect(each.locator(CARDS).first).to_be_visible()
    view = service.ask(f"/v1/games/{game}")
    assert [(seat["kind"], seat["bot"]) for seat in view["seats"]] == [
        ("person", None),
        ("person", None),
        ("person", None),
        ("bot", "random"),
    ]
    late = come(visit, link)
    expect(late.get_by_role("heading", name="The seats of this invitation are taken")).to_be_visible()
    late.get_by_role("link", name="Watch the game").click()
    late.wait_for_url(f"**/watch/{game}")


def test_a_guest_with_the_link_chooses_among_the_free_seats(visit: Visitor, service: Service) -> None:
    host = visit("/", size="phone", theme="dark")
    game, link = invite(host, 4)
    guest = come(visit, link, language="es")
    expect(guest.get_by_role("button", name="Unirme")).to_be_visible()
    expect(guest.get_by_role("button", name="Sentarme aquí")).to_have_count(3)
    guest.locator("[data-action=sit-2]").click()
    expect(guest.get_by_role("button", name="Listo")).to_be_visible()
    expect(state_of(host, "Player 3")).to_contain_text("not ready yet")
    expect(host.get_by_role("textbox", name="Link for Player 2, Player 4", exact=True)).to_have_value(link)
    second = join(come(visit, link))
    expect(second).to_have_url(re.compile(rf"/play/{game}$"))
    assert [seat["kind"] for seat in service.ask(f"/v1/games/{game}")["seats"]] == [*["person"] * 3, "open"]


def test_the_link_is_shown_as_a_qr_code_copied_and_shared(visit: Visitor) -> None:
    host = visit("/")
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    _, link = invite(host, 4)
    code = host.get_by_role("img", name="QR code of this link")
    expect(code).to_be_visible()
    assert code.evaluate("async one => { await one.decode(); return one.naturalWidth > 0 }")
    host.get_by_role("button", name="Copy").click()
    expect(host.get_by_text("Copied")).to_be_visible()
    assert host.evaluate("navigator.clipboard.readText()") == link
    host.get_by_role("button", name="Share…").click()
    host.wait_for_function("window.shared")
    assert host.evaluate("window.shared") == {"title": "You are invited to play", "url": link}


def test_a_used_link_leads_to_the_result_and_the_replay(visit: Visitor, service: Service) -> None:
    seats = ["me", {"invitation": True}]
    made = service.ask("/v1/games", {"variant": "mexican-2", "seats": seats, "start": "ready"})
    game, token = str(made["game"]), str(made["seats"][0]["token"])
    code = made["seats"][1]["invitation"]
    guest = join(come(visit, f"/play/{game}#invitation={code}"))
    expect(guest).to_have_url(re.compile(rf"/play/{game}$"))
    ready(guest)
    service.ask(f"/v1/games/{game}/moves", {"type": "ready"}, token, Idempotency_Key="ready")
    expect(guest.locator(CARDS)).to_have_count(9)
    again = visit.another(guest, f"/play/{game}#invitation={code}")
    expect(again.locator(CARDS)).to_have_count(9)
    for key in (token, guest.evaluate(f"JSON.parse(localStorage['conquian.seat.{game}']).token")):
        service.ask(f"/v1/games/{game}/moves", {"type": "leave"}, key, Idempotency_Key="leave")
    expect(guest.get_by_role("link", name="Replay the game")).to_be_visible()
    late = come(visit, f"/play/{game}#invitation={code}")
    expect(late.locator("#lobby")).to_contain_text("This invitation has been used")
    expect(late.locator("#lobby .outcome")).to_be_visible()
    expect(late.get_by_role("button", name="Rematch")).to_have_count(0)
    late.get_by_role("link", name="Replay the game").click()
    late.wait_for_url(f"**/replay/{game}")


@pytest.mark.parametrize("start", ["full", "ready"])
def test_the_page_for_joining_explains_that_the_last_seat_begins_the_game(
    visit: Visitor, service: Service, start: str
) -> None:
    seats = ["me", {"invitation": True}, "open"]
    made = service.ask("/v1/games", {"variant": "mexican-3", "seats": seats, "start": start})
    guest = come(visit, f"/play/{made['game']}#invitation={made['seats'][1]['invitation']}", language="fr")
    expect(guest.get_by_role("heading", name="L'hôte vous invite à jouer")).to_be_visible()
    sentence = {"full": "dès que la dernière place est prise", "ready": "quand tout le monde est prêt"}[start]
    expect(guest.locator("#lobby")).to_contain_text(sentence)
    guest.get_by_role("button", name="Règles").click()
    expect(guest.get_by_role("dialog")).to_contain_text("11.4")


def test_a_private_table_admits_clients_with_its_code(visit: Visitor, service: Service) -> None:
    plan = {"variant": "mexican-2", "seats": ["me", {"invitation": True}], "start": "ready"}
    made = service.ask("/v1/games", {**plan, "visibility": "private"})
    guest = come(visit, f"/play/{made['game']}#invitation={made['seats'][1]['invitation']}")
    expect(guest.get_by_text("The table is private")).to_be_visible()
    join(guest)


def test_a_player_who_loses_the_race_for_a_seat_sees_the_free_ones(visit: Visitor, service: Service) -> None:
    made = service.ask("/v1/games", {"variant": "mexican-3", "seats": ["me", {"invitation": True}, "open"]})
    code = made["seats"][1]["invitation"]
    guest = come(visit, f"/play/{made['game']}#invitation={code}")
    expect(guest.get_by_role("button", name="Join")).to_be_visible()
    service.ask(f"/v1/games/{made['game']}/seats", {"invitation": code})
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator("#notice")).to_be_visible()
    expect(guest.get_by_role("button", name="Sit here")).to_be_visible()


def test_a_new_table_is_started_by_keyboard(visit: Visitor, service: Service) -> None:
    made = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"], "start": "ready"})
    host = take(visit, str(made["game"]), 0, str(made["seats"][0]["token"]))
    begin = host.get_by_role("button", name="Begin with bots in the free seats")
    expect(begin).to_be_visible()
    for _ in range(60):
        if begin.evaluate("one => one === document.activeElement"):
            break
        host.keyboard.press("Tab")
    host.keyboard.press("Enter")
    expect(host.locator(CARDS)).to_have_count(9)
