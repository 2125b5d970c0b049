"""app/docs/notation.md: its games, moves and errors hold."""

import re
from pathlib import Path

import pytest

import app
from app.games.table.state import Status
from replays.notation.importing import imported
from replays.notation.parse import CARD, parse
from replays.notation.printing import written
from replays.notation.text import Ply
from replays.record.errors import BadNotation

DOCUMENT = (Path(app.__file__).parent / "docs" / "notation.md").read_text(encoding="utf-8")
GAMES = re.findall(r"```conquian\n(.*?)```", DOCUMENT, flags=re.DOTALL)
MOVES = re.findall(r"^\| `(.+?)` \|", DOCUMENT, flags=re.MULTILINE)
RULES = dict(
    re.findall(r"^(\w+) += ((?:.|\n)*?) ;$", re.findall(r"```ebnf\n(.*?)```", DOCUMENT, re.S)[0], re.M)
)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_the_document_can_be_played(game: str) -> None:
    played = imported(game)
    assert played.tables[-1].status is Status.FINISHED
    assert parse(written(played.text)) == played.text


@pytest.mark.parametrize("move", MOVES)
def test_a_move_of_the_document_is_read_and_written_unchanged(move: str) -> None:
    text = f"0:{move.replace(chr(92) + '|', '|')}"
    (ply,) = parse(text).items
    assert isinstance(ply, Ply)
    assert parse(written(parse(text))) == parse(text)
    if not move.startswith("&"):  # what has signs of its own gets them
        assert written(parse(text)) == f"{text}\n"


def test_every_symbol_of_the_grammar_is_defined() -> None:
    words = {
        word
        for rule in RULES.values()
        for word in re.findall(r"[a-z]+", re.sub(r'"[^"]*"|any character but [^}]*', "", rule))
    }
    assert words - set(RULES) == {"upper", "lower"}
    assert set(RULES) - words == {"text"}


def test_the_grammar_and_the_program_have_the_same_cards() -> None:
    ranks, suits = (re.findall(r'"(\w+)"', RULES[name]) for name in ("rank", "suit"))
    for rank in [*ranks, "0", "13", "8T", ""]:
        for suit in [*suits, "x", "D"]:
            known = rank in ranks and suit in suits
            assert bool(re.fullmatch(CARD, rank + suit)) == known


BROKEN = [
    ("1:7C+6C10C/6E", "1:7C+6C11C/6E", (11, 1), "no_layout"),
    ("1:7C+6C10C/6E", "1:7E+6C10C/6E", (11, 1), "7C is in the centre"),
    ("1:5C+#", "1:5C+/12C", (15, 15), "discard_forbidden"),
    ("1:5C+#", "1:5C+", (15, 20), "a meld ends with"),
    ("1:5C+#", "2:5C-", (15, 15), "no seat 2"),
    ("1:5C+#", "1:5C+# 0:-", (15, 22), "game_over"),
    ("1:5C+#", "9.1:5C+#", (15, 15), "this is ply 17"),
    ("1:5C+#", "1:5C+#}", (15, 21), "missing here"),
    ("deck 4O", "deck 4B", (7, 1), "every card of it"),
    ("dealer 0", "dealer 1", (7, 1), "dealer is not what was dealt"),
    ("order 1 0", "order 1 1", (7, 1), "cannot play"),
    ("stake 1", "stake 2", (7, 1), "stake is not what was dealt"),
    ('["seat 1"]', '["seat 0"]', (5, 1), "not that of the moves"),
    ('"mexican-2"', '"mexican-9"', (2, 1), "config_option"),
    ('["person","person"]', '["person"]', (2, 1), "config_players"),
    ("[Notation 1]", "[Notation 1.5]", (1, 11), "no JSON value"),
    ("[Notation 1]", "[Variant 1]", (2, 1), "told twice"),
    ("[Notation 1]", "[Notation 2]", (1, 1), "Notation is not"),
    ("[Notation 1]", "[Notation true]", (1, 1), "Notation is not"),
    ("[Notation 1]", '[About {"a": 1, "a": 2}]', (1, 8), "no JSON value"),
    ("{the exchange", "(the exchange", (10, 27), "missing here"),
    ("; the ninth", "{ the ninth", (15, 28), "does not end"),
]


@pytest.mark.parametrize(("right", "wrong", "place", "detail"), BROKEN)
def test_an_error_names_its_line_and_column(
    right: str, wrong: str, place: tuple[int, int], detail: str
) -> None:
    assert GAMES[0].count(right) == 1
    with pytest.raises(BadNotation, match=detail) as caught:
        imported(GAMES[0].replace(right, wrong))
    assert (caught.value.line, caught.value.column) == place


def test_a_refused_move_names_its_paragraph() -> None:
    with pytest.raises(BadNotation) as caught:
        imported(GAMES[0].replace("1:5C+#", "1:5C+/12C"))
    assert caught.value.rule == "6.4"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0:-",
        "[Variant 7]\n[Seats 7]",
        '[Variant "mexican-2"]\n[Seats [{}]]',
        '[Create {"type":"create"}]',
        '[Create {"type":"deal","play":"conquian"}]',
        "[Create []]",
        '[Variant "mexican-2"]\n[Seats ["person","person"]]\n[Time -1]',
        '[Variant "mexican-2"]\n[Seats ["person","person"]]\n[GameKey "zz"]',
        '[Variant "mexican-2"]\n[Seats ["person","person"]]\n[Id "../../etc"]\n[GameKey "'
        + "11" * 32
        + '"]\n*:deal',
        '[Variant "mexican-2"]\n[Seats ["person","person"]]\n*:&{"type":"create"}',
        '[Variant "mexican-2"]\n[Seats ["person","person"]]\n*:void(x, 99)',
        '[Variant "mexican-2"]\n[Seats ["person","person"]]\n[Pins 1]\n[GameKey "' + "11" * 32 + '"]',
        "[X " + "[" * 5000,
    ],
)
def test_random_text_raises_the_documented_error_only(text: str) -> None:
    with pytest.raises(BadNotation):
        imported(text)
