"""Records tampered with, held before both audits: a full run has 10,000 of them and 1,000 honest ones.

Of hold'em it has 2,000 and 200. Three hundred more are held before the checker of deploy/checker, too.
"""

from random import Random

from tests.verifier.agreement import check_honest, check_tampered, game, holdem_game, old_game
from tests.verifier.checking import FORGED, check_forged
from tests.verifier.node import Auditor
from tests.verifier.tampered import Game
from tests.verifier.tampering import WAYS

_EACH = 10


def records(rng: Random, verifier: Auditor) -> int:
    """One honest record, and the same tampered with in ten ways."""
    seed = f"tamper {rng.getrandbits(64)}"
    return _held(old_game(seed) if rng.random() < 0.1 else game(seed, rng.randrange(1000)), rng, verifier)


def holdem_records(rng: Random, verifier: Auditor) -> int:
    """One honest record of hold'em, and the same tampered with in ten ways."""
    return _held(holdem_game(f"tamper {rng.getrandbits(64)}"), rng, verifier)


def _held(chosen: Game, rng: Random, verifier: Auditor) -> int:
    check_honest(verifier, chosen)
    done = 0
    while done < _EACH:
        done += check_tampered(verifier, chosen, rng.choice(list(WAYS)), rng)
    return done


def checked(rng: Random, verifier: Auditor) -> int:
    """One honest record and ten forged ones, held before both audits and the checker of deploy/checker."""
    check_forged(verifier, rng)
    return FORGED
