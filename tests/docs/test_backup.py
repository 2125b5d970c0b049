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

from app.store.client import connect
from app.store.copying import logs
from app.store.keys import LogKind
from tests.docs.pages import PATIENCE_SECONDS, ROOT
from tests.server.helpers import eventually, finish, free_port, spawn, wait_for_line

BOTS = {"variant": "north-american", "seats": [{"bot": "greedy"}, {"bot": "greedy"}]}
PERSON = {"variant": "north-american", "seats": ["me", "open"]}


def commands() -> list[str]:
    """The blocks of the page: how to back up, restore, rehearse it, and move."""
    return re.findall(r"```bash\n(.*?)```", (ROOT / "deploy/README.md").read_text(), flags=re.DOTALL)


def test_a_backup_restores_all_parts_and_a_move_takes_them_along(tmp_path: Path, redis_url: str) -> None:
    data, port = tmp_path / "data", free_port()
    back_up, restore, rehearse, move = commands()
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
    (tmp_path / "new.env").write_text(
        f"REDIS_URL={redis_url}\nCATALOGUE_URL=sqlite:///{tmp_path}/new.sqlite\nARCHIVE_URL={tmp_path}/new\n"
    )
    shell(move, tmp_path)
    with connect(redis_url) as redis:
        assert {over, running, player["player"]} <= {log for kind in LogKind for log in logs(redis, kind)}


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
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)
