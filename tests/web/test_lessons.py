"""The lessons, played by clicks."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.lessons import lessons, scenarios
from tests.web.visiting import Visitor

LESSONS = lessons()
LAST = {"type": "pass"}


def play_position(page: Page, answer: dict[str, Any]) -> None:
    """Gives an answer as `lessons.json` has it: cards of the hand, then a discard that is right."""
    if answer["type"] == "force":
        page.locator(f"[data-action=force-{answer['seat']}]").click()
    elif answer["type"] == "pass":
        page.locator("[data-action=pass]").click()
    else:
        for card in answer["use"]:
            page.locator(f".hand li[data-card='{card}']").click()
        if not answer["use"]:
            page.locator(".chip[data-use='']").click()
        else:
            page.locator("[data-action=lay]").click()
        discard_in(page, answer)


def discard_in(page: Page, answer: dict[str, Any]) -> None:
    if page.locator("[data-action=discard]").is_visible():
        for card in answer.get("discards", [])[:1]:
            page.locator(f".hand li[data-card='{card}']").click()
        if not answer.get("discards"):
            page.locator(".hand li[data-card]").first.click()
        page.locator("[data-action=discard]").click()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: str(lesson["lesson"]))
def test_a_lesson_is_solved_by_its_answers_and_stays_solved(visit: Visitor, lesson: dict[str, Any]) -> None:
    page = visit("/lessons", size="phone", language="es")
    own = page.locator(f"[data-lesson={lesson['lesson']}]")
    own.click()
    exercises = lesson["positions"]
    for number, exercise in enumerate(exercises, start=1):
        expect(page.locator("#task")).to_contain_text(f"{number} de {len(exercises)}")
        play_position(page, exercise["right"][0])
        expect(page.locator("#said")).to_contain_text("¡Bien!")
        if number < len(exercises):
            page.locator("#said .primary").click()
    expect(own).to_contain_text(f"{len(exercises)} de {len(exercises)}")
    page.reload()
    expect(own).to_contain_text(f"{len(exercises)} de {len(exercises)}")


def test_a_mistake_is_explained_and_the_question_is_put_again(visit: Visitor) -> None:
    page = visit("/lessons")
    play_position(page, LAST)
    page.get_by_role("button", name="Go on").click()
    page.locator("[data-action=pass]").click()
    expect(page.locator("#said")).to_contain_text("You may pass, but this card helps you")
    page.locator(".hand li[data-card='1O']").click()
    page.locator("[data-action=lay]").click()
    expect(page.locator("#said")).to_contain_text("The rules do not allow that")
    page.get_by_role("button", name="Explain it").click()
    expect(page.locator("#said")).to_contain_text("It fits between two cards")
    play_position(page, {"type": "meld", "use": ["5C", "7C"]})
    expect(page.locator("#said")).to_contain_text("Right!")
    page.get_by_role("button", name="Once more").click()
    expect(page.locator("#tray .prompt")).to_contain_text("Lupe leaves you")


def test_the_first_question_explains_its_words(visit: Visitor) -> None:
    page = visit("/lessons", size="phone")
    page.locator("#task [data-term=meld]").tap()
    expect(page.locator("#tip")).to_contain_text("to lay a set or a run open before you")
    page.get_by_role("button", name="Explain it").click()
    expect(page.locator("#said [data-term]")).to_have_text(["meld", "pass", "dead"])


def test_a_discard_that_breaks_up_a_pair_is_explained(visit: Visitor) -> None:
    page = visit("/lessons")
    for exercise in LESSONS[0]["positions"][:2]:
        play_position(page, exercise["right"][0])
        page.get_by_role("button", name="Go on").click()
    play_position(page, {"type": "meld", "use": ["4C", "4B"], "discards": ["2O"]})
    expect(page.locator("#said")).to_contain_text("it breaks up a pair")
    expect(page.locator(".hand li[data-card]")).to_have_count(len(scenarios()[2]["position"]["hands"][0]))


def test_home_and_the_explanation_of_conquian_lead_to_the_lessons(visit: Visitor) -> None:
    page = visit("/")
    page.get_by_role("link", name="Learn in five minutes").click()
    page.wait_for_url("**/lessons")
    page = visit("/learn/mexican-2")
    expect(page.get_by_role("link", name="Learn in five minutes")).to_have_attribute("href", "/lessons")
    page.locator("#variant").select_option("caesars-holdem")
    page.wait_for_url("**/learn/caesars-holdem")
    expect(page.locator("#name")).not_to_be_empty()
    expect(page.get_by_role("link", name="Learn in five minutes")).to_be_hidden()
