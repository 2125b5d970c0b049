"""Tables that can be created and tables that cannot: RULES 1.5 and 11.6."""

from typing import Any

import pytest

from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from app.games.errors import ConfigRefused
from app.games.registry import GAMES
from tests.games.memory import table_of

_EVERY = tuple(VARIANTS)
_MEXICAN = ("mexican-3", "mexican-2")
_FOLDING = ("north-american", "foster-numeral", "encyclopedia-es", "french-page")
_PACO = ("paco", "paco-teams")

_GOES_WITH: tuple[tuple[dict[str, Any], tuple[str, ...]], ...] = (
    ({"me_sirve": True}, ("mexican-3",)),
    ({"next_dealer": "winner_leads"}, (*_MEXICAN, "four-deal")),
    ({"next_dealer": "chosen"}, _EVERY),
    ({"pack": "french40"}, (*_MEXICAN, "four-deal")),
    ({"pack": "french52"}, (*_MEXICAN, "four-deal")),
    ({"hand_size": 8}, _MEXICAN),
    ({"hand_size": 9}, _MEXICAN),
    ({"hand_size": 10}, _MEXICAN),
    ({"pack": "french52", "wild_card": "2d"}, (*_MEXICAN, "four-deal")),
    ({"keep_centre": True}, (*_MEXICAN, "four-deal")),
    ({"keep_turn_limit": 6}, (*_MEXICAN, "four-deal")),
    ({"draw_stake": "double"}, (*_MEXICAN, "four-deal", *_FOLDING[:3], "caesars-conquian")),
    ({"draw_stake": "double_compound"}, (*_MEXICAN, "four-deal", *_FOLDING[:3], "caesars-conquian")),
    ({"draw_stake": "carry"}, ("french-page",)),
    ({"fold": True}, _FOLDING),
    ({"fold_skips_turn": True}, _FOLDING),
    ({"folded_may_force": False}, _FOLDING),
    ({"packs": 6}, _PACO),
    ({"packs": 12}, _PACO),
    ({"money": "chips"}, _PACO),
    ({"bank": True}, ("paco-teams",)),
    ({"sits_out": "rotate"}, ("north-american", "foster-numeral")),
    ({"sits_out": "loser"}, ("north-american", "foster-numeral")),
    ({"players_max": 4}, ("caesars-conquian",)),
    ({"house_charge": 0}, ("caesars-conquian",)),
    ({"keep_three": False}, ("french-page",)),
    ({"last_card_from_stock": False}, ("french-page",)),
    ({"force_source": "any"}, ("french-page",)),
    ({"group_needs_stock_card": "all"}, ("french-page",)),
    ({"packs": 2, "pack": "spanish40"}, ("four-deal",)),
    ({"deal_style": "packets_4_4", "hand_size": 8}, _MEXICAN),
    ({"stake": 2}, _EVERY),
    ({"run_max": 5}, _EVERY),
    ({"exchange": True}, _EVERY),
    ({"waste": "face_up", "pile_browsable": False}, _EVERY),
    ({"first_turn": "offer"}, _EVERY),
    ({"force_rearrange": False, "force_by_turn_player": True, "force_by_opponents": False}, _EVERY),
    ({"force_extra_hand_cards": False}, _EVERY),
    ({"claims": True}, ()),
    ({"teams": 2}, ()),
    ({"hand_sizes": 8}, ()),
)
"""What each option goes with; everything else is refused."""


def refusal(variant: str, seats: int | None = None, **options: Any) -> tuple[str, str] | None:
    """The code and the field with which a table is refused, None if it is made."""
    try:
        if seats is None:
            TABLE_OF_VARIANTS.sheet(variant, options)
        else:
            table_of(variant, seats, **options)
    except ConfigRefused as refused:
        return refused.code, refused.field
    return None


@pytest.mark.parametrize("variant", _EVERY)
@pytest.mark.parametrize(("options", "variants"), _GOES_WITH, ids=lambda value: str(value)[:40])
def test_1_5_an_option_is_accepted_by_its_variants_only(
    options: dict[str, Any], variants: tuple[str, ...], variant: str
) -> None:
    refused = refusal(variant, **options)
    if variant in variants:
        assert refused is None
    else:
        assert refused is not None
        code, field = refused
        assert code in ("config_option", "config_hand_size", "config_players")
        assert field in options


@pytest.mark.parametrize(
    ("variant", "seats", "code"),
    [
        ("mexican-3", 4, "config_players"),
        ("mexican-3", 2, "config_players"),
        ("mexican-2", 3, "config_players"),
        ("paco", 1, "config_players"),
        ("paco", 13, "config_players"),
        ("paco", 2, None),
        ("paco", 12, None),
        ("paco-teams", 5, "config_teams"),
        ("paco-teams", 2, "config_teams"),
        ("paco-teams", 4, None),
        ("paco-teams", 6, None),
        ("paco-teams", 8, None),
        ("paco-teams", 14, "config_players"),
        ("north-american", 3, "config_players"),
        ("french-page", 3, "config_players"),
        ("encyclopedia-es", 3, "config_players"),
        ("navajo-tens", 8, "config_players"),
        ("navajo-tens", 7, None),
        ("caesars-conquian", 3, "config_players"),
        ("four-deal", 3, "config_players"),
    ],
)
def test_1_3_a_table_has_as_many_seats_as_its_variant_plays_with(
    variant: str, seats: int, code: str | None
) -> None:
    assert refusal(variant, seats) == (None if code is None else (code, "seats"))


@pytest.mark.parametrize("players", [3, 4])
def test_1_3_the_club_plays_with_up_to_four_if_the_table_sets_it(players: int) -> None:
    assert refusal("caesars-conquian", players, players_max=4) is None
    assert refusal("caesars-conquian", 5, players_max=5) == ("config_players", "players_max")
    assert refusal("caesars-conquian", 5, players_max=4) == ("config_players", "seats")


@pytest.mark.parametrize("variant", ["north-american", "foster-numeral"])
@pytest.mark.parametrize("sits_out", ["rotate", "loser"])
def test_3_6_a_table_where_one_sits_out_has_exactly_three_seats(variant: str, sits_out: str) -> None:
    assert refusal(variant, 3, sits_out=sits_out) is None
    for seats in (2, 4):
        assert refusal(variant, seats, sits_out=sits_out) == ("config_players", "seats")


@pytest.mark.parametrize("size", [8, 9, 10])
def test_3_1_mexican_hands_have_eight_to_ten_cards_and_one_more_goes_out(size: int) -> None:
    assert table_of("mexican-3", 3, hand_size=size).hand.target == size + 1
    for wrong in (7, 11, True, "8"):
        assert refusal("mexican-3", 3, hand_size=wrong) == ("config_hand_size", "hand_size")


def test_3_2_packets_go_with_hands_of_eight_alone() -> None:
    for style in ("packets_4_4", "packets_3_5"):
        assert refusal("mexican-3", 3, deal_style=style) is None
        assert refusal("mexican-3", 3, deal_style=style, hand_size=9) == ("config_packets", "deal_style")
        assert refusal("mexican-2", 2, deal_style=style) == ("config_packets", "deal_style")
        assert refusal("four-deal", 2, deal_style=style) is None


def test_2_6_the_yuca_is_a_two_of_the_chosen_pack_and_goes_with_one_pack() -> None:
    assert refusal("mexican-3", 3, pack="french40", wild_card="2d") is None
    assert refusal("mexican-3", 3, pack="french40", wild_card="2O") == ("config_option", "wild_card")
    assert refusal("mexican-3", 3, wild_card="2O") is None
    for options in ({"packs": 2, "wild_card": "2O"}, {"packs": 1, "wild_card": "2d"}):
        refused = refusal("four-deal", 2, pack="spanish40", **options)
        assert refused == ("config_option", "wild_card")


def test_1_1_the_four_deals_mix_two_packs_of_forty_cards_and_no_larger_ones() -> None:
    assert refusal("four-deal", 2, packs=2, pack="spanish40") is None
    assert refusal("four-deal", 2, packs=2) == ("config_option", "packs")


def test_9_4_the_stake_of_the_club_is_zero_one_or_two() -> None:
    for stake in (0, 1, 2):
        assert refusal("caesars-conquian", 2, stake=stake) is None
    for stake in (3, -1, True):
        assert refusal("caesars-conquian", 2, stake=stake) == ("config_stake", "stake")


@pytest.mark.parametrize("deals", [0, 101, -1, True, "3", 10**30])
def test_11_4_a_sitting_has_one_to_a_hundred_hands(deals: Any) -> None:
    assert refusal("mexican-2", 2, deals=deals) == ("config_option", "deals")


@pytest.mark.parametrize(
    ("game", "option", "variant", "values"),
    [
        ("conquian", "deals", "mexican-3", {"minimum": 1, "maximum": 100}),
        ("conquian", "wild_card", "mexican-3", {"allowed": [None, "2O", "2d"]}),
        ("conquian", "hand_size", "mexican-3", {"allowed": [8, 9, 10]}),
        ("conquian", "blinds", "mexican-3", {}),
        ("conquian", "hand_sizes", None, {"minimum": 3, "maximum": 12}),
        ("conquian", "blinds", None, {}),
        ("holdem", "deals", "caesars-holdem", {"minimum": 1, "maximum": 1000}),
        ("holdem", "blinds", "caesars-holdem", {"allowed": ["1", "1_3"]}),
        ("holdem", "wild_card", "caesars-holdem", {}),
        ("holdem", "blinds", None, {"allowed": ["1", "1_3"]}),
        ("holdem", "wild_card", None, {}),
    ],
)
def test_the_values_named_for_an_option_are_those_that_it_may_have(
    game: str, option: str, variant: str | None, values: dict[str, Any]
) -> None:
    assert GAMES[game].possible(option, variant) == values
