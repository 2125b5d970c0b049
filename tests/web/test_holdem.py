"""A hand of hold'em at its page, for seats and a spectator: board, pots, a bet, chips, showdown."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from app.i18n import Language as Tongue
from app.web.words import words
from tests.server import helpers
from tests.web import holdem
from tests.web.axe import violations
from tests.web.holdem import HoldemTable, between, boldly, calmly
from tests.web.seats import take
from tests.web.service import Service
from tests.web.test_accessibility import speaks
from tests.web.visiting import Language, Size, Visitor, in_width

ASKED: Final = "#tray .actions [data-action]"
WORDS: Final = words(Tongue.EN)
ABOVE: Final = """() => {
  const [own, tray] = [".region.south > .seat", "#tray"]
    .map(one => document.querySelector(one).getBoundingClientRect());
  return own.height > 0 && own.bottom <= tray.top && tray.bottom <= innerHeight;
}"""
"""Whether the own seat lies above the tray, and both in the window."""


def seated(
    visit: Visitor, table: HoldemTable, seat: int, *, size: Size = "phone", language: Language = "en"
) -> Page:
    """The page of a seat, once it shows the table."""
    page = take(visit, table.game, seat, table.tokens[seat], size=size, language=language)
    page.locator(".holdem .community, #lobby h2").first.wait_for()
    return page


@pytest.fixture(scope="module")
def crowd(service: Service) -> HoldemTable:
    """Eleven seats, in the middle of the first hand, with a bet to pay and a seat that is all-in."""
    return holdem.crowd(service)


def test_eleven_seats_fit_on_a_phone_and_are_for_everybody(
    visit: Visitor, crowd: HoldemTable, axe_script: str
) -> None:
    seat = crowd.asked
    page = seated(visit, crowd, seat)
    expect(page.locator(".holdem .seat")).to_have_count(11)
    in_width(page)
    expect(page.locator(".community [aria-label]")).to_have_count(4)
    expect(page.locator(".mark.all-in")).to_have_count(1)
    expect(page.locator(".mark.dealer")).to_have_count(1)
    expect(page.locator(".pots li").nth(1)).to_contain_text("Side pot")
    expect(page.locator(".holdem .bet", has_text="bet 6")).to_have_count(1)
    assert violations(page, axe_script) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, axe_script, "color-contrast") == []


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_own_seat_of_eleven_lies_above_the_tray_of_a_phone(
    visit: Visitor, crowd: HoldemTable, language: Language
) -> None:
    page = seated(visit, crowd, crowd.asked, language=language)
    page.locator(ASKED).first.wait_for()
    page.wait_for_function(ABOVE)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_table_speaks_every_language(visit: Visitor, crowd: HoldemTable, language: Language) -> None:
    page = seated(visit, crowd, crowd.asked, size="small", language=language)
    page.locator(ASKED).first.wait_for()
    speaks(page, language)
    in_width(page)
    expect(page.locator("#tray .note strong")).to_contain_text(":")


def test_a_bet_goes_through_the_legal_levels_and_no_others(visit: Visitor, service: Service) -> None:
    table = holdem.table(service, 3)
    seat = table.asked
    levels = [move["to"] for move in table.moves(seat) if move["type"] == "bet"]
    page = seated(visit, table, seat)
    value, raises = page.get_by_role("spinbutton"), page.locator("[data-action=raise]")
    labels = []
    for _ in range(len(levels) + 1):
        labels.append(value.inner_text())
        page.get_by_role("button", name=WORDS["holdem.higher"]).click(force=True)
    assert labels == [*map(str, levels), str(levels[-1])]
    value.press("Home")
    value.press("ArrowUp")
    expect(raises).to_have_text(f"Bet {levels[1]}")
    raises.click()
    expect(page.locator(f".seat[data-seat='{seat}'] .bet")).to_have_text(f"bet {levels[1]}")
    assert table.view()["level"] == levels[1]


def test_a_hand_is_played_by_keys_to_the_showdown(visit: Visitor, service: Service, axe_script: str) -> None:
    table = holdem.table(service, 3)
    page = seated(visit, table, 0)
    page.locator(".holes li").first.wait_for()
    sent: list[str] = []
    for _ in range(20):
        # The others bet until seat 0 has called by its key; it bets or raises once after that.
        view = table.play(between, calmly if "call" in sent else boldly, but=0)
        if between(view):
            break
        offered = {one["type"] for one in table.moves(0)}
        higher = offered & {"bet", "raise"} if "call" in sent and not {*sent} & {"bet", "raise"} else set()
        expect(page.locator(ASKED).first).to_be_enabled()
        page.keyboard.press("r" if higher else "c")
        sent += higher or offered & {"call", "check"}
        page.wait_for_function(
            "ply => Number(document.getElementById('board').dataset.ply) > ply", arg=view["ply"]
        )
    assert "call" in sent
    assert {*sent} & {"bet", "raise"}
    heading = page.locator("#lobby .outcome")
    expect(heading).to_contain_text("wins" if "wins" in heading.inner_text() else "win")
    result = table.view()
    for seat in result["seats"]:
        place = page.locator(f".seat[data-seat='{seat['seat']}']")
        expect(place.locator(".kind")).to_contain_text(WORDS[f"holdem.kind_{seat['shown']['category']}"])
        unused = [code for code in seat["shown"]["cards"] if code not in seat["shown"]["best"]]
        expect(place.locator(".held .unused")).to_have_count(len(unused))
    expect(page.locator(".community .unused")).not_to_have_count(5)
    assert violations(page, axe_script) == []
    in_width(page)


def test_a_hand_that_is_won_without_showing_shows_no_card(visit: Visitor, service: Service) -> None:
    table = holdem.table(service, 3)
    first = table.asked
    table.send(first, type="bet", to=3)
    page = seated(visit, table, first)
    for _ in range(2):
        table.send(table.asked, type="fold")
    expect(page.locator("#lobby .outcome")).to_have_text("You win 1 chip")
    expect(page.locator(".seat .tile")).to_have_count(0)
    expect(page.get_by_role("log")).to_contain_text("folds")


def test_chips_are_bought_when_a_seat_is_taken_and_between_hands(visit: Visitor, service: Service) -> None:
    made = service.ask("/v1/games", {"variant": holdem.VARIANT, "seats": ["me", "open", "open"]})
    table = HoldemTable(service, made["game"], {0: made["seats"][0]["token"]})
    table.sit()
    page = visit(f"/play/{table.game}", size="phone")
    page.locator("[data-action=sit-2]").wait_for()
    expect(page.locator("#lobby")).to_contain_text(WORDS["chips.agreed"])
    page.get_by_label(WORDS["holdem.buy_in"]).fill("45")
    page.locator("[data-action=sit-2]").click()
    page.locator(".holes li").first.wait_for()
    assert table.view()["seats"][2]["brought"] in (43, 45), "the button has paid the collection"
    table.tokens[2] = page.evaluate(
        "game => JSON.parse(localStorage[`conquian.seat.${game}`]).token", table.game
    )
    table.play(between, calmly)
    page.locator("#lobby .scores strong").first.wait_for()  # the amounts are drawn last, with the form
    page.get_by_label(WORDS["holdem.buy_label"]).fill("10")
    before = table.view()["seats"][2]["stack"]
    page.locator("[data-action=buy]").click()
    expect(page.locator("#lobby")).to_contain_text(WORDS["holdem.no_short_buy"].split("; ")[1])
    assert table.view()["seats"][2]["stack"] == before + 10
    page.locator("[data-action=ready]").click()
    expect(page.locator("[data-action=ready]")).to_have_count(0)


def test_who_looks_on_sees_chips_bets_and_board_but_no_cards(visit: Visitor, crowd: HoldemTable) -> None:
    page = visit(f"/watch/{crowd.game}", size="phone")
    expect(page.locator(".holdem .stack")).to_have_count(11)
    expect(page.locator(".seat .tile")).to_have_count(0)
    in_width(page)
    expect(page.locator("#moves li").first).to_contain_text(re.compile("(bets|raises to) 6"))


def test_the_form_of_a_new_table_says_what_is_agreed_to(visit: Visitor) -> None:
    page = visit("/", size="phone")
    page.locator("#variant").select_option(holdem.VARIANT)
    expect(page.locator("#note")).to_contain_text(WORDS["chips.agreed"])
    expect(page.locator("#seats option")).to_have_text([str(count) for count in range(3, 12)])
    in_width(page)


def test_a_replay_shows_every_hand_with_its_chances_and_is_played_on(
    visit: Visitor, service: Service
) -> None:
    game = service.bots_game(holdem.VARIANT, "greedy", "careful", "greedy", options={"deals": 1})
    helpers.eventually(lambda: not service.ask(f"/v1/games/{game}/audit")["not_checked"])
    page = visit(f"/replay/{game}?at=2", size="phone")
    expect(page.locator(".holdem .held.known")).to_have_count(3)
    expect(page.locator(".method")).to_have_text(WORDS["holdem.chance_sampled"].format(count="2,000"))
    expect(page.locator(".chance [aria-hidden]")).to_have_count(3)
    shares = [float(text.rstrip("%")) for text in page.locator(".chance [aria-hidden]").all_inner_texts()]
    assert sum(shares) == pytest.approx(100, abs=0.2)
    expect(page.locator("#verdict .badge")).to_have_text(WORDS["replay.badge_clean"])
    in_width(page)
    page.get_by_label(WORDS["replay.seen_by"]).select_option(label=WORDS["replay.as_table"])
    expect(page.locator(".chance")).to_have_count(0)
    page.locator("#what-if").click()
    page.get_by_role("button", name=WORDS["replay.fork_play"], exact=True).click()
    page.locator(".holes li").first.wait_for()


def test_a_replay_names_those_who_took_a_seat_after_the_beginning(visit: Visitor, service: Service) -> None:
    table = holdem.table(service, 3, options={"deals": 1})
    table.play(lambda view: view["status"] == "finished", calmly)
    helpers.eventually(lambda: not service.ask(f"/v1/games/{table.game}/audit")["not_checked"])
    page = visit(f"/replay/{table.game}?at=5", size="phone")
    expect(page.locator("#about")).to_contain_text("Player 1 · Player 2 · Player 3")
    expect(page.locator(".viewer .said")).to_contain_text(re.compile("Entry 5.*Player [123] checks"))
    expect(page.locator("#seen-by option")).to_have_text(
        [re.compile("."), re.compile("."), "Player 1", "Player 2", "Player 3"]
    )
