"""Each test on the lists of promises and of slow tests exists, and `make test` tries each promise."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests import slow

ROWS = slow.promises()


@cache
def names_in(path: Path) -> set[str]:
    """The names of the tests in a file, or in all files of a folder."""
    files = [path] if path.is_file() else path.rglob("test_*.py")
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text())))
    return {
        node.name for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_the_list_of_promises_has_no_duplicates() -> None:
    assert len(ROWS) > 40
    assert len({promise for promise, _ in ROWS}) == len(ROWS)


@pytest.mark.parametrize(("promise", "named"), ROWS)
def test_the_tests_of_a_promise_exist(promise: str, named: list[str]) -> None:
    assert named, promise
    for name in named:
        path, _, test = name.partition("::")
        assert (slow.ROOT / path).exists(), name
        known = names_in(slow.ROOT / path)
        assert known, name
        assert not test or test in known, name


@pytest.mark.parametrize(("promise", "named"), ROWS)
def test_make_test_tries_each_promise(promise: str, named: list[str]) -> None:
    if all(name.startswith("tests/cluster") for name in named):
        return  # tried by `make cluster-test`
    assert not named[0].startswith("tests/cluster"), "name another test first"
    path, _, test = named[0].partition("::")
    left_out = {name.partition("::")[2] for name in slow.listed() if name.startswith(path)}
    assert test or names_in(slow.ROOT / path) - left_out, f"name a test of {path} first"


def test_slow_tests_exist() -> None:
    for name in slow.listed():
        path, _, test = name.partition("::")
        assert test in names_in(slow.ROOT / path), name


class Case(pytest.Item):
    """A case of a test, which does nothing."""

    def runtest(self) -> None:
        """Do nothing."""


def test_make_test_runs_the_first_case_of_a_slow_promise_and_every_quick_test(
    request: pytest.FixtureRequest,
) -> None:
    promised = next(tests[0] for _, tests in ROWS if tests[0] in slow.listed())
    other = min(slow.listed() - {tests[0] for _, tests in ROWS})
    names = [f"{promised}[a]", f"{promised}[b]", other, "tests/test_quick.py::test_quick"]
    cases = [Case.from_parent(request.session, name=name, nodeid=name) for name in names]
    slow.mark(cases)
    assert [case.get_closest_marker("slow") is not None for case in cases] == [False, True, True, False]
