"""The checker that was written from app/docs/proofs.md alone, beside the two verifiers.

It looks at less than they do. Where they find something by one of the checks of `COVERED`, it must name the
same ply, or an earlier one that they name for what they cannot read or for keys that are opened otherwise.
Where they do not, it must find nothing, or that.
"""

import importlib.util
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final

from replays.audit.audit import audit
from replays.audit.report import Check
from replays.audit.report_json import as_json
from replays.record.receipts import KeyList
from tests.verifier.agreement import Disagreement, game, old_game
from tests.verifier.node import Auditor
from tests.verifier.proofs import DOCUMENT, KEYS
from tests.verifier.tampered import Unfit
from tests.verifier.tampering import WAYS

FILE: Final = Path(__file__).parents[2] / "deploy" / "checker" / "check_record.py"
COVERED: Final = frozenset(
    {
        Check.GAPS,
        Check.DIGESTS,
        Check.SEALS,
        Check.COMMITMENTS,
        Check.DEAL,
        Check.RECEIPTS,
        Check.INCLUSION,
    }
)

FORGED: Final = 10
"""How many records are forged of each game."""


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_record", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECKER: Final = _loaded()


def checker_findings(data: bytes, keys: Any, kept: list[Any]) -> list[tuple[int, str]]:
    """Return what the checker finds in a record, in the order of the plies."""
    findings: list[tuple[int, str]] = sorted(CHECKER.Audit(data, keys, kept).findings)
    return findings


def compare(
    verifier: Auditor,
    data: bytes,
    document: Any = DOCUMENT,
    keys: KeyList = KEYS,
    kept: list[Any] | None = None,
) -> bool:
    """Return whether all three find something by a check of COVERED. Raises Disagreement if they differ."""
    receipts = kept or []
    ours = as_json(audit(data, keys=keys, receipts=receipts))["findings"]
    findings = [*ours, *verifier.audit(data, document, receipts)["findings"]]
    first = min((finding["ply"] for finding in findings), default=None)
    covered = min((finding["ply"] for finding in findings if _is_covered(finding)), default=None)
    opened = {finding["ply"] for finding in findings if finding["check"] == Check.REVEAL}
    named = checker_findings(data, document, receipts)
    ply = named[0][0] if named else None
    if ply != covered and (
        ply is None or ply not in {first, *opened} or (covered is not None and ply > covered)
    ):
        places = sorted((finding["ply"], finding["check"], finding["detail"]) for finding in findings)
        raise Disagreement(f"the checker says {named[:2]}, the verifiers {places[:4]}")
    return bool(named) and covered is not None


def _is_covered(finding: Any) -> bool:
    """Return True if the checker makes this check.

    It looks at no receipt or key that an entry names, and at no event that the rules give but the deal.
    """
    evidence = finding["evidence"]
    if finding["check"] == Check.RECEIPTS:
        return finding["rule"] != "12.8" and "key" not in evidence
    if "event" in evidence:
        return (evidence.get("rules_give") or {}).get("type") in ("Dealt", "Restocked")
    return finding["check"] in COVERED


def check_forged(verifier: Auditor, rng: Random) -> int:
    """Compares an honest record and ten forged ones of the same game; how many forged ones all three find."""
    seed = f"checker {rng.getrandbits(64)}"
    chosen = old_game(seed) if rng.random() < 0.1 else game(seed, rng.randrange(1000))
    if compare(verifier, chosen.data) or checker_findings(chosen.data, DOCUMENT, []):
        raise Disagreement(f"{seed}: something is found in an honest record")
    noticed, done = 0, 0
    while done < FORGED:
        way = rng.choice(list(WAYS))
        try:
            forged = WAYS[way](rng, chosen)
        except Unfit:
            continue
        done += 1
        try:
            noticed += compare(verifier, forged.data)
        except Disagreement as wrong:
            raise Disagreement(f"{seed} {way}: {wrong}") from None
    return noticed
