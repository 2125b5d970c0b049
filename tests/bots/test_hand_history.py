"""The hand history of a seat: all public and its hidden data from the deal on, and no other."""

import pytest

from app.bots.hand_history import HandHistory
from app.bots.roster import BOTS, made
from app.bots.strategy import Budget
from app.games.cards import Seat
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited
from app.games.table.view import default, view
from app.games.table.wire import events_from_json
from tests.service.helpers import GAME, table_for


def recorded(variant: str, hands: int) -> tuple[Table, HandHistory]:
    """A sitting in which every seat always declines, up to the middle of the hand number `hands`."""
    history = HandHistory()
    events = create(table_for("random random", variant, game=GAME, game_key="11" * 32, deals=hands))
    table = fold(None, 1, events)
    history.record(events)
    while table.hand_number < hands or not table.in_hand or len(table.hand.discards) < 5:
        due = pending(table)
        seat = None if due is not None else awaited(table)[0]
        events = decide(table, seat, due if seat is None else default(table, seat))
        table = fold(table, table.ply + 1, events)
        history.record(events)
    return table, history


@pytest.mark.parametrize("variant", ["north-american", "mexican-2"])
def test_a_seat_reads_its_cards_and_no_hidden_card_of_others(variant: str) -> None:
    table, history = recorded(variant, 2)
    for seat in table.seats:
        events = history.seen(table, seat).events
        assert events[0]["type"] == "hand-begun"
        assert [event["type"] for event in events].count("dealt") == 1
        dealt = next(event for event in events if event["type"] == "dealt")
        assert "stock" not in dealt
        assert dealt["hands"] == [None] * seat + [dealt["hands"][seat]]
        assert len(set(view(table, seat)["hand"]) & set(dealt["hands"][seat])) >= 8


def test_dead_cards_follow_from_the_events_of_a_seat() -> None:
    table, history = recorded("north-american", 1)
    events = history.seen(table, Seat(0)).events
    turned = [event["card"] for event in events if event["type"] == "card-turned"]
    assert tuple(turned[:-1]) == table.hand.discards
    assert "discards" not in view(table, Seat(0))


def test_an_earlier_hand_history_does_not_grow_with_later_events() -> None:
    table, history = recorded("mexican-2", 1)
    seen = history.seen(table, Seat(0))
    history.record(events_from_json(table.play, [{"type": "passed", "seat": 1}]))
    assert len(history.seen(table, Seat(0)).events) == len(seen.events) + 1


def test_a_strategy_is_made_by_name_and_refuses_a_budget_that_it_has_no_use_for() -> None:
    assert all(made(name) is bot.strategy for name, bot in BOTS.items())
    for wrong in (lambda: made("nobody"), lambda: made("greedy", nodes=5), lambda: Budget(nodes=0)):
        with pytest.raises(ValueError):
            wrong()
