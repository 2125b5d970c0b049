"""A game watched while it is played."""

from typing import Final

from playwright.sync_api import Route, expect

from tests.server.helpers import eventually
from tests.web.service import Service
from tests.web.visiting import Visitor

ANSWER_MS: Final = 30_000
"""The time after which a page does not wait for an answer any longer."""


def test_a_game_is_watched_without_its_hidden_cards_until_it_leads_to_its_replay(
    visit: Visitor, service: Service
) -> None:
    made = service.game("north-american")
    game, token = made["game"], made["seats"][0]["token"]
    page = visit(f"/watch/{game}", language="es")
    expect(page.locator("#state")).to_have_text("en vivo")
    expect(page.locator(".board .seat")).to_have_count(2)
    expect(page.locator(".board .held [data-card]")).to_have_count(0)

    # The deck decides who is asked first; a bot answers soon.
    eventually(lambda: service.ask(f"/v1/games/{game}", key=token)["awaited"] == [0])
    view = service.ask(f"/v1/games/{game}", key=token)
    passed = {"type": "pass", "expected_ply": view["ply"]}
    done = service.ask(f"/v1/games/{game}/moves", passed, key=token)
    expect(page.locator(f"#moves li[data-ply='{done['ply']}']")).to_be_attached()
    expect(page.locator("#moves")).to_contain_text("Jugador 1 pasa")

    left = service.ask(f"/v1/games/{game}/moves", {"type": "leave"}, key=token, Idempotency_Key="leave")
    assert "ply" in left, left
    page.get_by_role("link", name="Ver la repetición").click()
    # A replay opens at the first decision: after the deal, which follows the beginning of the table.
    expect(page.locator("#viewer")).to_have_attribute("data-ply", "2")


def test_a_request_without_an_answer_is_made_again(visit: Visitor, service: Service) -> None:
    game = service.bots_game()
    page = visit("/")
    page.clock.install()
    silent: list[Route] = []
    page.route(f"**/v1/games/{game}", lambda route: route.continue_() if silent else silent.append(route))
    with page.expect_request(f"**/v1/games/{game}"):
        page.goto(f"{visit.url}/watch/{game}")
    page.clock.fast_forward(ANSWER_MS)
    expect(page.locator("#over")).to_contain_text("over")
    silent[0].abort()


def test_a_process_of_the_version_before_streams_the_entries_alone(visit: Visitor, service: Service) -> None:
    game = service.game("north-american")["game"]
    page = visit("/")
    refusal = {"type": "/problems/unknown_field", "title": "?", "status": 422, "code": "unknown_field"}
    page.route("**/events?*phrases=1*", lambda route: route.fulfill(status=422, json=refusal))
    page.goto(f"{visit.url}/watch/{game}")
    expect(page.locator("#state")).to_have_text("live")
    expect(page.locator("#moves li").first).to_be_attached()
