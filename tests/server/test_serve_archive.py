"""`conquian serve` archives automatically: a finished game becomes a leaf of the log and a file on disk."""

import json
import urllib.request
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from tests.server.helpers import eventually, free_port, service


def asked(port: int, path: str, body: Any = None) -> Any:
    """The JSON of an answer; None for a refusal."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())
    except HTTPError:
        return None


def test_a_finished_game_is_archived_automatically(tmp_path: Path) -> None:
    port, data = free_port(), tmp_path / "data"
    with service(data, port, CONQUIAN_CHECKPOINT_SECONDS="1"):  # the proof waits for the next checkpoint
        body = {"variant": "mexican-2", "seats": [{"bot": "random"}, {"bot": "greedy"}]}
        game = asked(port, "/v1/games", body)["game"]
        proof = f"/v1/log/proof/inclusion?game={game}"
        eventually(lambda: asked(port, proof))
        assert asked(port, proof)["leaf"]["game"] == game
        (listed,) = asked(port, "/v1/games")["games"]
        assert (listed["game"], listed["status"], listed["record"]) == (game, "finished", True)
    assert len(list((data / "archive" / "records").rglob("*.zst"))) == 1
    assert (data / "catalogue.sqlite").stat().st_mode & 0o077 == 0
