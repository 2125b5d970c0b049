"""The table page, played by clicking, by keys and by dragging."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from app.service.signing import command_digest
from app.web import assets
from app.web.pages import PAGES
from replays.record.receipts import key_list, verify_refusal
from tests.web import playing
from tests.web.seats import asked, claiming, forked, going_out, keep_seat, opening, passing, short, take
from tests.web.service import Service
from tests.web.visiting import BUDGET, Visitor, weights

CARDS = ".hand [role=option]"
LOOSEST = "async ([asking, cards, pack]) => (await import(asking)).loosest(cards, cards, pack)"
HURRY = "setInterval(() => dispatchEvent(new Event('online')), 100)"
"""Lets a page repeat at once what nobody has answered, as when a network is back."""


def hand(page: Page) -> list[str | None]:
    return [card.get_attribute("data-card") for card in page.locator(CARDS).all()]


@pytest.mark.parametrize("variant", ["mexican-2", "north-american", "navajo-tens"])
def test_a_whole_game_is_played_by_clicking(visit: Visitor, service: Service, variant: str) -> None:
    game, seat, token = short(service, variant)
    page = take(visit, game, seat, token, size="phone" if variant == "mexican-2" else "tablet")
    done = playing.play(page)
    assert ("exchange" in done) == (variant == "mexican-2")
    end = service.ask(f"/v1/games/{game}")
    assert end["status"] == "finished"
    outcome = page.locator("#lobby h2")
    winner = end["result"]["winner"]
    expect(outcome).to_have_text(
        "You won!" if winner == 0 else re.compile("nobody" if winner is None else "won")
    )
    expect(page.get_by_role("link", name="Replay the game")).to_be_visible()
    expect(page.locator(".seat[data-seat='1'] .held .tile")).to_have_count(end["seats"][1]["hand_count"])
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/play/" in url and game not in url)
    expect(page.locator("#board")).to_have_attribute("data-status", "playing")


def test_the_last_cards_are_laid_by_one_click(visit: Visitor, service: Service) -> None:
    page = take(visit, *forked(service, "north-american", ("greedy", "greedy"), going_out))
    page.locator(".chip.out").first.click()
    expect(page.locator("#lobby h2")).to_have_text("You won!")


def test_a_force_window_cannot_be_missed_and_one_click_forces(visit: Visitor, service: Service) -> None:
    game, seat, token = forked(service, "mexican-2", ("random", "random"), asked("force_window"))
    page = take(visit, game, seat, token, language="es", size="phone")
    expect(page).to_have_title(re.compile("^● ¡Contesta!"))
    expect(page.locator("#urgent")).to_contain_text("¿Se la fuerzas?")
    expect(page.locator(".tray.urgent")).to_be_in_viewport()
    page.get_by_role("button", name="Forzar a Random").click()
    playing.expect_in_log(page, "Le fuerzas la carta a Random")
    expect(page).to_have_title(re.compile("^(?!.*Contesta)"))
    page.get_by_role("button", name="Reglas").click()
    page.get_by_role("dialog").get_by_role("button", name="7.2").first.click()
    rule = page.get_by_role("dialog", name="Regla 7.2")
    expect(rule.locator("p[lang=es]")).to_contain_text("cada uno de los otros lugares se la puede forzar")
    expect(rule.locator("p[lang=en]")).to_be_hidden()
    rule.locator("summary").click()
    expect(rule.locator("p[lang=en]")).to_contain_text("every other seat may force it")


def test_a_forced_seat_melds_the_card(visit: Visitor, service: Service) -> None:
    game, seat, token = forked(service, "mexican-2", ("random", "random"), asked("forced"))
    page = take(visit, game, seat, token)
    expect(page.locator(".prompt .text")).to_contain_text(
        re.compile(r"^Random \(bot\) forces the .* on you: it fits")
    )
    note = page.locator(".note")
    # The deck decides whether the card lengthens a meld or the melds are put together anew.
    expect(note).to_contain_text(re.compile(r"It goes to |Your melds are put together anew"))
    note.get_by_role("button", name="Rule 7.4").click()
    expect(page.get_by_role("dialog").locator("p[lang=en]").first).to_contain_text("must meld the card")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Pass")).to_have_count(0)
    expect(page.locator(".chip").first).to_be_visible()
    playing.meld(page)
    playing.expect_in_log(page, "You meld")


def test_a_claim_is_laid_from_its_window(visit: Visitor, service: Service) -> None:
    game, seat, token = forked(service, "navajo-tens", ("random", "random", "greedy"), claiming)
    page = take(visit, game, seat, token, language="fr")
    expect(page.locator(".prompt")).to_contain_text("La réclamez-vous ?")
    expect(page.locator(".chip").first).to_be_visible()
    playing.meld(page)
    playing.expect_in_log(page, "Vous avez répondu")


def opened(service: Service) -> tuple[str, int, str, list[str], str]:
    """A hand in which the seat can open with two of its cards: game, seat, token, the cards, a discard."""
    game, seat, token = forked(service, "mexican-2", ("greedy", "greedy"), opening)
    moves = service.ask(f"/v1/games/{game}/moves", key=token)["moves"]
    meld = next(move for move in moves if move["type"] == "meld" and len(move["use"]) == 2)
    return game, seat, token, meld["use"], meld["discards"][0]


def reach(page: Page, code: str) -> None:
    """Chooses a card of the hand by keys."""
    page.keyboard.press("Home")
    for _ in range(hand(page).index(code)):
        page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")


def test_the_keyboard_alone_lays_a_meld(visit: Visitor, service: Service) -> None:
    game, seat, token, use, away = opened(service)
    page = take(visit, game, seat, token)
    expect(page.locator(".chip").first).to_be_visible()
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="By rank")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("h")
    for code in use:
        reach(page, code)
    page.keyboard.press("Enter")
    expect(page.locator("#tray")).to_have_attribute("data-mode", "discard")
    reach(page, away)
    page.keyboard.press("Enter")
    playing.expect_in_log(page, "You meld")


def test_an_invalid_meld_is_explained_and_a_valid_one_arranged_by_hand(
    visit: Visitor, service: Service
) -> None:
    game, seat, token, use, away = opened(service)
    page = take(visit, game, seat, token, language="es")
    view = service.ask(f"/v1/games/{game}", key=token)
    page.locator(f"{CARDS}[data-card='{use[0]}']").click()
    page.get_by_role("button", name="Bajar", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Regla 2.1")).to_be_visible()
    refusal = page.get_by_role("alert").filter(has_text="Dos cartas son pocas: ")
    expect(refusal).to_contain_text("Puedes bajar, por ejemplo:")
    expect(page.get_by_role("alert").get_by_text("Combinación corta")).to_have_count(0)
    assert service.ask(f"/v1/games/{game}")["ply"] == view["ply"]
    with page.expect_download() as saved:
        page.get_by_role("button", name="Guardar el rechazo firmado").click()
    (kept,) = json.loads(saved.value.path().read_bytes())
    assert kept["command"]["type"] == "meld"
    assert kept["refusal"]["command"] == command_digest(kept["command"])
    keys = key_list(service.ask("/.well-known/conquian-keys.json"))
    assert verify_refusal(kept["refusal"], keys) is None
    page.locator(f"{CARDS}[data-card='{use[0]}']").click()
    page.get_by_role("button", name="Acomodar yo").click()
    for code in use:
        page.locator(f"{CARDS}[data-card='{code}']").click()
    page.get_by_role("button", name="Poner aquí").click()
    expect(page.locator(".group").first.locator(".tile")).to_have_count(3)
    listed = service.ask(f"/v1/games/{game}/moves", key=token)["moves"]
    uses = [sorted(row["use"]) for row in listed if row["type"] == "meld"]
    wrong = next(card for card in view["hand"] if card not in use and sorted([*use, card]) not in uses)
    page.locator(f"{CARDS}[data-card='{wrong}']").click()
    page.get_by_role("button", name="Poner aquí").click()
    page.get_by_role("button", name="Bajar así").click()
    page.locator(CARDS).first.click()
    page.get_by_role("button", name="Descartar").click()
    expect(page.get_by_role("alert").filter(has_text="Puedes bajar, por ejemplo:")).to_be_visible()
    expect(page.locator("#tray")).to_have_attribute("data-mode", "arrange")
    page.locator(f".piece[data-card='{wrong}']").click()
    page.get_by_role("button", name="A la mano").click()
    page.get_by_role("button", name="Bajar así").click()
    expect(page.locator("section[aria-label='Tu lugar'] .meld .tile")).to_have_count(3)
    page.get_by_role("button", name="Volver").click()
    expect(page.locator(".group").first.locator(".tile")).to_have_count(3)
    page.get_by_role("button", name="Bajar así").click()
    page.locator(f"{CARDS}[data-card='{away}']").click()
    page.get_by_role("button", name="Descartar").click()
    expect(page.locator("section[aria-label='Tu lugar'] .meld .tile")).to_have_count(3)


def test_a_chosen_meld_lies_on_the_table_while_its_discard_is_chosen(
    visit: Visitor, service: Service
) -> None:
    game, seat, token, use, _ = opened(service)
    page = take(visit, game, seat, token)
    mine = page.locator("section[aria-label='Your seat']")
    expect(mine.locator(".melded")).to_have_text("0 of 10 melded")
    page.locator(f".chip[data-use='{' '.join(use)}']").click()
    expect(mine.locator(".meld .tile")).to_have_count(3)
    expect(mine.locator(".melded")).to_have_text("3 of 10 melded")
    expect(page.locator(".centre .tile.none")).to_be_visible()
    expect(page.locator("#polite")).to_contain_text("You meld")
    page.get_by_role("button", name="Back").click()
    expect(mine.locator(".meld")).to_have_count(0)
    expect(page.locator(".centre .tile.none")).to_have_count(0)


def test_a_meld_that_waits_for_its_discard_is_sent_before_the_time_is_over(
    visit: Visitor, service: Service
) -> None:
    game, seat, token, use, _ = opened(service)
    page = take(visit, game, seat, token, is_new=True)  # with a clock of its own
    page.clock.install()
    page.reload()  # what arrived while the clock was put in was compared with a time of 0
    before = service.ask(f"/v1/games/{game}", key=token)
    page.locator(f".chip[data-use='{' '.join(use)}']").click()
    note = page.locator(".note")
    expect(note).to_contain_text("When the time runs out, the page sends your meld and discards the ")
    page.clock.fast_forward(598_000)
    playing.expect_in_log(page, "You meld")
    log = service.ask(f"/v1/games/{game}/events?after={before['ply']}")["events"]
    mine = next(entry["public"]["command"] for entry in log if entry["public"]["actor"] == f"seat:{seat}")
    assert (mine["type"], mine["use"]) == ("meld", use)
    assert mine["discard"] in before["hand"]


def test_a_player_who_timed_out_is_informed_on_the_next_visit(visit: Visitor, service: Service) -> None:
    made = service.game("north-american", "greedy", options={"decision_seconds": 8})
    game, token = str(made["game"]), str(made["seats"][0]["token"])
    page = take(visit, game, 0, token)
    expect(page.locator(".why")).to_contain_text("Your time was over: the table answered for you.")


def test_automatic_passing_is_offered_where_no_other_move_is_possible(
    visit: Visitor, service: Service
) -> None:
    page = take(visit, *forked(service, "mexican-2", ("greedy", "greedy"), passing))
    always = page.get_by_role("button", name="Always pass when nothing fits")
    always.click()
    expect(page.locator("#auto")).to_be_checked()
    playing.expect_in_log(page, "You pass")
    expect(always).to_have_count(0)


def test_dragging_a_card_to_the_middle_chooses_it(visit: Visitor, service: Service) -> None:
    game, seat, token, _, _ = opened(service)
    page = take(visit, game, seat, token)
    code = page.locator(".hand .lit").first.get_attribute("data-card")
    card = page.locator(f"{CARDS}[data-card='{code}']")
    card.drag_to(page.locator(".middle"))
    expect(card).to_have_attribute("aria-selected", "true")


def test_a_move_made_while_the_service_is_down_counts_once(visit: Visitor, service: Service) -> None:
    game, seat, token = short(service, "north-american")
    page = take(visit, game, seat, token, allow=("Failed to load resource", "net::"))
    button = page.locator("[data-action='pass']")
    expect(button).to_be_visible()
    before = service.ask(f"/v1/games/{game}", key=token)
    service.kill_api()
    button.click()
    expect(button.or_(page.locator(".chip")).or_(page.locator("#lobby h2")).first).to_be_visible()
    playing.expect_in_log(page, "You pass")
    log = service.ask(f"/v1/games/{game}/events?after={before['ply']}")["events"]
    mine = [entry for entry in log if entry["public"]["actor"] == "seat:0"]
    assert [entry["public"]["command"] for entry in mine] == [{"type": "pass"}]


def test_an_unreachable_service_is_shown_only_while_it_is_unreachable(
    visit: Visitor, service: Service
) -> None:
    game, seat, token = short(service, "north-american")
    page = take(visit, game, seat, token, allow=("Failed to load resource", "net::"))
    button = page.locator("[data-action='pass']")
    expect(button).to_be_visible()
    reads = f"**/v1/games/{game}"
    page.evaluate(HURRY)
    page.route(reads, lambda route: route.abort())
    button.click()
    notice = page.locator("#notice")
    expect(notice).to_contain_text("The clock goes on.")
    page.unroute(reads)
    expect(notice).to_be_hidden()
    expect(page.locator("#board")).to_be_visible()


def test_a_queued_move_is_shown_until_it_has_arrived(visit: Visitor, service: Service) -> None:
    game, seat, token = short(service, "north-american")
    page = take(visit, game, seat, token, allow=("Failed to load resource", "net::"))
    moves = f"**/v1/games/{game}/moves"
    page.evaluate(HURRY)
    page.route(moves, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator("[data-action='pass']").click()
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Your move is kept")
    expect(notice).to_contain_text("The clock goes on.")
    page.unroute(moves)
    playing.expect_in_log(page, "You pass")
    expect(notice).to_be_hidden()


def test_a_table_opens_as_soon_as_the_service_can_be_reached(visit: Visitor, service: Service) -> None:
    game, seat, token = short(service, "north-american")
    page = take(visit, game, seat, token, allow=("Failed to load resource", "net::"))
    page.route(f"**/v1/games/{game}", lambda route: route.abort())
    page.add_init_script(HURRY)
    page.reload()
    expect(page.locator("#notice")).to_contain_text("The table tries again by itself.")
    page.unroute(f"**/v1/games/{game}")
    expect(page.locator(CARDS).first).to_be_visible()


def test_a_deal_between_the_first_view_and_the_first_moves_is_shown(visit: Visitor, service: Service) -> None:
    made = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"]})
    path, token = f"/v1/games/{made['game']}", made["seats"][0]["token"]
    before = [service.ask(path, key=token)]
    service.ask(f"{path}/seats", {})
    page = visit("/audit")
    keep_seat(page, made["game"], 0, token)

    def answered(route: Route) -> None:
        route.fulfill(json=before.pop()) if before else route.continue_()

    page.route(f"**{path}", answered)
    page.goto(f"{visit.url}/play/{made['game']}")
    expect(page.locator("#board")).to_have_attribute("data-status", "playing")
    expect(page.locator(f"{CARDS}[aria-selected=true]")).to_have_count(1)


def test_a_card_to_pass_is_chosen_and_any_other_may_be(visit: Visitor, service: Service) -> None:
    made = service.game("mexican-2")
    page = take(visit, made["game"], 0, made["seats"][0]["token"], size="phone")
    chosen = page.locator(f"{CARDS}[aria-selected=true]")
    expect(chosen).to_have_count(1)
    button = page.locator("[data-action=give]")
    suggested = button.inner_text()
    other = page.locator(f"{CARDS}[aria-selected=false]").first
    wanted = other.get_attribute("data-card")
    other.tap()
    page.locator(f"{CARDS}[data-card='{wanted}']").tap()
    expect(chosen).to_have_attribute("data-card", str(wanted))
    expect(button).not_to_have_text(suggested)
    button.tap()
    playing.expect_in_log(page, "You passed the")


@pytest.mark.parametrize(("pack", "loose"), [("french40", "Ac"), ("french52", "7h")])
def test_the_suggested_card_fits_the_others_least(visit: Visitor, pack: str, loose: str) -> None:
    page = visit("/nowhere", allow=("status of 404",))
    asking = assets.address("js/games/conquian/asking.js")
    assert page.evaluate(LOOSEST, [asking, ["7h", "Jh", "Ac", "3c"], pack]) == loose


def test_a_selection_is_kept_when_a_move_leaves_the_decision_pending(
    visit: Visitor, service: Service
) -> None:
    made = service.game("navajo-tens")
    page = take(visit, made["game"], 0, made["seats"][0]["token"])
    expect(page.locator("[data-action='pass']")).to_be_visible()
    page.locator(CARDS).first.click()
    expect(page.locator(f"{CARDS}[aria-selected=true]")).to_have_count(1)
    stands = page.locator("#standing-claim")
    stands.click()
    expect(stands).to_be_enabled()
    expect(stands).to_be_checked()
    expect(page.locator(f"{CARDS}[aria-selected=true]")).to_have_count(1)


def test_two_tabs_of_one_seat_follow_each_other(visit: Visitor, service: Service) -> None:
    game, seat, token = short(service, "mexican-2")
    page = take(visit, game, seat, token)
    tab = visit.another(page, f"/play/{game}")
    expect(tab.locator(CARDS).first).to_be_visible()
    playing.give(page)
    playing.expect_in_log(tab, "You passed the")
    expect(tab.locator(".why")).to_be_hidden()


def test_a_friend_joins_by_the_link_and_strangers_watch(visit: Visitor, service: Service) -> None:
    made = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"]})
    game = str(made["game"])
    page = take(visit, game, 0, str(made["seats"][0]["token"]))
    link = page.get_by_role("textbox", name="Link for Player 2").input_value()
    friend = visit(link.removeprefix(service.url))
    friend.get_by_role("button", name="Sit here").click()
    for each in (page, friend):
        expect(each.locator(CARDS)).to_have_count(9)
    stranger = visit(f"/play/{game}")
    stranger.wait_for_url(f"**/watch/{game}")


def test_the_table_ships_under_its_budget(visit: Visitor, service: Service) -> None:
    game, seat, token = short(service, "mexican-2")
    page = take(visit, game, seat, token)
    expect(page.locator(CARDS).first).to_be_visible()
    sizes = weights(page)
    assert len(sizes) > len(next(one for one in PAGES if one.name == "table").topics)
    assert sum(sizes.values()) < BUDGET, sizes
