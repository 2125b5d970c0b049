"""A game to tamper with, an altered record of it, and the tools of every way to tamper."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import orjson

from app.store.entry import Entry
from replays.record.errors import ReplayError
from replays.record.format import ENDS, Proof
from replays.record.write import write_record
from tests.corpus.sittings import plans, sitting
from tests.replays.forging import Page, bound
from tests.verifier.sittings import Plan


class Unfit(Exception):
    """The game cannot be tampered with in this way."""


@dataclass(frozen=True, slots=True)
class Tampered:
    """An altered record, and where it first differs."""

    data: bytes
    ply: int | None


class Game:
    """A game to tamper with: its log, the proof and lines of its record, and the plan of its moves."""

    def __init__(self, seed: str, log: tuple[Entry, ...], proof: Proof, plan: Plan | None = None) -> None:
        self.seed, self.log, self.proof, self.plan = seed, log, proof, plan
        self.data = b"".join(write_record(log, proof))
        lines = self.data.splitlines(keepends=True)
        before = next(at for at, line in enumerate(lines) if line.startswith(b'{"digest"'))
        self.before, self.after = lines[:before], lines[before + len(log) :]
        self.lines = lines[before : before + len(log)]

    @property
    def plies(self) -> int:
        """Return the number of entries."""
        return len(self.log)

    def record(self, lines: list[bytes]) -> bytes:
        """Return the record with other lines for its entries."""
        return b"".join([*self.before, *lines, *self.after])

    def ply_at(self, at: int) -> int:
        """Return the ply of the line that holds byte `at`."""
        line = self.data.count(b"\n", 0, at) + 1 - len(self.before)
        return min(max(line, 0), self.plies)


@cache
def corpus_game(name: str) -> Game:
    """Return a sitting of the corpus."""
    return Game(name, sitting(name, plans()[name]), Proof())


Way = Callable[[Random, Game], Tampered]
"""Returns the altered record of a game, and the ply at which it first differs.

The ply is 0 before the entries, the number of plies after them, and None where it cannot be determined.
"""


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every place inside a JSON value, as (container, key)."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in ((value, key), *places(value[key]))]


def other_values(value: Any) -> list[Any]:
    """Return other values of the type of `value`, and some of other types."""
    odd: list[Any] = [None, True, 0, -1, 2**52, "", "x", "7O", "é" * 300, [], [[]], {}]
    match value:
        case bool():
            return [not value, *odd]
        case int():
            return [value + 1, value - 1, *odd]
        case str():
            return [value[::-1], value[:-1], "2E", "7h", "ab" * 32, *odd]
        case list():
            return [value[::-1], value[1:], [*value, *value[:1]], *odd]
    return odd


def reforged(game: Game, book: list[Page], *, renumber: bool = False) -> bytes:
    """Return the record of `book`, with every hash made anew with the key of the game."""
    ended = [
        event for entry in game.log for event in orjson.loads(entry.public)["events"] if event["type"] in ENDS
    ]
    try:
        return record_of(bound(book, bytes.fromhex(ended[-1]["game_key"]), renumber=renumber))
    except (ReplayError, LookupError, TypeError, ValueError, AttributeError) as fault:
        raise Unfit from fault


def record_of(log: tuple[Entry, ...]) -> bytes:
    """Return the record of a log without a proof."""
    return b"".join(write_record(log))
