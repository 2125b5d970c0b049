"""An evening in the browser: from hand to hand, its ledger, its CSV file, and another table for it."""

import csv
import json
import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.api.schemas.evenings import EXAMPLE
from tests.server.helpers import eventually
from tests.web.evenings import Sitting, evening, play
from tests.web.seats import keep_seat
from tests.web.service import Service
from tests.web.test_joining import come, invite, join, ready
from tests.web.test_players import named
from tests.web.visiting import Look, Size, Visitor, in_width


def game_of(page: Page) -> str:
    """The game of a table page."""
    return re.search(r"g-[0-9a-z]{24}", page.url)[0]  # type: ignore[index]


def token_of(page: Page) -> str:
    """The token of the seat of the browser of a table page."""
    kept = page.evaluate("game => localStorage.getItem(`conquian.seat.${game}`)", game_of(page))
    return str(json.loads(kept)["token"])


def follow(page: Page, game: str) -> None:
    """Click "Next hand" after the end of `game` and come to the next table."""
    page.locator("[data-action=rematch]").click()
    page.wait_for_url(lambda url: "/play/g-" in url and game not in url)
    expect(page.locator("#lobby h2, .hand [role=option]").first).to_be_visible()


def is_dealt(service: Service, game: str) -> bool:
    """Return whether the cards of the hand are dealt."""
    return service.ask(f"/v1/games/{game}")["dealer"] is not None


def amounts(row: str) -> list[int]:
    """The amounts in the text of a row of the ledger."""
    return [int(text.replace("−", "-")) for text in re.findall(r"(?<=\t)[+−]?\d+", row)]


def test_the_seats_of_the_next_hand_are_kept_and_found_on_the_first_page(
    visit: Visitor, service: Service
) -> None:
    host = named(visit("/"), "Lupe")
    _, link = invite(host)
    guest = join(named(come(visit, link, size="phone"), "Luis"))
    for each in (host, guest):
        ready(each)
    game = game_of(host)
    eventually(partial(is_dealt, service, game))
    play(service, game, token_of(host), token_of(guest))
    scores = host.locator("#lobby .scores li")
    expect(scores.first).to_contain_text("this evening")
    expect(scores.first).not_to_contain_text("Balance")
    follow(host, game)
    expect(host.locator("#lobby")).to_contain_text("Each seat is kept for the player who is expected there.")
    expect(host.locator("#lobby .invitations li").nth(1)).to_contain_text(re.compile(r"Luis\s*not here yet"))
    expect(host.locator(".board")).not_to_contain_text("Free seat")
    guest.goto(visit.url)
    mine = guest.locator(f"#mine li[data-game={game_of(host)}]")
    expect(mine).to_contain_text("a seat is kept for you")
    form, lists = guest.locator(".panel.new").bounding_box(), guest.locator("#mine").bounding_box()
    assert form
    assert lists
    assert lists["y"] < form["y"]
    mine.get_by_role("link", name="Go to the table").click()
    guest.get_by_role("button", name="Sit here").click()
    expect(guest.get_by_role("button", name="Ready")).to_be_visible()


def test_three_hands_of_an_evening_have_one_ledger_and_the_csv_is_the_page(
    visit: Visitor, service: Service, tmp_path: Path
) -> None:
    host = visit("/")
    _, link = invite(host)
    guest = join(come(visit, link, size="phone"))
    games, dealer = list[str](), None
    for number in range(3):
        for each in (host, guest):
            ready(each)
        games.append(game_of(host))
        assert game_of(guest) == games[-1]
        eventually(partial(is_dealt, service, games[-1]))
        dealt = service.ask(f"/v1/games/{games[-1]}")
        assert (dealt.get("first_dealer"), dealt["dealer"]) == (
            dealer,
            dealt["dealer"] if dealer is None else dealer,
        )
        play(service, games[-1], token_of(host), token_of(guest))
        dealer = service.ask(f"/v1/games/{games[-1]}")["next_dealer"]
        for each in (host, guest):
            expect(each.locator("[data-action=rematch]")).to_have_text("Next hand")
            expect(each.locator("#lobby .scores li").first).to_contain_text("this evening")
            expect(each.locator("#lobby [data-deals]")).to_have_attribute("data-deals", str(dealer))
        if number < 2:
            for each in (host, guest):
                follow(each, games[-1])
    host.get_by_role("link", name="The evening so far").click()
    rows = host.locator("#ledger tbody tr")
    expect(rows).to_have_count(3)
    answer = service.ask(f"/v1/evenings/{games[0]}")
    assert [table["game"] for table in answer["tables"]] == games
    assert [amounts(row) for row in rows.all_inner_texts()] == [hand["changes"] for hand in answer["hands"]]
    expect(host.locator("#now [data-deals]")).to_have_text(
        f"The deal passes on to Guest {answer['next_dealer'] + 1}."
    )
    assert answer["next_dealer"] == dealer
    total = host.locator("#ledger tfoot tr").first
    assert amounts(total.inner_text()) == [person["balance"] for person in answer["persons"]]
    with host.expect_download() as saving:
        host.get_by_role("button", name="Save as CSV").click()
    saving.value.save_as(tmp_path / "evening.csv")
    header, *lines, last = csv.reader((tmp_path / "evening.csv").read_text().splitlines())
    assert header[4:] == ["guest 1", "guest 2"]
    assert host.locator("#ledger thead th").all_inner_texts() == ["Guest 1", "Guest 2"]
    assert [line[0] for line in lines] == games
    assert [[int(text) for text in line[4:]] for line in lines] == [
        hand["changes"] for hand in answer["hands"]
    ]
    assert [int(text) for text in last[4:]] == [person["balance"] for person in answer["persons"]]


def test_the_page_leads_to_the_table_that_is_played_and_adds_another(
    visit: Visitor, service: Service
) -> None:
    (first,) = evening(service, 1)
    page = visit.page(Look("tablet"), "en")
    visit.watch(page)
    keep_seat(page, first.game, 0, first.token)
    page.goto(f"{visit.url}/evenings/{first.game}")
    expect(page.locator("#ledger tbody tr")).to_have_count(1)
    expect(page.locator("#address")).to_have_value(f"{visit.url}/evenings/{first.game}")
    expect(page.locator("#qr img")).to_be_visible()
    expect(page.get_by_role("link", name="To the table")).to_have_count(0)
    page.get_by_role("link", name="Another table for this evening").click()
    expect(page.locator("#new[aria-busy=false]")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/play/g-"))
    expect(page.locator(".hand [role=option]").first).to_be_visible()
    game = game_of(page)
    assert service.ask(f"/v1/games/{game}")["evening"] == first.game
    page.goto(f"{visit.url}/evenings/{first.game}")
    expect(page.locator("#now")).to_contain_text("Table 2 is being played")
    page.get_by_role("link", name="To the table").click()
    page.wait_for_url(re.compile(f"/play/{game}"))


def test_a_guest_who_gives_a_name_later_adds_a_table_to_the_evening(visit: Visitor, service: Service) -> None:
    (first,) = evening(service, 1)
    page = visit.page(Look("phone"), "en")
    visit.watch(page)
    keep_seat(page, first.game, 0, first.token)
    page.goto(f"{visit.url}/evenings/{first.game}")
    page.get_by_role("link", name="Another table for this evening").click()
    expect(page.locator("#new[aria-busy=false]")).to_be_visible()
    named(page, "Lupe").get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/play/g-"))
    made = service.ask(f"/v1/games/{game_of(page)}")
    assert made["evening"] == first.game
    assert made["seats"][0]["player"] is not None


@pytest.mark.parametrize("size", ["small", "phone"])
def test_the_ledger_fits_a_small_window_and_stands_alone_on_paper(
    visit: Visitor, service: Service, size: Size
) -> None:
    (first,) = evening(service, 1)
    page = visit(f"/evenings/{first.game}", size=size, language="es")
    expect(page.locator("#ledger tbody tr")).to_have_count(1)
    in_width(page)
    page.emulate_media(media="print")
    expect(page.locator("#take")).to_be_hidden()
    expect(page.locator("#ledger table")).to_be_visible()


def test_the_ledger_of_many_people_scrolls_within_itself_and_keeps_the_hands_in_sight(visit: Visitor) -> None:
    count = 12
    persons = [{**EXAMPLE["persons"][0], "name": f"Maximiliana de los {number}"} for number in range(count)]
    changes = [number - 5 for number in range(count)]
    hand = {**EXAMPLE["hands"][0], "changes": changes, "balances": changes}
    table = {**EXAMPLE["tables"][0], "seats": [*range(count)]}
    many = {**EXAMPLE, "persons": persons, "hands": [hand], "tables": [table]}
    page = visit.page(Look("small"), "es")
    visit.watch(page)
    page.route("**/v1/evenings/*", lambda route: route.fulfill(json=many))
    page.goto(f"{visit.url}/evenings/{EXAMPLE['evening']}")
    heads = page.locator("#ledger thead th")
    expect(heads).to_have_count(count)
    in_width(page)
    expect(heads.last).not_to_be_in_viewport()
    page.locator("#ledger .wide").evaluate("one => { one.scrollLeft = one.scrollWidth; }")
    expect(heads.last).to_be_in_viewport(ratio=1)
    expect(page.locator("#ledger tbody th")).to_be_in_viewport(ratio=1)


def test_any_seat_of_the_browser_opens_a_private_evening(visit: Visitor, service: Service) -> None:
    made = service.game("mexican-2", evening="new", visibility="private")
    first = Sitting(str(made["game"]), str(made["seats"][0]["token"]))
    play(service, first.game, first.token)
    second = service.ask(f"/v1/games/{first.game}/rematch", {}, first.token)
    page = visit.page(Look("phone"), "es")
    visit.watch(page)
    keep_seat(page, str(second["game"]), 0, str(second["token"]))
    page.goto(f"{visit.url}/evenings/{first.game}")
    expect(page.locator("#ledger tbody tr")).to_have_count(1)
    expect(page.locator("#now a")).to_have_attribute("href", re.compile(f"/play/{second['game']}"))
    expect(page.locator("#another")).to_have_attribute("href", re.compile(f"game={second['game']}"))


def test_an_evening_that_does_not_exist_is_said_to_be_unknown(visit: Visitor) -> None:
    page = visit(f"/evenings/g-00{'0' * 22}")
    expect(page.locator("#notice.bad")).to_be_visible()
    expect(page.locator("#take")).to_be_hidden()
