"""Deals played by two strategies in turn with the seats exchanged, and what the pairs say together."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from app.bots.hand_history import HandHistory
from app.bots.roster import decided
from app.bots.strategy import Strategy
from app.cli.simulate.plan import Plan, TableSetup
from app.games.cards import Seat
from app.games.conquian.events import HandEnded
from app.games.table import wire
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited
from app.games.table.view import legal, view

_Z: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Unit:
    """One deal from every seat: the hands that the first strategy won, that another won, and drawn ones."""

    won: int
    lost: int
    drawn: int


def unit(one: Strategy, others: Strategy, case: TableSetup, seed: int, deal: int) -> Unit:
    """The `deal` of a seed, played once for each seat that `one` can have; `others` have the rest."""
    won = lost = drawn = 0
    for place in range(case.players):
        seated = [one if seat == place else others for seat in range(case.players)]
        for winner in _winners(seated, Plan((case,), ("random",), seed), deal):
            won, lost, drawn = (
                won + (winner == place),
                lost + (winner not in (place, None)),
                drawn + (winner is None),
            )
    return Unit(won, lost, drawn)


def _winners(seated: list[Strategy], plan: Plan, game: int) -> list[Seat | None]:
    """Return the winners of each hand of a sitting."""
    key, history, winners = plan.key(game, "bots"), HandHistory(), list[Seat | None]()
    events = create(plan.command(game))
    table = fold(None, 1, events)
    while not table.is_over:
        history.record(events)
        events = _next(table, seated, key, history)
        winners += [event.winner for event in events if isinstance(event, HandEnded)]
        table = fold(table, table.ply + 1, events)
    return winners


def _next(table: Table, seated: list[Strategy], key: bytes, history: HandHistory) -> tuple[Any, ...]:
    due = pending(table)
    if due is not None:
        return decide(table, None, due)
    seat = awaited(table)[0]
    commands = legal(table, seat)
    moves = [wire.command_to_json(table.play, command) for command in commands]
    chosen = decided(seated[seat], view(table, seat), moves, key, history.seen(table, seat))
    return decide(table, seat, commands[moves.index(chosen)])


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share with the ends of its interval at 95 %."""

    share: float
    low: float
    high: float


def share_of_decided(units: Iterable[Unit]) -> Estimate:
    """The share of decided hands that the first strategy won; the unit is the deal.

    The interval is that of a ratio of means over the units (the delta method).
    """
    every = list(units)
    decided_hands = sum(played.won + played.lost for played in every)
    if not decided_hands:
        return Estimate(0.5, 0.0, 1.0)
    share = sum(played.won for played in every) / decided_hands
    spread = sum((played.won - share * (played.won + played.lost)) ** 2 for played in every)
    half = _Z * sqrt(spread * len(every) / max(1, len(every) - 1)) / decided_hands
    return Estimate(share, max(0.0, share - half), min(1.0, share + half))


def wilson(won: int, of: int) -> tuple[float, float]:
    """The interval at 95 % for a share of which `won` of `of` independent ones were seen (Wilson 1927).

    >>> tuple(round(end, 3) for end in wilson(60, 100))
    (0.502, 0.691)
    """
    if not of:
        return 0.0, 1.0
    share, spread = won / of, _Z * _Z / of
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    return middle - half, middle + half
