"""The two audits side by side: on every record the same verdict and the same first bad ply."""

from random import Random
from typing import Any

from replays.audit import audit
from tests.verifier.node import Auditor
from tests.verifier.proofs import DOCUMENT, KEYS
from tests.verifier.sittings import plan
from tests.verifier.tampering import WAYS, Game, Tampered, Unfit


class Disagreement(AssertionError):
    """The two audits differ, or both miss what was done to a record."""


def game(seed: str, row: int) -> Game:
    """A game of row `row` of the plans, always the same for a seed."""
    return Game(plan(row, Random(f"{seed} plan")), seed)


def check_honest(verifier: Auditor, chosen: Game) -> None:
    """Disagreement unless both find nothing in the record as it is."""
    ours, theirs = audit(chosen.data, keys=KEYS), verifier.audit(chosen.data, DOCUMENT)
    if not (ours.clean and theirs["clean"]):
        raise Disagreement(f"{chosen.seed}: {ours.findings[:2]} {theirs['findings'][:2]}")


def check_tampered(verifier: Auditor, chosen: Game, way: str, rng: Random) -> bool:
    """Whether the game could be tampered with so; Disagreement unless both name the same first ply."""
    try:
        tampered = WAYS[way](rng, chosen)
    except Unfit:
        return False
    wrong = fault(verifier, tampered)
    if wrong:
        raise Disagreement(f"{chosen.seed} {way}: {wrong}")
    return True


def fault(verifier: Auditor, tampered: Tampered) -> str | None:
    """What is wrong with what the audits say of an altered record, None if nothing."""
    ours, theirs = audit(tampered.data, keys=KEYS), verifier.audit(tampered.data, DOCUMENT)
    first = [_first(ours.findings), _first(theirs["findings"], "ply")]
    told = f"at {tampered.ply}: {ours.findings[:2]} and {theirs['findings'][:2]}"
    if ours.clean or theirs["clean"]:
        return f"unnoticed by the {'service' if ours.clean else 'verifier'}, {told}"
    if first[0] != first[1]:
        return f"named {first[0]} and {first[1]}, {told}"
    if tampered.ply is not None and first[0] != tampered.ply:
        return f"named {first[0]}, {told}"
    return None


def _first(findings: Any, name: str | None = None) -> int | None:
    """The smallest ply of findings."""
    return min((one[name] if name else one.ply for one in findings), default=None)
