"""The page on webhooks: both receivers take part in a whole game, and refuse forgeries."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from app.webhooks.messages import headers, text_of
from tests.docs.pages import PATIENCE_SECONDS, ROOT, blocks, needs_curl
from tests.server.helpers import eventually, free_port
from tests.verifier.node import NODE

PAGE = "app/docs/webhooks.md"
KEY = bytes(32)
BODY = json.dumps({"type": "test", "data": {}}).encode()
RECEIVERS = {
    "python": ("receiver.py", sys.executable),
    "javascript": ("receiver.js", str(NODE)),
}


def receiver(language: str, where: Path, port: int) -> list[str]:
    """The command that runs the page's receiver, written to a file."""
    (source,) = re.findall(rf"```{language}\n(.*?)```", (ROOT / PAGE).read_text(), flags=re.DOTALL)
    name, program = RECEIVERS[language]
    (where / name).write_text(source.replace("9000", str(port)))
    return [program, name]


def environment() -> dict[str, str]:
    return {name: text for name, text in os.environ.items() if name != "PORT"}


@needs_curl
@pytest.mark.parametrize("language", RECEIVERS)
def test_a_receiver_plays_a_whole_game(language: str, url: str, tmp_path: Path) -> None:
    port = free_port()
    command = " ".join(receiver(language, tmp_path, port))
    script = "".join(blocks(PAGE)).replace("http://127.0.0.1:8000", url).replace("9000", str(port))
    done = subprocess.run(
        ["bash", "-euc", script.replace("python3 receiver.py", command)],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"command":"accepted"' in done.stdout
    lines = [line.split()[0] for line in (tmp_path / "messages.txt").read_text().splitlines()]
    assert {"test", "game_started", "your_turn", "hand_over", "game_over"} == set(lines)


@pytest.mark.parametrize("language", RECEIVERS)
def test_a_receiver_takes_no_forgery(language: str, tmp_path: Path) -> None:
    port = free_port()
    command = receiver(language, tmp_path, port)
    environ = environment() | {"SECRET": text_of(KEY)}
    with subprocess.Popen(command, cwd=tmp_path, env=environ, stderr=subprocess.DEVNULL) as process:
        try:
            eventually(lambda: _status(port, {}) is not None)
            now = int(time.time())
            genuine = headers([KEY], "msg_1", now, BODY)
            forgeries = [
                {},
                headers([bytes(31) + b"x"], "msg_1", now, BODY),
                headers([KEY], "msg_1", now, BODY + b" "),
                headers([KEY], "msg_1", now - 3600, BODY),
                genuine | {"webhook-id": "msg_2"},
                genuine | {"webhook-timestamp": str(now - 1)},
            ]
            assert [_status(port, body) for body in forgeries] == [401] * len(forgeries)
            assert _status(port, genuine) == 200
        finally:
            process.kill()


def _status(port: int, named: dict[str, str]) -> int | None:
    """Return the status of an answer, None if the port is not open yet."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/hook", BODY, named)
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code
    except OSError:
        return None
