"""Conversion of a game to text: tags and plies, and an appendix that restores the same bytes.

The tags have facts about the game, for readers; they are checked when the text is parsed. A rules sheet is a
variant and its options, or the whole sheet.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from app.games.codec import Json
from app.games.errors import GameError
from app.games.game import Game
from app.games.registry import GAMES
from app.games.table.events import GameVoided, HandSettled
from app.games.table.state import Status, Table
from app.i18n import Message
from app.service.entry_codec import DecodedEntry, Position, advance, decode_entry
from app.store.canonical import parse
from app.store.entry import Entry
from replays.notation.text import DealFacts, Item, Ply, Tag, Text, Time
from replays.record.errors import Untellable
from replays.record.format import PUBLIC_MEMBERS, Proof
from replays.record.untrusted_values import Malformed, guarded

NOTATION: Final = 1
"""Version of the notation."""

_LATEST_MS: Final = 250_000_000_000_000  # within the years that a calendar has


def headers(
    create: Json, tables: Sequence[Table], events: Sequence[Sequence[Any]], entries: Sequence[Entry]
) -> Iterator[tuple[str, Any]]:
    """Yield names and values of the tags of a game; `entries` is its log, or () without one.

    `create` is the command that created it; `tables` and `events` are by ply, from 1.
    """
    yield "Notation", NOTATION
    yield "Game", create["play"]
    yield "Id", create["game"]
    yield from sheet_tags(create, tables[0])
    yield (
        "Seats",
        [" ".join(filter(None, map(plan.get, ("kind", "bot", "player")))) for plan in create["seats"]],
    )
    yield from [("Entropy", create["entropy"])] if create["entropy"] != "none" else []
    yield from [("Reveal", create["reveal"])] if create["reveal"] != "game" else []
    yield from [("Start", create["start"])] if "start" in create else []
    yield from _result(tables, events)
    yield "Plies", len(tables)
    yield from _proved(entries)


def _result(tables: Sequence[Table], events: Sequence[Sequence[Any]]) -> Iterator[tuple[str, Any]]:
    """Yield the result of every finished hand, and the reason of a void game."""
    ends = [
        _hand(table)
        for table, happened in zip(tables, events, strict=True)
        if any(isinstance(event, HandSettled) for event in happened)
    ]
    void = [event.reason for event in events[-1] if isinstance(event, GameVoided)]
    yield "Result", [*ends, *(f"void: {reason}" for reason in void)]
    if tables[-1].status is Status.FINISHED:
        yield "Balances", list(tables[-1].balances)


def _hand(table: Table) -> str:
    winner = table.play.winner(table.hand)
    return table.play.no_winner if winner is None else f"seat {winner}"


def _proved(entries: Sequence[Entry]) -> Iterator[tuple[str, Any]]:
    """Yield the facts of the log itself."""
    if not entries:
        return
    first = parse(entries[0].public)
    if 0 < first["time"] < _LATEST_MS:
        yield "Date", datetime.fromtimestamp(first["time"] // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    yield "Rules", first["rules_hash"]
    yield from [("Rulebook", first["rulebook"]["edition"])] if "rulebook" in first else []
    yield "Head", entries[-1].digest.hex()


def sheet_tags(create: Json, table: Table) -> Iterator[tuple[str, Any]]:
    """Yield the tags for the rules sheet of a table."""
    known = table.play.recognised(table.rules)
    yield "Variant", table.rules.variant
    if known and known[0] == table.rules.variant:
        yield from [("Options", known[1])] if known[1] else []
    else:
        yield "Sheet", create["rules"]


def sheet(play: str, tags: Mapping[str, Any]) -> Json:
    """Return the sheet of the tags. Raises ConfigRefused if they are inconsistent."""
    game = GAMES[play]
    if "Sheet" in tags:
        return game.rules_to_json(game.custom(tags["Sheet"]))
    return game.rules_to_json(game.sheet(tags["Variant"], tags.get("Options", {})))


def text_of(entries: Sequence[Entry], proof: Proof | None = None) -> Text:
    """Return the game with the log `entries`, hidden parts included, as text.

    Parsing it gives the same log, byte for byte, and with `proof` the same record. Raises Untellable for an
    invalid log.
    """
    try:
        return guarded(lambda: _text(entries, proof))
    except (Malformed, GameError):
        raise Untellable(Message("this log cannot be written as text; an audit reports its faults")) from None


def _text(entries: Sequence[Entry], proof: Proof | None) -> Text:
    tables, decoded = _walked(entries)
    create = decoded[0].command
    tags = headers(create, tables, [opened_entry.events for opened_entry in decoded], entries)
    plies = (
        _ply(*opened_entry) for opened_entry in zip(entries[1:], decoded[1:], tables, decoded, strict=False)
    )
    return Text((*(Tag(*tag) for tag in tags), *plies, *_appendix(entries[0], create, proof)))


def _walked(entries: Sequence[Entry]) -> tuple[list[Table], list[DecodedEntry]]:
    """Return the tables after the entries, and the decoded entries, by ply."""
    position: Position | None = None
    tables: list[Table] = []
    decoded: list[DecodedEntry] = []
    for entry in entries:
        decoded.append(decode_entry(position.table.play if position else None, entry))
        position = advance(position, (entry,))
        assert position is not None  # noqa: S101 (an entry gives a position)
        tables.append(position.table)
    return tables, decoded


def _ply(entry: Entry, opened_entry: DecodedEntry, table: Table, before: DecodedEntry) -> Ply:
    """Return an entry after the first; `table` and `before` are those of the entry before it."""
    elapsed = opened_entry.time - before.time
    return Ply(
        actor=opened_entry.seat,
        command=opened_entry.command,
        number=entry.ply,
        centre=centre(table, opened_entry.command),
        deal=_deal(table.play, parse(entry.public), entry)
        if opened_entry.command["type"] == "deal"
        else None,
        time=Time(elapsed) if elapsed else None,
    )


def centre(table: Table, command: Json) -> str | None:
    """Return the open card that a command is written with, if there is one."""
    about = table.in_hand and command["type"] in table.play.about_centre
    return table.play.centre(table.hand) if about else None


def _deal(play: Game, public: Json, entry: Entry) -> DealFacts | None:
    """Return what was dealt; None where too few seats could play, so that the game has ended."""
    begun = next((event for event in public["events"] if event["type"] == "hand-begun"), None)
    if begun is None:
        return None
    name, hands = play.deal_event
    dealt = [number for number, event in enumerate(public["events"]) if event["type"] == name]
    parts = {part.audience: parse(part.body).get("events", {}) for part in entry.parts}
    holds = (
        (seat, tuple(parts[seat][str(number)][hands]))
        for number in dealt
        for seat in sorted(parts)
        if hands in parts[seat].get(str(number), {})
    )
    return DealFacts(
        hand=begun["hand_number"],
        dealer=begun["dealer"],
        order=tuple(begun["order"]),
        stake=begun["stake"],
        holds=tuple((seat, hand) for seat, hand in holds if hand),
    )


def _appendix(first: Entry, create: Json, proof: Proof | None) -> Iterator[Item]:
    """Yield the tags that restore the same bytes: the command that created the table, pins, proof."""
    public = parse(first.public)
    yield from [Tag("Time", public["time"])] if public["time"] else []
    yield Tag("Create", create)
    yield Tag("Pins", {name: value for name, value in public.items() if name not in PUBLIC_MEMBERS})
    if proof and proof != Proof():
        yield Tag("Proof", proof.as_json())
