"""Forms of actors and commands in the log of a dispute, which the service checks before it writes them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from app.games.codec import Json
from app.store.keys import LogKind, kind_of
from replays.disputes.commands import AddEvidence, Command, Judge, Open, Rule
from replays.disputes.state import JUDGE, Claim, VerdictOutcome
from replays.record.field_types import wrong_field
from replays.record.format import is_hash
from replays.record.receipts import is_receipt, is_refusal
from replays.transparency.merkle import leaf_from
from replays.transparency.proofs import MEMBERS, is_proof

_ACTOR: Final = re.compile(r"system|seat:(?:0|[1-9][0-9]?)|arbiter:(.*)")
_PARAGRAPH: Final = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}")
_PARTY: Final = {"seat", "player"}
_LARGEST: Final = 2**53


def is_actor(found: Any) -> bool:
    """Return whether `found` names an actor of a dispute: a seat, an arbiter, or the service."""
    match = _ACTOR.fullmatch(found) if isinstance(found, str) else None
    return match is not None and (match[1] is None or _is_player(match[1]))


@dataclass(frozen=True, slots=True)
class DisputeContext:
    """The dispute in whose log a command stands: its id, its game, its claim, the version of the judge."""

    log: str
    game: str | None = None
    claim: str | None = None
    judge: int = 1


def fault(command: Command, place: DisputeContext) -> str | None:
    """The first field of a command whose value the service never writes there, or None."""
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
    some = any(one is not None for one in given)
    return {"evidence": some, **_of_evidence(command, place.game, place.claim)}


def _of_evidence(command: Open | AddEvidence, game: str | None, claim: str | None) -> dict[str, bool]:
    """Evidence has the form of what the service has signed of this game; only a refusal has a command."""
    receipt, refusal, checkpoint = command.receipt, command.refusal, command.checkpoint
    refused = claim == Claim.WRONG_REFUSAL
    return {
        "refused": command.refused is None or refused,
        "receipt": receipt is None or (is_receipt(receipt) and receipt["game"] == game),
        "refusal": refusal is None or (refused and is_refusal(refusal) and refusal["game"] == game),
        "checkpoint": checkpoint is None or is_inclusion(checkpoint, game),
    }


def is_inclusion(found: Any, game: str | None) -> bool:
    """Return whether `found` has the form of a proof that the end of `game` is a leaf of the log of games."""
    if not isinstance(found, dict) or set(found) != {"leaf", *MEMBERS}:
        return False
    leaf, rest = leaf_from(found["leaf"]), {name: found[name] for name in MEMBERS}
    if leaf is None or not is_proof(rest) or not is_hash(found["leaf"]["digest"]):
        return False
    numbered = type(found["leaf"]["v"]) is int and 0 < leaf.plies < _LARGEST
    return numbered and leaf.game == game and 0 <= rest["index"] < rest["size"] < _LARGEST


def _of_verdict(command: Judge, place: DisputeContext) -> dict[str, bool]:
    told = command.verdict
    kinds = _KINDS if place.judge == 1 else {**_KINDS, **_LATER}
    return {"verdict": set(told) == set(kinds) and all(right(told[name]) for name, right in kinds.items())}


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


def _is_player(found: Any) -> bool:
    return isinstance(found, str) and kind_of(found) is LogKind.PLAYER


def _is_party(found: Json) -> bool:
    named = set(found) == _PARTY and (found["player"] is None or _is_player(found["player"]))
    return named and type(found["seat"]) is int


def _is_amounts(found: Any) -> bool:
    return found is None or (isinstance(found, list) and all(type(one) is int for one in found))


def _is_head(found: Any) -> bool:
    """Return whether `found` names the end of a log, or is None for a log that could not be read."""
    if found is None:
        return True
    named = isinstance(found, dict) and set(found) == {"ply", "digest"}
    return named and type(found["ply"]) is int and is_hash(found["digest"])


_KINDS: Final[dict[str, Callable[[Any], bool]]] = {
    "outcome": lambda found: found in tuple(VerdictOutcome),
    "rule": lambda found: found is None or isinstance(found, str),
    "head": _is_head,
    "revealed": lambda found: isinstance(found, bool),
    "facts": lambda found: isinstance(found, dict),
    "findings": lambda found: isinstance(found, list),
    "legal": lambda found: found is None or isinstance(found, dict),
    "correction": _is_amounts,
}
"""The kinds of the members of a verdict."""

_LATER: Final[dict[str, Callable[[Any], bool]]] = {
    "code": lambda found: isinstance(found, str),
    "consequence": lambda found: isinstance(found, str),
}
"""The kinds of the members that verdicts have from version 2 of the judge on."""
