"""The two audits side by side: on every record the same verdict and the same first bad ply."""

from pathlib import Path
from random import Random
from typing import Any

from replays.audit.audit import audit
from replays.audit.report import Cause
from replays.audit.report_json import as_json
from replays.record.format import Proof
from replays.record.read import read_record
from tests.verifier.holdem_sittings import holdem_log
from tests.verifier.node import Auditor, sound
from tests.verifier.proofs import DOCUMENT, KEYS, proved
from tests.verifier.sittings import forked, plan, sitting
from tests.verifier.tampered import Game, Tampered, Unfit
from tests.verifier.tampering import WAYS

CORPUS = Path(__file__).parents[1] / "corpus"


class Disagreement(AssertionError):
    """The two audits differ, or both miss what was done to a record."""


def game(seed: str, row: int) -> Game:
    """A game of row `row` of the plans, or now and then a fork of it, always the same for a seed."""
    chosen = plan(row, Random(f"{seed} plan"))
    log = sitting(chosen, Random(seed))
    fork = forked(log, Random(f"{seed} fork")) if row % 5 == 4 else None
    if fork is not None:
        chosen, log = fork, sitting(fork, Random(seed))
    return Game(seed, log, proved(log, Random(f"{seed} proof")), chosen)


def holdem_game(seed: str) -> Game:
    """A game of hold'em, always the same for a seed."""
    chosen, log = holdem_log(seed)
    return Game(seed, log, proved(log, Random(f"{seed} proof")), chosen)


def old_game(seed: str) -> Game:
    """A game of the corpus of records of format 1, drawn from a seed."""
    path = Random(seed).choice(sorted((CORPUS / "v1").glob("*.record")))
    return Game(f"{seed} {path.name}", read_record(path.read_bytes()).entries, Proof())


def check_honest(verifier: Auditor, chosen: Game) -> None:
    """Disagreement unless both find nothing in the record as it is."""
    ours, theirs = audit(chosen.data, keys=KEYS), verifier.audit(chosen.data, DOCUMENT)
    if not (ours.sound and sound(theirs)):
        raise Disagreement(f"{chosen.seed}: {ours.findings[:2]} {theirs['findings'][:2]}")


def check_tampered(verifier: Auditor, chosen: Game, way: str, rng: Random) -> bool:
    """Return True if the game could be tampered with so; Disagreement unless both name the same first ply."""
    try:
        tampered = WAYS[way](rng, chosen)
    except Unfit:
        return False
    wrong = fault(verifier, tampered)
    if wrong:
        raise Disagreement(f"{chosen.seed} {way}: {wrong}")
    return True


def fault(verifier: Auditor, tampered: Tampered) -> str | None:
    """Return the fault in the audits' results for an altered record, None without one."""
    ours, theirs = audit(tampered.data, keys=KEYS), verifier.audit(tampered.data, DOCUMENT)
    first = [_first(as_json(ours)["findings"]), _first(theirs["findings"])]
    findings = f"at {tampered.ply}: {ours.findings[:2]} and {theirs['findings'][:2]}"
    if ours.sound or sound(theirs):
        return f"unnoticed by the {'service' if ours.sound else 'verifier'}, {findings}"
    if first[0] != first[1]:
        return f"named {first[0]} and {first[1]}, {findings}"
    if tampered.ply is not None and first[0] != tampered.ply:
        return f"named {first[0]}, {findings}"
    return None


def _first(findings: Any) -> int | None:
    """The smallest ply of findings; a good reason to freeze a game is no fault."""
    return min((finding["ply"] for finding in findings if finding["cause"] != Cause.FROZEN), default=None)
