"""Records replayed and audited, from their bytes: `replay` folds every position, `audit` proves everything.

The games are random ones of bots, recorded before the clock runs.
"""

import sys
from collections.abc import Callable
from itertools import count, cycle, islice
from random import Random

from app.entries import Position, advance, write
from app.games.conquian.sheets import as_json
from app.games.conquian.variants import sheet
from app.games.table import decide as table
from app.games.table.commands import Create
from app.games.table.evolve import fold
from app.games.table.state import awaited
from app.games.table.view import legal
from app.store.entry import Entry
from replays.audit import audit
from replays.record import read
from replays.record import write as written
from tests.bench.rounds import answer

GAMES = (("north-american", 2), ("mexican-3", 3), ("foster-numeral", 2))
RECORDS = 30


def recorded(variant: str, players: int, number: int, chance: Random) -> bytes:
    """The record of one game of random bots."""
    rules = sheet(variant, {})
    seats = ({"kind": "bot", "bot": "random"},) * players
    game, key = f"g-00{number:022d}", chance.randbytes(32).hex()
    command = Create(game, "conquian", as_json(rules), seats, "none", "game", ("",) * players, key)
    log = [_entry(None, None, command, table.create(command))]
    position = advance(None, (log[0],))
    while position is not None and not position.table.is_over:
        at = position.table
        due = table.pending(at)
        seat = None if due else awaited(at)[0]
        moves = (due,) if seat is None else _lasting(legal(at, seat))
        said = moves[int(chance.random() * len(moves))]
        log.append(_entry(position, seat, said, table.decide(at, seat, said)))
        position = advance(position, (log[-1],))
    return b"".join(written(log))


def _lasting(moves: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(move for move in moves if type(move).__name__ != "Fold") or moves


def _entry(before: Position | None, seat: object, command: object, events: tuple[object, ...]) -> Entry:
    at = before.table if before else None
    after = fold(at, at.ply + 1 if at else 1, events)
    return write(before, after, seat, command, events, 0)  # type: ignore[arg-type]


def replay(data: bytes) -> int:
    """Every position of a record; returns how many."""
    position, plies = None, 0
    for entry in read(data).entries:
        position = advance(position, (entry,))
        plies += 1
    return plies


def proved(data: bytes) -> int:
    """A whole audit; returns the number of plies."""
    report = audit(data)
    if not report.clean:
        raise AssertionError(report.findings)
    return report.plies


def player(way: Callable[[bytes], int]) -> Callable[[Random], int]:
    """What does one record after another in this way."""
    kept: list[bytes] = []
    numbers = count()

    def play(chance: Random) -> int:
        if not kept:
            chosen = enumerate(islice(cycle(GAMES), RECORDS))
            kept.extend(recorded(*case, number, chance) for number, case in chosen)
        return way(kept[next(numbers) % len(kept)])

    return play


_WAYS = {"replay": replay, "audit": proved}

if __name__ == "__main__":
    answer(player(_WAYS[sys.argv[1]]))
