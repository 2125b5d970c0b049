"""Sittings whose records end with a proof, and forks of one of them, made by the services that sign."""

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Engine

from app.games.codec import Json
from app.games.table.seats import opening
from app.games.table.state import Stock
from app.service.entry_codec import Position, advance
from app.service.signing import KeyRing
from app.store.entry import Entry
from replays.archive.proof import Prover
from replays.catalogue.connecting import writing
from replays.record.format import Proof
from replays.transparency.merkle import Leaf
from replays.transparency.store import append, checkpoint
from tests.corpus.sittings import Plan, planned, sitting
from tests.replays.memory_log import START_MS
from tests.replays.transparency.rings import ring

_ROTATED_MS: Final = START_MS + 200_000
_SIGNED_MS: Final = START_MS + 10_000_000

RING: Final[KeyRing] = ring(0, _ROTATED_MS, seed=b"corpus")
"""Two keys: the second signs from the middle of the sittings on."""

_TIMED: Final = {"decision_seconds": 30, "window_seconds": 10, "deal_delay_seconds": 5}
_PLANS: Final[dict[str, Plan]] = {
    "signed": planned("north-american", "pp", ring=RING),
    "signed-entropy": planned("mexican-3", "ppp", created=_TIMED, entropy="seats", unruly=80, ring=RING),
    "frozen": planned("mexican-2", "pp", ring=RING, frozen_at=19),
}


def _forks(parent: tuple[Entry, ...]) -> Iterator[tuple[str, Plan]]:
    """A fork of each kind from the same ply of a finished game."""
    there = advance(None, parent[:12])
    assert there is not None
    for stock in Stock:
        created = {"parent": _named(there), "stock": str(stock), "position": opening(there.table, stock)}
        sheet = there.table.play.rules_to_json(there.table.rules)
        yield f"fork-{stock}", Plan(sheet, "pp", created, ring=RING)


def _named(there: Position) -> Json:
    return {"game": there.game, "ply": there.ply, "digest": there.digest.hex()}


def logs() -> dict[str, tuple[Entry, ...]]:
    """The logs by name, always the same."""
    made = {name: sitting(name, plan) for name, plan in _PLANS.items()}
    return made | {name: sitting(name, plan) for name, plan in _forks(made["signed"])}


def proofs(by_name: dict[str, tuple[Entry, ...]], engine: Engine) -> dict[str, Proof]:
    """The proof of each log by name, all of them under one checkpoint of the tree in a fresh catalogue."""
    ends: list[Any] = [log[-1] for log in by_name.values()]
    with writing(engine) as connection:
        append(connection, [Leaf(end.game, end.ply, end.digest) for end in ends])
        checkpoint(connection, RING, _SIGNED_MS)
    prove = Prover(RING, lambda: engine, lambda: _SIGNED_MS)
    return {name: prove(log) for name, log in by_name.items()}
