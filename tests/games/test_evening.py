"""The ledger of an evening, projected from its tables without a service."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from app.games.cards import Seat
from app.games.table.commands import Create, Void
from app.games.table.evening import deals_next, evening_of, first_dealer
from app.games.table.seats import next_dealer
from app.games.table.state import Table
from tests.games.tables import BOT, OPEN, PERSON, act, begin, opening, served, sitting

ANA, LUPE = ({"kind": "person", "player": f"p-{name}"} for name in ("ana", "lupe"))
FIRST = "g-1"


def table(
    game: str,
    seats: Sequence[Mapping[str, str]] = (PERSON, PERSON),
    *,
    rematch_of: str | None = None,
    seed: int | None = None,
    dealer: Seat | None = None,
    variant: str = "mexican-2",
    **options: object,
) -> Table:
    """A table of the evening, played to its end with `seed`, else just made."""
    made = opening(variant, {"stake": 2, **options}, seats=seats, key=1 + (seed or 0))
    named = {"game": game, "rematch_of": rematch_of, "evening": FIRST, "first_dealer": dealer}
    command = Create(**{name: getattr(made, name) for name in made.__annotations__} | named)
    return begin(command).after if seed is None else list(sitting(command, Random(seed)))[-1].after


def test_the_changes_of_the_hands_are_the_balances_of_the_tables_and_sum_to_zero() -> None:
    tables = [table("g-1", seed=2, deals=3), table("g-2", rematch_of="g-1", seed=2, deals=2)]
    evening = evening_of(tables)
    assert [(hand.table, hand.hand) for hand in evening.hands] == [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2)]
    sums = [sum(change) for change in zip(*(one.balances for one in tables), strict=True)]
    assert [person.balance for person in evening.persons] == sums
    assert sums not in [list(hand.changes) for hand in evening.hands]  # it takes several hands
    assert sum(sums) + evening.house == 0
    assert evening.house == sum(one.house for one in tables)
    assert [person.won for person in evening.persons] == [
        sum(won) for won in zip(*(one.won for one in tables), strict=True)
    ]


def test_the_running_balance_is_the_sum_of_the_changes_so_far() -> None:
    evening = evening_of([table("g-1", seed=8, deals=4)])
    running = [0, 0]
    for hand in evening.hands:
        running = [before + (change or 0) for before, change in zip(running, hand.changes, strict=True)]
        assert list(hand.balances) == running
    assert running not in [list(hand.changes) for hand in evening.hands]  # it takes several hands


def test_what_the_house_takes_counts_with_the_hand_before_which_it_is_paid() -> None:
    tables = [table(f"g-{seed}", seed=seed, variant="caesars-conquian", deals=2) for seed in (1, 2)]
    evening = evening_of(tables)
    assert evening.house == sum(one.house for one in tables) != 0


def test_a_guest_is_the_seat_of_the_chain_of_rematches_and_somebody_else_at_another_table() -> None:
    tables = [table("g-1"), table("g-2", rematch_of="g-1"), table("g-3", rematch_of="g-2"), table("g-4")]
    assert evening_of(tables).seats == ((0, 1), (0, 1), (0, 1), (2, 3))


def test_a_player_is_one_person_at_every_table_whatever_the_seat() -> None:
    tables = [table("g-1", (ANA, LUPE)), table("g-2", (LUPE, ANA)), table("g-3", (PERSON, LUPE))]
    evening = evening_of(tables)
    assert evening.seats == ((0, 1), (1, 0), (2, 1))
    assert [person.player for person in evening.persons] == ["p-ana", "p-lupe", None]


def test_bots_of_one_name_are_told_apart_by_their_order_at_a_table() -> None:
    three = "mexican-3"
    tables = [
        table("g-1", (ANA, BOT, BOT), variant=three),
        table("g-2", (BOT, ANA, BOT), variant=three),
    ]
    assert evening_of(tables).seats == ((0, 1, 2), (1, 0, 2))


def test_a_free_seat_is_nobody_yet() -> None:
    evening = evening_of([table("g-1", (ANA, OPEN))])
    assert evening.seats == ((0, None),)
    assert (evening.hands, evening.house) == ((), 0)


def test_a_person_without_a_seat_at_the_table_of_a_hand_has_no_change_there() -> None:
    tables = [table("g-1", (ANA, LUPE), seed=1), table("g-2", (ANA, PERSON), seed=2)]
    hands = evening_of(tables).hands
    assert [[change is None for change in hand.changes] for hand in hands] == [
        [False, False, True],
        [False, True, False],
    ]
    assert hands[1].balances[1] == hands[0].balances[1]


KEPT = {"kind": "open", "player": "p-lupe"}


def dealt_by(dealer: int, seats: Sequence[Mapping[str, str]], variant: str = "mexican-2") -> Table:
    """A table of one hand, played to its end, after which the seat `dealer` deals."""
    for seed in range(1, 60):
        played = table("g-1", seats, seed=seed, variant=variant)
        if next_dealer(played) == dealer:
            return played
    raise AssertionError("no such table")


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("plan", [(ANA, KEPT), (KEPT, ANA), (OPEN, ANA), (ANA, OPEN)])
def test_the_deal_follows_the_person_to_another_seat(plan: Sequence[Mapping[str, str]], dealer: int) -> None:
    before = dealt_by(dealer, (ANA, LUPE))
    seat = first_dealer([before], (before, Seat(0)), plan)
    assert seat is not None
    assert (plan[seat] == ANA) == (dealer == 0)


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("plan", [(PERSON, OPEN), (OPEN, PERSON)])
def test_a_guest_is_taken_to_sit_as_before_beside_the_one_who_makes_the_table(
    plan: Sequence[Mapping[str, str]], dealer: int
) -> None:
    before = dealt_by(dealer, (PERSON, PERSON))
    seat = first_dealer([before], (before, Seat(0)), plan)
    assert seat == plan.index(PERSON if dealer == 0 else OPEN)


def test_the_next_one_deals_for_a_person_who_does_not_play_on() -> None:
    before = dealt_by(1, (ANA, LUPE, BOT), "mexican-3")
    assert first_dealer([before], (before, Seat(0)), (ANA, BOT)) == 1
    assert first_dealer([before], (before, Seat(0)), (BOT, ANA)) == 0
    assert first_dealer([before], (before, Seat(0)), (ANA, {"kind": "open", "player": "p-rita"})) == 0
    assert first_dealer([before], (before, Seat(0)), (OPEN, OPEN)) is None


def test_the_lot_decides_at_a_table_beside_one_that_is_being_played() -> None:
    over = dealt_by(1, (ANA, LUPE))
    playing = begin(opening(seats=(ANA, LUPE))).after
    for entry in served(playing):
        playing = entry.after
    assert playing.in_hand
    assert deals_next([over, playing]) is None
    assert first_dealer([over, playing], (over, Seat(0)), (ANA, KEPT)) is None


def test_a_table_at_which_nothing_was_dealt_does_not_pass_the_deal_on() -> None:
    over = dealt_by(1, (ANA, LUPE))
    waiting = table("g-2", (ANA, OPEN))
    void = act(waiting, None, Void("not_filled")).after
    assert first_dealer([over, waiting], (over, Seat(0)), (ANA, KEPT)) == 1
    assert deals_next([over, void]) == (0, 1)
    assert deals_next([over, waiting]) is None
    assert deals_next([]) is None


def test_an_evening_knows_who_deals_the_next_hand_or_table() -> None:
    over = dealt_by(1, (ANA, LUPE))
    assert evening_of([over]).next_dealer == 1
    turned = table("g-2", (LUPE, ANA), dealer=Seat(0))
    assert evening_of([over, turned]).next_dealer == 1
    waiting = table("g-2", (PERSON, OPEN), rematch_of="g-1", dealer=Seat(1))
    assert evening_of([dealt_by(1, (PERSON, PERSON)), waiting]).next_dealer == 1
    assert evening_of([over, table("g-2", (LUPE, ANA))]).next_dealer is None
