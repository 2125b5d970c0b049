"""A first hand with help: from its buttons to its end, with the help for every question."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from app.games.cards import Seat
from app.games.conquian.game import CONQUIAN
from app.games.conquian.legal import grouped, legal
from app.games.conquian.state import Phase, State
from app.games.conquian.view import view
from app.games.conquian.wire import command_to_json
from tests.games.play import FAMILY, family_deal, positions
from tests.lessons import lessons
from tests.web import playing
from tests.web.seats import forked, going_out, take
from tests.web.service import Service
from tests.web.test_home import at_the_table
from tests.web.test_layout import in_sight
from tests.web.test_lessons import play_position
from tests.web.visiting import Size, Visitor

EXPLAIN: Final = """async questions => {
  const script = document.querySelector('link[rel=modulepreload][href$="conquian/help.js"]').href;
  const { explained } = await import(script);
  const { answers } = await import(script.replace("help.js", "asking.js"));
  const step = { mode: "pick", laying: [] };
  return questions.map((table) => ({
    lines: explained(table, step),
    melds: answers(table.moves).melds.length,
  }));
}"""
UNFILLED: Final = re.compile(r"undefined|NaN|\{|help\.|null|\bfalse\b")


def test_a_newcomer_takes_a_lesson_and_plays_a_first_hand_to_its_end_by_clicks_alone(
    visit: Visitor, service: Service
) -> None:
    page = visit("/", size="phone", language="es")
    page.get_by_role("link", name="Aprende en cinco minutos").click()
    page.wait_for_url("**/lessons")
    for exercise in lessons()[0]["positions"]:
        play_position(page, exercise["right"][0])
        expect(page.locator("#said")).to_contain_text("¡Bien!")
        page.locator("#said .primary").click()
    page.locator(".brand").click()
    page.get_by_role("button", name="Una primera mano con ayuda").click()
    game = at_the_table(page)
    expect(page.locator("#help")).to_contain_text("Antes de jugar, cada quien da una carta")
    expect(page.locator(".clock")).to_have_count(0)
    texts: list[str] = []

    def keep(now: object) -> bool:
        texts.append(page.locator("#help").inner_text())
        return False

    playing.play(page, keep)
    assert any("No la puedes tomar" in text or "por ejemplo con" in text for text in texts)
    assert not UNFILLED.search(" ".join(texts))
    expect(page.locator("#lobby h2")).not_to_be_empty()
    answer = service.ask(f"/v1/games/{game}")
    assert (answer["status"], answer["hand_number"]) == ("finished", 1)
    assert [seat["bot"] for seat in answer["seats"]] == [None, "random"]


def test_the_page_of_a_variant_starts_a_first_hand_of_it_with_all_its_seats(
    visit: Visitor, service: Service
) -> None:
    page = visit("/learn/navajo-tens")
    page.get_by_role("button", name="A first hand with help").click()
    view = service.ask(f"/v1/games/{at_the_table(page)}")
    assert (view["variant"], len(view["seats"])) == ("navajo-tens", 2)
    expect(page.locator("#help")).not_to_be_empty()
    page = visit("/learn/caesars-holdem")
    expect(page.locator("#name")).not_to_be_empty()
    expect(page.get_by_role("button", name="A first hand with help")).to_be_hidden()


def test_the_last_lesson_leads_to_a_first_hand(visit: Visitor) -> None:
    page = visit("/lessons")
    last = lessons()[-1]
    page.locator(f"[data-lesson={last['lesson']}]").click()
    for exercise in last["positions"]:
        play_position(page, exercise["right"][0])
        page.locator("#said .primary").click()
    at_the_table(page)
    expect(page.locator("#help")).not_to_be_empty()


def test_the_help_is_turned_off_and_on_again_and_the_choice_is_kept(visit: Visitor) -> None:
    page = visit("/")
    page.get_by_role("button", name="A first hand with help").click()
    help_ = page.locator("#help")
    expect(help_).to_be_visible()
    expect(page.locator("#polite")).to_contain_text("Any card of your hand may go")
    expect(page.locator(".hand")).to_have_attribute("aria-describedby", "help")
    page.get_by_role("button", name="Turn the help off").click()
    expect(help_).to_be_hidden()
    expect(page.locator(".hand [role=option]:focus")).to_have_count(1)
    page.reload()
    expect(page.locator("[data-action=give]")).to_be_enabled()
    expect(help_).to_be_hidden()
    page.get_by_label("Explain each question").check()
    expect(help_).to_be_visible()
    page.reload()
    expect(help_).to_be_visible()


def test_a_game_that_is_no_first_hand_explains_nothing(visit: Visitor, service: Service) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-action=give]")).to_be_enabled()
    expect(page.locator("#help")).to_be_hidden()
    expect(page.get_by_label("Explain each question")).not_to_be_checked()


@pytest.mark.parametrize("size", ["small", "phone"])
def test_with_help_hand_and_answers_are_in_sight_on_a_phone(
    visit: Visitor, service: Service, size: Size
) -> None:
    page = visit("/", size=size, language="es")
    page.locator("#first-hand").click()
    expect(page.locator("#help")).to_be_visible()
    for selector in ("#tray .prompt", "#help", ".hand", "[data-action=give]"):
        in_sight(page, selector)
    seat = forked(service, "mexican-2", ("greedy", "greedy"), going_out)
    page = take(visit, *seat, size=size, language="es")
    expect(page.locator(".chip").first).to_be_visible()
    page.evaluate("localStorage.setItem('conquian.help', 'on')")
    page.reload()
    expect(page.locator("#help")).to_be_visible()
    for selector in ("#tray .prompt", "#help", ".chip", "[data-action=pass]"):
        in_sight(page, selector)


def questions() -> Iterator[dict[str, Any]]:
    """Questions of all variants and their options: of each kind of answers in a phase one."""
    for at in range(len(FAMILY)):
        rng, kinds = Random(at), set[tuple[Any, ...]]()
        for state in positions(family_deal(at, rng), rng):
            for seat in state.awaited:
                asked = question(state, seat)
                kind = (state.phase, *sorted({move["type"] for move in asked["moves"]}))
                if kind not in kinds:
                    kinds.add(kind)
                    yield asked


def question(state: State, seat: Seat) -> dict[str, Any]:
    """Return what the page of a table has of the question to a seat."""
    return {
        "view": {**view(state, seat), "status": "playing", "you": seat},
        "moves": grouped([command_to_json(command) for command in legal(state, seat)]),
        "rules": dict(CONQUIAN.rules_to_json(state.rules)),
        "names": [f"N{number}" for number in range(len(state.hands))],
    }


def _forced(view: dict[str, Any], move: dict[str, Any]) -> list[int]:
    """The seat on which a move forces the centre card, if it forces it."""
    if move["type"] != "force":
        return []
    return [view["turn"] if view["phase"] == "force_window" else move["seat"]]


def _goes_out(view: dict[str, Any], seat: int) -> bool:
    """Return whether the centre card is the last one that a seat needs."""
    return sum(map(len, view["seats"][seat]["table"])) + 1 >= int(view["target"])


def test_every_question_of_every_variant_is_explained_as_its_legal_moves_are(page: Page) -> None:
    page.goto(page.url + "lessons")
    asked = list(questions())
    assert {one["view"]["phase"] for one in asked} == {
        str(phase) for phase in Phase if phase is not Phase.OVER
    }
    for case, explanation in zip(asked, page.evaluate(EXPLAIN, asked), strict=True):
        text, phase = " ".join(explanation["lines"]), case["view"]["phase"]
        assert text, case
        assert not UNFILLED.search(text), text
        types = {move["type"] for move in case["moves"]}
        takes = phase not in ("exchange", "force_window")
        assert ("You cannot take it" in text) == (takes and explanation["melds"] == 0), (text, case)
        assert ("[keep](keep)" in text) == ("keep" in types)
        assert ("[fold](fold)" in text) == ("fold" in types)
        wins = [
            _goes_out(case["view"], seat) for move in case["moves"] for seat in _forced(case["view"], move)
        ]
        assert ("instead of taking it" in text) == (takes and not all(wins))
        assert ("do not [force](force)" in text.lower()) == any(wins)
        assert ("you cannot pass" in text) == (phase == "forced")
        assert not ("pass" in types and phase == "forced")


PARTED: Final = """async ([cards, pack]) => {
  const script = document.querySelector('link[rel=modulepreload][href$="conquian/asking.js"]').href;
  return (await import(script)).parted(cards, pack);
}"""


@pytest.mark.parametrize(
    ("cards", "melds"),
    [
        ("10O 4O 5O 6O 10E 10B", ["4O 5O 6O", "10O 10E 10B"]),
        ("6C 5C 7C 10C", ["5C 6C 7C 10C"]),
        ("4O 4C 4E 5O 6O", None),
        ("10B 4O", None),
    ],
)
def test_cards_of_several_melds_are_shown_apart(page: Page, cards: str, melds: list[str] | None) -> None:
    page.goto(page.url + "lessons")
    parted = page.evaluate(PARTED, [cards.split(), "spanish40"])
    assert (parted and [" ".join(meld) for meld in parted]) == melds
