"""Scenarios of the rules: a beginning, steps with their verdicts, and expectations of the end.

A scenario is strict on both sides: a variant, option or field that is not known is a failure, never skipped.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from app.games.errors import ConfigRefused, Refused

HEAD = frozenset(("id", "title", "source", "note", "variant", "options"))
"""Members of every scenario; `id` and `variant` are required."""

_STEP = frozenset(("seat", "command", "accepted", "reason"))
_State = TypeVar("_State")


class Difference(Exception):
    """The first expectation of a scenario that the rules do not meet."""


def first_difference(run: Callable[[Mapping[str, Any]], None], scenario: Mapping[str, Any]) -> str | None:
    """Return the first difference between `scenario` and the rules, as a sentence, or None when it passes."""
    try:
        run(scenario)
    except (Difference, ConfigRefused) as found:
        return str(found) if isinstance(found, Difference) else f"{found.code}: {found.field}"
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        return f"the scenario cannot be read: {fault!r}"
    return None


def check_names(where: str, given: Iterable[str], names: Iterable[str]) -> None:
    """Raise Difference if `found` has a name that is not among `names`."""
    unknown = sorted(set(given) - set(names))
    if unknown:
        raise Difference(f"{where}: unknown field {unknown[0]}")


def check_equal(what: str, expected: Any, given: Any) -> None:
    """Raise Difference unless `expected` and `found` are equal."""
    if expected != given:
        raise Difference(f"{what}: expected {expected!r}, found {given!r}")


def check_then(expectations: Mapping[str, Callable[[_State], Any]], state: _State, then: Any) -> None:
    """Raise Difference for the first member of `then` that is not as `expectations` read it from `state`."""
    check_names("then", then, expectations)
    for name, expected in then.items():
        check_equal(name, expected, expectations[name](state))


def after_steps(
    state: _State,
    steps: Iterable[Mapping[str, Any]],
    seats: Callable[[_State], Collection[int | None]],
    decided: Callable[[_State, Mapping[str, Any]], _State],
) -> _State:
    """Return the state after `steps`; raise Difference where a verdict is another one than the step says.

    `decided` returns the state after a step, or raises Refused; a refused step changes nothing.
    """
    for number, step in enumerate(steps, start=1):
        check_names(f"step {number}", step, _STEP)
        if step["seat"] not in seats(state) or not isinstance(step["accepted"], bool):
            raise Difference(f"step {number}: unknown seat or verdict")
        expected = "accepted" if step["accepted"] else step["reason"]
        try:
            after = decided(state, step)
        except Refused as refusal:
            check_equal(f"step {number}", expected, refusal.code)
        else:
            check_equal(f"step {number}", expected, "accepted")
            state = after
    return state
