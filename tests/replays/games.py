"""Whole games for tests of replays, played in memory from fixed seeds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from app.games.conquian.commands import Fold, Meld
from app.games.registry import game_of
from app.games.table.commands import Create, Reveal, Void
from app.games.table.decide import create, decide, pending
from app.games.table.state import Status, Table, awaited
from app.games.table.view import legal
from app.service.entry_codec import Position, next_position
from app.store.entry import Entry
from app.store.keys import game_id_from
from replays.record.write import write_record
from tests.replays.memory_log import START_MS, MemoryLog, ready


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to play: its variant, options, seats and sources of entropy."""

    variant: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    kind: str = "bot"
    entropy: str = "none"
    reveal: str = "game"
    void_at: int | None = None
    weak: bool = field(default=False, repr=False)
    """The key of the game is one of 256. Not in the representation, which is the seed of the game."""


PLANS = {
    "north-american": Plan("north-american", 2),
    "mexican-2": Plan("mexican-2", 2),
    "mexican-3": Plan("mexican-3", 3),
    "me_sirve": Plan("mexican-3", 3, {"me_sirve": True}),
    "keep_centre": Plan("mexican-3", 3, {"keep_centre": True}),
    "wild_card": Plan("mexican-2", 2, {"wild_card": "2O"}),
    "deals": Plan("mexican-3", 3, {"deals": 3, "stake": 5, "next_dealer": "winner_leads"}, reveal="hand"),
    "sits_out": Plan("foster-numeral", 3, {"deals": 4, "sits_out": "rotate"}),
    "house": Plan("caesars-conquian", 3, {"deals": 2, "players_max": 3, "stake": 2, "next_dealer": "chosen"}),
    "bank": Plan("paco-teams", 4, {"bank": True, "money": "chips"}),
    "entropy": Plan("mexican-3", 3, kind="person", entropy="seats"),
    "persons": Plan("north-american", 2, {"deals": 2}, kind="person"),
    "holdem": Plan("caesars-holdem", 5, {"deals": 4}),
    "holdem persons": Plan("caesars-holdem", 3, {"deals": 2, "blinds": "1_3"}, kind="person"),
    "void": Plan("mexican-3", 3, kind="person", entropy="seats", void_at=5),
    "void in play": Plan("mexican-2", 2, void_at=12),
}
"""A game of each kind."""


@cache
def played(name: str, seed: int = 1) -> tuple[Entry, ...]:
    """Return the log of the game `name` of PLANS, always the same."""
    return _PlannedGame(PLANS[name], seed).play()


def log_of(plan: Plan, seed: int) -> tuple[Entry, ...]:
    """Return the log of a game with this plan, always the same for one seed."""
    return _PlannedGame(plan, seed).play()


@cache
def recorded(name: str, seed: int = 1) -> bytes:
    """Return the record of that game."""
    return b"".join(write_record(played(name, seed)))


def tables(name: str) -> list[Table]:
    """Return the table after each entry of that game."""
    positions: list[Position] = []
    for entry in played(name):
        positions.append(next_position(positions[-1] if positions else None, entry))
    return [position.table for position in positions]


class _PlannedGame(MemoryLog):
    """A game that is played by its plan."""

    def __init__(self, plan: Plan, seed: int) -> None:
        super().__init__()
        self.plan = plan
        self.random = Random(f"{plan} {seed}")
        self.entropy = [self.random.randbytes(16 + seat) for seat in range(plan.players)]

    def play(self) -> tuple[Entry, ...]:
        command = self._create()
        self._enter(None, command, create(command))
        while not self.table.is_over:
            seat, chosen = self._next()
            self._enter(seat, chosen, decide(self.table, seat, chosen))
        return tuple(self.entries)

    def _create(self) -> Create:
        plan = self.plan
        seat = {"kind": "bot", "bot": "random"} if plan.kind == "bot" else {"kind": "person"}
        game = game_of(plan.variant)
        return Create(
            game=game_id_from(self.random.randbytes(32)),
            play=game.name,
            rules=game.rules_to_json(game.sheet(plan.variant, plan.options)),
            seats=(seat,) * plan.players,
            entropy=plan.entropy,
            reveal=plan.reveal,
            token_hashes=("" if plan.kind == "bot" else self.random.randbytes(32).hex(),) * plan.players,
            game_key=self._key().hex(),
        )

    def _key(self) -> bytes:
        key = self.random.randbytes(32)
        return bytes(31) + key[:1] if self.plan.weak else key

    def _enter(self, seat: Any, command: Any, events: tuple[Any, ...]) -> None:
        passed = 1_500 * (len(self.entries) + 1)
        self.append(seat, command, events, 0 if self.plan.kind == "bot" else START_MS + passed)

    def _next(self) -> tuple[Any, Any]:
        if self.plan.void_at == len(self.entries) + 1:
            return None, Void("stopped by its host")
        if (owed := pending(self.table)) is not None:
            return None, owed
        seat = self.random.choice(awaited(self.table))
        return seat, self._answer(seat)

    def _answer(self, seat: Any) -> Any:
        if self.table.status is Status.COMMITTING:
            return ready(self.table, seat, self.entropy[seat])
        if self.table.status is Status.REVEALING:
            return Reveal(self.entropy[seat].hex())
        moves = [move for move in legal(self.table, seat) if not isinstance(move, Fold)]
        melds = [move for move in moves if isinstance(move, Meld)]
        eager = melds and self.random.random() < 0.9
        return self.random.choice(melds if eager else moves)
