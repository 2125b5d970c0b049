"""The home page in a browser: from the address to a table, alone, by invitation or from the list."""

import re

from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.service import Service
from tests.web.visiting import Visitor

TABLE = re.compile(r"/play/(g-[0-9a-z]+)")


def at_the_table(page: Page) -> str:
    """The game whose table the page has come to, where this browser has a seat."""
    page.wait_for_url(TABLE)
    match = TABLE.search(page.url)
    assert match
    game = match[1]
    assert page.evaluate(f"JSON.parse(localStorage.getItem('conquian.seat.{game}')).token").startswith(
        "cq_seat_"
    )
    return game


def test_one_click_makes_a_game_against_a_bot(visit: Visitor, service: Service) -> None:
    page = visit("/", size="phone", language="es")
    page.get_by_role("button", name="Jugar", exact=True).click()
    view = service.ask(f"/v1/games/{at_the_table(page)}")
    assert (view["variant"], [seat["bot"] for seat in view["seats"]]) == ("mexican-2", [None, "greedy"])


def limits(service: Service, game: str) -> tuple[int, int]:
    """The seconds for a decision and for a window at the table of `game`."""
    made = service.ask(f"/v1/games/{game}/events?limit=1")["events"][0]["public"]["events"][0]
    return made["decision_seconds"], made["window_seconds"]


def test_bots_wait_a_day_without_a_clock(visit: Visitor, service: Service) -> None:
    page = visit("/")
    expect(page.get_by_label("Time for a decision")).to_be_hidden()
    page.get_by_role("button", name="Play", exact=True).click()
    assert limits(service, at_the_table(page)) == (86_400, 86_400)
    expect(page.locator("[data-action='give']")).to_be_visible()
    expect(page.locator(".clock")).to_have_count(0)


def test_with_other_people_the_host_chooses_the_time_for_a_decision(visit: Visitor, service: Service) -> None:
    page = visit("/")
    page.get_by_role("radio", name="Friends").check()
    page.get_by_label("Time for a decision").select_option("10 minutes")
    page.get_by_role("button", name="Play", exact=True).click()
    assert limits(service, at_the_table(page))[0] == 600
    page.goto(visit.url)
    expect(page.get_by_label("Time for a decision")).to_have_value("600")


def test_two_clicks_lead_from_the_address_to_the_first_card_played(visit: Visitor) -> None:
    page = visit("/", size="phone", language="fr")
    page.get_by_role("button", name="Jouer", exact=True).click()
    page.wait_for_url(TABLE)
    page.get_by_role("button", name="Donner").click()
    playing.expect_in_log(page, "et recevez")


def test_a_new_game_has_the_chosen_variant_seats_bots_and_house_rules(
    visit: Visitor, service: Service
) -> None:
    page = visit("/")
    page.get_by_role("combobox", name="Variant", exact=True).select_option("Paco")
    page.get_by_role("combobox", name="Players").select_option("4")
    page.get_by_role("radio", name="careful").check()
    page.get_by_text("Seat by seat").click()
    page.get_by_role("combobox", name="Seat 3").select_option("random (easy)")
    page.get_by_text("House rules").click()
    page.get_by_role("combobox", name="How many packs are shuffled together").select_option("6")
    page.get_by_label("Whether everybody first passes one card").uncheck()
    expect(page.get_by_text("2 changes")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    game = at_the_table(page)
    view = service.ask(f"/v1/games/{game}")
    assert [seat["bot"] for seat in view["seats"]] == [None, "careful", "random", "careful"]
    sheet = service.ask(f"/v1/games/{game}/events?limit=1")["events"][0]["public"]["events"][0]["rules"]
    assert (sheet["packs"], sheet["exchange"]) == (6, False)


def test_a_friend_sits_down_with_the_code_of_an_invitation(visit: Visitor, service: Service) -> None:
    page = visit("/")
    page.get_by_role("radio", name="Friends").check()
    page.get_by_role("button", name="Play", exact=True).click()
    game = at_the_table(page)
    code = page.evaluate(f"JSON.parse(localStorage.getItem('conquian.invitations.{game}'))['1']")
    friend = visit("/", language="fr")
    friend.get_by_label("Code d'invitation").fill(code)
    friend.get_by_role("button", name="Rejoindre").click()
    friend.wait_for_url(f"**/play/{game}**")
    friend.get_by_role("button", name="Rejoindre").click()
    friend.wait_for_function("game => localStorage.getItem(`conquian.seat.${game}`)", arg=game)
    view = service.ask(f"/v1/games/{game}")
    assert (view["status"], view["start"], view["awaited"]) == ("waiting", "ready", [0, 1])


def test_the_lists_show_open_tables_games_to_watch_and_games_to_replay(
    visit: Visitor, service: Service
) -> None:
    over = service.bots_game()
    live = service.game()["game"]
    free = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"]})["game"]
    page = visit("/")
    watch = page.locator(f"#live [data-game={live}]").get_by_role("link", name="Watch")
    expect(watch).to_have_attribute("href", f"/watch/{live}")
    replay = page.locator(f"#finished [data-game={over}]").get_by_role("link", name="Replay")
    expect(replay).to_have_attribute("href", f"/replay/{over}")
    page.locator(f"#open [data-game={free}]").get_by_role("link", name="Sit down").click()
    page.wait_for_url(f"**/play/{free}")


def test_a_player_from_the_list_sees_the_table_before_a_clock_runs(visit: Visitor, service: Service) -> None:
    made = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"]})
    game = made["game"]
    page = visit("/")
    page.locator(f"#open [data-game={game}]").get_by_role("link", name="Sit down").click()
    expect(page.get_by_role("heading", name="This table has a free seat")).to_be_visible()
    expect(page.locator("#lobby")).to_contain_text("Stake: 1")
    expect(page.locator("#lobby")).to_contain_text("as soon as the last seat is taken, and the clock runs")
    assert service.ask(f"/v1/games/{game}")["status"] == "waiting"
    page.get_by_role("button", name="Sit here").click()
    # The page loads again with its seat; leaving it before would be a race of two navigations.
    expect(page.locator(".hand [role=option]")).to_have_count(9)
    assert service.ask(f"/v1/games/{game}")["status"] == "playing"
    page.goto(service.url)
    expect(page.locator(f"#mine [data-game={game}]")).to_be_visible()


def test_two_strangers_meet_over_the_list_and_begin_when_both_are_ready(
    visit: Visitor, service: Service
) -> None:
    host = visit("/")
    host.get_by_role("radio", name="Whoever comes").check()
    host.get_by_role("button", name="Play", exact=True).click()
    game = at_the_table(host)
    guest = visit("/", size="phone")
    guest.locator(f"#open [data-game={game}]").get_by_role("link", name="Sit down").click()
    expect(guest.locator("#lobby")).to_contain_text("Nobody's clock runs before.")
    guest.get_by_role("button", name="Sit here").click()
    guest.get_by_role("button", name="Ready").click()
    assert service.ask(f"/v1/games/{game}")["status"] == "waiting"
    host.get_by_role("button", name="Ready").click()
    for each in (host, guest):
        expect(each.locator(".hand [role=option]")).to_have_count(9)


def test_language_and_theme_are_stored_and_applied_to_other_pages(visit: Visitor) -> None:
    page = visit("/", size="phone", theme="light")
    page.get_by_label("Theme").select_option("Dark")
    page.get_by_role("link", name="Français").click()
    expect(page.get_by_role("button", name="Jouer", exact=True)).to_be_visible()
    page.get_by_role("link", name="Tournois").first.click()
    page.wait_for_url(re.compile(r"/tournaments\?lang=fr$"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    again = visit.another(page, "/audit")
    again.wait_for_url(re.compile(r"/audit\?lang=fr$"))
    expect(again.locator("html")).to_have_attribute("lang", "fr")
