"""A person who drops out is replaced by a bot and returns; a host who removes guests and seats bots."""

from playwright.sync_api import Locator, Page, expect

from tests.remote.service import Json
from tests.web import playing
from tests.web.axe import violations
from tests.web.seats import take
from tests.web.service import Service
from tests.web.visiting import Visitor, in_width

MANY = 400


def table_of_three(service: Service) -> tuple[str, list[str]]:
    """A game of many hands that three persons have begun: its id and the tokens of the seats."""
    seats = ["me", "open", "open"]
    made = service.ask("/v1/games", {"variant": "paco", "seats": seats, "options": {"deals": 20}})
    game = str(made["game"])
    others = [service.ask(f"/v1/games/{game}/seats", {"seat": seat})["token"] for seat in (1, 2)]
    return game, [made["seats"][0]["token"], *others]


def go_on(service: Service, game: str, tokens: list[str], late: int | None, until: str) -> Json:
    """The view once seat 2 is `away` or `asked`; the time of the seat `late` passes, the others pass."""
    for _ in range(MANY):
        view = service.ask(f"/v1/games/{game}")
        if view["seats"][2]["away"] if until == "away" else 2 in view["awaited"]:
            return view
        seat = view["awaited"][0]
        if seat == late:
            service.let_pass(game, seat)
            continue
        moves = service.ask(f"/v1/games/{game}/moves?expand=1", key=tokens[seat])["moves"]
        move = next((one for one in moves if one["type"] == "pass"), moves[0])
        service.ask(f"/v1/games/{game}/moves", move, key=tokens[seat])
    raise AssertionError(f"seat 2 is never {until}")


def lines(page: Page) -> Locator:
    return page.locator("#standins")


def test_each_seat_says_its_own_answer_where_the_time_of_several_is_over(
    visit: Visitor, service: Service
) -> None:
    game, tokens = table_of_three(service)
    page = take(visit, game, 0, tokens[0])
    expect(page.locator("[data-action=give]")).to_be_enabled()
    service.let_pass(game, 1, 2)
    for seat in (1, 2):
        expect(page.locator(f".seat[data-seat='{seat}'] .saying")).to_have_text("Has answered")


def test_one_of_three_persons_drops_out_is_replaced_and_returns(
    visit: Visitor, service: Service, axe_script: str
) -> None:
    game, tokens = table_of_three(service)
    go_on(service, game, tokens, 2, "away")
    guest = take(visit, game, 1, tokens[1], size="phone")
    expect(lines(guest)).to_contain_text("Player 3 has missed three decisions.")
    expect(lines(guest)).to_contain_text("0 of 2 ask for it")
    assert violations(guest, axe_script) == []
    in_width(guest)
    ask = guest.get_by_role("button", name="Let a bot play for Player 3")
    ask.click()
    expect(lines(guest)).to_contain_text("1 of 2 ask for it")
    expect(ask).to_be_disabled()
    gone = take(visit, game, 2, tokens[2], language="es")
    expect(lines(gone)).to_contain_text("Has dejado pasar tres decisiones.")
    host = take(visit, game, 0, tokens[0])
    expect(lines(host)).to_contain_text("1 of 2 ask for it")
    host.get_by_role("combobox", name="Bot in place of Player 3").select_option("careful")
    button = host.get_by_role("button", name="Let a bot play for Player 3")
    button.focus()
    host.keyboard.press("Enter")
    for each in (host, guest):
        expect(lines(each)).to_contain_text("The bot Careful plays for Player 3.")
        playing.expect_in_log(each, "A bot plays for Player 3")
        expect(each.locator("#board")).to_contain_text("played by the bot Careful until Player 3 returns")
    expect(lines(gone)).to_contain_text("Un bot juega por ti.")
    expect(gone.locator(".hand [role=option]").first).to_be_visible()
    assert violations(gone, axe_script) == []
    gone.get_by_role("button", name="Ya estás de vuelta: juega tú").click()
    for each in (host, guest, gone):
        expect(lines(each)).to_be_hidden()
    view = go_on(service, game, tokens, None, "asked")
    assert "replacement" not in view["seats"][2]
    expect(gone.locator("#tray.mine, #lobby [data-action=ready]").first).to_be_visible()


def test_the_host_removes_a_guest_and_gives_the_seat_to_a_bot(
    visit: Visitor, service: Service, axe_script: str
) -> None:
    seats = ["me", "open", "open"]
    made = service.ask("/v1/games", {"variant": "mexican-3", "seats": seats, "start": "ready"})
    game = str(made["game"])
    host = take(visit, game, 0, made["seats"][0]["token"])
    expect(host.get_by_role("button", name="Give to the bot: Player 3")).to_be_visible()
    guest = visit(f"/play/{game}", size="phone")
    guest.locator("[data-action=sit-1]").click()
    expect(guest.get_by_role("button", name="Ready")).to_be_visible()
    expect(guest.get_by_role("button", name="Remove")).to_have_count(0)
    remove = host.get_by_role("button", name="Remove Player 2")
    expect(remove).to_be_visible()
    assert violations(host, axe_script) == []
    remove.click()
    host.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(guest.get_by_role("heading", name="The host has taken your seat")).to_be_visible()
    in_width(guest)
    assert violations(guest, axe_script) == []
    guest.get_by_role("link", name="To the table").click()
    expect(guest.locator("[data-action=sit-1]")).to_be_visible()
    host.get_by_role("button", name="Give to the bot: Player 2").click()
    expect(host.locator("#lobby .invitations li").nth(1)).to_contain_text("Greedy")
    assert [seat["kind"] for seat in service.ask(f"/v1/games/{game}")["seats"]] == ["person", "bot", "open"]
