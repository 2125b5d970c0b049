"""The table of reasons is complete, without dead rows, and cites paragraphs that exist."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path

import pytest

import app.games
from app.games.cards import Card, Seat
from app.games.conquian.commands import Command, Fold, Keep, Meld, Pass
from app.games.conquian.game import CONQUIAN
from app.games.conquian.rules import Rules
from app.games.conquian.sheets import CODES
from app.games.conquian.state import Phase
from app.games.conquian.variants import VARIANTS
from app.games.descriptions import RefusalKind
from app.games.errors import Refused
from app.games.holdem.rules import HoldemRules
from app.games.registry import GAMES, USUAL, reasons
from tests.games.play import position

FOLDER = Path(app.games.__file__).parent
RULEBOOKS = {play: (FOLDER / play / "RULES.md").read_text() for play in GAMES}
PARAGRAPHS = {
    play: set(re.findall(r"^\*\*(\d+\.\d+) ", text, re.MULTILINE)) for play, text in RULEBOOKS.items()
}
SECTIONS = {play: set(re.findall(r"^## (\d+) ", text, re.MULTILINE)) for play, text in RULEBOOKS.items()}
SOURCES = {path: path.read_text() for path in sorted(FOLDER.rglob("*.py"))}
RULES = {"conquian": Rules, "holdem": HoldemRules}
of_each_game = pytest.mark.parametrize("play", GAMES)


class Module:
    """One source file, of which the codes that `Refused` and `ConfigRefused` are raised with are asked."""

    def __init__(self, tree: ast.Module, callers: Sequence[ast.FunctionDef]) -> None:
        self.tree = tree
        self.callers = callers
        self.functions = {function.name: function for function in callers}

    def codes(self) -> Iterator[str]:
        """Every first argument of a raise, followed through names, calls and conditions to its texts."""
        for function in ast.walk(self.tree):
            if isinstance(function, ast.FunctionDef):
                for call in _calls(function, {"Refused", "ConfigRefused"}):
                    yield from self.texts(call.args[0], function)

    def texts(self, node: ast.expr, function: ast.FunctionDef) -> Iterable[str]:
        match node:
            case ast.Constant(value=None):
                return ()
            case ast.Constant(value=str(text)):
                return (text,)
            case ast.IfExp(body=body, orelse=other):
                return (*self.texts(body, function), *self.texts(other, function))
            case ast.Call(func=ast.Name(id=name)):
                return self._returned(self.functions[name])
            case ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="get"), args=[_, default]):
                return (*self._values(table), *self.texts(default, function))
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="codes"), attr="get"), args=[_, default]
            ):
                return (*CODES.values(), *self.texts(default, function))
            case ast.Name(id=name):
                return self._bound(name, function)
        raise AssertionError(f"a code that cannot be followed: {ast.unparse(node)}")

    def _returned(self, function: ast.FunctionDef) -> Iterator[str]:
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value is not None:
                yield from self.texts(node.value, function)

    def _values(self, table: str) -> Iterator[str]:
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [table]:
                assert isinstance(node.value, ast.Dict)
                yield from (ast.literal_eval(value) for value in node.value.values)

    def _bound(self, name: str, function: ast.FunctionDef) -> Iterator[str]:
        parameters = [argument.arg for argument in function.args.args]
        if name in parameters:
            for caller in self.callers:
                for call in _calls(caller, {function.name}):
                    yield from self.texts(call.args[parameters.index(name)], caller)
            return
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [name]:
                yield from self.texts(node.value, function)


def _calls(function: ast.FunctionDef, names: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


def _raised() -> set[str]:
    trees = [ast.parse(source) for source in SOURCES.values()]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {code for tree in trees for code in Module(tree, functions).codes()}


def test_every_code_that_is_raised_has_a_reason_and_no_reason_is_dead() -> None:
    assert _raised() | {code for game in GAMES.values() for code in game.reasons_of_seats} == set(reasons())


@of_each_game
def test_every_reason_cites_a_paragraph_that_exists(play: str) -> None:
    assert {reason.rule for reason in GAMES[play].reasons.values()} <= PARAGRAPHS[play]


@of_each_game
def test_every_code_is_named_in_the_rulebook_or_has_a_paragraph_of_one_code(play: str) -> None:
    unnamed = {code for code in GAMES[play].reasons if f"`{code}`" not in RULEBOOKS[play]}
    assert unnamed == set()


def test_every_code_the_rulebook_names_is_a_reason() -> None:
    prefixes = ("combo_", "set_", "run_", "config_", "force_", "forced_", "discard_", "already_", "keep_")
    named = {word for word in re.findall(r"`([a-z_]+)`", RULEBOOKS[USUAL]) if word.startswith(prefixes)}
    words = {"set_kind", "run_max", "force_window", "discard_count"} | {field.name for field in fields(Rules)}
    assert named - words <= set(reasons())


@of_each_game
def test_kinds_of_refusals_name_the_seats_that_may_act(play: str) -> None:
    moments = re.compile(
        "game_over|history_rolled_back|wrong_phase|not_your_turn|hand_dead|seat_taken|seat_reserved|seat_kept|already_.*|.*_closed"
    )
    for code, reason in GAMES[play].reasons.items():
        assert (reason.kind is RefusalKind.NOT_NOW) == bool(moments.fullmatch(code)), code
        assert (reason.kind is RefusalKind.CONFIGURATION) == (
            code.startswith("config_") or code in GAMES[play].reasons_of_seats
        ), code


@of_each_game
def test_every_reason_is_one_helpful_sentence(play: str) -> None:
    for reason in GAMES[play].reasons.values():
        assert re.fullmatch(r"[A-Z].{15,98}\.", reason.sentence)
    assert len({reason.sentence for reason in GAMES[play].reasons.values()}) == len(GAMES[play].reasons)


@of_each_game
def test_every_field_of_the_rules_sheet_has_its_place_in_the_rulebook(play: str) -> None:
    assert {field.name for field in fields(RULES[play]) if f"`{field.name}`" not in RULEBOOKS[play]} == set()


def test_every_citation_of_the_rulebook_in_the_source_exists() -> None:
    for path, source in SOURCES.items():
        play = path.relative_to(FOLDER).parts[0]
        for cited in re.findall(r"RULES (\d[\d., to]*)", source):
            for number in re.findall(r"\d+(?:\.\d+)?", cited):
                known = PARAGRAPHS.get(play, PARAGRAPHS[USUAL]) | SECTIONS.get(play, SECTIONS[USUAL])
                assert number in known, f"{path.name} cites {number}"


@of_each_game
def test_paragraphs_are_numbered_without_gaps(play: str) -> None:
    for section in SECTIONS[play]:
        inside = sorted(
            int(number.split(".")[1]) for number in PARAGRAPHS[play] if number.split(".")[0] == section
        )
        assert inside == list(range(1, len(inside) + 1))
    assert sorted(map(int, SECTIONS[play])) == list(range(1, 14))


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (Meld(use=(), discard=Card("1O")), "10.3"),
        (Pass(), "10.4"),
        (Keep(Card("1O")), "10.6"),
        (Fold(), "10.7"),
    ],
)
def test_a_refusal_out_of_turn_follows_the_order_of_checks_of_its_command(
    command: Command, rule: str
) -> None:
    sheet = replace(VARIANTS["mexican-3"].rules, keep_centre=True, fold=True, claims=False)
    state = position(sheet, Phase.NEW, "7C", ["7B 7E 12B", "1O 2O", ""])
    with pytest.raises(Refused) as caught:
        CONQUIAN.decide(state, Seat(1), command)
    assert (caught.value.code, caught.value.rule) == ("not_your_turn", rule)
