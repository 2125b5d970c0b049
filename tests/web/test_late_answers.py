"""Answers that come out of order: an older one is never shown over a newer one."""

from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.web.seats import keep_seat, log
from tests.web.service import Service
from tests.web.test_disputes import Sitting, seated, sitting
from tests.web.test_player_pages import keep
from tests.web.visiting import Visitor

__all__ = ["sitting"]

SHOWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until what an answer has led to is shown."""
CUT = ("Failed to load resource", "net::")
AGAIN = "dispatchEvent(new Event('online'))"
"""Lets a page repeat at once what nobody has answered, as when a network is back."""
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"
"""Lets the home page ask for its lists, as when somebody looks at it again."""
LOOKS_MS = 4_000
"""How often the list of tournaments looks again."""


def let_go(page: Page, held: Route, **answer: Any) -> None:
    """Answer a request at last, by default as the service does, and wait until the page has taken it."""
    with page.expect_response(held.request.url):
        held.fulfill(**answer) if answer else held.continue_()
    page.evaluate(SHOWN)


def test_a_dispute_is_not_shown_as_it_was_before(visit: Visitor, service: Service, sitting: Sitting) -> None:
    about = f"/v1/games/{sitting.game}/disputes"
    before = [service.ask(about, {"ply": 5, "claim": "illegal_move", "text": "So."}, key=sitting.tokens[0])]
    path = f"/v1/disputes/{before[0]['dispute']}"
    held: list[Route] = []

    def answered(route: Route) -> None:
        if route.request.method == "POST" or len(held) == 1:
            route.continue_()
        elif before:
            route.fulfill(json=before.pop())
        else:
            held.append(route)

    page = seated(visit, sitting, 1, "/audit")
    page.route(f"**{path}", answered)
    with page.expect_request(lambda request: request.url.endswith(path) and not before):
        page.goto(f"{visit.url}{path.removeprefix('/v1')}?game={sitting.game}")
    page.get_by_label("In your own words").fill("I did not.")
    expect(page.locator("#state")).to_have_attribute("data-state", "open")
    first = service.ask(path)
    while first["state"] == "open":
        first = service.ask(path)
    statement = {"type": "statement", "text": "Wait."}
    service.ask(f"{path}/moves", statement, key=sitting.tokens[0], Idempotency_Key="late-answer")
    page.get_by_role("button", name="Make a statement").click()
    expect(page.locator("#report")).to_contain_text("Wait.")
    let_go(page, held[0], json=first)
    expect(page.locator("#report")).to_contain_text("Wait.")


def test_a_game_that_was_forgotten_does_not_come_back(visit: Visitor, service: Service) -> None:
    made = service.game()
    game = made["game"]
    page = visit("/audit")
    keep_seat(page, game, 0, made["seats"][0]["token"])
    page.goto(visit.url)
    mine = page.locator(f"#mine [data-game={game}]").first
    expect(mine).to_be_visible()
    held: list[Route] = []
    page.route(f"**/v1/games/{game}", lambda route: held.append(route))
    with page.expect_request(f"**/v1/games/{game}"):
        page.evaluate(LOOK)
    mine.locator("[data-forget]").click()
    expect(page.locator("#mine")).to_be_hidden()
    let_go(page, held[0])
    assert page.locator(f"#mine [data-game={game}]").count() == 0


def test_a_player_who_was_looked_for_before_is_not_put_into_the_search(
    visit: Visitor, service: Service
) -> None:
    first = service.ask("/v1/players", {"name": "Zenaida"})
    page = visit("/")
    page.locator("#finding summary").click()
    field = page.get_by_label("Player (name or id)")
    held: list[Route] = []
    page.route("**/v1/players?name=Zenaida*", lambda route: held.append(route))
    field.fill("Zenaida")
    with page.expect_request("**/v1/players?name=Zenaida*"):
        field.press("Enter")
    field.fill("Nobody At All")
    field.press("Enter")
    expect(page.locator("#which")).to_have_text("No player has this name.")
    let_go(page, held[0], json={"players": [first], "next": None})
    assert field.input_value() == "Nobody At All"
    expect(page.locator("#which")).to_have_text("No player has this name.")


def test_more_tournaments_stay_when_the_first_page_comes_late(visit: Visitor, service: Service) -> None:
    service.tournament()
    listed = {**service.ask("/v1/tournaments?limit=1")["tournaments"][0], "state": "running"}
    first = {"tournaments": [{**listed, "tournament": "t-first"}], "next": "c"}
    second = {"tournaments": [{**listed, "tournament": "t-second"}], "next": None}
    page = visit("/audit")
    page.clock.install()
    asked: list[Route] = []

    def answered(route: Route) -> None:
        if "cursor" in route.request.url:
            route.fulfill(json=second)
            return
        asked.append(route)
        if len(asked) == 1:
            route.fulfill(json=first)

    page.route("**/v1/tournaments?*", answered)
    page.goto(f"{visit.url}/tournaments")
    expect(page.locator("[data-tournament=t-first]")).to_be_visible()
    with page.expect_request("**/v1/tournaments?*"):
        page.clock.fast_forward(LOOKS_MS)
    page.get_by_role("button", name="More").click()
    expect(page.locator("[data-tournament=t-second]")).to_be_visible()
    let_go(page, asked[1], json=first)
    assert page.locator("[data-tournament]").count() == 2


def test_two_clicks_on_more_show_a_page_once(visit: Visitor, service: Service) -> None:
    player = service.ask("/v1/players", {"name": "Dos Veces"})
    game = service.ask(f"/v1/games/{service.bots_game()}")
    page = visit("/audit")
    keep(page, player)
    held: list[Route] = []

    def answered(route: Route) -> None:
        if "cursor" in route.request.url:
            held.append(route)
        else:
            route.fulfill(json={"games": [game], "next": "c"})

    page.route("**/v1/games?*", answered)
    page.goto(f"{visit.url}/players/{player['player']}")
    more = page.locator("#more")
    more.click()
    with page.expect_request("**/v1/games?*cursor*"):
        more.click()
    for route in held:
        let_go(page, route, json={"games": [game], "next": None})
    expect(more).to_be_hidden()
    assert page.locator("#games [data-game]").count() == 2


def test_a_host_without_the_list_of_bots_has_one_table(visit: Visitor, service: Service) -> None:
    made = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"], "start": "ready"})
    page = visit("/audit", allow=CUT)
    refused: list[Route] = []

    def cut(route: Route) -> None:
        refused.append(route)
        route.abort()

    page.route("**/v1/bots?*", cut)
    page.add_init_script(f"setInterval(() => {AGAIN}, 100)")
    keep_seat(page, made["game"], 0, made["seats"][0]["token"])
    with page.expect_request(lambda request: "/v1/bots?" in request.url and len(refused) > 6):
        page.goto(f"{visit.url}/play/{made['game']}")
    page.unroute("**/v1/bots?*")
    expect(page.locator("[data-action=begin]")).to_be_visible()
    expect(page.locator("#log ol")).to_have_count(1)


def test_a_force_is_cited_by_whose_turn_it_was_however_one_comes_there(
    visit: Visitor, service: Service
) -> None:
    for game in service.bots_games("mexican-3", "greedy", "greedy", "greedy"):
        turn = None
        for ply, events in log(service, game["game"]):
            forced = [event for event in events if event["type"] == "forced"]
            if forced and forced[0]["by"] == turn:
                page = visit(f"/replay/{game['game']}?at={ply}")
                expect(page.locator("#viewer .rules")).to_contain_text("7.1")
                return
            turn = next((event["turn"] for event in events if event["type"] == "asked"), turn)
    raise AssertionError("nobody forces on turn")
