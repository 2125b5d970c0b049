"""Nothing hidden leaves games of hold'em: twins that differ in hidden cards get equal answers."""

from random import Random
from typing import Any

import pytest

from app.games.cards import Seat
from app.games.holdem.game import Holdem
from app.games.holdem.state import HoldemState
from tests.twins.holdem import holdem_line, holdem_twin
from tests.twins.leak import Leak
from tests.twins.lines import pair
from tests.twins.proof import Proof


@pytest.mark.parametrize("seed", range(6))
def test_nothing_hidden_leaves_a_game_of_holdem(seed: int, proven: Proof) -> None:
    rng = Random(f"holdem twins {seed}")
    one, other, reader = pair(rng, proven.worlds.players, holdem_line, holdem_twin)
    assert one.last.digest != other.last.digest
    assert proven.twins(rng, one, other, reader) > 0


def test_a_leak_of_the_stock_by_the_view_is_found(proven: Proof, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Holdem.view

    def view(hand: HoldemState, seat: Seat | None) -> dict[str, Any]:
        return {**honest(hand, seat), "level": len(hand.stock[-1:]) and ord(hand.stock[-1][-1])}

    monkeypatch.setattr(Holdem, "view", staticmethod(view))
    with pytest.raises(Leak):
        _many(proven)


def _many(proven: Proof) -> None:
    for seed in range(20):
        rng = Random(f"holdem leak {seed}")
        proven.twins(rng, *pair(rng, proven.worlds.players, holdem_line, holdem_twin))
