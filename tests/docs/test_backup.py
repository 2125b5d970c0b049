"""The page for operators says how to back up and restore: its commands, with games and a player."""

import json
import os
import re
import shutil
import subprocess
import urllib.request
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.docs.pages import PATIENCE_SECONDS, ROOT
from tests.server.helpers import eventually, finish, free_port, spawn, wait_for_line

BOTS = {"variant": "north-american", "seats": [{"bot": "greedy"}, {"bot": "greedy"}]}
PERSON = {"variant": "north-american", "seats": ["me", "open"]}


def commands() -> list[str]:
    """The three blocks of the page: how to back up, how to restore, how to rehearse it."""
    return re.findall(r"```bash\n(.*?)```", (ROOT / "deploy/README.md").read_text(), flags=re.DOTALL)


def test_a_backup_restores_all_parts(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    back_up, restore, rehearse = commands()
    service = spawn(data, port)
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    try:
        wait_for_line(service, "stop     Ctrl-C")
        over, running = (ask(port, "/v1/games", body)["game"] for body in (BOTS, PERSON))
        player = ask(port, "/v1/players", {"name": "Ana"})
        eventually(lambda: ask(port, f"/v1/games/{over}")["status"] == "finished")
        before = [ask(port, f"/v1/games/{game}") for game in (over, running)]
        shell(back_up, tmp_path)
    finally:
        finish(service)
    shutil.rmtree(data)
    shell(restore, tmp_path)
    service = spawn(data, port)
    try:
        wait_for_line(service, "stop     Ctrl-C")
        assert [ask(port, f"/v1/games/{game}") for game in (over, running)] == before
        assert ask(port, "/v1/players/me", key=player["key"])["player"] == player["player"]
        assert ask(port, f"/v1/games/{over}/audit")["findings"] == []
    finally:
        finish(service)
    shell(rehearse, tmp_path)
    assert (tmp_path / "rehearsal" / "catalogue.sqlite").exists()


def shell(script: str, where: Path) -> None:
    environ = {name: text for name, text in os.environ.items() if name != "CONQUIAN_DATA"}
    subprocess.run(
        ["bash", "-c", "set -eu\n" + script], cwd=where, env=environ, check=True, timeout=PATIENCE_SECONDS
    )


def ask(port: int, path: str, body: Any = None, key: str | None = None) -> Any:
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())} if body else {}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)
