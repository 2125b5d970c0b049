"""Both audits agree on records of hold'em: honest ones, and the same tampered with in every way."""

from functools import cache
from random import Random

import pytest

from tests.verifier.agreement import check_honest, check_tampered, holdem_game
from tests.verifier.node import Auditor
from tests.verifier.tampered import Game
from tests.verifier.tampering import WAYS

_OF_OTHER_GAMES = {"arranged"}


@cache
def games() -> tuple[Game, ...]:
    """Some games, always the same, in which everything happens that can."""
    return tuple(holdem_game(f"holdem {number}") for number in (160, 104, 27, 5, 33, 63))


def test_both_find_nothing_in_honest_records_of_every_kind(verifier: Auditor) -> None:
    for played in games():
        check_honest(verifier, played)
    logs = [b"".join(entry.public for entry in game.log) for game in games()]
    for kind in (
        *("chips-bought", "chips-returned", "house-charged", "bet-returned", "hand-shown", "frozen"),
        *("timed-out", "left", "game-voided", "stock-shuffled", "key-revealed", "keys-withheld"),
    ):
        assert any(f'"type":"{kind}"'.encode() in log for log in logs), kind
    assert any(b'"short":true' in log for log in logs)


@pytest.mark.parametrize("way", [way for way in WAYS if way not in _OF_OTHER_GAMES])
def test_both_name_the_same_first_ply_of_a_record_of_holdem_tampered_with(
    verifier: Auditor, way: str
) -> None:
    rng = Random(f"holdem {way}")
    done = [check_tampered(verifier, played, way, rng) for played in rng.sample(games(), 4)]
    assert any(done)
