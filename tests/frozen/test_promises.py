"""Each test that the list of promises names exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = [
    (promise.strip(), re.findall(r"`(tests/[^`]+)`", tests))
    for promise, tests in re.findall(
        r"^\| (?!promise|---)([^|]+)\|([^|]+)\|$",
        (ROOT / "tests/PROMISES.md").read_text(),
        flags=re.MULTILINE,
    )
]


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
        assert (ROOT / path).exists(), name
        known = names_in(ROOT / path)
        assert known, name
        assert not test or test in known, name
