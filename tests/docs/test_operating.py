"""The page for operators: its commands, against the service of the documents."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import orjson

from app.settings.settings import Settings
from app.store.client import connect
from app.store.durability import checks
from tests.docs.pages import ROOT, blocks, needs_curl, run
from tests.server.helpers import eventually

PAGE = "deploy/README.md"
LIMITS = ("open_games", "player_keys", "webhooks", "import_mb_day", "players_day")


@needs_curl
def test_the_commands_of_the_page_are_answered_and_the_trace_is_there(
    url: str, data: Path, log: Path, tmp_path: Path
) -> None:
    result = run(blocks(PAGE), url, tmp_path, CONQUIAN_DATA=str(data))
    assert '"status":"ready"' in result
    assert 'RateLimit: "reads";r=' in result
    assert "conquian_store_safe 1.0" in result

    def traced() -> list[dict[str, Any]]:
        lines = log.read_text().rpartition("\n")[0].splitlines()
        objects = [orjson.loads(line) for line in lines if line.startswith("{")]
        return [line for line in objects if line.get("request") == "trace-me-1234"]

    # What the bots did stands there too.
    eventually(lambda: max((line.get("ply", 0) for line in traced()), default=0) > 2)
    traces = traced()
    assert {line["trace_id"] for line in traces} == {"4bf92f3577b34da6a3ce929d0e0e4736"}
    assert {"entry written", "request"} <= {line["message"] for line in traces}
    (access,) = (line for line in traces if line["message"] == "request")
    assert (access["method"], access["route"], access["status"]) == ("POST", "/v1/games", "201")


def test_every_limit_is_on_the_page_with_its_default() -> None:
    page = (ROOT / PAGE).read_text()
    rows = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", page, flags=re.MULTILINE))
    limits = [row for row in fields(Settings) if row.name.startswith("rate_") or row.name in LIMITS]
    assert rows == {row.metadata["name"]: str(row.default) for row in limits}


def test_every_check_of_the_store_is_on_the_page(redis_url: str) -> None:
    page = (ROOT / PAGE).read_text()
    with connect(redis_url) as redis:
        assert all(f"`{check.name}`" in page for check in checks(redis))


def test_every_alert_is_on_the_page() -> None:
    rules = (ROOT / "deploy" / "prometheus" / "rules.yml").read_text()
    named = re.findall(r"alert: (\w+)", rules)
    assert named == re.findall(r"^\| (Conquian\w+) \|", (ROOT / PAGE).read_text(), flags=re.MULTILINE)
