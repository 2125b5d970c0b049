"""The examples in docstrings.

pytest would import every module of the program to look for them, in each of its processes.
"""

import ast
import re
from collections.abc import Iterator
from doctest import DocTest, DocTestParser, DocTestRunner
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = re.compile(r"^ *>>> ", flags=re.MULTILINE)
WITH_EXAMPLES = [
    str(path.relative_to(ROOT))
    for folder in ("app", "replays", "workers", "tests")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if EXAMPLE.search(path.read_text())
]


def examples(name: str) -> Iterator[DocTest]:
    """The examples of each docstring of a file, also of those that doctest does not find."""
    module = import_module(name.removesuffix("/__init__.py").removesuffix(".py").replace("/", "."))
    for node in ast.walk(ast.parse((ROOT / name).read_text())):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (
            text := ast.get_docstring(node)
        ):
            called, line = getattr(node, "name", "module"), node.body[0].lineno - 1
            test = DocTestParser().get_doctest(text, dict(vars(module)), called, name, line)
            if test.examples:
                yield test


def test_examples_are_found() -> None:
    assert len(WITH_EXAMPLES) > 40


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    tests = list(examples(name))
    assert tests
    for test in tests:
        assert DocTestRunner().run(test).failed == 0, test.name
