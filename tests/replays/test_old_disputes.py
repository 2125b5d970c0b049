"""app/docs/disputes.md: the rules decide its moves, and its paragraphs are quoted exactly."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import app
from app.games.conquian.decide import decide
from app.games.conquian.evolve import fold
from app.games.conquian.game import CONQUIAN
from app.games.conquian.legal import legal
from app.games.conquian.reasons import REASONS
from app.games.conquian.state import Phase, State
from app.games.conquian.variants import TABLE_OF_VARIANTS
from app.games.errors import Refused
from app.service.rulebook import current
from replays.notation.parse import parse
from replays.notation.text import Ply
from tests.games.play import position

DOCUMENT = (Path(app.__file__).parent / "docs" / "disputes.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(position|moves|lawful) ?(.*?)\n(.*?)```", DOCUMENT, flags=re.DOTALL)
QUOTES = re.findall(r"((?:^> .*\n)+)", DOCUMENT, flags=re.MULTILINE)
_QUESTION = re.compile(r"(left|new) (\w+) for (\d)(?:, discarded by (\d))?")
_SEAT = re.compile(r"\d  ?(.*?) ?\| ?(.*)")
_MOVE = re.compile(r"(\S+) +(?:lawful|refused (\w+) ([\d.]+))")


@dataclass
class Case:
    """A position with the moves that are asked in it: each with the code and paragraph of its refusal."""

    variant: str
    setting: str
    moves: list[tuple[str, str, str]] = field(default_factory=list)
    lawful: dict[int, set[str]] = field(default_factory=dict)
    """All moves there were before one of them, by its number from 1."""


def cases() -> Iterator[Case]:
    """Every position of the document."""
    case: Case | None = None
    for kind, words, body in BLOCKS:
        if kind == "position":
            yield from [case] if case else []
            case = Case(words, body)
            continue
        assert case
        if kind == "moves":
            case.moves = [_MOVE.fullmatch(line).groups("") for line in body.splitlines()]  # type: ignore[union-attr, misc]
        else:
            case.lawful[int(words)] = set(body.split())
    assert case
    yield case


def state(case: Case) -> State:
    """The position that a block describes; cards that it does not name lie where they do not matter."""
    question, *rest = case.setting.splitlines()
    asked = _QUESTION.fullmatch(question)
    assert asked, question
    phase, card, turn, left_by = asked.groups()
    seats = [match.groups() for line in rest if (match := _SEAT.fullmatch(line))]
    stock = [line.removeprefix("stock ") for line in rest if line.startswith("stock ")]
    assert len(seats) + len(stock) == len(rest)
    return position(
        TABLE_OF_VARIANTS.sheet(case.variant, {}),
        Phase(phase),
        card,
        [hand for hand, _ in seats],
        [table.replace(",", " |") for _, table in seats],
        turn=int(turn),
        left_by=int(left_by) if left_by else None,
        stock=stock[0] if stock else 5,
    )


def command(move: str) -> tuple[Any, Any]:
    """Return who makes a move of the notation, and the command."""
    (ply,) = parse(move).items
    assert isinstance(ply, Ply)
    return ply.actor, CONQUIAN.command_from_json(ply.command)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.setting.split(",")[0].splitlines()[0])
def test_the_rules_decide_as_the_document_states(case: Case) -> None:
    hand = state(case)
    for number, (move, code, rule) in enumerate(case.moves, start=1):
        if number in case.lawful:
            assert {command(one) for one in case.lawful[number]} == all_lawful(hand)
        (ply,) = parse(move).items
        assert isinstance(ply, Ply)
        assert hand.centre
        assert ply.centre == hand.centre.card
        seat, move_command = command(move)
        if code:
            with pytest.raises(Refused) as caught:
                decide(hand, seat, move_command)
            assert (caught.value.code, REASONS[code].rule) == (code, rule)
        else:
            hand = fold(hand, decide(hand, seat, move_command))
    assert (hand.phase is Phase.OVER) == (case.moves[-1][0].endswith("#") and not case.moves[-1][1])


def all_lawful(hand: State) -> set[tuple[Any, Any]]:
    """Every lawful move of the seats awaited: who makes it, and the command."""
    return {(seat, lawful) for seat in hand.awaited for lawful in legal(hand, seat)}


@pytest.mark.parametrize("quote", QUOTES)
def test_paragraphs_are_quoted_from_the_rulebook(quote: str) -> None:
    text = " ".join(quote.replace(">", "").replace("*", "").split())
    number, rule = text.split(" ", 1)
    assert current("conquian").paragraphs[number].startswith(rule)


def test_the_three_disputes_are_there() -> None:
    assert re.findall(r"^## (.*)$", DOCUMENT, flags=re.MULTILINE)[:3] == [
        "The forced king",
        "The corte of a four",
        "Eight melded and the last discarded",
    ]
    assert len(list(cases())) == 8
    assert len(QUOTES) == 7
