"""The pages of players: games with results, tournaments and disputes, and games found by a name."""

import re

from playwright.sync_api import Page, expect

from tests.remote.service import Json
from tests.server.helpers import eventually
from tests.web.service import Service
from tests.web.test_players import kept, named
from tests.web.visiting import Visitor


def left_game(service: Service, host: Json, other: Json, **more: str) -> tuple[str, str]:
    """A finished game of two players, and the token of the first."""
    body = {"variant": "mexican-2", "seats": ["me", "open"], **more}
    made = service.ask("/v1/games", body, host["key"])
    game, token = made["game"], made["seats"][0]["token"]
    second = service.ask(f"/v1/games/{game}/seats", {}, other["key"])
    for key in (token, second["token"]):
        service.ask(f"/v1/games/{game}/moves", {"type": "leave"}, key, Idempotency_Key="leave")
    eventually(lambda: service.ask(f"/v1/games/{game}", key=token)["status"] == "finished")
    return str(game), str(token)


def keep(page: Page, player: Json) -> None:
    page.evaluate(
        "one => localStorage.setItem('conquian.player', JSON.stringify(one))",
        {name: player[name] for name in ("player", "name", "key")},
    )


def test_a_name_leads_to_the_page_of_its_player_which_shows_what_is_public(
    visit: Visitor, service: Service
) -> None:
    rosa, tito = (service.ask("/v1/players", {"name": name}) for name in ("Rosa", "Tito"))
    game, token = left_game(service, rosa, tito)
    hidden, _ = left_game(service, rosa, tito, visibility="unlisted")
    body = {"ply": 5, "claim": "illegal_move", "text": "I saw it."}
    dispute = service.ask(f"/v1/games/{game}/disputes", body, token)["dispute"]
    organiser = service.organiser()
    tournament = service.tournament(
        organiser, name="Sábado", entrants=[], registration="open", format={"type": "swiss", "rounds": 2}
    )
    service.ask(f"/v1/tournaments/{tournament}/registrations", {}, rosa["key"])
    page = visit(f"/replay/{game}")
    page.locator("#about a", has_text="Rosa").click()
    expect(page).to_have_url(re.compile(f"/players/{rosa['player']}"))
    expect(page.locator("h1")).to_have_text("Rosa")
    expect(page.locator("#id")).to_contain_text(rosa["player"])
    row = page.locator(f"#games [data-game={game}]")
    expect(row).to_contain_text(re.compile("Won|Lost|Even"))
    expect(row.locator(f"a[data-player={tito['player']}]")).to_have_text("Tito")
    expect(page.locator(f"[data-game={hidden}]")).to_have_count(0)
    expect(page.locator("#tournaments")).to_contain_text("Sábado")
    expect(page.locator(f"#disputes [data-dispute={dispute}]")).to_be_visible()
    keep(page, rosa)
    page.goto(f"{visit.url}/me")
    expect(page.locator(f"#games [data-game={hidden}]")).to_be_visible()
    expect(page.locator(f"#disputes [data-dispute={dispute}]")).to_be_visible()
    expect(page.locator("#tournaments")).to_contain_text("Sábado")
    expect(page.locator("#arbiter")).to_be_hidden()


def test_the_kept_name_follows_an_operator_and_a_closed_player_has_none(
    visit: Visitor, service: Service
) -> None:
    made = service.ask("/v1/players", {"name": "Nena"})
    page = visit("/me")
    keep(page, made)
    service.operate("players", "rename", made["player"], "Elena")
    page.reload()
    expect(page.get_by_text("You play as Elena.")).to_be_visible()
    assert (kept(page) or {})["name"] == "Elena"
    service.operate("players", "close", made["player"], "--yes")
    page = visit(f"/players/{made['player']}")
    expect(page.locator("h1")).to_have_text("Closed player")
    expect(page.locator("body")).not_to_contain_text("Elena")


def test_games_are_found_by_the_name_of_a_player_and_equal_names_by_a_choice(
    visit: Visitor, service: Service
) -> None:
    one, other, third = (service.ask("/v1/players", {"name": name}) for name in ("Ximena", "ximena", "Yago"))
    game, _ = left_game(service, one, third)
    page = visit("/", size="phone")
    page.locator("#finding summary").click()
    named_field = page.get_by_label("Player (name or id)")
    named_field.fill("Nobody At All")
    named_field.press("Enter")
    expect(page.locator("#which")).to_have_text("No player has this name.")
    named_field.fill("yago")
    named_field.press("Enter")
    expect(page.locator(f"#finished [data-game={game}]")).to_be_visible()
    expect(page).to_have_url(re.compile(f"player={third['player']}"))
    expect(page.locator("#which")).to_have_text("Yago")
    named_field.fill("Ximena")
    named_field.press("Enter")
    expect(page.locator("#which button")).to_have_count(2)
    page.locator(f"#which [data-player={other['player']}]").click()
    expect(page.get_by_text("No game matches these filters.")).to_be_visible()
    expect(page).to_have_url(re.compile(f"player={other['player']}"))


def test_an_arbiter_gets_a_key_for_this_browser_and_sees_what_waits(visit: Visitor, service: Service) -> None:
    page = named(visit("/me"), "Justa")
    page.get_by_role("button", name="Keep this name").click()
    expect(page.get_by_text("You play as Justa.")).to_be_visible()
    before = kept(page) or {}
    service.operate("players", "grant", before["player"], "audit")
    page.reload()
    page.get_by_role("button", name="Get a key that may rule").click()
    expect(page.locator("#rulings li").first).to_be_visible()
    expect(page.get_by_role("button", name="Get a key that may rule")).to_be_hidden()
    expect(page.locator("#devices li")).to_have_count(1)
    assert (kept(page) or {})["key"] != before["key"]
