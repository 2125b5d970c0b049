"""Simulated games, played in memory as by the service, and the totals of many games.

A plan may be played in several processes: totals of parts add up to the same sum in any order.
"""

import signal
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from app.bots.hand_history import HandHistory
from app.bots.roster import decision
from app.bots.strategy import Seen
from app.cli.simulate.check import Checks
from app.cli.simulate.plan import Plan
from app.games.cards import Seat
from app.games.game import Game
from app.games.table import wire
from app.games.table.decide import create, decide, pending
from app.games.table.events import HandSettled
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited
from app.games.table.view import legal, view

_UNDECIDED = {"hand-ended": "tablas", "pots-won": "splits"}
"""Columns of hands without a single winner, by the stored name of the event that ends a hand of the game."""

_COUNTED = {
    "forced": "forces",
    "claims-closed": "claims",
    "checked": "checks",
    "bet-placed": "bets",
    "called": "calls",
    "raised": "raises",
    "folded": "folds",
    "hand-given-up": "folds",
    "kept": "keeps",
}
"""Columns of events by their stored names; one with no `seat` is not counted."""


@dataclass(slots=True)
class Totals:
    """Sums over games: frequencies of events, winners, numbers of plies.

    `names` are the stored names of the events of the games played.
    """

    names: set[str] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the counts of these games, in order."""
        own = [column for name, column in {**_UNDECIDED, **_COUNTED}.items() if name in self.names]
        return ("games", "hands", "plies", *own)

    def see(self, table: Table, events: Iterable[Any]) -> None:
        """Count the events of one entry, which led to `table`."""
        play = table.play
        for event in events:
            if isinstance(event, HandSettled):
                self._settled(play, play.winner(table.hand))
            elif play.events.knows(event) and getattr(event, "seat", None) is not None:
                self.counts[_COUNTED.get(play.events.name(event), "")] += 1

    def _settled(self, play: Game, winner: Seat | None) -> None:
        self.counts["hands"] += 1
        if winner is not None:
            self.wins[winner] += 1
            return
        for name in play.events.types:
            if name in _UNDECIDED:
                self.counts[_UNDECIDED[name]] += 1

    def end(self, plies: int) -> None:
        """Count a finished game of so many plies."""
        self.counts["games"] += 1
        self.counts["plies"] += plies
        self.lengths[plies] += 1

    def add(self, other: "Totals") -> None:
        """Add the totals of other games."""
        self.names |= other.names
        self.counts.update(other.counts)
        self.wins.update(other.wins)
        self.lengths.update(other.lengths)

    def length(self, share: float) -> int:
        """Return the number of plies that a `share` of the games did not exceed; 0 without games."""
        due = share * self.lengths.total()
        for plies in sorted(self.lengths):
            due -= self.lengths[plies]
            if due <= 0:
                return plies
        return 0

    def as_json(self) -> dict[str, Any]:
        """Return the totals as an object with text keys."""
        return {
            **{name: self.counts[name] for name in self.columns},
            "wins": {str(seat): self.wins[seat] for seat in sorted(self.wins)},
            "lengths": {
                "shortest": self.length(0.0),
                "median": self.length(0.5),
                "most": self.length(0.99),
                "longest": self.length(1.0),
            },
        }


Tally = dict[str, Totals]
"""Totals by the name of the case."""


def merged(tally: Tally, more: Mapping[str, Totals]) -> None:
    """Add `more` to `tally`."""
    for name, totals in more.items():
        tally.setdefault(name, Totals()).add(totals)


def whole(tally: Mapping[str, Totals]) -> Totals:
    """Return the totals over all cases."""
    total = Totals()
    for totals in tally.values():
        total.add(totals)
    return total


_LONGEST = 100_000
"""Limit of plies; a game that reaches it would not end."""


class Faulty(Exception):
    """A game failed; the text identifies it, how to repeat it, and the failure."""


def play(plan: Plan, games: range) -> Tally:
    """Return the totals, by case, of the games with these numbers. Raises Faulty at the first failure."""
    tally: Tally = {}
    for game in games:
        case = plan.case(game)
        try:
            _game(plan, game, tally.setdefault(case.name, Totals()))
        except Exception as fault:
            again = f"--game {game} of seed {plan.seed}"
            raise Faulty(f"{case.name}, {again}: {type(fault).__name__}: {fault}") from fault
    return tally


def _game(plan: Plan, game: int, totals: Totals) -> None:
    events = create(plan.command(game))
    table = fold(None, 1, events)
    totals.names |= set(table.play.events.types)
    checks = Checks(plan.key(game, "checks")) if plan.check else None
    history = HandHistory()
    while not table.is_over:
        events = _next(plan, game, table, history)
        history.record(events)
        table = fold(table, table.ply + 1, events)
        totals.see(table, events)
        if checks is not None:
            checks.position(table)
        if table.ply >= _LONGEST:
            raise AssertionError("the game does not end")
    totals.end(table.ply)


def _next(plan: Plan, game: int, table: Table, history: HandHistory) -> tuple[Any, ...]:
    """Return the events of the next entry: a command of the service, or the move of the first bot to act."""
    due = pending(table)
    if due is not None:
        return decide(table, None, due)
    seat = awaited(table)[0]
    return decide(table, seat, _move(plan, game, table, seat, history.seen(table, seat)))


def _move(plan: Plan, game: int, table: Table, seat: Seat, seen: Seen) -> Any:
    commands = legal(table, seat)
    moves = [wire.command_to_json(table.play, command) for command in commands]
    chosen = decision(
        table.places[seat].bot or "",
        view(table, seat),
        moves,
        plan.key(game, "bots"),
        seen,
        play=table.play.name,
    )
    return commands[moves.index(chosen)]


_TOGETHER = 10
"""Number of games in one piece of work: few, so that little is lost when a run is stopped."""

Piece = tuple[Plan, range]


def results(plan: Plan, games: range, processes: int) -> Iterator[tuple[int, Tally]]:
    """Yield the number of games of each finished piece and their totals, in the order of finishing.

    Raises Faulty at the first game that goes wrong.
    """
    pieces = ((plan, games[at : at + _TOGETHER]) for at in range(0, len(games), _TOGETHER))
    if processes == 1:
        yield from map(_piece, pieces)
        return
    # Fresh processes that leave Ctrl-C to this one, and end with it.
    with get_context("spawn").Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(_piece, pieces)


def _piece(piece: Piece) -> tuple[int, Tally]:
    plan, games = piece
    return len(games), play(plan, games)
