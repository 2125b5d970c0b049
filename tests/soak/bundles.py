"""Bundles of disputes forged in every way, given to both audits: a full run has 10,000."""

from random import Random
from typing import Any

from replays.disputes.bundle import zipped
from tests.verifier.agreement import game
from tests.verifier.bundling import disagreements, forged, whole
from tests.verifier.disputing import Case
from tests.verifier.tampered import Unfit

_MOST_PLIES = 120


def files(rng: Random, _: Any, *, each: int = 40) -> int:
    """An honest bundle, and forty forged ones of the same game; the number of these."""
    while True:
        chosen = game(f"bundles {rng.getrandbits(64)}", rng.randrange(1000))
        try:
            honest = zipped(whole(rng, chosen))
        except Unfit:
            continue
        if chosen.plies <= _MOST_PLIES:
            break
    wrong, clean = disagreements([(Case("honest", b"", honest), trusted) for trusted in (True, False)])
    assert (wrong, clean) == ([], 2), f"{clean} of 2 are clean: {wrong}"
    forgeries: list[tuple[Case, bool]] = []
    while len(forgeries) < each:
        try:
            forgeries.append((forged(rng, chosen), rng.random() < 0.5))
        except Unfit:
            continue
    wrong, _ = disagreements(forgeries)
    assert wrong == [], "\n".join(wrong)
    return len(forgeries)
