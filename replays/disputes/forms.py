"""The form of actors and commands in a dispute's log: what the service has checked before it writes them."""

import re
from collections.abc import Callable
from typing import Any, Final

from app.games.codec import Json
from app.store.keys import Kind, kind_of
from replays import shape
from replays.disputes.dispute import Claim, Outcome
from replays.disputes.sayings import Command, Judge, Open, Rule
from replays.forms import is_hash
from replays.receipts import is_receipt

_ACTOR: Final = re.compile(r"system|seat:(?:0|[1-9][0-9]?)|arbiter:(.*)")
_PARAGRAPH: Final = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}")
_PARTY: Final = {"seat", "player"}


def is_actor(found: Any) -> bool:
    """Whether `found` is the name of somebody who can speak in a dispute: a seat, an arbiter, the service."""
    match = _ACTOR.fullmatch(found) if isinstance(found, str) else None
    return match is not None and (match[1] is None or _is_player(match[1]))


def fault(command: Command, log: str) -> str | None:
    """The first field of a command in the dispute `log` whose value the service never writes, or None."""
    wrong = shape.fault(command)
    if wrong:
        return wrong
    tests = _TESTS.get(type(command))
    values = tests(command, log) if tests else {}
    return next((name for name, right in values.items() if not right), None)


def _of_opening(command: Open, log: str) -> dict[str, bool]:
    receipt = command.receipt
    return {
        "dispute": command.dispute == log,
        "game": kind_of(command.game) is Kind.GAME,
        "digest": is_hash(command.digest),
        "claim": command.claim in set(Claim),
        "parties": all(map(_is_party, command.parties)),
        "refused": command.refused is None or command.claim == Claim.WRONG_REFUSAL,
        "receipt": receipt is None or (is_receipt(receipt) and receipt["game"] == command.game),
    }


def _of_verdict(command: Judge, log: str) -> dict[str, bool]:
    told = command.verdict
    return {"verdict": set(told) == set(_KINDS) and all(right(told[name]) for name, right in _KINDS.items())}


def _of_ruling(command: Rule, log: str) -> dict[str, bool]:
    return {
        "outcome": command.outcome in (Outcome.UPHELD, Outcome.REJECTED),
        "paragraph": command.paragraph is None or bool(_PARAGRAPH.fullmatch(command.paragraph)),
    }


_TESTS: Final[dict[type[Command], Callable[[Any, str], dict[str, bool]]]] = {
    Open: _of_opening,
    Judge: _of_verdict,
    Rule: _of_ruling,
}


def _is_player(found: Any) -> bool:
    return isinstance(found, str) and kind_of(found) is Kind.PLAYER


def _is_party(found: Json) -> bool:
    named = set(found) == _PARTY and (found["player"] is None or _is_player(found["player"]))
    return named and type(found["seat"]) is int


def _is_amounts(found: Any) -> bool:
    return found is None or (isinstance(found, list) and all(type(one) is int for one in found))


def _is_head(found: Any) -> bool:
    """Whether `found` names the end of a log, or is None: then the log could not be read."""
    if found is None:
        return True
    named = isinstance(found, dict) and set(found) == {"ply", "digest"}
    return named and type(found["ply"]) is int and is_hash(found["digest"])


_KINDS: Final[dict[str, Callable[[Any], bool]]] = {
    "outcome": lambda found: found in tuple(Outcome),
    "rule": lambda found: found is None or isinstance(found, str),
    "head": _is_head,
    "revealed": lambda found: isinstance(found, bool),
    "facts": lambda found: isinstance(found, dict),
    "findings": lambda found: isinstance(found, list),
    "legal": lambda found: found is None or isinstance(found, dict),
    "correction": _is_amounts,
}
"""The kinds of the members of a verdict."""
