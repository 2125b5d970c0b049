"""Rules sheets: written canonically, read strictly, and every accepted sheet can be played."""

import contextlib
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from app.games.conquian.commands import Fold
from app.games.conquian.game import CONQUIAN
from app.games.conquian.rules import BOUNDS, Rules
from app.games.conquian.sheets import SHEETS
from app.games.conquian.state import HandResult, Termination
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from app.games.descriptions import CUSTOM
from app.games.errors import ConfigRefused
from tests.games.play import deal, do
from tests.games.random_sheets import check_sheet, random_sheet, refusal_or_rules

_JSON = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=5),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def _refused(document: Any) -> tuple[str, str]:
    with pytest.raises(ConfigRefused) as refused:
        CONQUIAN.custom(document)
    return refused.value.code, refused.value.field


@pytest.mark.parametrize("name", VARIANTS)
def test_a_sheet_reads_back_as_the_rules_it_was_written_from(name: str) -> None:
    rules = VARIANTS[name].rules
    assert SHEETS.from_json(SHEETS.as_json(rules)) == rules


def test_fields_that_an_older_sheet_lacks_have_their_old_meaning() -> None:
    assert SHEETS.from_json({"variant": "mexican-2", "hand_sizes": [9]}) == VARIANTS["mexican-2"].rules


@given(some.dictionaries(some.sampled_from(list(SHEETS.kinds)) | some.text(max_size=8), _JSON, max_size=4))
@settings(max_examples=300)
def test_an_invalid_sheet_is_refused_as_a_configuration(document: dict[str, Any]) -> None:
    with contextlib.suppress(ConfigRefused):
        assert isinstance(SHEETS.from_json(document), Rules)


@pytest.mark.parametrize("document", [None, [], "rules", 7, [["variant", "paco"]]])
def test_a_sheet_that_is_no_object_is_refused(document: Any) -> None:
    with pytest.raises(ConfigRefused, match="config_option"):
        SHEETS.from_json(document)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"tarot": 1}, "config_option", "tarot"),
        ({"me_sirve": True}, "config_option", "me_sirve"),
        ({"exchange": 1}, "config_option", "exchange"),
        ({"exchange": None}, "config_option", "exchange"),
        ({"stake": True}, "config_stake", "stake"),
        ({"stake": 1.0}, "config_stake", "stake"),
        ({"stake": 10**6 + 1}, "config_stake", "stake"),
        ({"waste": "sideways"}, "config_option", "waste"),
        ({"waste": ["face_up"]}, "config_option", "waste"),
        ({"hand_sizes": 8}, "config_hand_size", "hand_sizes"),
        ({"hand_sizes": [8.0]}, "config_hand_size", "hand_sizes"),
        ({"hand_sizes": [True]}, "config_hand_size", "hand_sizes"),
        ({"hand_sizes": []}, "config_hand_size", "hand_sizes"),
        ({"hand_sizes": [8] * 101}, "config_hand_size", "hand_sizes"),
        ({"hand_sizes": [13]}, "config_hand_size", "hand_sizes"),
        ({"deal_style": "packets_4_4", "hand_sizes": [9]}, "config_packets", "deal_style"),
        ({"players_max": 13}, "config_players", "players_max"),
        ({"players_max": 5}, "config_players", "players_max"),
        ({"wild_card": "2c"}, "config_option", "wild_card"),
        ({"wild_card": "99Z"}, "config_option", "wild_card"),
        ({"wild_card": "2d"}, "config_option", "wild_card"),
        ({"teams": 1}, "config_teams", "teams"),
        ({"teams": 2}, "config_teams", "teams"),
        ({"teams": 2, "packs": 5, "players_min": 5, "players_max": 5}, "config_teams", "teams"),
        ({"set_kind": "identical"}, "config_option", "set_kind"),
        ({"keep_three": True, "packs": 2}, "config_option", "keep_three"),
        ({"payment": "pay_cards", "pack": "french40"}, "config_option", "payment"),
        ({"payment": "pay_cards", "draw_stake": "double"}, "config_option", "draw_stake"),
        ({"variant": "tarot"}, "config_option", "variant"),
        ({"variant": ["paco"]}, "config_option", "variant"),
    ],
)
def test_an_inconsistent_sheet_is_refused_with_its_code_and_field(
    changes: dict[str, Any], code: str, field: str
) -> None:
    assert _refused(changes) == (code, field)


def test_members_that_a_custom_sheet_omits_are_those_of_its_variant() -> None:
    made = CONQUIAN.custom({"variant": "north-american", "fold": False})
    assert SHEETS.same_rules(made, TABLE_OF_VARIANTS.sheet("north-american", {"fold": False}))
    assert made.variant == CUSTOM


def test_a_sheet_that_names_no_variant_starts_from_mexican_2_with_eight_cards() -> None:
    assert SHEETS.same_rules(CONQUIAN.custom({}), TABLE_OF_VARIANTS.sheet("mexican-2", {"hand_size": 8}))


def test_the_canonical_form_of_a_custom_sheet_is_a_fixed_point() -> None:
    for seed in range(200):
        made = refusal_or_rules(random_sheet(Random(seed)))
        if isinstance(made, Rules):
            assert CONQUIAN.custom(SHEETS.as_json(made)) == made


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_recognised_by_its_rules_alone(name: str) -> None:
    made = CONQUIAN.custom(SHEETS.as_json(VARIANTS[name].rules))
    row = TABLE_OF_VARIANTS.recognised(made)
    assert row is not None
    assert row[1] == {}
    assert SHEETS.same_rules(VARIANTS[row[0]].rules, made)


def test_options_are_recognised_and_a_free_combination_is_not() -> None:
    chosen: dict[str, Any] = {"me_sirve": True, "stake": 7, "wild_card": "2O", "hand_size": 9}
    assert TABLE_OF_VARIANTS.recognised(TABLE_OF_VARIANTS.sheet("mexican-3", chosen)) == ("mexican-3", chosen)
    assert TABLE_OF_VARIANTS.recognised(CONQUIAN.custom({"variant": "paco", "fold": True})) is None


def test_every_number_of_a_sheet_has_bounds_that_hold() -> None:
    numbers = {name for name, kind in SHEETS.kinds.items() if {int, tuple[int, ...]} & set(kind)}
    assert numbers == set(BOUNDS)
    for name, (least, greatest) in BOUNDS.items():
        for value in (least - 1, greatest + 1):
            tried = [value] if name == "hand_sizes" else value
            assert _refused({name: tried})[1] in (name, "players_max")


def test_random_sheets_are_refused_or_their_games_end_and_conserve_cards_and_money() -> None:
    played = [check_sheet(Random(f"sheets/{seed}")) for seed in range(150)]
    assert 30 < sum(played) < 120


def test_two_folded_seats_let_any_number_of_cards_pass() -> None:
    rules = CONQUIAN.custom({"variant": "north-american", "pack": "french52", "packs": 12})
    state = deal(rules, 2, Random(1))
    over = do(state, (state.turn, Fold()), (state.next(state.turn), Fold()))
    assert over.result == HandResult(Termination.TABLAS, None)
    assert not over.stock
