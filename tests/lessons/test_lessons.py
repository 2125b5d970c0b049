"""The lessons against the rules."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from app.games.errors import Refused
from app.games.table.scenario import difference
from app.games.table.state import Table
from app.service.pending_decisions import bodies
from app.web.words.lesson import LESSON
from tests.lessons import LEARNER, SCRIPT, after, lessons, scenarios, script, table

SCENARIOS = {scenario["id"]: scenario for scenario in scenarios()}
EXERCISES = {position["position"]: position for lesson in lessons() for position in lesson["positions"]}
Json = dict[str, Any]


def test_there_are_five_lessons_about_every_position() -> None:
    assert [lesson["lesson"] for lesson in lessons()] == ["take", "melds", "rearrange", "force", "end"]
    assert [*EXERCISES] == [*SCENARIOS]
    assert 10 <= len(EXERCISES) <= 15


def test_the_script_of_the_page_is_that_of_the_scenarios() -> None:
    assert SCRIPT.read_text(encoding="utf-8") == script()


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_rules_refuse_the_mistakes_of_a_position_and_accept_its_answer(name: str) -> None:
    assert difference(SCENARIOS[name]) is None


@pytest.mark.parametrize("name", EXERCISES)
def test_every_legal_move_is_right_or_an_explained_mistake_and_every_answer_is_legal(name: str) -> None:
    exercise, first = EXERCISES[name], table(SCENARIOS[name])
    explained = [meant for mistake in exercise["mistakes"] for meant in mistake["commands"]]
    legal = bodies(first, LEARNER)
    for move in legal:
        assert _is_among(move, exercise["right"]) != _is_among(move, explained), move
    for meant in exercise["right"]:
        assert any(_is_meant(move, meant) for move in legal), meant


@pytest.mark.parametrize("name", EXERCISES)
def test_a_mistake_is_refused_by_the_rules_or_told_apart_from_a_refused_one(name: str) -> None:
    """Texts of lawful mistakes begin by saying that they are lawful; those of refused ones do not."""
    first = table(SCENARIOS[name])
    for mistake in EXERCISES[name]["mistakes"]:
        text = LESSON[f"lesson.wrong_{mistake['text']}"]
        for meant in mistake["commands"]:
            lawful = any(_is_meant(move, meant) for move in bodies(first, LEARNER))
            assert lawful == str(text).startswith(("You may", "That is allowed")), meant


@pytest.mark.parametrize("name", EXERCISES)
def test_the_rules_refuse_whatever_else_can_be_chosen_in_the_hand(name: str) -> None:
    first = table(SCENARIOS[name])
    view, exercise = first.play.view(first.hand, LEARNER), EXERCISES[name]
    known = [
        *exercise["right"],
        *(command for mistake in exercise["mistakes"] for command in mistake["commands"]),
    ]
    for use in _choices(view["hand"]):
        if not any(meant["type"] == "meld" and sorted(meant["use"]) == sorted(use) for meant in known):
            assert _is_refused(first, use), use


def _choices(hand: list[str]) -> Iterator[tuple[str, ...]]:
    for size in range(1, len(hand) + 1):
        yield from combinations(hand, size)


def _is_refused(first: Table, use: tuple[str, ...]) -> bool:
    try:
        after(first, LEARNER, {"type": "meld", "use": use})
    except Refused as refusal:
        return refusal.code != "discard_required"
    return False


def _is_among(move: Json, meant: list[Json]) -> bool:
    return any(_is_meant(move, known) for known in meant)


def _is_meant(move: Json, meant: Json) -> bool:
    if move["type"] != meant["type"] or move.get("seat") != meant.get("seat"):
        return False
    if move["type"] != "meld":
        return True
    discards = meant.get("discards")
    return sorted(move["use"]) == sorted(meant["use"]) and (not discards or move.get("discard") in discards)
