"""Time of a page of 50 finished games by filter and by pair of filters, in a catalogue of many games.

    python -m tests.bench.finding [--games 1000000] [--url postgresql://...] [--pairs]

Nearly all games are of bots; the rare ones are spread over all years, or all lie at the beginning (`early`).
The rows are written by SQL, without records; a catalogue at `--url` that has games is measured as it is.
Printed are the first page of each filter and the slowest of three pages from the middle of the years. With
`--pairs` each pair of filters of different fields follows, of which those that take long are printed. Nothing
is asserted.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from sqlalchemy import Engine

from replays.catalogue.connecting import connect, reading
from replays.catalogue.search import End, Filter, found
from tests.bench.catalogue import (
    EARLY_PLAYER,
    EARLY_TOURNAMENT,
    LONGEST,
    RARE_PLAYER,
    ended_ms,
    fill,
    game_of,
)

_PAGE: Final = 50
_PAGES: Final = 3
_SLOW_MS: Final = 30.0
_NONE: Final = Filter()


def main() -> None:
    """Run the measurement and print it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=300_000)
    parser.add_argument("--url")
    parser.add_argument("--pairs", action="store_true")
    asked = parser.parse_args()
    filters = _filters(asked.games)
    middle = (ended_ms(asked.games // 2), game_of(asked.games // 2))
    with TemporaryDirectory(prefix="cq-") as home:
        file = Path(home) / "catalogue.sqlite"
        engine = connect(asked.url or f"sqlite:///{file}")
        began = monotonic()
        fill(engine, asked.games)
        size = f", {file.stat().st_size / asked.games:,.0f} bytes a game" if file.exists() else ""
        Console().print(f"filled in {monotonic() - began:,.0f} s{size}")
        _print(engine, f"A page of {_PAGE} of {asked.games:,} games", filters, middle, 0.0)
        if asked.pairs:
            pairs = dict(_pairs(filters))
            _print(engine, f"Pairs above {_SLOW_MS:g} ms, of {len(pairs)}", pairs, middle, _SLOW_MS)
        engine.dispose()


def _filters(count: int) -> dict[str, Filter]:
    """Return the filters of the pages, with values that many, few and no games have."""
    return {
        "none": _NONE,
        "people only": Filter(people="only"),
        "people some": Filter(people="some"),
        "player, everywhere": Filter(player=RARE_PLAYER),
        "player, early": Filter(player=EARLY_PLAYER),
        "player, of none": Filter(player="p-none"),
        "bot of most": Filter(bot="greedy"),
        "bot of none": Filter(bot="careful"),
        "variant of most": Filter(variant="mexican-2"),
        "variant of few": Filter(variant="paco"),
        "variant of none": Filter(variant="fork"),
        "status finished": Filter(status="finished"),
        "status void": Filter(status="void"),
        "outcome won": Filter(outcome="won"),
        "outcome tablas": Filter(outcome="tablas"),
        "outcome void": Filter(outcome="void"),
        "forced": Filter(event="forced"),
        "drawn": Filter(event="drawn"),
        "disputed": Filter(event="disputed"),
        "tournament": Filter(tournament=f"t-{count // 20_000}"),
        "tournament, early": Filter(tournament=EARLY_TOURNAMENT),
        "game": Filter(game=game_of(count // 3)),
        "since, a tenth": Filter(since_ms=ended_ms(count - count // 10)),
        "until, a tenth": Filter(until_ms=ended_ms(count // 10)),
        "long, half": Filter(length_min=LONGEST - 200),
        "long, few": Filter(length_min=LONGEST - 1),
        "long, none": Filter(length_min=LONGEST + 1),
        "short, none": Filter(length_max=10),
    }


def _pairs(filters: Mapping[str, Filter]) -> Iterator[tuple[str, Filter]]:
    """Yield the pairs of filters that set different fields."""
    for (name, filter_), (other_name, other) in combinations(filters.items(), 2):
        values, others = _set(filter_), _set(other)
        if values and others and not values.keys() & others.keys():
            yield f"{name} + {other_name}", replace(filter_, **others)


def _set(wanted: Filter) -> dict[str, Any]:
    values = {field.name: getattr(wanted, field.name) for field in fields(wanted)}
    return {name: value for name, value in values.items() if value != getattr(_NONE, name)}


def _print(engine: Engine, title: str, filters: Mapping[str, Filter], middle: End, slow_ms: float) -> None:
    table = Table(title=title)
    for column in ("filter", "games", "first ms", "later ms"):
        table.add_column(column, justify="left" if column == "filter" else "right")
    for name, wanted in filters.items():
        number, first_ms = _pages(engine, wanted, None, 1)
        _, later_ms = _pages(engine, wanted, middle, _PAGES)
        if max(first_ms, later_ms) >= slow_ms:
            table.add_row(name, f"{number}", f"{first_ms:,.1f}", f"{later_ms:,.1f}")
    Console().print(table)


def _pages(engine: Engine, wanted: Filter, before: End | None, pages: int) -> tuple[int, float]:
    """Return the number of games of so many pages and the time of the slowest in ms."""
    slowest, number = 0.0, 0
    for _ in range(pages):
        with reading(engine) as connection:
            began = monotonic()
            page = found(connection, wanted, _PAGE, before)
            slowest = max(slowest, monotonic() - began)
        number += len(page.games)
        before = page.next
        if before is None:
            break
    return number, 1000 * slowest


if __name__ == "__main__":
    main()
