"""The messages of the product, collected from its source."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages.extract import extract_javascript

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("app", "replays", "workers")

MARKS: Final = {"Message": (0,), "Code": (1, 2), "Reason": (2, 3)}
"""By the name of a class the places of the arguments that are messages; `Message` has a context as well."""

SCRIPTS: Final = ROOT / "replays" / "verifier" / "src"
SCRIPT_MARKS: Final[dict[str, Any]] = {"message": None, "messageIn": None}
"""The functions of the verifier that make a message; the second one has its context first."""


class Marked(NamedTuple):
    """A message in the source: its file, English text and context."""

    path: str
    text: str
    context: str


def messages() -> Iterator[Marked]:
    """Every message of the product by file and line; one that is marked twice comes twice."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for call in _calls(ast.parse(path.read_text())):
                for place in MARKS[_name(call)]:
                    if text := _constant(call, place):
                        context = _constant(call, 1) if _name(call) == "Message" else ""
                        yield Marked(str(path.relative_to(ROOT)), text, context)


def script_messages() -> Iterator[Marked]:
    """Every message of the verifier by file and line."""
    for path in sorted(SCRIPTS.rglob("*.js")):
        with path.open("rb") as opened:
            for _, function, message, _ in extract_javascript(opened, SCRIPT_MARKS, [], {}):
                texts = [message] if isinstance(message, str) else list(message)
                context, text = texts[:2] if function == "messageIn" else ("", texts[0])
                if text:
                    yield Marked(str(path.relative_to(ROOT)), text, context)


def _calls(tree: ast.Module) -> list[ast.Call]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node) in MARKS]
    return sorted(calls, key=lambda call: (call.lineno, call.col_offset))


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _constant(call: ast.Call, place: int) -> str:
    """The text given as an argument; empty if it is no literal, or is not given."""
    node = call.args[place] if place < len(call.args) else None
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
