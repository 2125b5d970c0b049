"""Random playouts of north-american: every decision lists the legal moves, draws one, decides and evolves.

With the word `table` the same hands are played at a table, whose log entries are written and read back;
with `whole` no seat folds, so that hands are played out as those of the others are.
"""

import sys
from functools import partial
from random import Random

from app.games.cards import Seat, canonical_deck
from app.games.conquian.decide import decide
from app.games.conquian.evolve import fold
from app.games.conquian.game import CONQUIAN
from app.games.conquian.legal import legal
from app.games.conquian.rules import Rules
from app.games.conquian.sheets import SHEETS
from app.games.conquian.state import State
from app.games.conquian.variants import TABLE_OF_VARIANTS
from app.games.table import decide as table
from app.games.table.commands import Create
from app.games.table.evolve import fold as fold_table
from app.games.table.state import Table, awaited
from app.games.table.view import legal as legal_at_table
from app.service.entry_codec import Position, advance, encode_entry
from tests.bench.rounds import answer


def dealt(rules: Rules, players: int, chance: Random) -> State:
    """A hand of `rules` from a deck that `chance` orders."""
    whole = canonical_deck(rules.pack, rules.packs)
    deck = tuple(sorted(whole, key=lambda _: chance.random()))
    order = tuple(map(Seat, range(players)))
    start = CONQUIAN.start(rules, order, players, 1)
    return fold(start, CONQUIAN.deal(start, deck))


def hand(rules: Rules, chance: Random) -> int:
    """One hand for two; returns the number of decisions."""
    state, decisions = dealt(rules, 2, chance), 0
    while awaited_now := state.awaited:
        seat = awaited_now[0]
        moves = legal(state, seat)
        state = fold(state, decide(state, seat, moves[int(chance.random() * len(moves))]))
        decisions += 1
    return decisions


def sitting(rules: Rules, chance: Random) -> int:
    """One hand for two bots at a table, entry by entry; returns the number of plies."""
    seats = ({"kind": "bot", "bot": "random"},) * 2
    key = chance.randbytes(32).hex()
    create = Create(
        "g-00" + "a" * 22, "conquian", SHEETS.as_json(rules), seats, "none", "game", ("", ""), key
    )
    events = table.create(create)
    position = _written(None, fold_table(None, 1, events), None, create, events)
    while not position.table.is_over:
        at = position.table
        due = table.pending(at)
        seat = None if due else awaited(at)[0]
        moves = (due,) if seat is None else legal_at_table(at, seat)
        command = moves[int(chance.random() * len(moves))]
        events = table.decide(at, seat, command)
        position = _written(position, fold_table(at, at.ply + 1, events), seat, command, events)
    return position.ply


def _written(
    before: Position | None, after: Table, seat: Seat | None, command: object, events: tuple[object, ...]
) -> Position:
    position = advance(before, (encode_entry(before, after, seat, command, events, 0),))
    assert position is not None
    return position


_WAYS = {
    "hand": partial(hand, TABLE_OF_VARIANTS.sheet("north-american", {})),
    "whole": partial(hand, TABLE_OF_VARIANTS.sheet("north-american", {"fold": False})),
    "table": partial(sitting, TABLE_OF_VARIANTS.sheet("north-american", {})),
}

if __name__ == "__main__":
    answer(_WAYS[sys.argv[1]])
