"""`counter` and `searcher`: legal moves, reproducible within a budget of nodes, blind, and strong."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.bots import searcher
from app.bots.belief import Belief
from app.bots.hand_history import HandHistory, past
from app.bots.roster import BOTS, decided, made
from app.bots.searcher import NOBODY, Playouts
from app.bots.situation import Situation
from app.bots.solitaire import Solitaire
from app.bots.strategy import Budget, Chance, Move, Seen, Strategy, View
from app.cli.simulate.plan import Plan, TableSetup, cases
from app.games.cards import Card, Seat
from app.games.conquian.melds.solver import solver
from app.games.conquian.variants import VARIANTS
from app.games.table import wire
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited
from app.games.table.view import legal, view

KEY = b"k" * 32
NODES = 20


class Heard:
    """A strategy beside which what it was asked is kept."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self.asked: list[tuple[View, list[Move], Seen]] = []
        self.chosen: list[Move] = []

    def __call__(self, view: View, moves: Any, chance: Chance, seen: Seen) -> Move:
        self.asked.append((view, list(moves), replace(seen, events=tuple(seen.events))))
        self.chosen.append(self._strategy(view, moves, chance, seen))
        assert self.chosen[-1] in moves
        return self.chosen[-1]


def begun(case: TableSetup, number: int) -> tuple[Table, HandHistory]:
    recorder = HandHistory()
    events = create(Plan((case,), ("random",), 1).command(number))
    recorder.record(events)
    return fold(None, 1, events), recorder


def step(table: Table, recorder: HandHistory, strategies: list[Strategy]) -> Table:
    """The game after its next entry; who is asked first answers first."""
    due = pending(table)
    if due is None:
        seat = awaited(table)[0]
        moves = [wire.command_to_json(table.play, command) for command in legal(table, seat)]
        chosen = decided(strategies[seat], view(table, seat), moves, KEY, recorder.seen(table, seat))
        events = decide(table, seat, wire.command_from_json(table.play, chosen))
    else:
        events = decide(table, None, due)
    recorder.record(events)
    return fold(table, table.ply + 1, events)


def played(case: TableSetup, number: int, strategies: list[Strategy], plies: int = 5_000) -> Table:
    """A game up to its end, or up to a ply."""
    table, recorder = begun(case, number)
    while not table.is_over and table.ply < plies:
        table = step(table, recorder, strategies)
    return table


@pytest.mark.parametrize("name", ["counter", "searcher"])
def test_every_variant_is_played_by_every_number_of_players(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.bots.careful._HISTORY_TRIES", 4)
    greedy = made("greedy")
    strategy = made(name, nodes=NODES) if name == "searcher" else made(name)
    for case in cases(None, None, {}):
        tested = Heard(strategy)
        played(case, 3, [tested, *[greedy] * (case.players - 1)], plies=60)
        assert tested.chosen
        assert {move["type"] for move in tested.chosen} != {"fold"}


@pytest.mark.parametrize("variant", ["north-american", "navajo-tens"])
def test_a_game_of_searchers_ends(variant: str) -> None:
    assert played(TableSetup(variant, 2), 1, [made("searcher", nodes=NODES), made("counter")]).is_over


def test_a_keep_and_a_claim_are_played_through() -> None:
    case = TableSetup("mexican-3", 3, {"keep_centre": True, "me_sirve": True})
    assert played(case, 2, [made("searcher", nodes=NODES)] * 3).is_over


@pytest.mark.parametrize("name", ["counter", "searcher"])
def test_the_same_question_has_the_same_answer_and_its_chance_another(name: str) -> None:
    strategy = made(name, nodes=200) if name == "searcher" else made(name)
    tested = Heard(strategy)
    played(TableSetup("mexican-2", 2), 5, [tested, made("greedy")])
    again = [decided(strategy, *asked[:2], KEY, asked[2]) for asked in tested.asked]
    assert again == tested.chosen


def test_a_table_that_differs_in_hidden_cards_alone_is_answered_alike() -> None:
    """The hand of the other seat and the stock change places, card by card; no choice may follow them."""
    strategies = [made("counter"), made("searcher", nodes=100)]
    for number in range(3):
        table, recorder = begun(TableSetup("north-american", 2), number)
        while not table.is_over and table.ply < 25:
            table = step(table, recorder, [made("greedy"), made("greedy")])
        if table.is_over:
            continue
        seat = awaited(table)[0]
        other = Seat(1 - seat)
        hands, stock = list(table.hand.hands), table.hand.stock
        held = len(hands[other])
        mixed = (*stock[::-1], *hands[other])
        hands[other] = mixed[:held]
        changed = table.changed(hand=replace(table.hand, hands=tuple(hands), stock=mixed[held:]))
        moves = [wire.command_to_json(table.play, command) for command in legal(table, seat)]
        for strategy in strategies:
            answers = [
                decided(strategy, view(at, seat), moves, KEY, recorder.seen(at, seat))
                for at in (table, changed)
            ]
            assert answers[0] == answers[1]


def test_dead_and_declined_cards_are_remembered() -> None:
    table, recorder = begun(TableSetup("north-american", 2), 4)
    checked = 0
    while not table.is_over:
        if pending(table) is None:
            seat = awaited(table)[0]
            history = past(view(table, seat), recorder.seen(table, seat))
            assert tuple(history.dead) == table.hand.discards
            for refusal in history.refusals:
                gone = history.gone.get(refusal.seat, [])[refusal.moment :]
                held = {*table.hand.hands[refusal.seat], *gone}
                assert len(held) + len(refusal.laid) == table.hand.hand_size
                checked += 1
        table = step(table, recorder, [made("greedy"), made("random")])
    assert checked > 10


@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_cards_are_believed_in_hands_that_hold_them_more_often_than_by_chance(name: str) -> None:
    strategy, held, by_chance = made(name), 0.0, 0.0
    for number in range(6):
        table, recorder = begun(TableSetup("north-american", 2), number)
        while not table.is_over:
            history = None
            if pending(table) is None:
                seat = awaited(table)[0]
                seen = view(table, seat)
                history = past(seen, recorder.seen(table, seat))
            if history and history.gifts and seen["phase"] == "new":
                now = Situation(seen, table.rules, history.dead)
                belief = Belief(now, history, Chance(bytes([number]) * 32))
                hand = now.bag(table.hand.hands[1 - seat])
                held += sum((belief.future()[0][0][1] & hand).bit_count() for _ in range(4)) / 4
                by_chance += hand.bit_count() ** 2 / len(now.live)
            table = step(table, recorder, [strategy, strategy])
    assert held > 1.1 * by_chance > 0


def alone(live: str) -> tuple[Solitaire, Callable[[str], int]]:
    """The game of one seat of north-american while `live` may come, and what tells the bag of some cards."""
    melds = solver(VARIANTS["north-american"].rules)

    def bag(cards: str) -> int:
        return melds.bags.of(map(Card, cards.split()))

    return Solitaire(melds, Counter(map(bag, live.split()))), bag


def test_a_seat_may_lay_in_each_way_and_declines_only_cards_that_do_not_fit() -> None:
    solitaire, bag = alone("5d 6h 7h")
    own = (bag("2d 3d 4d"), bag("6d 7d Ks Kh Qc"))
    fitting = solitaire.choices(own, bag("5d"))
    assert {laid for laid, _ in fitting} == {bag(f"2d 3d 4d 5d{more}") for more in ("", " 6d", " 6d 7d")}
    assert fitting[0] == solitaire.after(own, bag("5d"))
    assert all((laid + held).bit_count() == 8 for laid, held in fitting)
    other = solitaire.choices(own, bag("Kc"))
    assert {laid for laid, _ in other} == {bag("2d 3d 4d Kc Ks Kh"), own[0]}
    assert other[-1] == own


def test_a_choice_that_is_left_counts() -> None:
    """A seat that lays 6d at once has to break up 6s 7s; one that declines it goes out with 5s."""
    solitaire, bag = alone("6d 5s")
    playouts = Playouts(solitaire, {NOBODY: 0.5, 0: 1.0, 1: 0.0}, everybody=False)
    places = [(0, bag("2d 3d 4d 5d Kd Kh Ks Kc 6s 7s")), (0, bag("Ac Jh"))]
    asked = playouts.turned(0, bag("6d"))
    assert playouts.worth(places, [bag("5s")], asked, choosing=False) == 0.5
    assert playouts.chosen == 0
    assert playouts.worth(places, [bag("5s")], asked) == 1
    assert playouts.chosen > 1


def test_a_budget_of_time_ends_a_search() -> None:
    strategy = searcher.within(Budget(milliseconds=1))
    assert played(TableSetup("caesars-conquian", 2), 1, [strategy, strategy]).is_over


def test_only_searcher_takes_a_budget() -> None:
    assert [name for name, bot in BOTS.items() if bot.within] == ["searcher"]
    assert made("searcher", nodes=5) is not made("searcher")
    assert set(VARIANTS) >= {"north-american", "mexican-2"}


@pytest.mark.parametrize("name", ["counter", "searcher"])
def test_searcher_wins_more_games_than_greedy(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.bots.careful._HISTORY_TRIES", 24)
    strategy = made(name, nodes=150) if name == "searcher" else made(name)
    won = lost = 0
    for number in range(20, 30):
        for seat in (0, 1):
            pair = [strategy, made("greedy")] if seat == 0 else [made("greedy"), strategy]
            winner = played(TableSetup("north-american", 2), number, pair).hand.result.winner
            won, lost = won + (winner == seat), lost + (winner == 1 - seat)
    assert won > lost > 0
