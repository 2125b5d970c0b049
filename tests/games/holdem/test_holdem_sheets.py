"""Sheets of hold'em that contradict themselves are refused with the code and the field."""

from typing import Any

import pytest

from app.games.errors import ConfigRefused
from app.games.holdem.rules import BOUNDS, Structure
from tests.games.holdem.hands import rules


@pytest.mark.parametrize("name", [name for name in BOUNDS if not name.startswith("players")])
def test_a_number_outside_its_bounds_is_refused_by_its_name(name: str) -> None:
    for value in (BOUNDS[name][0] - 1, BOUNDS[name][1] + 1):
        with pytest.raises(ConfigRefused) as refused:
            rules(**{name: value})
        assert (refused.value.code, refused.value.field) == ("config_option", name)


@pytest.mark.parametrize(
    ("options", "code", "field"),
    [
        ({"players_min": 1}, "config_players", "players_min"),
        ({"players_max": 12}, "config_players", "players_max"),
        ({"players_min": 5, "players_max": 4}, "config_players", "players_max"),
        ({"pack": "spanish40"}, "config_option", "pack"),
        ({"packs": 2}, "config_option", "packs"),
        ({"limit": 13}, "config_option", "limit"),
        ({"limit": 9, "structure": Structure.LIMIT_3_6}, "config_option", "limit"),
        ({"blind": 4}, "config_option", "blind"),
        ({"variant": "Caesars"}, "config_option", "variant"),
        ({"variant": "a" * 41}, "config_option", "variant"),
    ],
)
def test_a_sheet_that_contradicts_itself_is_refused_by_the_field(
    options: dict[str, Any], code: str, field: str
) -> None:
    with pytest.raises(ConfigRefused) as refused:
        rules(**options)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_the_bounds_themselves_are_allowed() -> None:
    widest = rules(players_min=2, players_max=11, collection=0, buy_in=1, short_buys=0, deals=1)
    assert (widest.players_min, widest.players_max, widest.stake) == (2, 11, 0)
    assert rules(players_min=11, players_max=11, blind=3, deals=None).deals is None
