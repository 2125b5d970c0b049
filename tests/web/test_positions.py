"""Records read by the pages are shown as the service shows them."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import app
from app.games.table.state import Table
from app.games.table.view import revealed, view
from app.service.entry_codec import Position, advance
from replays.notation.exporting import text_of
from replays.notation.printing import written_command
from replays.notation.text import Ply
from replays.record.read import read_record
from tests.verifier.agreement import holdem_game
from tests.verifier.node import FILE, NODE

_PAGES = Path(app.__file__).parent / "web" / "static" / "js"
_NAMES = (
    *("mexican-3-04", "paco-11", "custom-3", "deals", "standing", "clock-keep", "fork-fresh", "frozen"),
    *("shared-deck", "shared-deck-void"),
)
_LEFT_OUT = {"decision"}
"""Members that views have only for a seat that is asked now."""

_PROGRAM = f"""
const verifier = require({json.dumps(str(FILE))});
const {{readFileSync}} = require("fs");
const names = ["positions.js", "notation.js", "games/read.js"];
const scripts = names.map((name) => import({json.dumps(str(_PAGES))} + "/" + name));
Promise.all(scripts).then(async ([{{viewOf, revealedOf}}, {{noted}}, {{read}}]) => {{
  await read.learn("holdem");
  for (const path of JSON.parse(readFileSync(0, "utf8"))) {{
    const {{steps}} = verifier.retold(readFileSync(path));
    const shown = steps.map(({{ply, public: said, command, events, table}}, at) => {{
      const readers = [null, 0, table.places.length - 1];
      const centre = at > 0 ? steps[at - 1].table.hand?.centre?.card ?? null : null;
      return {{
        views: readers.map((seat) => viewOf(table, ply, seat)), revealed: revealedOf(table),
        noted: noted({{ply, public: {{...said, command, events}}}}, centre, table.play),
      }};
    }});
    console.log(JSON.stringify(shown));
  }}
}});
"""

_SHORTENED = {"freeze", "sit", "ready", "reveal", "rotate"}
"""Commands of which the pages leave out hashes, tokens and receipts."""


def _folded(paths: list[Path]) -> list[list[dict[str, Any]]]:
    """For each record its positions as the scripts of the pages make them."""
    done = subprocess.run(
        [str(NODE), "-e", _PROGRAM],
        input=json.dumps([*map(str, paths)]),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def _served(data: bytes) -> list[dict[str, Any]]:
    """The same by the service."""
    positions: list[Position] = []
    for entry in read_record(data).entries:
        after = advance(positions[-1] if positions else None, (entry,))
        assert after is not None
        positions.append(after)
    moves = ["1.*:create", *map(_noted, text_of(read_record(data).entries).plies)]
    views = _views([position.table for position in positions])
    return [
        seen if move is None else {**seen, "noted": move} for seen, move in zip(views, moves, strict=True)
    ]


def _views(tables: list[Table]) -> list[dict[str, Any]]:
    return [
        {
            "views": [view(table, reader) for reader in (None, table.seats[0], table.seats[-1])],
            "revealed": revealed(table),
        }
        for table in tables
    ]


def _noted(ply: Ply) -> str | None:
    """An entry of the notation without its time and without the hands; None where a page says less."""
    if ply.command["type"] in _SHORTENED:
        return None
    deal = replace(ply.deal, holds=()) if ply.deal else None
    actor = "*" if ply.actor is None else ply.actor
    return f"{ply.number}.{actor}:{written_command(ply.command, ply.centre, deal)}"


def _same(served: Any, folded: Any) -> bool:
    """Return True if all that was folded is as the service shows it, which may show more."""
    if isinstance(folded, dict):
        return all(_same(served[name], folded[name]) for name in folded.keys() - _LEFT_OUT)
    if isinstance(folded, list):
        return len(folded) == len(served) and all(map(_same, served, folded))
    return bool(served == folded)


def test_every_position_and_every_move_of_a_record_is_shown_as_by_the_service() -> None:
    _compare([Path(__file__).parents[1] / "corpus" / "v2" / f"{name}.record" for name in _NAMES])


def test_every_position_of_a_record_of_holdem_is_shown_as_by_the_service(tmp_path: Path) -> None:
    paths = []
    for number in (160, 104, 27, 5, 33):
        path = tmp_path / f"{number}.record"
        path.write_bytes(holdem_game(f"holdem {number}").data)
        paths.append(path)
    _compare(paths)


def _compare(paths: list[Path]) -> None:
    """Check that the pages tell the same of records as the service."""
    for path, folded in zip(paths, _folded(paths), strict=True):
        served = json.loads(json.dumps(_served(path.read_bytes())))
        assert len(served) == len(folded)
        for ply, (served_view, other) in enumerate(zip(served, folded, strict=True), 1):
            noted = other.pop("noted")
            assert served_view.pop("noted", noted) == noted
            assert _same(served_view, other), (path.name, ply)
