"""Both audits find nothing in honest records, and of those tampered with they name the same first ply."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from tests.verifier.agreement import Disagreement, check_honest, check_tampered, fault, game, old_game
from tests.verifier.node import Auditor, auditor
from tests.verifier.tampering import WAYS, Game, Tampered

_MOST_PLIES = 90


@pytest.fixture(scope="module")
def verifier() -> Iterator[Auditor]:
    """A verifier in Node."""
    with auditor() as running:
        yield running


@cache
def games() -> tuple[Game, ...]:
    """Some short games, always the same."""
    found = (game(f"agreement {row}", row) for row in range(30))
    return tuple(one for one in found if 20 < one.plies < _MOST_PLIES)[:6]


def test_both_find_nothing_in_honest_records(verifier: Auditor) -> None:
    for one in games():
        check_honest(verifier, one)


@pytest.mark.parametrize("way", WAYS)
def test_both_name_the_same_first_ply_of_a_record_tampered_with(verifier: Auditor, way: str) -> None:
    rng = Random(way)
    done = [check_tampered(verifier, one, way, rng) for one in rng.sample(games(), 4)]
    assert any(done)


@pytest.mark.parametrize("seed", range(3))
def test_both_name_the_same_first_ply_of_an_old_record_tampered_with(verifier: Auditor, seed: int) -> None:
    old, rng = old_game(f"old {seed}"), Random(seed)
    check_honest(verifier, old)
    assert sum(check_tampered(verifier, old, way, rng) for way in rng.sample(list(WAYS), 8)) > 3


def test_what_is_not_tampered_with_counts_as_unnoticed(verifier: Auditor) -> None:
    honest = games()[0]
    assert "unnoticed" in (fault(verifier, Tampered(honest.data, 1)) or "")
    cut = Tampered(honest.data[:-1], 1)
    assert "named" in (fault(verifier, cut) or "")


def test_a_disagreement_is_raised(verifier: Auditor) -> None:
    broken = game("agreement broken", 6)
    broken.data = broken.data[:-1]
    with pytest.raises(Disagreement):
        check_honest(verifier, broken)
