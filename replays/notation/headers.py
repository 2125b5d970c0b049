"""Tags of a text with facts about the game, for readers; they are checked when it is parsed.

A rules sheet is a variant and its options, or the whole sheet.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from app.games.codec import Json
from app.games.registry import GAMES
from app.games.table.events import GameVoided, HandSettled
from app.games.table.state import Status, Table
from app.store.canonical import parse
from app.store.entry import Entry

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
    return "tablas" if winner is None else f"seat {winner}"


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
