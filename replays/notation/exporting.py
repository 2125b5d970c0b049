"""A game to text: its log told by tags and plies, and at the end what brings back the same bytes."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.entries import Opened, Position, advance, read
from app.games.codec import Json
from app.games.errors import GameError
from app.games.table.state import Table
from app.games.table.view import view
from app.store.canonical import parse
from app.store.entry import Entry
from replays.errors import Untellable
from replays.notation.headers import headers
from replays.notation.text import Deal, Item, Ply, Tag, Text, Time
from replays.record.format import Proof
from replays.record.untrusted import Malformed, guarded

BASE: Final = frozenset(("v", "game", "ply", "time", "actor", "command", "events", "seals"))
"""The members that every entry has; what the first one has besides are its pins."""

_ABOUT_CENTRE: Final = ("pass", "meld", "force", "keep")


def text_of(entries: Sequence[Entry], proof: Proof | None = None) -> Text:
    """The game whose whole log is `entries`, hidden parts included, as text.

    Reading it gives the same log again, byte for byte, and with `proof` the same record. Untellable for a
    log that none of our games can have.
    """
    try:
        return guarded(lambda: _text(entries, proof))
    except (Malformed, GameError):
        raise Untellable("this log cannot be told as text; an audit tells what is wrong with it") from None


def _text(entries: Sequence[Entry], proof: Proof | None) -> Text:
    tables, told = _walked(entries)
    create = told[0].command
    tags = headers(create, tables, [one.events for one in told], entries)
    plies = (_ply(*one) for one in zip(entries[1:], told[1:], tables, told, strict=False))
    return Text((*(Tag(*tag) for tag in tags), *plies, *_appendix(entries[0], create, proof)))


def _walked(entries: Sequence[Entry]) -> tuple[list[Table], list[Opened]]:
    """By ply the table after the entry, and what the entry says."""
    position: Position | None = None
    tables: list[Table] = []
    told: list[Opened] = []
    for entry in entries:
        told.append(read(position.table.play if position else None, entry))
        position = advance(position, (entry,))
        assert position is not None  # noqa: S101 (an entry gives a position)
        tables.append(position.table)
    return tables, told


def _ply(entry: Entry, said: Opened, table: Table, before: Opened) -> Ply:
    """An entry after the first; `table` and `before` are those of the entry before it."""
    passed = said.time - before.time
    return Ply(
        actor=said.seat,
        command=said.command,
        number=entry.ply,
        centre=centre(table, said.command),
        deal=_deal(parse(entry.public), entry) if said.command["type"] == "deal" else None,
        time=Time(passed) if passed else None,
    )


def centre(table: Table, command: Json) -> str | None:
    """The centre card that a command is about."""
    if not table.in_hand or command["type"] not in _ABOUT_CENTRE:
        return None
    found: str = view(table, None)["centre"]["card"]
    return found


def _deal(public: Json, entry: Entry) -> Deal:
    begun = next(event for event in public["events"] if event["type"] == "hand-begun")
    dealt = [at for at, event in enumerate(public["events"]) if event["type"] == "dealt"]
    parts = {part.audience: parse(part.body).get("events", {}) for part in entry.parts}
    holds = (
        (seat, tuple(parts[seat][str(at)]["hands"]))
        for at in dealt
        for seat in sorted(parts)
        if "hands" in parts[seat].get(str(at), {})
    )
    return Deal(
        hand=begun["hand_number"],
        dealer=begun["dealer"],
        order=tuple(begun["order"]),
        stake=begun["stake"],
        holds=tuple((seat, hand) for seat, hand in holds if hand),
    )


def _appendix(first: Entry, create: Json, proof: Proof | None) -> Iterator[Item]:
    """The tags from which the same bytes come back: how the table was made, its pins, the proof."""
    public = parse(first.public)
    yield from [Tag("Time", public["time"])] if public["time"] else []
    yield Tag("Create", create)
    yield Tag("Pins", {name: value for name, value in public.items() if name not in BASE})
    if proof and proof != Proof():
        yield Tag("Proof", proof.as_json())
