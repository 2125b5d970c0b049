"""Tables played entry by entry without a store: commands in, folded tables out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from app.games import shuffle
from app.games.cards import Seat
from app.games.conquian.commands import Pass
from app.games.conquian.game import CONQUIAN
from app.games.errors import Refused
from app.games.table.commands import Create, OpenKeys, Ready
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Status, Table, awaited
from app.games.table.view import legal
from tests.games.play import choose

PERSON, OPEN = {"kind": "person"}, {"kind": "open"}
BOT = {"kind": "bot", "bot": "first"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a table's log: the seat, its command, the events, and the table after them."""

    seat: Seat | None
    command: Any
    events: tuple[Any, ...]
    after: Table


def opening(
    variant: str = "mexican-2",
    options: Mapping[str, Any] | None = None,
    *,
    seats: Sequence[Mapping[str, str]] = (PERSON, PERSON),
    entropy: str = "none",
    reveal: str = "game",
    key: int = 1,
) -> Create:
    """The command that makes a table."""
    return Create(
        game="a" * 22,
        play="conquian",
        rules=CONQUIAN.rules_to_json(CONQUIAN.sheet(variant, options or {})),
        seats=tuple(dict(seat) for seat in seats),
        entropy=entropy,
        reveal=reveal,
        token_hashes=tuple("" for _ in seats),
        game_key=key.to_bytes(32, "big").hex(),
    )


def begin(command: Create) -> Entry:
    """The first entry."""
    events = create(command)
    return Entry(None, command, events, fold(None, 1, events))


def act(table: Table, seat: int | None, command: Any) -> Entry:
    """The entry that `command` makes."""
    actor = None if seat is None else Seat(seat)
    events = decide(table, actor, command)
    return Entry(actor, command, events, fold(table, table.ply + 1, events))


def after(table: Table, *commands: tuple[int | None, Any]) -> Table:
    """Return the table after commands of these seats."""
    for seat, command in commands:
        table = act(table, seat, command).after
    return table


def refusal(table: Table, seat: int | None, command: Any) -> str | None:
    """Why the table refuses `command`, or None when it does not."""
    try:
        act(table, seat, command)
    except Refused as refused:
        return refused.code
    return None


def served(table: Table) -> Iterator[Entry]:
    """Yield the entries that the service makes itself, until it waits for a seat."""
    while (due := pending(table)) is not None:
        entry = act(table, None, due)
        yield entry
        table = entry.after


def sitting(command: Create, rng: Random, passing: bool = False) -> Iterator[Entry]:
    """A whole sitting played at random, or only by passing; seats are ready when asked, keys are opened."""
    entry = begin(command)
    yield entry
    while not entry.after.is_over:
        due = OpenKeys() if entry.after.withheld else pending(entry.after)
        entry = _next(entry.after, rng, passing) if due is None else act(entry.after, None, due)
        yield entry


def _next(table: Table, rng: Random, passing: bool) -> Entry:
    seat = rng.choice(awaited(table))
    if table.status is not Status.PLAYING:
        return act(table, seat, Ready())
    if passing and Pass() in legal(table, seat):
        return act(table, seat, Pass())
    return act(table, seat, choose(table.hand, seat, rng))


T = TypeVar("T")
ENTROPY = ["11" * 16, "22" * 64]


def promise(table: Table, seat: int, entropy: str | None = None) -> str:
    return shuffle.entropy_commitment(table.game, seat, bytes.fromhex(entropy or ENTROPY[seat])).hex()


def committed(*seats: int) -> Table:
    """Return a table for two on which `seats` promised entropy and the others left it to the service."""
    table = begin(opening(entropy="seats")).after
    for seat in (0, 1):
        table = act(table, seat, Ready(promise(table, seat) if seat in seats else None)).after
    return table


def of(kind: type[T], entries: list[Entry]) -> list[T]:
    return [event for entry in entries for event in entry.events if isinstance(event, kind)]
