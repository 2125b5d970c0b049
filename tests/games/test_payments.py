"""Payments of hands and sittings: RULES 9.3 to 9.7, 11.3 and 11.5."""

from typing import Any

import pytest

from app.games.conquian.game import CONQUIAN
from app.games.conquian.variants import TABLE_OF_VARIANTS
from app.games.table.state import Status
from app.games.table.view import view
from tests.games.memory import dealt_on, drawn, table_of, won

_DOCUMENT = ("3E 3E 3E|4B 5B 6B 7B|6O 7O 10O", "10B")
"""Eleven cards worth 23: nine for the threes, twelve in bastos, two in oros."""


@pytest.mark.parametrize(
    ("variant", "seats", "winner", "options", "balances"),
    [
        ("mexican-3", 3, 0, {"stake": 5}, (10, -5, -5)),
        ("north-american", 2, 1, {"stake": 10}, (-10, 10)),
        ("navajo-tens", 4, 2, {"stake": 1}, (-1, -1, 3, -1)),
    ],
)
def test_9_3_every_other_seat_pays_the_winner_the_stake(
    variant: str, seats: int, winner: int, options: dict[str, Any], balances: tuple[int, ...]
) -> None:
    assert won(table_of(variant, seats, **options), winner).balances == balances


@pytest.mark.parametrize("money", ["money", "chips"])
def test_9_3_in_paco_every_loser_pays_the_pay_cards_of_the_winner(money: str) -> None:
    table = won(table_of("paco", 4, money=money), 0, *_DOCUMENT)
    assert table.balances == (69, -23, -23, -23)
    assert view(table, None)["money"] == money


def test_9_3_copies_of_pay_cards_count_each() -> None:
    table = won(table_of("paco", 2), 0, "1B 1B 1B 1B 1B|3B 3B|5B 5B 5B", "3B")
    assert table.balances == (44, -44)


def test_9_3_teams_pay_and_are_paid_seat_by_seat() -> None:
    table = won(table_of("paco-teams", 4), 0, *_DOCUMENT)
    assert table.balances == (23, -23, 23, -23)
    assert view(table, None)["banks"] == []


def test_11_3_a_bank_holds_the_money_of_its_team_and_the_balances_stay() -> None:
    table = won(table_of("paco-teams", 6, bank=True), 1, *_DOCUMENT)
    assert table.balances == (-23, 23) * 3
    assert view(table, None)["banks"] == [
        {"team": 0, "banker": 0, "balance": -69},
        {"team": 1, "banker": 1, "balance": 69},
    ]


@pytest.mark.parametrize("variant", ["mexican-3", "paco"])
def test_9_2_tablas_costs_no_seat_anything(variant: str) -> None:
    assert drawn(table_of(variant, 3, deals=2)).balances == (0, 0, 0)


@pytest.mark.parametrize(
    ("draw_stake", "stakes"),
    [
        ("same", [5, 5, 5, 5]),
        ("double", [5, 10, 10, 10]),
        ("double_compound", [5, 10, 20, 40]),
    ],
)
def test_9_4_a_drawn_hand_changes_the_next_stake_as_agreed(draw_stake: str, stakes: list[int]) -> None:
    table = table_of("mexican-3", 3, stake=5, draw_stake=draw_stake, deals=6)
    seen = [table.stake]
    for _ in range(3):
        table = dealt_on(drawn(table))
        seen.append(table.stake)
    assert seen == stakes
    winner = table.order[1]
    after = dealt_on(won(table, winner))
    assert after.balances[winner] == 2 * stakes[-1]
    assert after.stake == 5


def test_9_4_the_french_stakes_are_carried_over_until_a_seat_wins() -> None:
    rules = TABLE_OF_VARIANTS.sheet("french-page", {"stake": 4})
    assert [CONQUIAN.stake(rules, drawn_hands) for drawn_hands in (0, 1, 2, 0)] == [4, 8, 12, 4]


def test_9_7_the_house_takes_its_charge_once_a_game_for_any_results() -> None:
    table = table_of("caesars-conquian", stake=2, deals=3)
    assert (table.balances, table.house) == ((-2, -2), 4)
    for winner in (0, 0, 1):
        table = won(dealt_on(table), winner)
        assert sum(table.balances) + table.house == 0
    assert (table.status, table.balances, table.house) == (Status.FINISHED, (0, -4), 4)
    assert view(table, None)["house"] == 4


def test_9_7_a_friendly_game_still_pays_the_house_and_a_table_may_waive_it() -> None:
    assert won(table_of("caesars-conquian", stake=0), 0).balances == (-2, -2)
    waived = won(table_of("caesars-conquian", stake=0, house_charge=0), 0)
    assert (waived.balances, waived.house) == ((0, 0), 0)


def test_11_4_four_deals_are_scored_by_their_stakes_and_a_drawn_one_counts() -> None:
    table = table_of("four-deal", stake=1)
    for winner in (0, 1, 0):
        table = dealt_on(won(table, winner))
    table = drawn(table)
    assert (table.status, table.balances) == (Status.FINISHED, (1, -1))
