"""Bots that remember and search, at every table: legal, blind, and reproducible."""

from dataclasses import replace
from random import Random

from app.bots.hand_history import HandHistory
from app.bots.roster import decided, made
from app.bots.strategy import Move, Strategy
from app.cli.simulate.plan import Plan, TableSetup, cases
from app.games.cards import Seat
from app.games.table import wire
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited
from app.games.table.view import legal, view
from tests.simulate.tables import combined

_KEY = b"t" * 32
_LONGEST = 400


def decisions(rng: Random, _: None) -> int:
    """A game of one thinking bot at a table by chance; how many decisions were compared."""
    case = combined(rng) if rng.random() < 0.7 else rng.choice(cases(None, None, {}))
    thinking = made("counter") if rng.random() < 0.3 and case.players < 4 else made("searcher", nodes=12)
    return _played(case, rng, thinking)


def _played(case: TableSetup, rng: Random, thinking: Strategy) -> int:
    greedy, place, history, compared = made("greedy"), rng.randrange(case.players), HandHistory(), 0
    events = create(Plan((case,), ("random",), rng.getrandbits(32)).command(0))
    table = fold(None, 1, events)
    while not table.is_over and table.ply < _LONGEST:
        history.record(events)
        due = pending(table)
        if due is not None:
            events = decide(table, None, due)
        else:
            seat = awaited(table)[0]
            strategy = thinking if seat == place else greedy
            move = _chosen(table, seat, strategy, history)
            if seat == place and rng.random() < 0.2:
                compared += 1
                assert move == _chosen(_otherwise(table, seat, rng), seat, strategy, history)
            events = decide(table, seat, wire.command_from_json(table.play, move))
        table = fold(table, table.ply + 1, events)
    return compared


def _chosen(table: Table, seat: Seat, strategy: Strategy, history: HandHistory) -> Move:
    moves = [wire.command_to_json(table.play, command) for command in legal(table, seat)]
    move = decided(strategy, view(table, seat), moves, _KEY, history.seen(table, seat))
    assert move in moves
    return move


def _otherwise(table: Table, seat: Seat, rng: Random) -> Table:
    """The same to the eyes of `seat`: the hidden cards of the others and the stock change places."""
    hand = table.hand
    if not table.in_hand:
        return table
    hidden = [card for at, cards in enumerate(hand.hands) if at != seat for card in cards] + [*hand.stock]
    rng.shuffle(hidden)
    hands = []
    for at, cards in enumerate(hand.hands):
        if at == seat:
            hands.append(cards)
        else:
            hands.append(tuple(hidden[: len(cards)]))
            del hidden[: len(cards)]
    return table.changed(hand=replace(hand, hands=tuple(hands), stock=tuple(hidden)))
