"""Forms of actors and commands in the log of a dispute, which the service checks before it writes them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from app.games.codec import Json
from app.store.keys import LogKind, kind_of
from replays.disputes.commands import AddEvidence, Command, Judge, Open, Rule
from replays.disputes.state import JUDGE, Claim, VerdictOutcome
from replays.record.format import is_hash
from replays.record.receipts import is_receipt, is_refusal
from replays.record.untrusted_values import wrong_field
from replays.transparency.merkle import leaf_from
from replays.transparency.proofs import MEMBERS, is_proof

_ACTOR: Final = re.compile(r"system|seat:(?:0|[1-9][0-9]?)|arbiter:(.*)")
_PARAGRAPH: Final = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}")
_PARTY: Final = {"seat", "player"}
_LARGEST: Final = 2**53


def is_actor(value: Any) -> bool:
    """Return whether `value` names an actor of a dispute: a seat, an arbiter, or the service."""
    match = _ACTOR.fullmatch(value) if isinstance(value, str) else None
    return match is not None and (match[1] is None or _is_player(match[1]))


@dataclass(frozen=True, slots=True)
class DisputeContext:
    """The dispute in whose log a command stands: its id, its game, its claim, the version of the judge."""

    log: str
    game: str | None = None
    claim: str | None = None
    judge: int = 1


def fault(command: Command, place: DisputeContext) -> str | None:
    """Return the first field of a command whose value the service never writes there, or None."""
    wrong = wrong_field(command)
    if wrong:
        return wrong
    tests = _TESTS.get(type(command))
    values = tests(command, place) if tests else {}
    return next((name for name, right in values.items() if not right), None)


def _of_opening(command: Open, place: DisputeContext) -> dict[str, bool]:
    judge = command.judge
    return {
        "dispute": command.dispute == place.log,
        "game": kind_of(command.game) is LogKind.GAME,
        "digest": is_hash(command.digest),
        "claim": command.claim in set(Claim),
        "parties": all(map(_is_party, command.parties)),
        "judge": judge is None or 2 <= judge <= JUDGE,
        **_of_evidence(command, command.game, command.claim),
        **(
            {"refusal": command.refusal is None, "checkpoint": command.checkpoint is None}
            if judge is None
            else {}
        ),
    }


def _of_adding(command: AddEvidence, place: DisputeContext) -> dict[str, bool]:
    given = (command.refused, command.receipt, command.refusal, command.checkpoint)
    some = any(document is not None for document in given)
    return {"evidence": some, **_of_evidence(command, place.game, place.claim)}


def _of_evidence(command: Open | AddEvidence, game: str | None, claim: str | None) -> dict[str, bool]:
    """Return which evidence has the right form; only `wrong_refusal` takes a command and a refusal."""
    receipt, refusal, checkpoint = command.receipt, command.refusal, command.checkpoint
    refused = claim == Claim.WRONG_REFUSAL
    return {
        "refused": command.refused is None or refused,
        "receipt": receipt is None or (is_receipt(receipt) and receipt["game"] == game),
        "refusal": refusal is None or (refused and is_refusal(refusal) and refusal["game"] == game),
        "checkpoint": checkpoint is None or is_inclusion(checkpoint, game),
    }


def is_inclusion(value: Any, game: str | None) -> bool:
    """Return whether `value` has the form of a proof that the end of `game` is a leaf of the log of games."""
    if not isinstance(value, dict) or set(value) != {"leaf", *MEMBERS}:
        return False
    leaf, rest = leaf_from(value["leaf"]), {name: value[name] for name in MEMBERS}
    if leaf is None or not is_proof(rest) or not is_hash(value["leaf"]["digest"]):
        return False
    numbered = type(value["leaf"]["v"]) is int and 0 < leaf.plies < _LARGEST
    return numbered and leaf.game == game and 0 <= rest["index"] < rest["size"] < _LARGEST


def _of_verdict(command: Judge, place: DisputeContext) -> dict[str, bool]:
    verdict = command.verdict
    kinds = _KINDS if place.judge == 1 else {**_KINDS, **_LATER}
    return {
        "verdict": set(verdict) == set(kinds) and all(right(verdict[name]) for name, right in kinds.items())
    }


def _of_ruling(command: Rule, place: DisputeContext) -> dict[str, bool]:
    return {
        "outcome": command.outcome in (VerdictOutcome.UPHELD, VerdictOutcome.REJECTED),
        "paragraph": command.paragraph is None or bool(_PARAGRAPH.fullmatch(command.paragraph)),
    }


_TESTS: Final[dict[type[Command], Callable[[Any, DisputeContext], dict[str, bool]]]] = {
    Open: _of_opening,
    AddEvidence: _of_adding,
    Judge: _of_verdict,
    Rule: _of_ruling,
}


def _is_player(value: Any) -> bool:
    return isinstance(value, str) and kind_of(value) is LogKind.PLAYER


def _is_party(value: Json) -> bool:
    named = set(value) == _PARTY and (value["player"] is None or _is_player(value["player"]))
    return named and type(value["seat"]) is int


def _is_amounts(value: Any) -> bool:
    return value is None or (isinstance(value, list) and all(type(amount) is int for amount in value))


def _is_head(value: Any) -> bool:
    """Return whether `value` names the end of a log, or is None for a log that could not be read."""
    if value is None:
        return True
    named = isinstance(value, dict) and set(value) == {"ply", "digest"}
    return named and type(value["ply"]) is int and is_hash(value["digest"])


_KINDS: Final[dict[str, Callable[[Any], bool]]] = {
    "outcome": lambda value: value in tuple(VerdictOutcome),
    "rule": lambda value: value is None or isinstance(value, str),
    "head": _is_head,
    "revealed": lambda value: isinstance(value, bool),
    "facts": lambda value: isinstance(value, dict),
    "findings": lambda value: isinstance(value, list),
    "legal": lambda value: value is None or isinstance(value, dict),
    "correction": _is_amounts,
}
"""The kinds of the members of a verdict."""

_LATER: Final[dict[str, Callable[[Any], bool]]] = {
    "code": lambda value: isinstance(value, str),
    "consequence": lambda value: isinstance(value, str),
}
"""The kinds of the members that verdicts have from version 2 of the judge on."""
