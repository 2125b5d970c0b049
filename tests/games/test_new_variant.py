"""A new variant made of existing fields takes one row of the table and no code."""

from random import Random

import pytest

from app.games.cards import Card
from app.games.conquian import variants
from app.games.conquian.game import CONQUIAN
from app.games.conquian.rules import Direction, FirstTurn, NextDealer, Rules
from app.games.conquian.state import Termination
from app.games.conquian.variants import TABLE_OF_VARIANTS, Variant
from app.games.descriptions import About
from app.games.errors import ConfigRefused
from app.games.registry import variants as all_variants
from app.i18n import Message
from tests.api.helpers import expect, running
from tests.games.checks import check_position, check_step
from tests.games.play import deal, steps
from tests.games.random_sheets import check_conserved, sitting

ROW = Variant(
    Rules(
        variant="barrio",
        pack="french52",
        players_min=3,
        players_max=5,
        direction=Direction.CLOCKWISE,
        hand_sizes=(7, 9),
        run_max=6,
        first_turn=FirstTurn.PLAIN,
        claims=True,
        wild_card=Card("2d"),
        fold=True,
        next_dealer=NextDealer.WINNER_LEADS,
        deals=2,
    ),
    About(
        Message("Neighbourhood Conquian"),
        Message("As played on the corner."),
    ),
    {"fold": (False, True), "stake": ()},
)


@pytest.fixture(autouse=True)
def _row(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of variants with one row more."""
    monkeypatch.setitem(variants.TABLE, "barrio", ROW)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_hands_of_the_new_variant_are_played_by_its_rules(players: int) -> None:
    ends = set()
    for seed in range(8):
        state = deal(CONQUIAN.sheet("barrio", {}), players, Random(seed), hand_number=1 + seed % 2)
        assert len(state.hands[0]) == (7, 9)[seed % 2]
        for taken in steps(state, Random(seed)):
            check_step(taken)
            check_position(taken.after)
            state = taken.after
        assert state.result is not None
        ends.add(state.result.termination)
    assert ends <= set(Termination)


def test_a_sitting_of_the_new_variant_ends_and_conserves_cards_and_money() -> None:
    table = None
    for table in sitting(CONQUIAN.sheet("barrio", {"stake": 5}), 4, Random(1)):
        check_conserved(table)
    assert table is not None
    assert (table.is_over, table.hand_number, table.rules.variant) == (True, 2, "barrio")


def test_the_new_variant_takes_its_options_and_no_others() -> None:
    assert CONQUIAN.sheet("barrio", {"fold": False}).fold is False
    with pytest.raises(ConfigRefused):
        CONQUIAN.sheet("barrio", {"exchange": False})
    assert TABLE_OF_VARIANTS.recognised(CONQUIAN.sheet("barrio", {"fold": False})) == (
        "barrio",
        {"fold": False},
    )


def test_the_new_variant_is_listed_explained_and_played_over_http(redis_url: str) -> None:
    with running(redis_url) as api:
        listed = expect(api.client.get("/v1/variants?lang=es"), 200)["variants"]
        named = {row["variant"]: row["name"] for row in listed}
        assert set(named) == set(all_variants())
        assert named["barrio"] == {"es": "Neighbourhood Conquian"}  # until the catalogue has it
        made = expect(api.post({"variant": "barrio", "seats": ["open", *[{"bot": "greedy"}] * 3]}), 201)
        table = api.adopt(made["game"], [])
        table.sit()
        assert table.play(seed=1)["status"] == "finished"
        assert table.view()["variant"] == "barrio"
