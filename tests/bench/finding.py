"""Time of a page of 50 finished games by filter, in a catalogue of many games.

    python -m tests.bench.finding [--games 300000] [--url postgresql://...]

Nearly all games are of bots; the rare ones are spread over all years, or all lie at the beginning (`early`).
The rows are written without records. Printed is the slowest of three pages of each filter. Nothing is
asserted.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from rich.console import Console
from rich.progress import track
from rich.table import Table
from sqlalchemy import Engine

from app.store.keys import LogKind, game_id_from
from replays.catalogue.connecting import connect, reading, writing
from replays.catalogue.rows import CatalogueRow, enter
from replays.catalogue.search import Filter, found
from replays.catalogue.summary import HandSummary, SeatSummary, Summary

_TOGETHER = 1000
_EARLY = "p-early"
_RARE = "p-rare"
_FILTERS = {
    "none": Filter(),
    "people only": Filter(people="only"),
    "people some": Filter(people="some"),
    "player, everywhere": Filter(player=_RARE),
    "player, early": Filter(player=_EARLY),
    "bot of most games": Filter(bot="greedy"),
    "variant": Filter(variant="paco"),
    "outcome void": Filter(outcome="void"),
    "forced": Filter(event="forced"),
    "drawn": Filter(event="drawn"),
    "disputed": Filter(event="disputed"),
    "tournament, early": Filter(tournament="t-early"),
    "people only, one variant": Filter(people="only", variant="paco"),
    "people only, drawn": Filter(people="only", event="drawn"),
    "player and bot": Filter(player=_RARE, bot="greedy"),
    "length": Filter(length_min=435),
    "length that none has": Filter(length_min=10_000),
}


def main() -> None:
    """Run the measurement and print it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=300_000)
    parser.add_argument("--url")
    asked = parser.parse_args()
    table = Table(title=f"A page of 50 of {asked.games:,} games")
    for title in ("filter", "games", "ms"):
        table.add_column(title, justify="left" if title == "filter" else "right")
    with TemporaryDirectory(prefix="cq-") as home:
        file = Path(home) / "catalogue.sqlite"
        engine = connect(asked.url or f"sqlite:///{file}")
        began = monotonic()
        _fill(engine, asked.games)
        size = f", {file.stat().st_size / asked.games:,.0f} bytes a game" if file.exists() else ""
        Console().print(f"{asked.games / (monotonic() - began):,.0f} games/s{size}")
        for name, wanted in _FILTERS.items():
            table.add_row(name, *_page(engine, wanted))
        engine.dispose()
    Console().print(table)


def _page(engine: Engine, wanted: Filter) -> tuple[str, str]:
    """Return the number of games of a page and the time of the slowest of three pages."""
    slowest, before, number = 0.0, None, 0
    for _ in range(3):
        with reading(engine) as connection:
            began = monotonic()
            page = found(connection, wanted, 50, before)
            slowest = max(slowest, monotonic() - began)
        number += len(page)
        if not page:
            break
        before = (page[-1].ended_ms or 0, page[-1].game)
    return f"{number}", f"{1000 * slowest:,.1f}"


def _fill(engine: Engine, count: int) -> None:
    chance = Random(1)
    for begin in track(range(0, count, _TOGETHER), description="games"):
        with writing(engine) as connection:
            rows = [row for number in range(begin, begin + _TOGETHER) for row in _rows(number, chance)]
            enter(connection, f"file-{begin}", 1, rows, begin)


def _rows(number: int, chance: Random) -> Iterator[CatalogueRow]:
    """Yield the row of a game, and of a dispute about it."""
    game = game_id_from(number.to_bytes(32))
    yield CatalogueRow(_summary(number, chance), _place(game))
    if chance.random() < 0.001:
        dispute = game_id_from(number.to_bytes(32), LogKind.DISPUTE)
        yield CatalogueRow(_summary(number, chance, "dispute", game), _place(dispute))


def _place(log: str) -> dict[str, object]:
    digest = {"digest": bytes(32), "hash": bytes(32), "dictionary": None}
    return {"game": log, "plies": 40 + int(log[-6:], 36) % 400, "at": 0, "length": 1, "size": 1, **digest}


def _summary(number: int, chance: Random, kind: str = "game", parent: str | None = None) -> Summary:
    seats = tuple(SeatSummary(seat, *_who(number, chance), 0, 0) for seat in range(2))
    winner = None if chance.random() < 0.05 else 0
    hands = (HandSummary(1, 0, 1, 1, "out", winner, 60),)
    return Summary(
        variant=chance.choices(("mexican-2", "north-american", "paco"), (90, 9, 1))[0],
        rules_version=1,
        rules_hash=bytes(32),
        status="finished" if number % 500 else "void",
        visibility="public",
        parent=parent,
        started_ms=1 + number * 1000,
        ended_ms=60_000 + number * 1000,
        hands=hands,
        players=seats,
        kind=kind,
        forced=chance.random() < 0.02,
        tournament=None if number % 3 else "t-early" if number < 3000 else f"t-{number // 10_000}",
    )


def _who(number: int, chance: Random) -> tuple[str, str | None, str | None]:
    if number < 300:
        return "person", _EARLY, None
    if number % 2000 == 0 or chance.random() < 0.004:
        return "person", _RARE if number % 2000 == 0 else f"p-{chance.randrange(1000)}", None
    return "bot", None, "greedy"


if __name__ == "__main__":
    main()
