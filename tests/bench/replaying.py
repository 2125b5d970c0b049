"""Records read from their bytes: `replay` makes every position, `audit` proves everything.

The games are recorded before the clock runs: single hands, or sittings of five, of several variants, half of
them of greedy bots and half of random ones.
"""

import sys
from collections.abc import Callable
from random import Random
from typing import Any

from app.bots.simple import choose_greedily as greedy
from app.bots.simple import choose_randomly as random
from app.bots.strategy import Chance, Seen, Strategy
from app.games.cards import Seat
from app.games.conquian.sheets import SHEETS
from app.games.conquian.variants import TABLE_OF_VARIANTS
from app.games.table import decide as table
from app.games.table import wire
from app.games.table.commands import Create
from app.games.table.state import Table, awaited
from app.games.table.view import legal, view
from app.service.entry_codec import Position, next_position
from app.store.keys import game_id_from
from replays.archive.kinds import entries_in
from replays.audit.audit import audit
from replays.record.write import write_record as written
from tests.bench.rounds import answer
from tests.replays.memory_log import MemoryLog

VARIANTS = (("north-american", 2), ("mexican-3", 3), ("caesars-conquian", 2), ("mexican-2", 2))
BOTS: tuple[Strategy, ...] = (greedy, random)
PLIES = 8_000
"""About so many are read in a turn."""

HANDS = 5


def recorded(variant: str, players: int, hands: int, bot: Strategy, chance: Random) -> bytes:
    """The record of one sitting of so many hands between bots of one kind."""
    rules, key = TABLE_OF_VARIANTS.sheet(variant, {"deals": hands}), chance.randbytes(32)
    seats = ({"kind": "bot", "bot": "random"},) * players
    game = game_id_from(chance.randbytes(32))
    command = Create(
        game, "conquian", SHEETS.as_json(rules), seats, "none", "game", ("",) * players, key.hex()
    )
    luck, log = Chance(key), MemoryLog()
    log.append(None, command, table.create(command), 0)
    while not (at := log.table).is_over:
        due = table.pending(at)
        seat = None if due else awaited(at)[0]
        chosen = due if seat is None else _chosen(at, seat, bot, luck)
        log.append(seat, chosen, table.decide(at, seat, chosen), 0)
    return b"".join(written(tuple(log.entries)))


def _chosen(at: Table, seat: Seat, bot: Strategy, luck: Chance) -> Any:
    moves = [wire.command_to_json(at.play, move) for move in legal(at, seat)]
    return wire.command_from_json(at.play, bot(view(at, seat), moves, luck, Seen(at.rules)))


def records(hands: int, chance: Random, number: int) -> list[bytes]:
    """So many records, of each variant and each kind of bot in turn."""
    cases = [(*variant, hands, bot) for bot in BOTS for variant in VARIANTS]
    return [recorded(*cases[at % len(cases)], chance) for at in range(number)]


def replayed(data: bytes) -> int:
    """Makes every position of a record; returns how many."""
    position: Position | None = None
    entries = entries_in(data)
    for entry in entries:
        position = next_position(position, entry)
    return len(entries)


def proved(data: bytes) -> int:
    """A whole audit; returns the number of plies."""
    report = audit(data)
    if not report.sound:
        raise AssertionError(report.findings)
    return report.plies


class Reader:
    """Reads records in one way, none of them twice, so that it never remembers one from before."""

    def __init__(self, way: Callable[[bytes], int], hands: int) -> None:
        self._way = way
        self._hands = hands
        self._fresh: list[bytes] = []

    def prepare(self, chance: Random) -> int:
        """Makes the records of a turn; returns how many."""
        self._fresh = records(self._hands, chance, PLIES // (40 * self._hands))
        return len(self._fresh)

    def read(self, chance: Random) -> int:
        """Reads the next record; returns the number of its plies."""
        return self._way(self._fresh.pop())


_WAYS = {"replay": replayed, "audit": proved}

if __name__ == "__main__":
    reader = Reader(_WAYS[sys.argv[1]], int(sys.argv[2]))
    answer(reader.read, reader.prepare)
