"""The example bots play whole games against a bot of the service."""

import os
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from typing import Any

import pytest
from click.testing import CliRunner

from app.cli import main
from tests.docs.pages import needs_curl
from tests.remote.service import Caller, program, robot
from tests.server.helpers import ROOT, eventually, free_port
from tests.verifier.node import NODE

BOTS = ROOT / "deploy" / "bots"
EXAMPLES = {
    "bot.py": [sys.executable, "-I", str(BOTS / "bot.py")],
    "bot.js": [str(NODE), str(BOTS / "bot.js")],
    "bot.sh": [shutil.which("sh") or "sh", str(BOTS / "bot.sh")],
}
Json = dict[str, Any]

GAMES = {"north-american": 1, "mexican-3": 2}
"""By variant how many bots of the service sit against the example."""

each = pytest.mark.parametrize("name", [*list(EXAMPLES)[:2], pytest.param("bot.sh", marks=needs_curl)])


def answered_itself(games: list[list[Json]]) -> None:
    """Seat 0 has moved, and nobody answered for it; how often it is asked is a matter of the deck."""
    entries = [entry for game in games for entry in game]
    assert "seat:0" in [entry["actor"] for entry in entries]
    assert "timed-out" not in [event["type"] for entry in entries for event in entry["events"]]


@each
def test_an_example_plays_whole_games_and_makes_every_decision(url: str, name: str, tmp_path: Path) -> None:
    bot = robot(url)
    games = [bot.game(variant, bots) for variant, bots in GAMES.items()]
    with program(EXAMPLES[name], url, bot.key, tmp_path / "log") as process:
        views = bot.over(games)
        assert process.poll() is None, (tmp_path / "log").read_text()
    assert [view["status"] for view in views] == ["finished"] * len(games)
    answered_itself([bot.entries(game) for game in games])
    assert (tmp_path / "log").read_text() == ""


def test_the_webhook_example_plays_whole_games(url: str) -> None:
    bot, port = robot(url), free_port()
    target = {"url": f"http://127.0.0.1:{port}/turn", "events": ["your_turn"]}
    made = Caller(url, bot.key).ask("/v1/webhooks", target)
    with hook(port, made["secret"]):
        views = bot.over([bot.game(variant, bots) for variant, bots in GAMES.items()])
    assert [view["status"] for view in views] == ["finished"] * len(GAMES)
    answered_itself([bot.entries(view["game"]) for view in views])
    latency = Caller(url, bot.key).ask("/v1/players/me/decisions")["latency"]
    assert latency["decisions"] > 0
    assert latency["median_ms"] <= latency["p95_ms"]


@contextmanager
def hook(port: int, secret: str) -> Iterator[None]:
    """The example behind an address listens, as long as the block lasts."""
    environ = {**os.environ, "PORT": str(port), "CONQUIAN_WEBHOOK_SECRET": secret}
    command = [sys.executable, "-I", str(BOTS / "hook.py")]
    with subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL) as process:
        try:
            eventually(lambda: listens(port))
            yield
        finally:
            process.kill()


@each
def test_an_example_is_under_forty_lines_and_uses_the_standard_library_only(name: str) -> None:
    text = (BOTS / name).read_text()
    assert len(text.splitlines()) < 40
    assert not [word for word in ("require(", "import ", "jq", "python") if name == "bot.js" and word in text]
    imported = {line.split()[1].split(".")[0] for line in text.splitlines() if line.startswith("import ")}
    assert imported <= set(sys.stdlib_module_names)


@each
def test_an_example_with_an_invalid_key_reports_it_and_ends(url: str, name: str, tmp_path: Path) -> None:
    key = robot(url).key
    wrong = key[:-9] + ("a" if key[-9] != "a" else "b") + key[-8:]
    with program(EXAMPLES[name], url, wrong, tmp_path / "log") as process:
        assert process.wait(300) == 1
    assert '"code":"unauthenticated"' in (tmp_path / "log").read_text()


def test_the_example_behind_an_address_passes_every_check() -> None:
    port, secret = free_port(), "whsec_" + b64encode(bytes(24)).decode()
    tried = ["bot-check", f"http://127.0.0.1:{port}/", "--secret", secret, "--variant", "mexican-2"]
    with hook(port, secret):
        done = CliRunner().invoke(main, tried)
        forged = CliRunner().invoke(main, [*tried[:2], "--secret", f"{secret[:-4]}AAAB", *tried[4:]])
    assert done.exit_code == 0, done.stdout
    assert done.stdout.count("passed") == 8
    assert forged.exit_code == 1


def listens(port: int) -> bool:
    with socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
