"""The measurements on several nodes, at their smallest: they run, and lose no game and no move."""

import json
from io import StringIO
from pathlib import Path

from rich.console import Console

from tests.bench.moves.scaling import Combinations, measure


def test_moves_are_measured_over_two_nodes(tmp_path: Path) -> None:
    """Every role has its processor time per move, in the table and in the file."""
    printed, file = StringIO(), tmp_path / "points.json"
    asked = Combinations(nodes=[2], processes=[1], rounds=1, connections=2, seconds=0.2, seed=1)
    (point,) = measure(asked, Console(file=printed, width=200), file)
    assert point.moves
    assert point.refused == 0
    assert {"API", "store 1", "store 2", "queue", "workers", "clock", "load"} <= set(point.cpu_ms)
    document = json.loads(file.read_text())
    assert document["asked"]["seed"] == 1
    assert [row["cpu_ms"] for row in document["points"]] == [point.cpu_ms]
    assert "a cluster of 2 masters" in printed.getvalue()
    assert "seed 1" in printed.getvalue()
