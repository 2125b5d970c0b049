"""Facts as lines of text: `name = value`, sorted, with values as canonical JSON."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

WIDTH: Final = 200
"""The length up to which a value stays on one line; longer objects are split by member."""

WORDING: Final = frozenset({"description", "summary", "title", "example", "examples"})
"""Members of an OpenAPI document that may be worded anew; only their presence is frozen."""

NAMES: Final = frozenset(
    {"properties", "schemas", "parameters", "headers", "responses", "mapping", "securitySchemes"}
)
"""Objects of an OpenAPI document whose members are names that the product chose, not keywords."""


def canonical(value: Any) -> str:
    """The JSON text of `value` with sorted members and without blanks."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def line(name: str, value: Any) -> str:
    """One fact."""
    return f"{name} = {canonical(value)}"


def flat(name: str, value: Any) -> Iterator[str]:
    """The facts of a JSON value: one if it is short or a list of plain values, else those of each member.

    >>> list(flat("a", {"b": 1}))
    ['a = {"b":1}']
    """
    text = canonical(value)
    if len(text) <= WIDTH or not isinstance(value, dict | list) or _plain(value):
        yield f"{name} = {text}"
    elif isinstance(value, dict):
        for member in sorted(value):
            yield from flat(f"{name} {member}", value[member])
    else:
        for item in value:
            yield from flat(f"{name} []", item)


def _plain(value: dict[str, Any] | list[Any]) -> bool:
    return isinstance(value, list) and not any(isinstance(item, dict | list) for item in value)


def contract(value: Any, parent: str = "") -> Any:
    """An OpenAPI document without its wording and the order of its lists, its references written short.

    >>> contract({"summary": "Do it", "required": ["b", "a"]})
    {'summary': '...', 'required': ['a', 'b']}
    """
    if isinstance(value, dict):
        if set(value) == {"$ref"}:
            return value["$ref"].replace("#/components/", "#")
        keywords = frozenset() if parent in NAMES else WORDING
        return {name: "..." if name in keywords else contract(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return sorted((contract(item) for item in value), key=canonical)
    return value


def differences(kept: Iterable[str], now: Iterable[str]) -> list[str]:
    """Return the differences of two lists of facts: each fact that was changed, is gone or is new.

    >>> differences(["a = 1", "b = 2"], ["a = 3", "c = 4"])
    ['changed  a = 1  ->  3', 'gone     b = 2', 'new      c = 4']
    """
    before, after = set(kept), set(now)
    gone, new = before - after, after - before
    lost, replaced = _by_name(gone), _by_name(new)
    lines = []
    for fact in sorted(gone):
        name, _, _ = fact.partition(" = ")
        if len(lost[name]) == len(replaced.get(name, ())) == 1:
            other = replaced.pop(name)[0]
            new.discard(other)
            lines.append(f"changed  {fact}  ->  {other.partition(' = ')[2]}")
        else:
            lines.append(f"gone     {fact}")
    return lines + [f"new      {one}" for one in sorted(new)]


def _by_name(facts: Iterable[str]) -> dict[str, list[str]]:
    lines: dict[str, list[str]] = {}
    for fact in facts:
        lines.setdefault(fact.partition(" = ")[0], []).append(fact)
    return lines
